package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
)

// LibraryReport is what can be said of a set of tasks as a whole.
type LibraryReport struct {
	Paths       []string             `json:"paths"` // empty: the shipped library
	Tasks       int                  `json:"tasks"`
	Verdicts    map[gate.Verdict]int `json:"verdicts"`
	Families    map[string]int       `json:"families"`
	Levels      map[string]int       `json:"difficulties"`        // the authors' targets
	Measured    map[string]int       `json:"measured_difficulty"` // bands, of the tasks that have a certificate
	Languages   map[string]int       `json:"languages"`
	Services    map[string]int       `json:"services"`
	Floors      []Floor              `json:"floors"`
	Adversaries []ClassTally         `json:"adversaries"`
	Advice      map[string]int       `json:"advice"` // runs that no check is bound to stop, by adversary: each is an information for a person
	Mutants     *MutantRate          `json:"mutants,omitempty"`
	Benign      BenignReport         `json:"benign"`
	Skeletons   SkeletonReport       `json:"skeletons"`
	Yield       []LibraryYield       `json:"yield"`
	Coverage    *CoverageReport      `json:"coverage,omitempty"`
	Calibration *Calibration         `json:"calibration,omitempty"`
	Cost        ReportCost           `json:"cost"` // apart: the rest is equal for equal libraries
}

// ReportCost is what making the tasks took, where a synthesis told, and what judging them took now.
type ReportCost struct {
	Making  *Cost `json:"making,omitempty"`
	Judging Cost  `json:"judging"`
}

// Floor is what an agent that does no work scores over the tasks whose gate ran it.
type Floor struct {
	Agent   string       `json:"agent"`
	Tasks   int          `json:"tasks"`
	Mean    float64      `json:"mean"`
	Most    grade.Micros `json:"most"`
	Passing float64      `json:"passing"` // share
}

// ClassTally counts the runs of one class of adversaries, and those that earned no more than
// their class may.
type ClassTally struct {
	Class   gate.Class `json:"class"`
	Tried   int        `json:"tried"`
	Stopped int        `json:"stopped"`
}

// LibraryYield is what a synthesis into one library came to.
type LibraryYield struct {
	Path string `json:"path"`
	*Made
}

// CoverageReport is a plan's cells counted in the tasks.
type CoverageReport struct {
	Plan      string       `json:"plan"`
	Filled    int          `json:"filled"`  // cells with as many certified tasks as wanted
	Partly    int          `json:"partly"`  // with some
	Lacking   int          `json:"lacking"` // wanted, and none
	Left      int          `json:"left"`    // not wanted or not possible; the cell says why
	Strangers int          `json:"not_in_the_plan"`
	Cells     []cover.Cell `json:"cells"`
}

// ReportOptions choose what coverage is counted against.
type ReportOptions struct {
	Plan      *cover.Plan // nil: no coverage
	Count     int         // tasks that the plan is laid out for; 0 = its target
	Workspace *Workspace  // whose decisions say which tasks are accepted; nil = none is
	// Calibrate plays each task so often with every naive agent; 0 = not at all.
	Calibrate int
}

// Report takes the tasks at the paths through the gate and sums up what it says of them. Tasks are
// loaded when their turn comes, and let go again.
func (e *Engine) Report(ctx context.Context, paths []string, o ReportOptions, progress Progress) (*LibraryReport, error) {
	spots, err := e.Find(paths...)
	if err != nil {
		return nil, err
	}
	count, err := e.count(ctx, o.Plan, o.Count, o.Workspace)
	if err != nil {
		return nil, err
	}
	out := newLibraryReport()
	end := out.Cost.Judging.metered()
	gated, err := e.Gate(ctx, spots, gate.Options{}, func(l *Loaded, r *gate.Report) error {
		out.take(l)
		if count != nil {
			count.put(countedOf(l.Task, l.digest(), r.Verdict() == gate.Certified))
		}
		return nil
	}, progress)
	if err != nil {
		return nil, err
	}
	end()
	out.sum(gated.Reports)
	out.Paths = append(out.Paths, paths...)
	for _, p := range paths {
		made, err := readMade(p)
		if err != nil {
			return nil, err
		}
		if made != nil {
			out.Yield = append(out.Yield, LibraryYield{p, made})
			if out.Cost.Making != nil {
				made.Cost = out.Cost.Making.and(made.Cost)
			}
			out.Cost.Making = &made.Cost
		}
	}
	if o.Plan != nil {
		out.Coverage = coverageOf(o.Plan, count.out)
	}
	if o.Calibrate > 0 {
		out.Calibration, err = e.Calibrate(ctx, spots, gated.Reports, o.Calibrate, progress)
	}
	return out, err
}

