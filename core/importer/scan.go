package importer

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/trace"
)

// Scan looks for secrets, addresses and home folders in all texts of a trajectory. With mask they
// are put out of sight as well.
func Scan(t *trace.Trajectory, mask bool) []export.Leak {
	var out []export.Leak
	trial, _ := export.MaskText(t.Trial)
	look := func(s *string, where string) {
		masked, leaks := export.MaskText(*s)
		for _, l := range leaks {
			l.Trial, l.Where = trial, where
			out = append(out, l)
		}
		if mask {
			*s = masked
		}
	}
	for _, name := range []*string{&t.Trial, &t.Agent.Name, &t.Agent.Version, &t.Agent.Model} { // names come from the transcript too
		look(name, "name")
	}
	look(&t.System, "system")
	look(&t.Opening, "request")
	look(&t.End.Detail, "end")
	for i := range t.Steps {
		s := &t.Steps[i]
		where := fmt.Sprintf("step %d", i+1)
		look(&s.Text, where)
		look(&s.Reasoning, where+" reasoning")
		look(&s.Model, where+" name")
		look(&s.Finish, where+" name")
		for j := range s.Calls {
			c := &s.Calls[j]
			tool, _ := export.MaskText(c.Tool) // what is found must not be told by what names it
			look(&c.ID, where+" call "+tool)
			look(&c.Tool, where+" name of a tool")
			look(&c.Args, where+" call "+tool)
			look(&c.Sent, where+" call "+tool)
			look(&c.Observation, where+" result of "+tool)
		}
		if s.User != nil {
			look(&s.User.Text, where+" user")
		}
	}
	return out
}
