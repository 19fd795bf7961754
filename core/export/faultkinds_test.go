package export

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Ways in which exports of trajectories are known to go wrong, each with the input that shows it.

// Arguments are encoded once: an object where an object is wanted, JSON text where a text is.
func TestArgumentsAreEncodedOnce(t *testing.T) {
	args := `{"ticket_id":"TK-1","note":"a \"b\" é"}`
	trial := trialOf(trace.Step{Calls: []trace.Call{call("c1", "pay", args, `{}`, 1)}}, trace.Step{Text: "Done."})
	read := func(format string, form Form) any {
		o := optionsFor(t, format)
		o.Arguments = form
		row := parsed(t, written(t, trial, o).lines)
		for _, m := range member(t, row, "messages").([]any) {
			if calls, ok := m.(*value.Object).Get("tool_calls"); ok {
				f := member(t, calls.([]any)[0].(*value.Object), "function").(*value.Object)
				return member(t, f, "arguments")
			}
		}
		t.Fatalf("%s writes no call", format)
		return nil
	}
	if text, ok := read("openai", "").(string); !ok || text != args {
		t.Errorf("openai: arguments %q, want the text %q", text, args)
	}
	for _, format := range []string{"trl", "canonical", "slime"} {
		o, ok := read(format, "").(*value.Object)
		if !ok || string(value.Append(nil, o)) != args {
			t.Errorf("%s: arguments are no object", format)
		}
		again, ok := read(format, String).(string)
		if !ok || again != args {
			t.Errorf("%s as text: %q: no backslash may be added", format, again)
		}
	}
}

