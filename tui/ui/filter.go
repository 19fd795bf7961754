package ui

import (
	"errors"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
)

// Filter is the line in which the query of a list is typed.
type Filter struct {
	Prompt
	Typing bool
	before string // the query that held when typing began
	past   []string
}

// mostPast bounds the queries that are remembered.
const mostPast = 50

// Begin opens the line on the query that holds.
func (f *Filter) Begin(where string, schema query.Schema) {
	f.Typing, f.before, f.History = true, where, f.past
	f.Complete = func(line string, pos int) (int, []string) {
		start := query.TokenStart(line, pos)
		if start == pos && line != "" && !strings.HasSuffix(line, " ") {
			return start, nil
		}
		words := query.Complete(line, pos, schema)
		if len(words) == 1 && words[0] == line[start:pos] {
			return start, nil
		}
		return start, words
	}
	f.Set(where)
}

// Type carries out an action while the line is open. With done the line is closed and where is the
// query to take, the one from before if it was left; changed says that the line reads otherwise.
func (f *Filter) Type(action string) (where string, done, changed bool) {
	switch action {
	case TypeDone:
		if f.Problem != "" {
			return "", false, false
		}
		f.Typing = false
		return strings.TrimSpace(f.Value), true, false
	case TypeCancel:
		f.Typing = false
		return f.before, true, false
	}
	was := f.Value
	return "", false, f.Do(action) && f.Value != was
}

// Remember keeps a query for the next time, the latest last.
func (f *Filter) Remember(where string) {
	if where == "" {
		return
	}
	f.past = slices.DeleteFunc(f.past, func(p string) bool { return p == where })
	f.past = append(f.past, where)
	if len(f.past) > mostPast {
		f.past = f.past[1:]
	}
}

// Refused takes the error of a query: one that was typed is shown behind the line, one of a search
// that was given up is nothing. It reports whether that is all.
func (f *Filter) Refused(err error) bool {
	if fault.KindOf(err) == fault.Canceled {
		return true
	}
	var q *query.Error
	if !f.Typing || !errors.As(err, &q) {
		return false
	}
	f.Problem = q.Msg
	return true
}
