package synth

import (
	"strings"
	"testing"
)

// A value of a record is written as it is, so that one which asks to be filled in is a slip of the
// scenario's author and no text for the agent to read.
func TestRecordsAreNotFilledIn(t *testing.T) {
	for name, tt := range map[string]struct {
		value any
		bad   string
	}{
		"text":           {"Dear {{.name}}", "Dear {{.name}}"},
		"list":           {[]string{"a", "{{.b}}"}, "{{.b}}"},
		"list of values": {List{1, "{{ .b }}"}, "{{ .b }}"},
		"nested record":  {[]any{"to", []any{"name", "{{.c}}"}}, "{{.c}}"},
		"plain":          {"Dear Ann", ""},
		"braces alone":   {"set {{x", ""},
		"number":         {12, ""},
	} {
		d := newDraft(&Scenario{Name: "s"}, Dials{Language: "en", Level: "easy"}, &Lexicon{})
		d.Set("name", "Ann")
		d.Add("gmail.messages", "message_id", "m", "body", tt.value)
		switch {
		case tt.bad == "" && d.err != nil:
			t.Errorf("%s: %v", name, d.err)
		case tt.bad != "" && (d.err == nil || !strings.Contains(d.err.Error(), "the field body of a record of gmail.messages holds") || !strings.Contains(d.err.Error(), tt.bad)):
			t.Errorf("%s: %v", name, d.err)
		}
	}
}
