package episode

import (
	"maps"
	"slices"
)

// Fork copies the episode as it stands: a branch that shares what has happened and goes its own
// way. Neither touches the other.
func (e *Episode) Fork() *Episode {
	f := *e
	f.world = e.world.Fork()
	if e.user != nil {
		u := *e.user
		f.user = &u
	}
	if r, ok := e.player.(*recorded); ok {
		f.player = r.fork()
	} else {
		f.player = nil // a model answers one conversation; in branches the script speaks
	}
	f.colleagues = nil // they act in the episode itself
	f.steps, f.ends = slices.Clip(e.steps), slices.Clip(e.ends)
	f.revealed, f.said = slices.Clip(e.revealed), slices.Clip(e.said)
	f.keys = maps.Clone(e.keys)
	return &f
}

// ForkUnder is Fork into the same task with other limits and planned faults. What has happened so
// far must have come out the same under those.
func (e *Episode) ForkUnder(p *Prepared) *Episode {
	f := e.Fork()
	f.under(p)
	f.world.Foresee(p.Bound.Task.Faults)
	return f
}
