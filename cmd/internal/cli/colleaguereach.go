package cli

import (
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
)

// mostReach bounds how many tasks are named whose graded records colleagues reach.
const mostReach = 5

// tellReach says where colleagues can change what a grading looks at: the certificates of those tasks
// do not speak for such trials.
func (d *Deps) tellReach(e *engine.Engine, tasks []*engine.Loaded) error {
	list, err := e.ColleagueReach(tasks)
	if err != nil {
		return err
	}
	p := d.printer()
	for i, r := range list {
		if i == mostReach {
			p.note("and %d more like it", len(list)-i)
			break
		}
		p.note("%s can change %s, which the grading of %s looks at: its certificate does not speak for such trials", clean(r.Colleague), clean(strings.Join(r.Collections, ", ")), clean(r.Task))
	}
	return nil
}
