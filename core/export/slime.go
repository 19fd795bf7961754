package export

import "coworkenv.dev/coworkenv/core/value"

const nameSlime = "slime"

// slime writes rows for slime's SFT rollout: the tools are looked for in the metadata, and a turn
// with step_loss_mask 0 is left out of the loss. It reads the file with a reader of its own and
// takes the metadata as they are, so they are objects and the file is JSON lines.
func slime() *Format {
	shape := func(o *Options) style {
		return style{form: o.form(), train: "step_loss_mask", numeric: true, onlyOff: true}
	}
	return &Format{Name: nameSlime, Doc: "slime SFT: messages, with tools in the metadata", Forms: []Form{Object, String}, Flags: true, Explodes: true, NoParquet: true,
		Columns: func(o *Options) []Column {
			return []Column{values("messages"), anyOf("metadata")}
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			rows, err := rowsOf(r, o, func(v view, row *value.Object) error {
				meta := value.Obj(value.Member{Name: "tools", Value: r.Tools.List})
				r.origin(meta, v.id)
				row.Set("messages", steady(shape(o).messages(v.messages)))
				row.Set("metadata", steady(meta))
				return nil
			})
			return rows, nil, err
		},
	}
}
