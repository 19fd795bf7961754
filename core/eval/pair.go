package eval

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// Pair compares two agents on the tasks for which both have a score.
type Pair struct {
	A       string           `json:"a"`
	B       string           `json:"b"`
	Tasks   int              `json:"tasks"`  // compared
	OnlyA   int              `json:"only_a"` // tasks left out: B has no scored trial
	OnlyB   int              `json:"only_b"` // tasks left out: A has no scored trial
	Neither int              `json:"neither"`
	Metrics []PairMetric     `json:"metrics"`
	Better  map[string]int   `json:"better"` // tasks by whose mean score is higher: a, b, equal
	Flips   []Flip           `json:"flips"`  // tasks that one passes and the other does not, by id
	ByTask  []TaskDifference `json:"by_task"`
}

// PairMetric is one measure of both agents over the compared tasks.
type PairMetric struct {
	Name       string    `json:"name"`
	A          *float64  `json:"a"`
	B          *float64  `json:"b"`
	Difference *float64  `json:"difference"` // A - B
	Interval   *Interval `json:"interval,omitempty"`
	Tasks      int       `json:"tasks"`    // on which both define it
	LeftOut    int       `json:"left_out"` // compared tasks on which one does not
}

// Flip is a task that one agent passes in at least half of its scored trials, and the other does
// not.
type Flip struct {
	Task string `json:"task"`
	By   string `json:"passed_by"` // a or b
	A    Passed `json:"a"`
	B    Passed `json:"b"`
}

// Passed counts trials.
type Passed struct {
	Passed int `json:"passed"`
	Scored int `json:"scored"`
}

func (p Passed) half() bool { return 2*p.Passed >= p.Scored }

// TaskDifference is the difference of the mean scores on one task, A - B.
type TaskDifference struct {
	Task       string  `json:"task"`
	Difference float64 `json:"difference"`
}

// Compare compares two agents, each given by its name or as NAME/MODEL. Errors: Usage for options
// that mean nothing or a name that fits several models, NotFound for an agent without trials.
func Compare(trials []Trial, tasks map[string]*Task, a, b string, o Options) (*Pair, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	t := tabulate(trials, &o)
	left, err := t.agent(a)
	if err != nil {
		return nil, err
	}
	right, err := t.agent(b)
	if err != nil {
		return nil, err
	}
	if left == right {
		return nil, fault.New(fault.Usage, "%s is compared with itself", a).WithHint("name two agents: --pair A,B")
	}
	p := &Pair{A: AgentName(left.agent, left.model), B: AgentName(right.agent, right.model), Better: map[string]int{"a": 0, "b": 0, "equal": 0}, Flips: []Flip{}, ByTask: []TaskDifference{}}
	var as, bs []*tally
	for _, digest := range p.common(t[left], t[right]) {
		as, bs = append(as, t[left][digest]), append(bs, t[right][digest])
		id := digest
		if known := tasks[digest]; known != nil {
			id = known.ID
		}
		p.take(id, t[left][digest], t[right][digest])
	}
	slices.SortFunc(p.Flips, func(a, b Flip) int { return cmp.Compare(a.Task, b.Task) })
	slices.SortFunc(p.ByTask, func(a, b TaskDifference) int {
		return cmp.Or(cmp.Compare(b.Difference, a.Difference), cmp.Compare(a.Task, b.Task))
	})
	p.measure(as, bs, &o)
	return p, nil
}

// agent finds the one agent that a name means.
func (t table) agent(name string) (agentKey, error) {
	var found []agentKey
	var all []string
	for _, key := range t.agents() {
		all = append(all, AgentName(key.agent, key.model))
		if AgentName(key.agent, key.model) == name {
			return key, nil
		}
		if key.agent == name {
			found = append(found, key)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return agentKey{}, fault.New(fault.NotFound, "there is no trial of an agent %s", name).WithHint("there are trials of %s", strings.Join(all, ", "))
	}
	return agentKey{}, fault.New(fault.Usage, "%s has trials with %d models", name, len(found)).WithHint("name one as NAME/MODEL: %s", strings.Join(all, ", "))
}

// common lists the digests of the tasks on which both have a scored trial, and counts the others.
func (p *Pair) common(a, b map[string]*tally) []string {
	every := maps.Clone(a)
	maps.Copy(every, b)
	var out []string
	for _, digest := range slices.Sorted(maps.Keys(every)) {
		hasA, hasB := a[digest] != nil && a[digest].scored > 0, b[digest] != nil && b[digest].scored > 0
		switch {
		case hasA && hasB:
			out = append(out, digest)
		case hasA:
			p.OnlyA++
		case hasB:
			p.OnlyB++
		default:
			p.Neither++
		}
	}
	p.Tasks = len(out)
	return out
}

// take notes who did better on a task, and whether it flips.
func (p *Pair) take(id string, a, b *tally) {
	d := a.mean(a.score) - b.mean(b.score)
	p.ByTask = append(p.ByTask, TaskDifference{id, d})
	// Sums are compared, not means: they are exact.
	switch x, y := int64(a.score)*int64(b.scored), int64(b.score)*int64(a.scored); {
	case x > y:
		p.Better["a"]++
	case x < y:
		p.Better["b"]++
	default:
		p.Better["equal"]++
	}
	f := Flip{Task: id, A: Passed{a.passed, a.scored}, B: Passed{b.passed, b.scored}}
	switch {
	case f.A.half() && !f.B.half():
		f.By = "a"
	case f.B.half() && !f.A.half():
		f.By = "b"
	default:
		return
	}
	p.Flips = append(p.Flips, f)
}

// measure compares every measure over the tasks on which both define it.
func (p *Pair) measure(as, bs []*tally, o *Options) {
	list := measures(o)
	diffs := make([][]float64, len(list))
	p.Metrics = make([]PairMetric, len(list))
	for i, m := range list {
		x, y := column(m, as), column(m, bs)
		diffs[i] = make([]float64, len(x))
		for j := range x {
			diffs[i][j] = x[j] - y[j] // NaN where one is
			if diffs[i][j] != diffs[i][j] {
				x[j], y[j] = diffs[i][j], diffs[i][j]
			}
		}
		meanA, n := meanOf(x)
		meanB, _ := meanOf(y)
		d, _ := meanOf(diffs[i])
		pm := PairMetric{Name: m.name, Tasks: n, LeftOut: len(x) - n}
		if n > 0 {
			pm.A, pm.B, pm.Difference = &meanA, &meanB, &d
		}
		p.Metrics[i] = pm
	}
	for i, interval := range bootstrap(det.NewRand(o.Seed, "bootstrap", "pair", p.A, p.B), diffs, o) {
		p.Metrics[i].Interval = interval
	}
}
