package cover

import (
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// PlanFormat is the format's name and version.
const PlanFormat = "coworkenv.plan/v1"

// Plan says how many tasks of what kind a library should hold. Shares are weights. Shares that are
// nil count all alike; those that are given name all that is wanted, or, where all of them are 0,
// all that is not.
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

	Only func(*Cell) bool // only these cells, with what the whole plan wants of each; nil = all
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

// Why a cell holds no task though its scenario could make some.
const (
	noShare = "its share of so few tasks is less than one" // a larger plan fills it
	leftOut = "the plan leaves it out"
)

// Cells expands the plan over the scenarios. A cell that cannot be filled says why. Where a target
// is given, the cells that are meant share it; without one, each has its part of the plan's own.
func (p *Plan) Cells(scenarios []*synth.Scenario, target int) []Cell {
	var cells []Cell
	for _, s := range scenarios {
		if !p.wants(s) {
			continue
		}
		for _, lang := range planLanguages {
			for _, level := range planLevels {
				cells = append(cells, Cell{Scenario: s.Name, Family: s.Family, Language: lang, Level: level, Turns: s.Turns, Services: s.Services, Capabilities: s.Capabilities, Why: unable(s, lang, level)})
			}
		}
	}
	if target > 0 {
		cells = p.meant(cells)
	} else {
		target = p.Target
	}
	for i, n := range divide(target, cells, p.weigh(cells)) {
		cells[i].Target = n
		if n == 0 && cells[i].Why == "" {
			cells[i].Why = noShare
		}
	}
	return p.meant(cells)
}

// meant drops the cells that are not.
func (p *Plan) meant(cells []Cell) []Cell {
	if p.Only == nil {
		return cells
	}
	return slices.DeleteFunc(cells, func(c Cell) bool { return !p.Only(&c) })
}

// unable is why a scenario makes no tasks of a kind, "" where it does.
func unable(s *synth.Scenario, lang string, level task.Difficulty) string {
	switch {
	case !s.Speaks(lang):
		return "the scenario is not written in " + lang
	case !s.Reaches(level):
		return "the scenario has no " + string(level) + " form"
	}
	return ""
}

// weigh says what part of all tasks each cell should have, and of those that the plan leaves out
// that it does. A family has its share however many cells it has; an emphasis shifts that.
func (p *Plan) weigh(cells []Cell) []float64 {
	weights := make([]float64, len(cells))
	perFamily := map[task.Family]float64{}
	for i := range cells {
		c := &cells[i]
		w := float64(share(p.Turns, string(c.Turns)) * share(p.Languages, c.Language) * share(p.Levels, string(c.Level))) // rounded: no machine adds it unrounded
		switch {
		case w*share(p.Families, string(c.Family))*p.emphasised(c) == 0:
			c.Why = leftOut
		case c.Why == "":
			weights[i] = w
			perFamily[c.Family] += w
		}
	}
	for i := range cells {
		if c := &cells[i]; weights[i] > 0 {
			weights[i] *= share(p.Families, string(c.Family)) / perFamily[c.Family] * p.emphasised(c)
		}
	}
	return weights
}

// Fillable is nil where a cell of the plan can be filled. Errors: Invalid, with what keeps all from
// that.
func (p *Plan) Fillable(scenarios []*synth.Scenario) error {
	whole := *p
	whole.Only = nil
	why := "no scenario stands in its scenarios, uses one of its services and trains one of its capabilities"
	for _, c := range whole.Cells(scenarios, 1) {
		if c.Target > 0 {
			return nil
		}
		why = c.Scenario + ": " + c.Why
	}
	return fault.New(fault.Invalid, "no cell of the plan %s can be filled: %s", p.Name, why).
		WithHint("a scenario must fit each of the lists scenarios, services and capabilities, and a share of 0 leaves out; docs/plans.md tells all keys")
}

func (p *Plan) wants(s *synth.Scenario) bool {
	any := func(want, have []string) bool {
		return len(want) == 0 || slices.ContainsFunc(want, func(w string) bool { return slices.Contains(have, w) })
	}
	return (len(p.Scenarios) == 0 || slices.Contains(p.Scenarios, s.Name)) && any(p.Services, s.Services) && any(p.Capability, s.Capabilities)
}

// share is what a name counts: as the shares say, 0 where they name others, 1 where they name
// nothing but what is left out.
func share(shares map[string]float64, name string) float64 {
	w, named := shares[name]
	if named {
		return w
	}
	for _, other := range shares {
		if other > 0 {
			return 0
		}
	}
	return 1
}
