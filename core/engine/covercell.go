package engine

import (
	"maps"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// CellFilter narrows a plan to some of its cells; empty fields do not.
type CellFilter struct {
	Scenario   string
	Family     string
	Service    string
	Capability string
	Language   string
	Level      string
}

// Has tells whether a cell is among those that are meant.
func (f *CellFilter) Has(c *cover.Cell) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	has := func(want string, have []string) bool { return want == "" || slices.Contains(have, want) }
	return is(f.Scenario, c.Scenario) && is(f.Family, string(c.Family)) && has(f.Service, c.Services) && has(f.Capability, c.Capabilities) &&
		is(f.Language, c.Language) && is(f.Level, string(c.Level))
}

// HasTask tells whether a task that was counted belongs to the cells that are meant, or would if
// the plan asked for it.
func (f *CellFilter) HasTask(t *CoverTask) bool {
	c := cover.Cell{Scenario: f.Scenario, Family: task.Family(t.Family), Services: t.Services, Capabilities: t.Capabilities, Language: t.Language, Level: task.Difficulty(t.Level)}
	return f.Has(&c)
}

// Narrowed is the plan with nothing but the cells that a filter means. Errors: Invalid where there
// is none that can be filled, with what keeps it from that.
func (e *Engine) Narrowed(plan *cover.Plan, f CellFilter) (*cover.Plan, error) {
	if f == (CellFilter{}) {
		return plan, nil
	}
	out := *plan
	out.Scenarios = nil
	why := ""
	for _, c := range plan.Cells(e.Scenarios, 0) {
		if !f.Has(&c) {
			continue
		}
		if c.Target == 0 && c.Why != "" && c.Why != cover.NoShare {
			why = c.Scenario + ": " + c.Why
			continue
		}
		if !slices.Contains(out.Scenarios, c.Scenario) {
			out.Scenarios = append(out.Scenarios, c.Scenario)
		}
	}
	if len(out.Scenarios) == 0 {
		err := fault.New(fault.Invalid, "no cell of the plan %s is meant", plan.Name).WithHint("`coworkenv coverage plan` shows its cells")
		if why != "" {
			err = fault.New(fault.Invalid, "the cells that are meant cannot be filled: %s", why).WithHint("`coworkenv coverage plan` says of each cell why")
		}
		return nil, err
	}
	out.Languages = only(plan.Languages, f.Language, cover.PlanLanguages())
	out.Levels = only(plan.Levels, f.Level, cover.PlanLevels())
	out.Name = strings.Join(slices.DeleteFunc([]string{plan.Name, f.Scenario, f.Family, f.Service, f.Capability, f.Language, f.Level}, func(s string) bool { return s == "" }), " ")
	return &out, nil
}

// only leaves of shares the one that is meant.
func only(shares map[string]float64, meant string, all []string) map[string]float64 {
	if meant == "" {
		return shares
	}
	out := maps.Clone(shares)
	if out == nil {
		out = map[string]float64{}
	}
	for _, name := range all {
		if name != meant {
			out[name] = 0
		}
	}
	return out
}
