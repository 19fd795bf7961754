package engine

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

// Exchange is one request to a model with what came of it.
type Exchange struct {
	ID         string
	At         time.Time
	Profile    string
	Model      string
	Label      string
	Attempts   int
	Reused     bool // the reply came from the cache
	Status     int  // HTTP status of the last attempt; 0 = none
	Class      string
	Error      string
	Prompt     int // tokens
	Completion int
	Cached     int
	Cost       llm.Cost
	Partly     bool // Cost lacks what could not be added: another currency, or too much
	Latency    time.Duration
}

// ModelTotal is what the exchanges with one model came to.
type ModelTotal struct {
	Profile    string
	Model      string
	Exchanges  int
	Replies    int
	Reused     int
	Retries    int // attempts after the first
	Failures   map[string]int
	Prompt     int
	Completion int
	Cached     int
	Cost       llm.Cost
	Partly     bool          // Cost lacks what could not be added
	Latency    time.Duration // of all replies together
}

// mostExchanges bounds what is listed; the newest are kept, and all are counted.
const mostExchanges = 10_000

// ModelActivity sums up what a workspace sent to models and lists the newest exchanges, the latest
// first.
func (e *Engine) ModelActivity(ctx context.Context, workspace string) ([]ModelTotal, []Exchange, error) {
	byID := map[string]*Exchange{}
	var list []*Exchange
	err := e.ModelLog(workspace, "", func(entry llm.Entry) bool {
		x := byID[entry.Exchange]
		if x == nil {
			x = &Exchange{ID: entry.Exchange, At: entry.At}
			byID[entry.Exchange] = x
			list = append(list, x)
		}
		x.take(&entry)
		return ctx.Err() == nil
	})
	if err == nil && ctx.Err() != nil {
		err = fault.Wrap(fault.Canceled, ctx.Err(), "read the journal of models")
	}
	if err != nil {
		return nil, nil, err
	}
	uses := usesOf(list)
	slices.SortFunc(list, func(a, b *Exchange) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	out := make([]Exchange, 0, min(len(list), mostExchanges))
	for _, x := range list[:min(len(list), mostExchanges)] {
		out = append(out, *x)
	}
	return uses, out, nil
}

func (x *Exchange) take(entry *llm.Entry) {
	x.Profile, x.Model, x.Label = cmp.Or(entry.Profile, x.Profile), cmp.Or(entry.Model, x.Model), cmp.Or(entry.Label, x.Label)
	if entry.At.Before(x.At) {
		x.At = entry.At
	}
	switch entry.Kind {
	case llm.Reuse:
		x.Reused = true
	case llm.Got:
		x.Status, x.Class, x.Error = entry.Status, string(entry.Class), entry.Error
		x.Attempts = max(x.Attempts, entry.Attempt)
		x.Latency += entry.Latency
		if entry.Cost != nil {
			x.Partly = !addCost(&x.Cost, *entry.Cost) || x.Partly
		}
	case llm.Sent:
		return
	}
	if u := entry.Usage; u != nil && !x.Reused {
		x.Prompt, x.Completion, x.Cached = x.Prompt+u.Prompt, x.Completion+u.Completion, x.Cached+u.Cached
	}
}

func usesOf(list []*Exchange) []ModelTotal {
	at := map[[2]string]int{}
	var out []ModelTotal
	for _, x := range list {
		key := [2]string{x.Profile, x.Model}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, ModelTotal{Profile: x.Profile, Model: x.Model, Failures: map[string]int{}})
		}
		u := &out[i]
		u.Exchanges++
		u.Retries += max(x.Attempts-1, 0)
		switch {
		case x.Reused:
			u.Reused++
		case x.Class != "":
			u.Failures[x.Class]++
		case x.Status != 0:
			u.Replies++
		}
		u.Prompt, u.Completion, u.Cached = u.Prompt+x.Prompt, u.Completion+x.Completion, u.Cached+x.Cached
		u.Partly = !addCost(&u.Cost, x.Cost) || u.Partly || x.Partly
		u.Latency += x.Latency
	}
	slices.SortFunc(out, func(a, b ModelTotal) int {
		return cmp.Or(cmp.Compare(a.Profile, b.Profile), cmp.Compare(a.Model, b.Model))
	})
	return out
}

// addCost adds a cost to a sum of the same currency; false where it cannot be.
func addCost(sum *llm.Cost, c llm.Cost) bool {
	if c.Currency == "" {
		return true
	}
	if sum.Currency != "" && sum.Currency != c.Currency {
		return false
	}
	amount, err := sum.Amount.Add(c.Amount)
	if err != nil {
		return false
	}
	sum.Amount, sum.Currency = amount, c.Currency
	return true
}

// ExchangeText is what one exchange sent and got, as it went over the wire but for line breaks.
func (e *Engine) ExchangeText(workspace, id string) (string, error) {
	var b strings.Builder
	err := e.ModelLog(workspace, id, func(entry llm.Entry) bool {
		b.WriteString(strings.ToUpper(string(entry.Kind)) + "  " + entry.At.Format(time.RFC3339) + "  " + entry.Profile + " " + entry.Model + "\n")
		if entry.Error != "" {
			b.WriteString(string(entry.Class) + ": " + entry.Error + "\n")
		}
		for _, body := range []string{string(entry.Body), entry.Raw} {
			if body != "" {
				b.WriteString(indented(body) + "\n")
			}
		}
		b.WriteString("\n")
		return true
	})
	return b.String(), err
}

// indented sets JSON over several lines; what is none stays as it is.
func indented(s string) string {
	var buf bytes.Buffer
	if json.Indent(&buf, []byte(s), "", "  ") != nil {
		return s
	}
	return buf.String()
}
