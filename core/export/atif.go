package export

import (
	"slices"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// atif writes one document of the Agent Trajectory Interchange Format a trial.
func atif() *Format {
	return &Format{Name: "atif", Doc: "ATIF 1.6: one document a trial", PerTrial: true,
		Document: func(r *Record, t *Trial) ([]byte, error) {
			about := value.Obj()
			r.origin(about, r.ID)
			parts, _ := about.Get("components")
			further := value.Obj(value.Member{Name: "reward", Value: micros(r.Reward)}, value.Member{Name: "verifier", Value: parts}, value.Member{Name: "origin", Value: about})
			return trace.EncodeATIF(settled(r, t.Trajectory), trace.ATIF{Tools: r.Tools.List, Further: further})
		},
	}
}

// settled is the trajectory with the texts, thoughts and call ids of its record.
func settled(r *Record, t *trace.Trajectory) *trace.Trajectory {
	out := *t
	out.Steps = slices.Clone(t.Steps)
	result := 0
	for i := range r.Messages {
		m := &r.Messages[i]
		switch {
		case m.Step < 0 && m.Role == System:
			out.System = m.Content
		case m.Step < 0:
			out.Opening = m.Content
		case m.Role == Assistant:
			s := &out.Steps[m.Step]
			s.Text, s.Reasoning, s.Calls = m.Content, m.Reasoning, slices.Clone(s.Calls)
			for j := range s.Calls {
				s.Calls[j].ID, s.Calls[j].Tool = m.Calls[j].ID, m.Calls[j].Name
			}
			result = 0
		case m.Role == Tool:
			out.Steps[m.Step].Calls[result].Observation = m.Content
			result++
		case m.Role == User:
			said := *out.Steps[m.Step].User
			said.Text = m.Content
			out.Steps[m.Step].User = &said
		}
	}
	return &out
}
