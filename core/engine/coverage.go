package engine

import (
	"io/fs"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
)

// Plan reads a plan: a file, or the name of a shipped one ("" = default). Errors: Invalid also where
// none of its cells can be filled.
func (e *Engine) Plan(name string) (*cover.Plan, error) {
	if name == "" {
		name = "default"
	}
	data, err := os.ReadFile(name)
	if err != nil {
		var shipped error
		if data, shipped = fs.ReadFile(e.Plans, filepath.Base(name)+".yaml"); shipped != nil {
			return nil, fault.Wrap("", err, "read plan %s", name).WithHint("give a plan file or the name of a shipped plan, e.g. default")
		}
	}
	plan, err := cover.ParsePlan(name, data, e.planWords())
	if err != nil {
		return nil, err
	}
	if err := plan.Fillable(e.Scenarios); err != nil {
		return nil, err
	}
	return plan, nil
}

// planWords are the names that plans may hold.
func (e *Engine) planWords() cover.Words {
	words := cover.Words{Scenarios: []string{}, Services: []string{}, Capabilities: []string{}}
	for _, s := range e.Scenarios {
		words.Scenarios = append(words.Scenarios, s.Name)
	}
	for _, s := range e.Catalog.Services() {
		words.Services = append(words.Services, s.Name)
	}
	for _, c := range e.Capabilities {
		words.Capabilities = append(words.Capabilities, c.ID)
	}
	return words
}

// certified reports whether a valid certificate stands beside the task.
func (e *Engine) certified(l *Loaded) bool { return e.Stale(l) == "" }
