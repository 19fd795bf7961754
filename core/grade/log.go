package grade

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Log is what a check may look at: the audit log and the records up to the end of its stage.
type Log struct {
	plan    *Plan
	j       *journal
	since   int // the acts up to this entry are not asked about; 0 but for prohibitions
	end     int
	reached bool
	state   *world.State
}

// at narrows the log to the end of a stage.
func (p *Plan) at(j *journal, stage int) *Log {
	l := &Log{plan: p, j: j}
	l.narrow(stage)
	return l
}

func (l *Log) narrow(stage int) {
	run := l.j.run
	l.end, l.reached, l.state = 0, false, nil
	name := l.plan.stages[stage]
	for i := range run.Ends {
		if run.Ends[i].Stage == name {
			l.end, l.reached, l.state = run.Ends[i].Seq, true, run.Ends[i].State
			return
		}
	}
	if len(run.Ends) == 0 && len(l.plan.stages) == 1 { // judged as it stands
		l.end, l.reached, l.state = len(l.j.entries), true, run.World.State()
	}
}

// whole is the log of the whole run, for prohibitions.
func (p *Plan) whole(j *journal) *Log {
	return &Log{plan: p, j: j, end: len(j.entries), reached: true, state: j.run.World.State()}
}

// Explains reports whether reasons are wanted, and the entries since and until which a check
// holds. Where not, a check need not work them out.
func (l *Log) Explains() bool { return l.j.explains }

// Reached reports whether the stage was ever run; where not, nothing holds.
func (l *Log) Reached() bool { return l.reached }

// End is the number of the last entry that counts.
func (l *Log) End() int { return l.end }

// Entries are the audit entries that count, whoever made them; entry n is at n-1.
func (l *Log) Entries() []*world.Entry { return l.j.entries[:l.end] }

// Shows are the acts of the agent that count and whose replies held records.
func (l *Log) Shows() []*world.Entry { return between(l.j.shows, l.since, l.end) }

// Effects are the acts of the agent that count and that changed records, or that only a fault kept
// from changing some.
func (l *Log) Effects() []*world.Entry { return between(l.j.effects, l.since, l.end) }

func between(entries []*world.Entry, since, end int) []*world.Entry {
	n := len(entries)
	for n > 0 && entries[n-1].Seq > end {
		n--
	}
	from := 0
	for from < n && entries[from].Seq <= since {
		from++
	}
	return entries[from:n]
}

// Bound is the task that the run was one of.
func (l *Log) Bound() *task.Bound { return l.plan.Bound }

// World is the world of the run; it must not be changed.
func (l *Log) World() *world.World { return l.j.run.World }

// Said are the plain messages of the agent that count.
func (l *Log) Said() []Said {
	said := l.j.run.Said
	for i := range said {
		if said[i].Seq > l.end {
			return said[:i]
		}
	}
	return said
}

// Revealed returns the number of the last entry before the user gave an entry of knows away.
func (l *Log) Revealed(id string) (seq int, ok bool) {
	for _, r := range l.j.run.Revealed {
		if r.ID == id && r.Seq <= l.end {
			return r.Seq, true
		}
	}
	return 0, false
}

// Made lists the tracks of the records of a watched collection that the agent created.
func (l *Log) Made(coll string) []*Track {
	i := l.plan.watchIndex(coll)
	if i < 0 {
		return nil
	}
	tracks := l.j.colls[i].tracks
	out := make([]*Track, 0, len(tracks))
	for k := range tracks {
		if tracks[k].Made && tracks[k].Began() <= l.end {
			out = append(out, &tracks[k])
		}
	}
	return out
}

// Track returns the course of a record of a watched collection, if it was touched.
func (l *Log) Track(coll, id string) (*Track, bool) {
	i := l.plan.watchIndex(coll)
	if i < 0 {
		return nil, false
	}
	c := &l.j.colls[i]
	k := c.find(id)
	if k < 0 || c.tracks[k].Began() > l.end {
		return nil, false
	}
	return &c.tracks[k], true
}

// Record returns a record as it is at the end.
func (l *Log) Record(coll, id string) (*world.Record, bool) {
	if l.state == nil {
		return nil, false
	}
	return l.state.Get(coll, id)
}

// Changes counts the changes of a watched collection's records in the whole run.
func (l *Log) Changes(coll string) int {
	if i := l.plan.watchIndex(coll); i >= 0 {
		return l.j.colls[i].count
	}
	return 0
}

// Opinions returns room for n opinions, all nil. It is valid until the next call.
func (l *Log) Opinions(n int) []Opinion {
	if cap(l.j.room) < n {
		l.j.room = make([]Opinion, n+n/2)
	}
	room := l.j.room[:n]
	clear(room)
	return room
}

// AcceptedElsewhere reports whether some record_created check of the task accepts the record
// of a track, so that it is not one too many.
func (l *Log) AcceptedElsewhere(self Check, t *Track) (bool, error) {
	for i := range l.plan.checks {
		m, ok := l.plan.checks[i].check.(Maker)
		if !ok || l.plan.checks[i].check == self || m.Collection() != t.Collection {
			continue
		}
		own := l.plan.at(l.j, l.plan.checks[i].stage)
		if own.end > l.end || !own.reached {
			own = l
		}
		for _, log := range [...]*Log{l, own} {
			if ok, err := m.Accepts(log, t); ok || err != nil {
				return ok, err
			}
		}
	}
	return false, nil
}

// madeBy answers made("check"): the one record that the check accepted.
func (l *Log) madeBy(check string) (any, error) {
	i, ok := l.plan.find(check)
	if !ok {
		return nil, fmt.Errorf("made(%q): there is no such check", check)
	}
	m, ok := l.plan.checks[i].check.(Maker)
	if !ok {
		return nil, fmt.Errorf("made(%q): the check accepts no records", check)
	}
	own := l.plan.at(l.j, l.plan.checks[i].stage)
	if !own.reached {
		return nil, ErrNothingMade
	}
	accepted, err := m.Accepted(own)
	switch {
	case err != nil:
		return nil, err
	case len(accepted) == 0:
		return nil, ErrNothingMade
	}
	// As it is at the end of the stage that asks: its id is what matters, and later fields
	// are the agent's own doing.
	if now, ok := l.Record(accepted[0].Collection(), accepted[0].ID()); ok {
		return now, nil
	}
	return accepted[0], nil
}

// Try does a breach in a copy of the run's world and returns the entry of its act.
func (l *Log) Try(b Breach) (*world.Entry, error) {
	r := &rehearsal{p: l.plan, w: l.World().Fork(), run: &Run{}}
	for _, in := range b.Setup {
		if _, err := r.w.Apply(world.Direct{Actor: world.Harness, Changes: []world.Injection{in}}); err != nil {
			return nil, err
		}
	}
	act := b.Act
	if act.Change != nil {
		change := *act.Change
		act.Change = &change
	}
	return r.do(&act)
}
