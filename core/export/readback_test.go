package export

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// said is one turn as it is read back from a format: what trainers and people see of it.
type said struct {
	Role, Text, Thought string
	Calls               []string // name and canonical arguments
	Train               bool
}

func saidCall(name string, args any) string {
	return name + " " + string(value.AppendCanonical(nil, args))
}

// wanted is what has to come back of a record.
func wanted(messages []Message) []said {
	var out []said
	for i := range messages {
		m := &messages[i]
		s := said{Role: string(m.Role), Text: m.Content, Thought: m.Reasoning, Train: m.Train}
		for _, c := range m.Calls {
			s.Calls = append(s.Calls, saidCall(c.Name, c.Arguments))
		}
		out = append(out, s)
	}
	return out
}

func parsed(t testing.TB, line []byte) *value.Object {
	t.Helper()
	v, err := value.Parse(line)
	if err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	o, ok := v.(*value.Object)
	if !ok {
		t.Fatalf("a row is no object: %s", line)
	}
	return o
}

func member(t testing.TB, o *value.Object, name string) any {
	t.Helper()
	v, ok := o.Get(name)
	if !ok {
		t.Fatalf("no %s in %s", name, value.Append(nil, o))
	}
	return v
}

func textOf(o *value.Object, name string) string {
	v, _ := o.Get(name)
	s, _ := v.(string)
	return s
}

// readChat reads messages with tool_calls; arguments are objects, or texts that hold one. mark is
// the name of the train mark, "" where there is none.
func readChat(t testing.TB, list any, mark string) []said {
	t.Helper()
	var out []said
	for _, item := range list.([]any) {
		o := item.(*value.Object)
		s := said{Role: textOf(o, "role"), Text: textOf(o, "content"), Thought: textOf(o, "reasoning_content")}
		calls, _ := o.Get("tool_calls")
		if calls != nil {
			for _, c := range calls.([]any) {
				f := member(t, c.(*value.Object), "function").(*value.Object)
				args := member(t, f, "arguments")
				if text, ok := args.(string); ok {
					args = parsed(t, []byte(text))
				}
				s.Calls = append(s.Calls, saidCall(textOf(f, "name"), args))
			}
		}
		switch v, _ := o.Get(mark); v := v.(type) {
		case bool:
			s.Train = v
		case value.Number:
			s.Train = v == "1"
		default:
			s.Train = s.Role == "assistant"
		}
		out = append(out, s)
	}
	return out
}

// cutThought parts a thought from the text behind it.
func cutThought(s string) (thought, rest string) {
	if !strings.HasPrefix(s, thinkOpen+"\n") {
		return "", s
	}
	thought, rest, _ = strings.Cut(strings.TrimPrefix(s, thinkOpen+"\n"), "\n"+thinkClose+"\n\n")
	return thought, rest
}

func readCallsText(t testing.TB, text string) []string {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var out []string
	for _, c := range list {
		o := c.(*value.Object)
		out = append(out, saidCall(textOf(o, "name"), member(t, o, "arguments")))
	}
	return out
}

// readShare reads sharegpt turns as LLaMA-Factory does.
func readShare(t testing.TB, row *value.Object) []said {
	t.Helper()
	var out []said
	if system := textOf(row, "system"); system != "" {
		out = append(out, said{Role: "system", Text: system})
	}
	for i, item := range member(t, row, "conversations").([]any) {
		o := item.(*value.Object)
		from, text := textOf(o, "from"), textOf(o, "value")
		if answers := from == "gpt" || from == "function_call"; answers != (i%2 == 1) {
			t.Fatalf("turn %d is from %s: the trainer would skip the row", i, from)
		}
		switch from {
		case "human":
			out = append(out, said{Role: "user", Text: text})
		case "observation":
			for _, r := range strings.Split(text, resultJoin) {
				out = append(out, said{Role: "tool", Text: r})
			}
		case "gpt":
			s := said{Role: "assistant", Train: true}
			s.Thought, s.Text = cutThought(text)
			out = append(out, s)
		case "function_call":
			s := said{Role: "assistant", Train: true}
			s.Thought, text = cutThought(text)
			if before, rest, marked := strings.Cut(text, "\n"+callOpen); marked {
				s.Text, text = before, strings.TrimSuffix(rest, callClose)
			}
			s.Calls = readCallsText(t, text)
			out = append(out, s)
		default:
			t.Fatalf("turn %d is from %q", i, from)
		}
	}
	return out
}

