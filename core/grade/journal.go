package grade

import (
	"sync"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// journal follows, through the whole log of a run, the records of the watched collections
// that were touched. It is built once a run and shared by its checks.
type journal struct {
	run      *Run
	entries  []*world.Entry
	shows    []*world.Entry // acts of the agent whose replies held records
	effects  []*world.Entry // acts of the agent that changed records, or that only a fault kept from it
	colls    []touched      // parallel to Plan.watched
	versions []Version
	verdicts []Verdict // by check, for made(...)
	opinions *opinions // of other runs, too; nil where nothing is shared
	room     []Opinion
	explains bool // reasons and spans are wanted
	score    Score
	log      Log // of those who look at the run one after another
	broken   broken
}

// poolKey is the key of a task's pool of journals. A journal that was cleared is of no plan, so that
// the many plans of a task's mutants need not make their own.
type poolKey struct{}

func poolOf(b *task.Bound) *sync.Pool {
	pool, _ := b.Derived(poolKey{}, func() any { return &sync.Pool{} }).(*sync.Pool)
	return pool
}

// touched are the records of one collection that were changed.
type touched struct {
	tracks []Track
	byID   map[string]int // used from a few tracks on
	count  int            // versions, numbered within the collection
}

// Track is the course of one record that was touched.
type Track struct {
	Collection string
	ID         string
	Made       bool // the agent created it
	j          *journal
	head, tail int32
}

// Version is one change of a track.
type Version struct {
	Seq    int
	Index  int // counts the versions of the collection from 0
	Agent  bool
	Change world.Change
	next   int32 // place of the following version, -1 at the end
}

// fewTracks is the number from which tracks are found by a map.
const fewTracks = 12

func (j *journal) build(p *Plan, run *Run) {
	j.run, j.entries, j.opinions = run, run.World.Entries(), opinionsOf(run.World.Memo())
	if cap(j.colls) < len(p.watched) {
		j.colls = make([]touched, len(p.watched))
	}
	j.colls = j.colls[:len(p.watched)]
	for _, e := range j.entries {
		if e.Actor == world.Agent {
			j.sort(e)
		}
		for k := range e.Changes {
			ch := &e.Changes[k]
			if i := p.watchIndex(ch.Record().Collection()); i >= 0 {
				j.note(&j.colls[i], e, *ch)
			}
		}
	}
}

func (j *journal) sort(e *world.Entry) {
	if len(e.Shown) > 0 {
		j.shows = append(j.shows, e)
	}
	if len(e.Changes)+len(e.Intended) > 0 {
		j.effects = append(j.effects, e)
	}
}

func (j *journal) note(c *touched, e *world.Entry, ch world.Change) {
	r := ch.Record()
	at := c.find(r.ID())
	place := int32(len(j.versions))
	j.versions = append(j.versions, Version{Seq: e.Seq, Index: c.count, Agent: e.Actor == world.Agent, Change: ch, next: -1})
	c.count++
	if at < 0 {
		made := ch.Op == world.Created && e.Actor == world.Agent
		c.tracks = append(c.tracks, Track{Collection: r.Collection(), ID: r.ID(), Made: made, j: j, head: place, tail: place})
		c.index(len(c.tracks) - 1)
		return
	}
	t := &c.tracks[at]
	j.versions[t.tail].next = place
	t.tail = place
}

func (c *touched) find(id string) int {
	if c.byID != nil {
		if i, ok := c.byID[id]; ok {
			return i
		}
		return -1
	}
	for i := range c.tracks {
		if c.tracks[i].ID == id {
			return i
		}
	}
	return -1
}

func (c *touched) index(at int) {
	if len(c.tracks) < fewTracks {
		return
	}
	if c.byID == nil {
		c.byID = make(map[string]int, 2*fewTracks)
		for i := range c.tracks {
			c.byID[c.tracks[i].ID] = i
		}
	}
	c.byID[c.tracks[at].ID] = at
}

// clear forgets the run and keeps the room.
func (j *journal) clear() {
	j.run, j.entries, j.opinions, j.log = nil, nil, nil, Log{}
	clear(j.shows)
	clear(j.effects)
	j.shows, j.effects = j.shows[:0], j.effects[:0]
	clear(j.room)
	for i := range j.colls {
		c := &j.colls[i]
		clear(c.tracks)
		c.tracks, c.byID, c.count = c.tracks[:0], nil, 0
	}
	clear(j.versions)
	clear(j.verdicts)
	j.versions, j.verdicts = j.versions[:0], j.verdicts[:0]
}

// Versions yields the record's changes up to an entry, in order.
func (t *Track) Versions(end int, yield func(*Version) bool) {
	for i := t.head; i >= 0; {
		v := &t.j.versions[i]
		if v.Seq > end || !yield(v) {
			return
		}
		i = v.next
	}
}

// At returns the record as it was after an entry, and the change that made it so; nil where
// it did not exist then or was not touched yet.
func (t *Track) At(seq int) (*world.Record, *Version) {
	var last *Version
	for i := t.head; i >= 0; {
		v := &t.j.versions[i]
		if v.Seq > seq {
			break
		}
		last, i = v, v.next
	}
	if last == nil {
		return nil, nil
	}
	return last.Change.After, last
}

// Began returns the entry that created or first changed the record.
func (t *Track) Began() int { return t.j.versions[t.head].Seq }
