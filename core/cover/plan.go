package cover

import (
	"cmp"
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// PlanFormat is the format's name and version.
const PlanFormat = "coworkenv.plan/v1"

// Plan says how many tasks of what kind a library should hold. Shares are weights; what is not
// named counts as 1, and 0 leaves it out.
type Plan struct {
	Name       string
	Target     int
	Families   map[string]float64
	Languages  map[string]float64
	Levels     map[string]float64
	Turns      map[string]float64
	Scenarios  []string // only these; empty = all
	Services   []string // only scenarios that use one of these; empty = all
	Capability []string // only scenarios that train one of these; empty = all
	Emphasis   []Emphasis
}

// ParsePlan reads a plan file.
func ParsePlan(name string, data []byte) (*Plan, error) {
	o, err := object(data, "plan "+name)
	if err != nil {
		return nil, err
	}
	if got := text(o, "schema"); got != PlanFormat {
		return nil, fault.New(fault.Invalid, "plan %s has schema %q", name, got).WithHint("write schema: %s", PlanFormat)
	}
	p := &Plan{Name: name, Scenarios: texts(o, "scenarios"), Services: texts(o, "services"), Capability: texts(o, "capabilities")}
	for _, m := range o.Members() {
		if !slices.Contains([]string{"schema", "target", "families", "languages", "difficulties", "turns", "scenarios", "services", "capabilities", "emphasis"}, m.Name) {
			return nil, fault.New(fault.Invalid, "plan %s has no key %s", name, m.Name).
				WithHint("it has schema, target, families, languages, difficulties, turns, scenarios, services, capabilities, emphasis")
		}
	}
	if p.Emphasis, err = emphases(o); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "plan %s", name)
	}
	target, _ := o.Get("target")
	n, _ := target.(value.Number)
	i, whole := n.Int()
	if !whole || i < 1 || i > 10_000_000 {
		return nil, fault.New(fault.Invalid, "plan %s: target is no number of tasks", name)
	}
	p.Target = int(i)
	for key, into := range map[string]*map[string]float64{"families": &p.Families, "languages": &p.Languages, "difficulties": &p.Levels, "turns": &p.Turns} {
		if *into, err = shares(o, key); err != nil {
			return nil, fault.Wrap(fault.Invalid, err, "plan %s", name)
		}
	}
	return p, nil
}

func shares(o *value.Object, key string) (map[string]float64, error) {
	v, ok := o.Get(key)
	if !ok || v == nil {
		return nil, nil
	}
	m, ok := v.(*value.Object)
	if !ok {
		return nil, fault.New(fault.Invalid, "%s is no mapping of shares", key)
	}
	out := map[string]float64{}
	for _, member := range m.Members() {
		n, isNumber := member.Value.(value.Number)
		f, err := strconv.ParseFloat(string(n), 64)
		if !isNumber || err != nil || f < 0 {
			return nil, fault.New(fault.Invalid, "%s.%s is no share", key, member.Name)
		}
		out[member.Name] = f
	}
	return out, nil
}

// Cell is one kind of task: a scenario in a language at a level.
type Cell struct {
	Scenario     string          `json:"scenario"`
	Family       task.Family     `json:"family"`
	Language     string          `json:"language"`
	Level        task.Difficulty `json:"difficulty"`
	Turns        synth.Turns     `json:"turns"`
	Services     []string        `json:"services"`
	Capabilities []string        `json:"capabilities"`
	Target       int             `json:"target"`
	Generated    int             `json:"generated"`
	Verified     int             `json:"verified"`
	Accepted     int             `json:"accepted"`
	Why          string          `json:"why,omitempty"` // why it cannot be filled
}

// Languages and levels that plans are laid out over.
var (
	planLanguages = [...]string{"en", "zh"}
	planLevels    = [...]task.Difficulty{"easy", "medium", "hard"}
)

// noShare is why a cell is empty that nothing else keeps from being filled.
const noShare = "its share of so few tasks is less than one"

// Cells expands the plan over the scenarios. A cell that cannot be filled says why.
func (p *Plan) Cells(scenarios []*synth.Scenario, target int) []Cell {
	if target <= 0 {
		target = p.Target
	}
	var cells []Cell
	var weights []float64
	perFamily := map[task.Family]float64{}
	for _, s := range scenarios {
		if p.wants(s) {
			perFamily[s.Family]++
		}
	}
	for _, s := range scenarios {
		if !p.wants(s) {
			continue
		}
		for _, lang := range planLanguages {
			for _, level := range planLevels {
				c := Cell{Scenario: s.Name, Family: s.Family, Language: lang, Level: level, Turns: s.Turns, Services: s.Services, Capabilities: s.Capabilities}
				w := share(p.Families, string(s.Family)) / perFamily[s.Family] * share(p.Turns, string(s.Turns)) * share(p.Languages, lang) * share(p.Levels, string(level)) * p.emphasised(&c)
				switch {
				case !s.Speaks(lang):
					c.Why, w = "the scenario is not written in "+lang, 0
				case !s.Reaches(level):
					c.Why, w = "the scenario has no "+string(level)+" form", 0
				case w == 0:
					c.Why = "the plan leaves it out"
				}
				cells, weights = append(cells, c), append(weights, w)
			}
		}
	}
	for i, n := range divide(target, weights) {
		cells[i].Target = n
		if n == 0 && cells[i].Why == "" {
			cells[i].Why = noShare
		}
	}
	return cells
}

func (p *Plan) wants(s *synth.Scenario) bool {
	any := func(want, have []string) bool {
		return len(want) == 0 || slices.ContainsFunc(want, func(w string) bool { return slices.Contains(have, w) })
	}
	return (len(p.Scenarios) == 0 || slices.Contains(p.Scenarios, s.Name)) && any(p.Services, s.Services) && any(p.Capability, s.Capabilities)
}

func share(m map[string]float64, key string) float64 {
	if w, named := m[key]; named || m == nil {
		if m == nil {
			return 1
		}
		return w
	}
	return 1
}

// divide shares a number out by weights: whole parts first, then the largest remainders, the
// earlier first among equals.
func divide(total int, weights []float64) []int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	out := make([]int, len(weights))
	if sum == 0 {
		return out
	}
	rest := total
	order := make([]int, len(weights))
	remainder := make([]float64, len(weights))
	for i, w := range weights {
		exact := float64(total) * w / sum
		out[i] = int(exact)
		remainder[i] = exact - float64(out[i])
		rest -= out[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainder[b], remainder[a]) })
	for _, i := range order {
		if rest == 0 {
			break
		}
		if weights[i] > 0 {
			out[i]++
			rest--
		}
	}
	return out
}
