package export

import "coworkenv.dev/coworkenv/core/value"

// canonical writes the record itself, from which everything else can be derived.
func canonical() *Format {
	shape := func(o *Options) style { return style{form: o.form(), train: "train", trainAll: true} }
	return &Format{Name: "canonical", Doc: "the record that every other format is written from", Forms: []Form{Object, String}, Flags: true, Explodes: true,
		Columns: func(o *Options) []Column {
			return append(originColumns(), values("tools"), shape(o).messageColumns("messages"))
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			rows, err := rowsOf(r, o, func(v view, row *value.Object) error {
				r.origin(row, v.id)
				row.Set("tools", r.Tools.List)
				row.Set("messages", shape(o).messages(v.messages))
				return nil
			})
			return rows, nil, err
		},
	}
}
