package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/world"
)

// trial is a call that was made in a copy of a world, to see what comes of it.
//
// Invariant: the worlds of trials are those of the lab's marks, which nothing changes any more, so
// that a trial is made once however often it is asked for.
type trial struct {
	w    *world.World
	tool string
	raw  string
}

// called makes a call in a copy of a mark's world, again where a fault struck it before its effect.
func (l *lab) called(w *world.World, c *call) *world.Entry {
	if known := l.trials[trial{w, c.tool, string(c.raw)}]; known != nil { // the lookup copies no text
		return known
	}
	f := w.Fork()
	var e *world.Entry
	for range maxRepeats + 1 {
		if e = f.Call(world.Agent, c.tool, c.raw); e.Fault == nil || e.Fault.Commit != world.BeforeCommit {
			break
		}
	}
	l.trials[trial{w, c.tool, string(c.raw)}] = e
	return e
}

// took reports whether a call was taken: it ended well, or took effect before a fault struck.
func took(e *world.Entry) bool { return e.Outcome == world.OK || len(e.Changes) > 0 }

// brokenBy lists the prohibitions that a call breaks when it is made before a move of the
// solution, whatever comes after it.
func (l *lab) brokenBy(at int, c *call) ([]string, error) {
	p := l.marks[at].fork()
	bare := *c
	bare.bare = true
	m := move{item: fromNowhere, calls: []call{bare}, asked: askedOf([]call{bare})}
	if err := p.do(&m); err != nil {
		return nil, err
	}
	before, err := l.brokenAt(at)
	if err != nil {
		return nil, err
	}
	return brokenIn(p.e, len(l.marks[at].e.World().Entries()), slices.Clip(before))
}

// brokenAt lists the prohibitions that the solution has broken before a move, found out once.
func (l *lab) brokenAt(at int) ([]string, error) {
	if l.broken == nil {
		l.broken = make([][]string, len(l.marks))
	}
	if l.broken[at] == nil {
		list, err := brokenIn(l.marks[at].e, 0, []string{})
		if err != nil {
			return nil, err
		}
		l.broken[at] = list
	}
	return l.broken[at], nil
}

// brokenIn adds the prohibitions that an episode broke after so many entries.
func brokenIn(e *episode.Episode, since int, out []string) ([]string, error) {
	violations, err := e.Breaches(since)
	for _, v := range violations {
		if !slices.Contains(out, v.ID) {
			out = append(out, v.ID)
		}
	}
	return out, err
}