func newLibraryReport() *LibraryReport {
	return &LibraryReport{Paths: []string{}, Verdicts: map[gate.Verdict]int{}, Families: map[string]int{}, Levels: map[string]int{}, Measured: map[string]int{},
		Languages: map[string]int{}, Services: map[string]int{}, Yield: []LibraryYield{}}
}

// take counts what a task says of itself.
func (out *LibraryReport) take(l *Loaded) {
	out.Tasks++
	if l.Task == nil {
		return
	}
	out.Families[string(l.Task.Family)]++
	out.Levels[string(l.Task.Difficulty)]++
	out.Languages[l.Task.Language]++
	for _, s := range l.Task.Services {
		out.Services[s]++
	}
}

// sum counts what the gate says of the tasks.
func (out *LibraryReport) sum(reports []*gate.Report) {
	for _, r := range reports {
		out.Cost.Judging.add(r)
		out.Verdicts[r.Verdict()]++
		if r.Difficulty != nil {
			out.Measured[string(r.Difficulty.Band)]++
		}
	}
	out.Floors, out.Adversaries, out.Advice = floorsOf(reports), classesOf(reports), adviceOf(reports)
	out.Mutants, out.Benign, out.Skeletons = KillRate(reports), benignOf(reports), skeletonsOf(reports)
}

// floorAgents are the agents that do no work, by the names that people use and the gate's.
func floorAgents() [][2]string {
	return [][2]string{{"null", "nothing"}, {"parrot", "trivial_words"}, {"ask-only", "asks_only"}, {"read-and-dump", "reads_and_prints"}, {"write-everything", "writes_everything"}}
}

func floorsOf(reports []*gate.Report) []Floor {
	out := []Floor{}
	for _, agent := range floorAgents() {
		f := Floor{Agent: agent[0]}
		sum, passing := int64(0), 0
		for _, r := range reports {
			score, ran := r.Floors[agent[1]]
			if !ran {
				continue
			}
			f.Tasks++
			sum += int64(score)
			f.Most = max(f.Most, score)
			if score >= grade.PassLine {
				passing++
			}
		}
		if f.Tasks > 0 {
			f.Mean = float64(sum) / float64(grade.One) / float64(f.Tasks)
			f.Passing = float64(passing) / float64(f.Tasks)
		}
		out = append(out, f)
	}
	return out
}

func classesOf(reports []*gate.Report) []ClassTally {
	out := []ClassTally{{Class: gate.Cheap}, {Class: gate.Forbidden}, {Class: gate.NearRight}}
	for _, r := range reports {
		round, ran := r.Round(gate.RoundAdversary)
		if !ran {
			continue
		}
		for i := range out {
			out[i].Tried += round.Counts[string(out[i].Class)]
			out[i].Stopped += round.Counts[string(out[i].Class)+"_stopped"]
		}
	}
	return out
}

// adviceOf counts the runs of certified tasks that came out as the solution does. Only adversaries
// that inform a person have any: of the others a task with one has no certificate.
func adviceOf(reports []*gate.Report) map[string]int {
	out := map[string]int{}
	for _, r := range reports {
		round, ran := r.Round(gate.RoundAdversary)
		if !ran || r.Verdict() != gate.Certified {
			continue
		}
		for name, t := range round.Pieces {
			if n := t.Tried - t.Stopped; n > 0 {
				out[name] += n
			}
		}
	}
	return out
}

// coverageOf sums up the cells of a plan in which tasks were counted.
func coverageOf(plan *cover.Plan, counted *Coverage) *CoverageReport {
	c := &CoverageReport{Plan: plan.Name, Cells: counted.Cells, Strangers: counted.Strangers}
	for i := range c.Cells {
		switch cell := &c.Cells[i]; {
		case cell.Target == 0:
			c.Left++
		case cell.Verified >= cell.Target:
			c.Filled++
		case cell.Verified > 0:
			c.Partly++
		default:
			c.Lacking++
		}
	}
	return c
}

// Shares lists a count by name, the largest first.
func Shares(counts map[string]int) []NamedCount {
	out := make([]NamedCount, 0, len(counts))
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, NamedCount{name, counts[name]})
	}
	slices.SortStableFunc(out, func(a, b NamedCount) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// NamedCount is how many of a name there are.
type NamedCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}
