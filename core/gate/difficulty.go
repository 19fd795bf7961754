package gate

import (
	"strings"

	"coworkenv.dev/coworkenv/core/world"
)

// Difficulty is what can be measured of a task, usable for a curriculum.
type Difficulty struct {
	Services   int `json:"services"`    // services the solution touches
	Calls      int `json:"calls"`       // calls of the solution
	Depth      int `json:"depth"`       // longest chain of replies that an argument depends on
	NearMisses int `json:"near_misses"` // records that fail exactly one condition of a fact
	Records    int `json:"records"`     // records of s0
	Matter     int `json:"matter"`      // records that the solution read or changed
	Turns      int `json:"turns"`       // user turns
	Stages     int `json:"stages"`
	Faults     int `json:"faults"`
}

// measure derives the difficulty from the executed solution.
func (s *subject) measure() Difficulty {
	d := Difficulty{Stages: len(s.ready.Bound.Stages()), Turns: len(s.task.Requests), Faults: len(s.task.Faults)}
	services, touched := map[string]bool{}, map[string]bool{}
	depth := map[string]int{} // id or address -> depth of the reply that first showed it
	for _, e := range s.oracle.episode.World().Entries() {
		if e.Actor != world.Agent || e.Service == "answer" {
			continue
		}
		services[e.Service] = true
		d.Calls++
		at := 1 + deepest(depth, string(e.Raw))
		d.Depth = max(d.Depth, at)
		for _, shown := range e.Shown {
			touched[shown.Record.Collection()+" "+shown.Record.ID()] = true
			for _, name := range shown.Fields() {
				if v := shown.Record.Text(name); len(v) >= minLeak {
					if _, known := depth[v]; !known {
						depth[v] = at
					}
				}
			}
		}
		for _, c := range e.Changes {
			touched[c.Record().Collection()+" "+c.Record().ID()] = true
		}
	}
	d.Services, d.Matter = len(services), len(touched)
	state := s.seedState()
	for _, full := range state.Image().Collections() {
		d.Records += state.Len(full)
	}
	d.NearMisses = s.nearMisses()
	return d
}

// deepest is the depth of the deepest shown value that stands in the arguments.
func deepest(depth map[string]int, raw string) int {
	most := 0
	for v, at := range depth {
		if at > most && strings.Contains(raw, v) {
			most = at
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
		rows, err := s.ready.Bound.Conditions(f.Name, s.stageOf(f.At))
		if err != nil {
			continue // a fact that errs is a finding of the load
		}
		for _, row := range rows.Items {
			failed := 0
			for _, name := range rows.Conditions {
				if !row.Holds[name] {
					failed++
				}
			}
			if failed == 1 {
				n++
			}
		}
	}
	return n
}

func (s *subject) stageOf(at string) string {
	if at == "" {
		return s.ready.Bound.Stages()[0]
	}
	return at
}