// readHermes reads chats with marks in the text.
func readHermes(t testing.TB, list any) []said {
	t.Helper()
	var out []said
	for i, item := range list.([]any) {
		o := item.(*value.Object)
		role, text := textOf(o, "role"), textOf(o, "content")
		train := member(t, o, "train").(bool)
		switch {
		case i == 0:
			system, _, found := strings.Cut(text, "\n\n"+hermesTools)
			if !found {
				t.Fatalf("the system text lists no tools: %q", text)
			}
			out = append(out, said{Role: role, Text: system})
		case role == "user" && strings.HasPrefix(text, resultOpen+"\n"):
			inner := strings.TrimSuffix(strings.TrimPrefix(text, resultOpen+"\n"), "\n"+resultClose)
			for _, r := range strings.Split(inner, "\n"+resultClose+"\n"+resultOpen+"\n") {
				out = append(out, said{Role: "tool", Text: r})
			}
		case role == "user":
			out = append(out, said{Role: role, Text: text})
		default:
			s := said{Role: role, Train: train}
			s.Thought, text = cutThought(text)
			if at := strings.Index(text, callOpen+"\n"); at >= 0 {
				s.Text = strings.TrimSuffix(text[:at], "\n")
				for _, part := range strings.Split(text[at:], callClose) {
					if part = strings.TrimPrefix(strings.TrimSpace(part), callOpen); part != "" {
						s.Calls = append(s.Calls, readCallsText(t, part)...)
					}
				}
			} else {
				s.Text = text
			}
			out = append(out, s)
		}
	}
	return out
}

// readATIF reads a document with the codec of package trace.
func readATIF(t testing.TB, doc []byte) []said {
	t.Helper()
	tr, err := trace.DecodeATIF(doc)
	if err != nil {
		t.Fatal(err)
	}
	out := []said{{Role: "system", Text: tr.System}, {Role: "user", Text: tr.Opening}}
	for i := range tr.Steps {
		s := &tr.Steps[i]
		turn := said{Role: "assistant", Text: s.Text, Thought: s.Reasoning, Train: true}
		var results []said
		for _, c := range s.Calls {
			turn.Calls = append(turn.Calls, saidCall(c.Tool, parsed(t, []byte(c.Args))))
			results = append(results, said{Role: "tool", Text: c.Observation})
		}
		out = append(append(out, turn), results...)
		if s.User != nil {
			out = append(out, said{Role: "user", Text: s.User.Text})
		}
	}
	return out
}

// readBack reads what a format wrote of one whole trial.
func readBack(t testing.TB, format string, w *Written) []said {
	t.Helper()
	if format == "atif" {
		return readATIF(t, w.document)
	}
	lines := bytes.Split(bytes.TrimSuffix(w.lines, []byte("\n")), []byte("\n"))
	if len(lines) != 1 {
		t.Fatalf("%d lines for one trial", len(lines))
	}
	row := parsed(t, lines[0])
	switch format {
	case "llamafactory":
		return readShare(t, row)
	case "hermes":
		return readHermes(t, member(t, row, "messages"))
	case "openai":
		return readChat(t, member(t, row, "messages"), "weight")
	case "slime":
		return readChat(t, member(t, row, "messages"), "step_loss_mask")
	case "canonical", "axolotl":
		return readChat(t, member(t, row, "messages"), "train")
	}
	return readChat(t, member(t, row, "messages"), "")
}

// wholeTrials are the formats that show a trial in one row or document.
func wholeTrials() []string {
	return []string{"canonical", "trl", "llamafactory", "axolotl", "openai", "slime", "hermes", "atif"}
}

func sameSaid(a, b []said) bool {
	return slices.EqualFunc(a, b, func(x, y said) bool {
		return x.Role == y.Role && x.Text == y.Text && x.Thought == y.Thought && x.Train == y.Train && slices.Equal(x.Calls, y.Calls)
	})
}
