package export

import "coworkenv.dev/coworkenv/core/value"

// trl writes what TRL's SFT trainer reads: messages and tools, with --explode-turns prompt and
// completion. It trains on all turns of the assistant, or on the completion, and has no mark for
// single turns. Messages are declared as of any shape, since some chat templates ask whether a
// part is there at all and take an empty tool_calls for one.
func trl() *Format {
	return &Format{Name: "trl", Doc: "TRL SFT: messages and tools; prompt and completion with --explode-turns", Forms: []Form{Object, String}, Explodes: true,
		Columns: func(o *Options) []Column {
			if o.Explode {
				return append([]Column{values("prompt"), values("completion"), text("tools")}, originColumns()...)
			}
			return append([]Column{values("messages"), text("tools")}, originColumns()...)
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			s := style{form: o.form()}
			rows, err := rowsOf(r, o, func(v view, row *value.Object) error {
				if o.Explode {
					last := len(v.messages) - 1
					row.Set("prompt", s.messages(v.messages[:last]))
					row.Set("completion", s.messages(v.messages[last:]))
				} else {
					row.Set("messages", s.messages(v.messages))
				}
				row.Set("tools", r.Tools.Text)
				r.origin(row, v.id)
				return nil
			})
			return rows, nil, err
		},
	}
}
