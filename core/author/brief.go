package author

import (
	"cmp"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// brief is what prompts may name.
type brief struct {
	ID, Title, Scenario, Family, Language, Level, Turns, Now, Zone string
	Number                                                         int
	Safety                                                         bool
	ServiceNames, CapabilityNames                                  []string
	Capabilities                                                   []cover.Capability
	Services                                                       []string // each in full
	Examples                                                       []string
	Checks, Schema                                                 string
}

func (a *Author) brief(s Slot) (*brief, error) {
	now, zone := s.Reference()
	b := &brief{ID: s.ID(), Title: s.Scenario.Title, Scenario: s.Scenario.Name, Family: string(s.Scenario.Family), Language: s.Language, Level: string(s.Level),
		Turns: string(s.Scenario.Turns), Now: now.Format(time.RFC3339), Zone: zone, Number: s.Index + 1, Safety: s.Scenario.Safety,
		ServiceNames: s.Scenario.Services, CapabilityNames: s.Scenario.Capabilities, Checks: checksText(a.Checks), Schema: string(task.JSONSchema())}
	services, err := a.services(s.Scenario.Services)
	if err != nil {
		return nil, err
	}
	for _, x := range services {
		b.Services = append(b.Services, serviceText(x))
	}
	for _, c := range a.Capabilities {
		if slices.Contains(s.Scenario.Capabilities, c.ID) {
			b.Capabilities = append(b.Capabilities, c)
		}
	}
	b.Examples = a.examples(s)
	return b, nil
}

func (a *Author) services(names []string) ([]*world.Service, error) {
	var out []*world.Service
	for _, name := range names {
		s, ok := a.Catalog.Service(name)
		if !ok {
			return nil, fault.New(fault.Invalid, "there is no service %s", name).WithHint("`coworkenv services list` names them")
		}
		out = append(out, s)
	}
	return out, nil
}

// shown is how many examples a prompt has.
const shown = 2

// examples are tasks of the slot's family: those of its language first, then those that share the most
// services; equals in an order of the slot's own.
func (a *Author) examples(s Slot) []string {
	var of []Example
	for _, x := range a.Examples {
		if x.Family == s.Scenario.Family {
			of = append(of, x)
		}
	}
	s.rand("examples").Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
	rank := func(x Example) int {
		n := 0
		if x.Language == s.Language {
			n += 100
		}
		for _, name := range s.Scenario.Services {
			if slices.Contains(x.Services, name) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(of, func(x, y Example) int { return cmp.Compare(rank(y), rank(x)) })
	var out []string
	for _, x := range of[:min(shown, len(of))] {
		out = append(out, x.Text)
	}
	return out
}
