package gate

import (
	"strings"
	"unicode"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Difficulty is what can be measured of a task, usable for a curriculum.
type Difficulty struct {
	Services   int `json:"services"`    // services the solution touches
	Calls      int `json:"calls"`       // calls of the solution
	Depth      int `json:"depth"`       // longest chain of replies that an argument depends on
	NearMisses int `json:"near_misses"` // records that fail exactly one condition of a fact
	AtEdge     int `json:"at_edge"`     // conditions with a near miss one second, cent, day or category away
	Records    int `json:"records"`     // records of s0
	Matter     int `json:"matter"`      // of those, what the solution read or changed
	Turns      int `json:"turns"`       // user turns
	Stages     int `json:"stages"`
	Faults     int `json:"faults"`

	Index int  `json:"index"` // all of it in one number, 0 to 100
	Band  Band `json:"band"`

	Edges []Edge `json:"edges,omitempty"` // how near the nearest near miss of each condition sits
}

// Edge is how near a near miss sits to the edge of its condition.
type Edge struct {
	Fact      string `json:"fact"`
	Condition string `json:"condition"`
	Unit      string `json:"unit"`  // second, day, 1, 0.01, category
	Steps     int64  `json:"steps"` // units to go until it meets the condition
}

// Share is the share of the records that matter.
func (d *Difficulty) Share() float64 {
	if d.Records == 0 {
		return 0
	}
	return float64(d.Matter) / float64(d.Records)
}

// measure derives the difficulty from the executed solution.
func (s *subject) measure() Difficulty {
	d := Difficulty{Stages: len(s.ready.Bound.Stages()), Turns: len(s.task.Requests), Faults: len(s.task.Faults), Edges: s.edges}
	for _, e := range s.edges {
		if e.Steps == 1 {
			d.AtEdge++
		}
	}
	state := s.seedState()
	services, touched := map[string]bool{}, map[recordName]bool{}
	touch := func(r *world.Record) {
		if _, there := state.Get(r.Collection(), r.ID()); there { // what is made on the way is nothing to find
			touched[nameOf(r)] = true
		}
	}
	depth := map[string]int{} // id, address or name -> depth of the reply that first showed it
	for _, e := range s.lab.oracle.episode.World().Entries() {
		if e.Actor != world.Agent || e.Service == task.AnswerServiceName {
			continue
		}
		services[e.Service] = true
		d.Calls++
		at := 1 + deepest(depth, string(e.Raw))
		d.Depth = max(d.Depth, at)
		for _, shown := range e.Shown {
			touch(shown.Record)
			for _, name := range shown.Fields() {
				if v := shown.Record.Text(name); len(v) >= minLeak {
					if _, known := depth[v]; !known {
						depth[v] = at
					}
				}
			}
		}
		for _, c := range e.Changes {
			touch(c.Record())
		}
	}
	d.Services, d.Matter = len(services), len(touched)
	for _, full := range state.Image().Collections() {
		d.Records += state.Len(full)
	}
	d.NearMisses = s.nearMisses()
	d.Index = d.index()
	d.Band = d.band()
	return d
}

// deepest is the depth of the deepest shown value among the words of the arguments.
func deepest(depth map[string]int, raw string) int {
	most := 0
	for _, text := range strings.Split(raw, `"`) {
		most = max(most, depth[text])
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;()", r) }) {
			most = max(most, depth[word])
		}
	}
	return most
}

// nearMisses counts the rows that fail exactly one condition.
func (s *subject) nearMisses() int {
	n := 0
	for _, f := range s.task.Facts {
		if len(f.Where) == 0 {
			continue
		}
		rows := s.rowsOfFact(f.Name)
		if rows == nil {
			continue
		}
		for i := range rows.Items {
			if len(rows.Failed(i)) == 1 {
				n++
			}
		}
	}
	return n
}
