package export

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/value"
)

const nameNextObservation = "next-observation"

// nextObservation writes what a model of the environment learns from: everything up to a turn of
// the agent, and what came back. The completion is the results of its calls, or what the user
// answered.
func nextObservation() *Format {
	return &Format{Name: nameNextObservation, Doc: "for models of the environment: a turn of the agent as prompt, what came back as completion", Forms: []Form{Object, String},
		Columns: func(*Options) []Column {
			return append([]Column{values("prompt"), values("completion"), text("tools")}, originColumns()...)
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			s := style{form: o.form()}
			var rows []*value.Object
			for i := range r.Messages {
				if r.Messages[i].Role != Assistant {
					continue
				}
				end := i + 1
				for end < len(r.Messages) && r.Messages[end].Role != Assistant {
					end++
				}
				if end == i+1 {
					continue // the last words: nothing came back
				}
				row := value.Obj(value.Member{Name: "prompt", Value: s.messages(r.Messages[:i+1])},
					value.Member{Name: "completion", Value: s.messages(r.Messages[i+1 : end])}, value.Member{Name: "tools", Value: r.Tools.Text})
				r.origin(row, fmt.Sprintf("%s/%d", r.ID, r.Messages[i].Step))
				rows = append(rows, row)
			}
			if len(rows) == 0 {
				return nil, nil, exclude(NoSuccessor, "%s: nothing came back to the agent", r.ID)
			}
			return rows, nil, nil
		},
	}
}
