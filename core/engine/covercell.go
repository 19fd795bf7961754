package engine

import (
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

// Narrowed is the plan with nothing but the cells that a filter means: laid out without a count,
// each has what the whole plan wants of it, and a count is shared out over them. Errors: Invalid
// where there is none that can be filled, with what keeps it from that.
func (e *Engine) Narrowed(plan *cover.Plan, f CellFilter) (*cover.Plan, error) {
	if f == (CellFilter{}) {
		return plan, nil
	}
	out := *plan
	out.Only = f.Has
	fillable, why := false, ""
	for _, c := range out.Cells(e.Scenarios, 0) {
		if c.Target > 0 || c.Why == cover.NoShare {
			fillable = true
		} else {
			why = c.Scenario + ": " + c.Why
		}
	}
	switch {
	case fillable:
	case why != "":
		return nil, fault.New(fault.Invalid, "the cells that are meant cannot be filled: %s", why).WithHint("`coworkenv coverage plan` says of each cell why")
	default:
		return nil, fault.New(fault.Invalid, "no cell of the plan %s is meant", plan.Name).WithHint("`coworkenv coverage plan` shows its cells")
	}
	out.Name = strings.Join(slices.DeleteFunc([]string{plan.Name, f.Scenario, f.Family, f.Service, f.Capability, f.Language, f.Level}, func(s string) bool { return s == "" }), " ")
	return &out, nil
}
