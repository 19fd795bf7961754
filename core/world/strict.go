package world

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Problem is one argument error, told to the agent.
type Problem struct {
	Path    string // JSON pointer, e.g. "/attendees/1"
	Message string
}

// decodeStrict validates arguments against the tool's schema. Nothing is guessed: wrong types
// and unknown names are errors; only null stands for an omitted optional argument.
func (w *World) decodeStrict(t *Tool, raw []byte) (Args, []Problem, Cause) {
	args := fill(t, false)
	parsed, cause, problem := parseObject(raw)
	if problem != nil {
		return args, []Problem{*problem}, cause
	}
	problems := t.unknownArguments(parsed)
	for i := range t.Params {
		p := &t.Params[i]
		v, ok := parsed.Get(p.Name)
		if !ok || v == nil {
			if p.Required || p.Needed {
				problems = append(problems, Problem{"/" + p.Name, "is required (" + p.typeName() + ")"})
			}
			continue
		}
		v, bad := w.typed(p, v)
		problems = append(problems, bad...)
		args.vals[i], args.given[i] = v, true
	}
	if problems != nil {
		return args, fewProblems(problems), BadArguments
	}
	return args, nil, NoCause
}

// maxProblems bounds what is told of one call: its arguments may hold a mistake a byte.
const maxProblems = 20

func fewProblems(all []Problem) []Problem {
	if len(all) <= maxProblems {
		return all
	}
	return append(all[:maxProblems:maxProblems], Problem{"", fmt.Sprintf("and %d more problems", len(all)-maxProblems)})
}

func (t *Tool) unknownArguments(given *value.Object) []Problem {
	var out []Problem
	for _, m := range given.Members() {
		if _, ok := t.Param(m.Name); ok {
			continue
		}
		p := Problem{Path: "/" + cutName(m.Name), Message: "unknown argument"}
		if len(out) < maxProblems {
			p.Message += near(m.Name, paramNames(t))
		}
		out = append(out, p)
	}
	return out
}

// cutName shortens a foreign name for a message.
func cutName(name string) string {
	if len(name) <= 200 {
		return name
	}
	return clip(name)
}

// maxArguments bounds the bytes of one call's arguments.
const maxArguments = 1 << 20

// parseObject reads the arguments; empty text and null stand for no arguments.
func parseObject(raw []byte) (*value.Object, Cause, *Problem) {
	if len(raw) > maxArguments {
		return nil, TooLarge, &Problem{"", fmt.Sprintf("arguments have %d bytes; at most %d are taken", len(raw), maxArguments)}
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, NoCause, nil
	}
	v, err := value.Parse(raw)
	if err != nil {
		return nil, Malformed, &Problem{"", "arguments are not valid JSON: " + err.Error()}
	}
	switch v := v.(type) {
	case nil:
		return nil, NoCause, nil
	case *value.Object:
		return v, NoCause, nil
	case string:
		return nil, BadArguments, &Problem{"", "arguments must be an object, not a text that holds one; send the object itself"}
	}
	return nil, BadArguments, &Problem{"", "arguments must be an object"}
}

func paramNames(t *Tool) []string {
	names := make([]string, len(t.Params))
	for i := range t.Params {
		names[i] = t.Params[i].Name
	}
	return names
}

func (p *Param) typeName() string {
	if p.List {
		return "list of " + p.Type.String()
	}
	return p.Type.String()
}

// Check tells what the strict profile objects to in one argument; paths are /NAME and below.
func (p *Param) Check(v any, zone *time.Location) []Problem {
	w := World{opts: &Options{Zone: zone}}
	_, problems := w.typed(p, v)
	return problems
}

// typed checks a value against the parameter and brings it to its stored form.
func (w *World) typed(p *Param, v any) (any, []Problem) {
	if p.Custom != nil {
		v, problems := p.Custom.Check(v, w.opts.Zone)
		for i := range problems {
			problems[i].Path = "/" + p.Name + problems[i].Path
		}
		return v, problems
	}
	if !p.List {
		v, msg := w.scalar(p, v)
		if msg != "" {
			return nil, []Problem{{"/" + p.Name, msg}}
		}
		return v, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, []Problem{{"/" + p.Name, "must be a " + p.typeName() + ", got " + kindOf(v)}}
	}
	out := make([]any, len(list))
	var problems []Problem
	for i, item := range list {
		v, msg := w.scalar(p, item)
		if msg != "" {
			problems = append(problems, Problem{fmt.Sprintf("/%s/%d", p.Name, i), msg})
		}
		out[i] = v
	}
	return out, problems
}

func (w *World) scalar(p *Param, v any) (any, string) {
	switch p.Type {
	case Int, Number, Amount:
		return number(p, v)
	case Bool:
		if _, ok := v.(bool); !ok {
			return nil, "must be true or false, got " + kindOf(v)
		}
		return v, ""
	case Tree:
		return v, ""
	}
	s, ok := v.(string)
	if !ok {
		return nil, "must be a text, got " + kindOf(v)
	}
	if strings.ContainsRune(s, 0) {
		return nil, "must not hold a zero byte"
	}
	if len(p.Enum) > 0 && !slices.Contains(p.Enum, s) {
		return nil, "must be one of " + strings.Join(p.Enum, ", ")
	}
	return w.text(p, s, v)
}

// text checks a text; v is the same as a JSON value.
func (w *World) text(p *Param, s string, v any) (any, string) {
	if s == "" && !p.Required {
		return v, "" // an empty filter is no filter
	}
	switch p.Type {
	case Day:
		if _, err := value.ParseDay(s); err != nil {
			return nil, "must be a date, YYYY-MM-DD, got " + clip(s)
		}
	case Address:
		if _, ok := value.ReadAddress(s); !ok {
			return nil, "must be one address such as ada.brook@example.com, got " + clip(s)
		}
	case Instant:
		t, ok := value.ReadInstant(s, w.opts.Zone)
		if !ok {
			return nil, "must be a date-time such as 2026-03-17T15:00:00+08:00, got " + clip(s)
		}
		if _, err := time.Parse(time.RFC3339, s); err != nil {
			return t.Format(time.RFC3339), ""
		}
	}
	return v, ""
}

func number(p *Param, v any) (any, string) {
	n, ok := v.(value.Number)
	if !ok {
		return nil, "must be a number, got " + kindOf(v)
	}
	if p.Type != Int {
		return n, ""
	}
	i, whole := n.Int()
	if !whole {
		return nil, "must be a whole number, got " + clip(string(n))
	}
	if (p.Min != 0 || p.Max != 0) && (i < int64(p.Min) || i > int64(p.Max)) {
		return nil, fmt.Sprintf("must be between %d and %d, got %d", p.Min, p.Max, i)
	}
	return value.Int(i), ""
}

func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case value.Number:
		return "the number " + clip(string(v))
	case string:
		return "the text " + clip(v)
	case []any:
		return "a list"
	}
	return "an object"
}

// clip quotes a text, cut to a readable length at a character's edge.
func clip(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n++; n > most {
			return fmt.Sprintf("%q...", s[:i])
		}
	}
	return fmt.Sprintf("%q", s)
}