// Reading a column store back gives each tool its own arguments: no names of another tool's, and
// null stays apart from absent.
func TestParquetInventsNoArguments(t *testing.T) {
	trial := trialOf(
		trace.Step{Calls: []trace.Call{call("c1", "mail_search", `{"x":1,"n":null}`, `{}`, 1), call("c2", "pay", `{"y":"2"}`, `{}`, 2)}},
		trace.Step{Text: "Done."})
	o := optionsFor(t, "canonical")
	o.Parquet = true
	var file bytes.Buffer
	p := newParquetFile(&file, o.columns())
	if err := p.write(written(t, trial, o).rows); err != nil {
		t.Fatal(err)
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
	type fn struct {
		Name      string  `parquet:"name,optional"`
		Arguments *string `parquet:"arguments,optional"`
	}
	type callRow struct {
		ID       string `parquet:"id,optional"`
		Function fn     `parquet:"function,optional"`
	}
	type messageRow struct {
		Role    string    `parquet:"role,optional"`
		Content *string   `parquet:"content,optional"`
		Calls   []callRow `parquet:"tool_calls,optional,list"`
		Train   bool      `parquet:"train,optional"`
	}
	type row struct {
		ID       string       `parquet:"id,optional"`
		Reward   float64      `parquet:"reward,optional"`
		Tools    []string     `parquet:"tools,optional,list"`
		Messages []messageRow `parquet:"messages,optional,list"`
	}
	rows, err := parquet.Read[row](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1 || rows[0].ID != "tri_0001" || rows[0].Reward != 1 || len(rows[0].Tools) != 2 || len(rows[0].Messages) != 6 {
		t.Fatalf("rows %+v", rows)
	}
	var got []string
	for _, m := range rows[0].Messages {
		if m.Content == nil {
			t.Errorf("the content of a turn of %s is null", m.Role)
		}
		if m.Train != (m.Role == "assistant") {
			t.Errorf("a turn of %s is trained on: %v", m.Role, m.Train)
		}
		for _, c := range m.Calls {
			got = append(got, *c.Function.Arguments)
		}
	}
	if want := []string{`{"x":1,"n":null}`, `{"y":"2"}`}; !slices.Equal(got, want) {
		t.Errorf("arguments %v, want %v", got, want)
	}
}

// A result without the id of its call, one that comes twice or in another order is refused.
func TestOrphanedResults(t *testing.T) {
	base := built(t, toyTrial(), optionsFor(t, "canonical")).Messages
	change := func(f func([]Message) []Message) error { return paired("x", f(slices.Clone(base)), false) }
	at := slices.IndexFunc(base, func(m Message) bool { return m.Role == Tool })
	tests := map[string]func([]Message) []Message{
		"no id":         func(m []Message) []Message { m[at].CallID = ""; return m },
		"reverse order": func(m []Message) []Message { m[at], m[at+1] = m[at+1], m[at]; return m },
		"one missing":   func(m []Message) []Message { return slices.Delete(m, at, at+1) },
		"all missing":   func(m []Message) []Message { return slices.Delete(m, at, at+2) },
		"twice":         func(m []Message) []Message { return slices.Insert(m, at, m[at]) },
		"calls gone":    func(m []Message) []Message { return slices.Delete(m, at-1, at) },
		"id again": func(m []Message) []Message {
			m[at-1].Calls = slices.Clone(m[at-1].Calls)
			m[at-1].Calls[1].ID, m[at+1].CallID = "c1", "c1"
			return m
		},
	}
	for name, f := range tests {
		if err := change(f); code(err) != Unpaired {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := change(func(m []Message) []Message { return m }); err != nil {
		t.Errorf("the trial itself: %v", err)
	}
}

// A prefix ends with a turn: a call and its results stay together, system and request stay.
func TestPrefixesEndWithATurn(t *testing.T) {
	for _, f := range Formats() {
		if !f.Explodes {
			continue
		}
		o := &Options{Format: f, Explode: true}
		list, err := views(built(t, toyTrial(), o), o)
		if err != nil || len(list) != 4 {
			t.Fatalf("%s: %d rows, %v", f.Name, len(list), err)
		}
		for i, v := range list {
			last := v.messages[len(v.messages)-1]
			trained := 0
			for _, m := range v.messages {
				if m.Train {
					trained++
				}
			}
			if err := paired(v.id, v.messages, true); err != nil || trained != 1 || !last.Train || v.messages[0].Role != System || v.messages[1].Role != User {
				t.Errorf("%s, row %d: %v, %d turns trained on", f.Name, i, err, trained)
			}
		}
	}
}

// All results of parallel calls are there, under their ids and in the order of the calls.
func TestParallelCallsKeepAllResults(t *testing.T) {
	for _, name := range wholeTrials() {
		o := optionsFor(t, name)
		o.DropReasoning = true
		trial := toyTrial()
		var results []string
		for _, s := range readBack(t, name, written(t, trial, o)) {
			if s.Role == "tool" {
				results = append(results, s.Text)
			}
		}
		if want := []string{`[{"id":"m1"}]`, `[]`, `{"ok":true}`}; !slices.Equal(results, want) {
			t.Errorf("%s: results %v, want %v", name, results, want)
		}
	}
}

// A turn of calls alone has the text "", never null and never absent; null is written where the
// target is known to take it.
func TestContentIsNeverNull(t *testing.T) {
	for _, name := range []string{"canonical", "trl", "axolotl", "slime"} {
		row := parsed(t, written(t, toyTrial(), optionsFor(t, name)).lines)
		for i, m := range member(t, row, "messages").([]any) {
			if _, ok := member(t, m.(*value.Object), "content").(string); !ok {
				t.Errorf("%s: message %d has no text", name, i)
			}
		}
	}
	row := parsed(t, written(t, toyTrial(), optionsFor(t, "openai")).lines)
	for i, m := range member(t, row, "messages").([]any) {
		o := m.(*value.Object)
		_, calls := o.Get("tool_calls")
		content := member(t, o, "content")
		if content == nil != (calls && i != 4) { // message 4 has a text beside its calls
			t.Errorf("openai: message %d has the content %v", i, content)
		}
	}
}

// Cuts fall before a character and leave JSON whole; the marker is within the limit.
func TestCutsKeepCharactersAndJSON(t *testing.T) {
	truck := `{"text":"` + strings.Repeat("Lieferung \U0001F69A ", 40) + `"}`
	family := `{"text":"` + strings.Repeat("\U0001F468\u200d\U0001F469\u200d\U0001F467", 20) + `"}`
	accent := strings.Repeat("e\u0301", 90)
	for _, seen := range []string{truck, family, accent} {
		for limit := 64; limit < 120; limit++ {
			trial := trialOf(trace.Step{Calls: []trace.Call{call("c1", "pay", `{}`, seen, 1)}}, trace.Step{Text: "Done."})
			row := curate.Row{Trial: "tri_0001", Cuts: []curate.Cut{{Step: 0, Call: 0, Bytes: limit}}}
			if err := row.Trim(trial.Trajectory); err != nil {
				t.Fatal(err)
			}
			o := optionsFor(t, "trl")
			r, lost, err := Build(trial, o)
			if err != nil || lost[LostText] > 0 {
				t.Fatalf("limit %d: %v, %v", limit, lost, err)
			}
			w, err := Render(r, trial, o)
			if err != nil {
				t.Fatal(err)
			}
			got := readBack(t, "trl", w)[3].Text
			switch {
			case len(got) > limit || !strings.Contains(got, "[truncated, "):
				t.Errorf("limit %d: %d bytes %q", limit, len(got), got)
			case seen != accent && !json.Valid([]byte(got)):
				t.Errorf("limit %d: no JSON %q", limit, got)
			case strings.Contains(got, "\u200d["), seen == accent && strings.Contains(got, "e["), strings.Contains(got, "\uFFFD"):
				t.Errorf("limit %d: cut within a character %q", limit, got)
			}
		}
	}
}

// Only a line feed ends a record, for readers that split at every separator of Unicode too, and a
// record may be longer than any buffer.
func TestLinesEndWithLineFeedsAlone(t *testing.T) {
	body := "a\u0085b\u2028c\u2029d\x0be\x0cf\rg\nh" + strings.Repeat("x", 1<<20)
	var file []byte
	for range 3 {
		trial := trialOf(trace.Step{Calls: []trace.Call{call("c1", "pay", `{"k\u2028":"v"}`, body, 1)}}, trace.Step{Text: "Done."})
		file = append(file, written(t, trial, optionsFor(t, "trl")).lines...)
	}
	split := strings.FieldsFunc(string(file), func(r rune) bool { return strings.ContainsRune("\u0085\u2028\u2029\x0b\x0c\r\n\x1c\x1d\x1e", r) })
	if len(split) != 3 {
		t.Fatalf("%d pieces of 3 records", len(split))
	}
	for _, line := range split {
		list := readChat(t, member(t, parsed(t, []byte(line)), "messages"), "")
		if list[3].Text != body {
			t.Errorf("the result came back otherwise: %.60q", list[3].Text)
		}
	}
}

// Equal turns are equal, whether a text was "" or null where they came from: a record has one form
// of each.
func TestEmptyTextAndNoTextAreEqual(t *testing.T) {
	a := trialOf(trace.Step{Text: "", Calls: []trace.Call{call("c1", "pay", "", `{}`, 1)}}, trace.Step{Text: "Done."})
	b := trialOf(trace.Step{Calls: []trace.Call{call("c1", "pay", "null", `{}`, 1)}}, trace.Step{Text: "Done."})
	o := optionsFor(t, "trl")
	if x, y := written(t, a, o).lines, written(t, b, o).lines; !bytes.Equal(x, y) {
		t.Errorf("%s\n%s", x, y)
	}
}
