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
	look := func(s *string, where string) {
		masked, leaks := export.MaskText(*s)
		for _, l := range leaks {
			l.Trial, l.Where = t.Trial, where
			out = append(out, l)
		}
		if mask {
			*s = masked
		}
	}
	look(&t.System, "system")
	look(&t.Opening, "request")
	for i := range t.Steps {
		s := &t.Steps[i]
		where := fmt.Sprintf("step %d", i+1)
		look(&s.Text, where)
		look(&s.Reasoning, where+" reasoning")
		for j := range s.Calls {
			c := &s.Calls[j]
			look(&c.Args, where+" call "+c.Tool)
			look(&c.Observation, where+" result of "+c.Tool)
		}
		if s.User != nil {
			look(&s.User.Text, where+" user")
		}
	}
	return out
}
