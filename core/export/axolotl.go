package export

import "coworkenv.dev/coworkenv/core/value"

// axolotl writes rows for Axolotl's chat_template strategy. It opens arguments and parameters that
// are text, so text is the default: its loader guesses types from the first rows.
func axolotl() *Format {
	shape := func(o *Options) style { return style{form: o.form(), train: "train", trainAll: true} }
	return &Format{Name: "axolotl", Doc: "Axolotl: type chat_template, with a train mark on every message", Forms: []Form{String, Object}, Flags: true, Plain: true,
		Columns: func(o *Options) []Column {
			tools := listOf("tools", structOf("", text("type"), structOf("function", text("name"), text("description"), text("parameters"))))
			return append([]Column{shape(o).messageColumns("messages"), tools}, originColumns()...)
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			list, err := views(r, o)
			if err != nil {
				return nil, nil, err
			}
			var rows []*value.Object
			for _, v := range list {
				row := value.Obj(value.Member{Name: "messages", Value: shape(o).messages(v.messages)}, value.Member{Name: "tools", Value: r.Tools.List})
				r.origin(row, v.id)
				rows = append(rows, row)
			}
			return rows, nil, nil
		},
	}
}
