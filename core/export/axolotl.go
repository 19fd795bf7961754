package export

import "coworkenv.dev/coworkenv/core/value"

// axolotl writes rows for Axolotl's chat_template strategy. It opens arguments and parameters that
// are text, so text is the default: its loader guesses types from the first rows.
func axolotl() *Format {
	shape := func(o *Options) style { return style{form: o.form(), train: "train", trainAll: true} }
	return &Format{Name: "axolotl", Doc: "Axolotl: type chat_template, with a train mark on every message", Forms: []Form{String, Object}, Flags: true, Explodes: true, Plain: true,
		Columns: func(o *Options) []Column {
			tools := listOf("tools", structOf("", text("type"), structOf("function", text("name"), text("description"), text("parameters"))))
			return append([]Column{shape(o).messageColumns("messages"), tools}, originColumns()...)
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			rows, err := rowsOf(r, o, func(v view, row *value.Object) error {
				row.Set("messages", shape(o).messages(v.messages))
				row.Set("tools", r.Tools.List)
				r.origin(row, v.id)
				return nil
			})
			return rows, nil, err
		},
	}
}
