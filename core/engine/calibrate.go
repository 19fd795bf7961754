package engine

import (
	"context"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/world"
)

// Calibration holds the measured difficulty of tasks against how far agents come that never see a
// solution. An index that says something falls together with what they reach.
type Calibration struct {
	Tasks  int          `json:"tasks"`
	Trials int          `json:"trials"` // of each agent on each task
	Agents []AgentReach `json:"agents"`
	Bands  []BandReach  `json:"bands"`
	Points []Calibrated `json:"points"` // one a task, by its id
}

// AgentReach is how far one agent comes over all tasks.
type AgentReach struct {
	Agent      string   `json:"agent"`
	Completion float64  `json:"completion"` // mean over tasks
	Aim        float64  `json:"aim"`        // mean share of the records meant that it takes for them; see Calibrated
	Rank       *float64 `json:"rank"`       // Spearman's rank correlation of the index with the aim, below 0 = harder tasks are aimed at worse; nil where one of them does not vary
}

// BandReach is how far the naive agents come together in one band of measured difficulty.
type BandReach struct {
	Band       gate.Band `json:"band"`
	Tasks      int       `json:"tasks"`
	Aim        float64   `json:"aim"`
	Completion float64   `json:"completion"`
	Sanity     float64   `json:"sanity"` // completion of SanityAgent
}

// Calibrated is one task: what was measured of it and how far each agent comes.
type Calibrated struct {
	Task       string           `json:"task"`
	Difficulty *gate.Difficulty `json:"difficulty"`
	// Aim is the share of the records that the solution changes or names which the agent prefers to
	// all others of their collections that it saw.
	Aim        map[string]float64 `json:"aim"`
	Completion map[string]float64 `json:"completion"`
}

// Calibrate plays every task that has measured difficulty k times with each naive agent.
func (e *Engine) Calibrate(ctx context.Context, spots []Spot, reports []*gate.Report, k int, progress Progress) (*Calibration, error) {
	measured := map[string]*gate.Difficulty{}
	for _, r := range reports {
		measured[r.TaskID] = r.Difficulty
	}
	points, err := Survey(ctx, e, spots, func(_ Spot, l *Loaded) (*Calibrated, error) {
		d := measured[l.ID()]
		if l.Ready == nil || d == nil {
			return nil, nil
		}
		c, err := e.reach(ctx, l, d, k)
		return &c, err
	}, progress)
	if err != nil {
		return nil, err
	}
	out := &Calibration{Trials: k, Points: make([]Calibrated, 0, len(points))}
	for _, p := range points {
		if p != nil {
			out.Points = append(out.Points, *p)
		}
	}
	out.Tasks = len(out.Points)
	out.sum()
	return out, nil
}

// reach plays one task with every naive agent, and with the slip teacher to see that it is sane.
func (e *Engine) reach(ctx context.Context, l *Loaded, d *gate.Difficulty, k int) (Calibrated, error) {
	c := Calibrated{Task: l.ID(), Difficulty: d, Aim: map[string]float64{}, Completion: map[string]float64{}}
	oracle, err := e.played(ctx, l.Ready, agent.Oracle(), 0)
	if err != nil {
		return c, err
	}
	meant := meantBy(oracle.World())
	for _, m := range agent.Naive() {
		for seed := range uint64(k) {
			ep, completion, err := e.graded(ctx, l.Ready, m.Maker, seed)
			if err != nil {
				return c, err
			}
			c.Completion[m.Name] += completion / float64(k)
			c.Aim[m.Name] += aim(meant, m.Prefer(l.Task.Requests[0].Say, shownBy(ep.World(), meant), seed)) / float64(k)
		}
	}
	for seed := range uint64(k) {
		_, completion, err := e.graded(ctx, l.Ready, agent.Teacher(SanityAgent, noviceSkill), seed)
		if err != nil {
			return c, err
		}
		c.Completion[SanityAgent] += completion / float64(k)
	}
	return c, nil
}

// SanityAgent makes slips while it follows the solution; since it knows the solution, difficulty is
// not calibrated on it.
const SanityAgent = "novice"

func (e *Engine) graded(ctx context.Context, p *episode.Prepared, m agent.Maker, seed uint64) (*episode.Episode, float64, error) {
	ep, err := e.played(ctx, p, m, seed)
	if err != nil {
		return nil, 0, err
	}
	score, err := ep.Grade()
	if err != nil {
		return nil, 0, err
	}
	return ep, float64(score.Completion) / float64(grade.One), nil
}

func (e *Engine) played(ctx context.Context, p *episode.Prepared, m agent.Maker, seed uint64) (*episode.Episode, error) {
	a, err := m.Make(p.Bound, seed)
	if err != nil {
		return nil, err
	}
	ep, err := episode.New(p, episode.Options{Seed: seed})
	if err != nil {
		return nil, err
	}
	if err := agent.Play(ctx, ep, a, e.Clock); err != nil {
		return nil, fault.Wrap("", err, "play %s with %s", p.Bound.Task.ID, m.Name)
	}
	return ep, nil
}

// meantBy are the records that a run of the solution changes, or names in a change or its answer,
// by their collection.
func meantBy(w *world.World) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	add := func(r *world.Record) {
		of := out[r.Collection()]
		if of == nil {
			of = map[string]bool{}
			out[r.Collection()] = of
		}
		of[r.ID()] = true
	}
	var seen []*world.Record
	for _, entry := range w.Entries() {
		if entry.Actor != world.Agent {
			continue
		}
		for _, shown := range entry.Shown {
			seen = append(seen, shown.Record)
		}
		for _, c := range entry.Changes {
			if c.Before != nil {
				add(c.Before)
			}
		}
		if len(entry.Changes) == 0 {
			continue
		}
		words := map[string]bool{}
		for _, text := range strings.Split(string(entry.Raw), `"`) {
			words[text] = true
		}
		for _, r := range seen {
			if words[r.ID()] {
				add(r)
			}
		}
	}
	return out
}

// shownBy are the records of the collections meant that an agent saw, in the order of their sight.
func shownBy(w *world.World, meant map[string]map[string]bool) []*world.Record {
	var out []*world.Record
	seen := map[string]bool{}
	for _, entry := range w.Entries() {
		if entry.Actor != world.Agent {
			continue
		}
		for _, shown := range entry.Shown {
			key := shown.Record.Collection() + " " + shown.Record.ID()
			if meant[shown.Record.Collection()] != nil && !seen[key] {
				seen[key] = true
				out = append(out, shown.Record)
			}
		}
	}
	return out
}

// aim takes from each collection as many of the preferred records as are meant, and returns the
// share that is; 0 where none is meant, since then nothing can be aimed at.
func aim(meant map[string]map[string]bool, preferred []*world.Record) float64 {
	taken, hit, all := map[string]int{}, 0, 0
	for _, of := range meant {
		all += len(of)
	}
	if all == 0 {
		return 0
	}
	for _, r := range preferred {
		of := meant[r.Collection()]
		if taken[r.Collection()] == len(of) {
			continue
		}
		taken[r.Collection()]++
		if of[r.ID()] {
			hit++
		}
	}
	return float64(hit) / float64(all)
}
