package eval

import (
	"cmp"
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
)

// Report is what the trials say of every agent.
type Report struct {
	Where   string        `json:"where,omitempty"` // the query that chose the trials
	Options Options       `json:"options"`
	Input   Totals        `json:"input"`
	Agents  []AgentReport `json:"agents"`         // by name and model
	Pair    *Pair         `json:"pair,omitempty"` // where two agents are compared
}

// Totals count trials.
type Totals struct {
	Tasks    int            `json:"tasks"` // with any trial
	Trials   int            `json:"trials"`
	Scored   int            `json:"scored"`
	Excluded map[string]int `json:"excluded"` // by class; missing ones are planned and not there
}

// AgentReport is one agent's.
type AgentReport struct {
	Agent   string      `json:"agent"`
	Model   string      `json:"model,omitempty"`
	Overall Cell        `json:"overall"`
	By      []Breakdown `json:"by"`
}

// Breakdown is a dimension with a cell for each of its values.
type Breakdown struct {
	Dimension string `json:"dimension"`
	Cells     []Cell `json:"cells"` // by value
}

// Cell is how one agent did on some tasks.
type Cell struct {
	Value string `json:"value"` // of the dimension
	Totals
	Metrics []Metric `json:"metrics"`
}

// Metric returns the metric of that name.
func (c *Cell) Metric(name string) (Metric, bool) {
	i := slices.IndexFunc(c.Metrics, func(m Metric) bool { return m.Name == name })
	if i < 0 {
		return Metric{}, false
	}
	return c.Metrics[i], true
}

// Name is how the agent is called: its name, with the model where it has one.
func (a *AgentReport) Name() string { return AgentName(a.Agent, a.Model) }

// AgentName joins an agent's name and its model.
func AgentName(agent, model string) string {
	if model == "" {
		return agent
	}
	return agent + "/" + model
}

// agentKey tells agents apart.
type agentKey struct{ agent, model string }

// table is the trials summed up by agent and task digest.
type table map[agentKey]map[string]*tally

func tabulate(trials []Trial, o *Options) table {
	t := table{}
	for i := range trials {
		key := agentKey{trials[i].Agent, trials[i].Model}
		if t[key] == nil {
			t[key] = map[string]*tally{}
		}
		s := t[key][trials[i].Task]
		if s == nil {
			s = &tally{}
			t[key][trials[i].Task] = s
		}
		s.add(&trials[i], o.Threshold)
	}
	return t
}

// agents lists the keys by name and model.
func (t table) agents() []agentKey {
	return slices.SortedFunc(maps.Keys(t), func(a, b agentKey) int { return cmp.Or(cmp.Compare(a.agent, b.agent), cmp.Compare(a.model, b.model)) })
}

// Measure reports on trials; tasks are by digest. The order of the trials is of no matter. Errors:
// Usage for options that mean nothing.
func Measure(trials []Trial, tasks map[string]*Task, o Options) (*Report, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	t := tabulate(trials, &o)
	r := &Report{Options: o, Input: Totals{Excluded: map[string]int{}}, Agents: []AgentReport{}}
	any := map[string]bool{}
	for _, key := range t.agents() {
		a := AgentReport{Agent: key.agent, Model: key.model, By: []Breakdown{}}
		a.Overall = t.cell(key, "overall", "all", slices.Sorted(maps.Keys(t[key])), &o)
		for _, d := range dimensions() {
			if slices.Contains(o.By, d.name) {
				a.By = append(a.By, t.breakdown(key, d, tasks, &o))
			}
		}
		r.Agents = append(r.Agents, a)
		r.Input.Trials += a.Overall.Trials
		r.Input.Scored += a.Overall.Scored
		for class, n := range a.Overall.Excluded {
			r.Input.Excluded[class] += n
		}
		for digest := range t[key] {
			any[digest] = true
		}
	}
	r.Input.Tasks = len(any)
	return r, nil
}

func (t table) breakdown(key agentKey, d dimension, tasks map[string]*Task, o *Options) Breakdown {
	of := map[string][]string{}
	for _, digest := range slices.Sorted(maps.Keys(t[key])) {
		for _, v := range d.values(tasks[digest]) {
			of[v] = append(of[v], digest)
		}
	}
	out := Breakdown{Dimension: d.name, Cells: []Cell{}}
	for _, v := range slices.Sorted(maps.Keys(of)) {
		out.Cells = append(out.Cells, t.cell(key, d.name, v, of[v], o))
	}
	return out
}

// cell measures one agent on the tasks of the given digests.
func (t table) cell(key agentKey, dimension, v string, digests []string, o *Options) Cell {
	c := Cell{Value: v, Totals: Totals{Tasks: len(digests), Excluded: map[string]int{}}, Metrics: []Metric{}}
	tallies := make([]*tally, len(digests))
	for i, digest := range digests {
		s := t[key][digest]
		tallies[i] = s
		c.Scored += s.scored
		c.Trials += s.scored
		for class, n := range s.excluded {
			c.Excluded[class] += n
			if class != string(Missing) {
				c.Trials += n
			}
		}
	}
	list := measures(o)
	columns := make([][]float64, len(list))
	for i, m := range list {
		columns[i] = column(m, tallies)
	}
	intervals := bootstrap(det.NewRand(o.Seed, "bootstrap", key.agent, key.model, dimension, v), columns, o)
	for i, m := range list {
		mean, defined := meanOf(columns[i])
		metric := Metric{Name: m.name, Tasks: defined, LeftOut: len(digests) - defined, Interval: intervals[i]}
		if defined > 0 {
			metric.Value = &mean
		}
		c.Metrics = append(c.Metrics, metric)
	}
	return c
}
