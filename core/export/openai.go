package export

import (
	"regexp"

	"coworkenv.dev/coworkenv/core/value"
)

// openAI writes the lines of OpenAI's fine-tuning: arguments as text, a weight on each turn of the
// assistant. It takes no other columns, so what is known of a row stands in a file beside it.
func openAI() *Format {
	s := style{form: String, train: "weight", numeric: true, nullWords: true, noName: true, noReason: true}
	return &Format{Name: "openai", Doc: "OpenAI fine-tuning: one JSON line a trial, a weight on each turn", Forms: []Form{String}, Flags: true, Explodes: true, NoParquet: true, Aside: true,
		Columns: func(*Options) []Column {
			return []Column{s.messageColumns("messages"), values("tools"), flag("parallel_tool_calls")}
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			if err := openAINames(r); err != nil {
				return nil, nil, err
			}
			lost := Tally{}
			rows, err := rowsOf(r, o, func(v view, row *value.Object) error {
				lost.count(LostReason, reasoned(v.messages))
				row.Set("messages", s.messages(v.messages))
				row.Set("tools", r.Tools.List)
				row.Set("parallel_tool_calls", parallel(v.messages))
				return nil
			})
			return rows, lost, err
		},
	}
}

var openAIName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// openAINames refuses calls of tools that nobody offered under names that no tool can have.
func openAINames(r *Record) error {
	for i := range r.Messages {
		for _, c := range r.Messages[i].Calls {
			if !r.Tools.Has(c.Name) && !openAIName.MatchString(c.Name) {
				return exclude(ToolName, "%s calls a tool named %.40q", r.ID, c.Name)
			}
		}
	}
	return nil
}

// reasoned counts the turns with reasoning.
func reasoned(messages []Message) int {
	n := 0
	for i := range messages {
		if messages[i].Reasoning != "" {
			n++
		}
	}
	return n
}

// parallel reports whether a turn makes several calls.
func parallel(messages []Message) bool {
	for i := range messages {
		if len(messages[i].Calls) > 1 {
			return true
		}
	}
	return false
}
