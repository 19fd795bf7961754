// Package importer reads the transcripts of other agent programs as trajectories: sessions and
// streams of Claude Code, OpenHands, ATIF, and messages as OpenAI's API has them.
//
// It keeps calls, results and their order, and what the agent said and reasoned. Invariant: nothing
// that is read is run or followed, input has bounds, and what cannot be carried over is told in a
// note, never dropped in silence.
package importer

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Format is a form of transcripts.
type Format string

// The formats.
const (
	ClaudeCode Format = "claude-code" // session file, JSON lines
	StreamJSON Format = "stream-json" // what `claude -p --output-format stream-json` prints, and Qwen Code
	OpenHands  Format = "openhands"   // trajectory.json, or the events of its SDK
	ATIF       Format = "atif"        // Agent Trajectory Interchange Format
	Messages   Format = "messages"    // {"messages": [...]} or a list of messages, one or a line each
)

// Formats lists them.
func Formats() []Format { return []Format{ClaudeCode, StreamJSON, OpenHands, ATIF, Messages} }

// ParseFormat reads a format's name. Errors: Usage.
func ParseFormat(name string) (Format, error) {
	if slices.Contains(Formats(), Format(name)) {
		return Format(name), nil
	}
	var all []string
	for _, f := range Formats() {
		all = append(all, string(f))
	}
	return "", fault.New(fault.Usage, "%q is no format of transcripts", name).WithHint("give one of %s", strings.Join(all, ", "))
}

// Bounds of what is read.
const (
	MostBytes  = 256 << 20 // of a file
	mostEvents = 500_000
)

// Result is what was read.
type Result struct {
	Trajectories []*trace.Trajectory
	Notes        []string // what was not carried over, and oddities
}

// Read reads a transcript. Errors: Invalid with the line, Unsupported.
func Read(data []byte, f Format) (*Result, error) {
	if len(data) > MostBytes {
		return nil, fault.New(fault.Invalid, "the transcript has %d bytes, at most %d are read", len(data), MostBytes).WithHint("split it")
	}
	n := &notes{count: map[string]int{}}
	var list []*trace.Trajectory
	var err error
	switch f {
	case ClaudeCode:
		list, err = readSession(data, n)
	case StreamJSON:
		list, err = readStream(data, n)
	case OpenHands:
		list, err = readOpenHands(data, n)
	case ATIF:
		list, err = readATIF(data)
	case Messages:
		list, err = readMessages(data, n)
	default:
		_, err = ParseFormat(string(f))
	}
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fault.New(fault.Invalid, "the transcript holds no turn of an agent").WithHint("see that --from names the form it has")
	}
	return &Result{list, n.lines()}, nil
}

// notes counts what is to be told.
type notes struct {
	order []string
	count map[string]int
}

func (n *notes) add(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if n.count[s]++; n.count[s] == 1 && len(n.order) < 100 {
		n.order = append(n.order, s)
	}
}

func (n *notes) lines() []string {
	var out []string
	for _, s := range n.order {
		if c := n.count[s]; c > 1 {
			s = fmt.Sprintf("%s (%d times)", s, c)
		}
		out = append(out, s)
	}
	return out
}

// events reads JSON objects: one a line, or a list of them, or one alone.
func events(data []byte) ([]*value.Object, error) {
	if v, err := value.Parse(data); err == nil {
		switch v := v.(type) {
		case *value.Object:
			return []*value.Object{v}, nil
		case []any:
			return objects(v)
		}
		return nil, fault.New(fault.Invalid, "the transcript is JSON, and neither an object nor a list")
	}
	var out []*value.Object
	line := 0
	for rest := string(data); rest != ""; {
		var text string
		text, rest, _ = strings.Cut(rest, "\n")
		line++
		if strings.TrimSpace(text) == "" {
			continue
		}
		v, err := value.Parse([]byte(text))
		o, ok := v.(*value.Object)
		if err != nil || !ok {
			if strings.TrimSpace(rest) == "" && len(out) > 0 {
				break // the program was ended while it wrote its last line
			}
			return nil, fault.New(fault.Invalid, "line %d is no JSON object", line).WithHint("see that --from names the form it has")
		}
		if out = append(out, o); len(out) > mostEvents {
			return nil, fault.New(fault.Invalid, "the transcript has more than %d events", mostEvents).WithHint("split it")
		}
	}
	return out, nil
}

func objects(list []any) ([]*value.Object, error) {
	if len(list) > mostEvents {
		return nil, fault.New(fault.Invalid, "the transcript has more than %d events", mostEvents).WithHint("split it")
	}
	out := make([]*value.Object, len(list))
	for i, item := range list {
		o, ok := item.(*value.Object)
		if !ok {
			return nil, fault.New(fault.Invalid, "event %d is no JSON object", i+1)
		}
		out[i] = o
	}
	return out, nil
}

// text is the text of a member, "" where it is none.
func text(o *value.Object, names ...string) string {
	for i, name := range names {
		if o == nil {
			return ""
		}
		v, _ := o.Get(name)
		if i == len(names)-1 {
			s, _ := v.(string)
			return s
		}
		o, _ = v.(*value.Object)
	}
	return ""
}

// object is an object of a member, nil where it is none.
func object(o *value.Object, name string) *value.Object {
	if o == nil {
		return nil
	}
	v, _ := o.Get(name)
	out, _ := v.(*value.Object)
	return out
}

// list is a list of a member, nil where it is none.
func list(o *value.Object, name string) []any {
	if o == nil {
		return nil
	}
	v, _ := o.Get(name)
	out, _ := v.([]any)
	return out
}

func number(o *value.Object, name string) int {
	if o == nil {
		return 0
	}
	v, _ := o.Get(name)
	n, _ := v.(value.Number)
	i, _ := n.Int()
	return int(i)
}

func truth(o *value.Object, name string) bool {
	if o == nil {
		return false
	}
	v, _ := o.Get(name)
	b, _ := v.(bool)
	return b
}

// content is the text of a content that is a text, null or a list of parts; what is no text is
// noted and marked.
func content(v any, n *notes) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var out []string
		for _, item := range v {
			switch p := item.(type) {
			case string:
				out = append(out, p)
			case *value.Object:
				kind := text(p, "type")
				if kind == "text" || kind == "output_text" || kind == "input_text" || kind == "" && text(p, "text") != "" {
					out = append(out, text(p, "text"))
					continue
				}
				n.add("a part of the kind %.40q is no text and is left out", kind)
				out = append(out, "["+strings.ToValidUTF8(clip(kind), "")+"]")
			}
		}
		return strings.Join(out, "\n")
	case *value.Object:
		return string(value.Append(nil, v))
	case nil:
		return ""
	}
	return string(value.Append(nil, v))
}

func clip(s string) string { return s[:min(len(s), 40)] }
