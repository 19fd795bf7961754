package llm

import "coworkenv.dev/coworkenv/core/fault"

// Cast returns the client that plays a role: of the profile of that name, or, where none is named,
// of the one that the role is mapped to.
func (m *Models) Cast(role Role, profile string) (*Client, error) {
	if profile == "" {
		return m.For(role)
	}
	c, err := m.Profile(profile)
	if err != nil {
		return nil, err
	}
	c.role = role
	return c, nil
}

// Plays is the name of the profile that a role is mapped to.
func (m *Models) Plays(role Role) (string, error) {
	if _, err := m.For(role); err != nil {
		return "", err
	}
	return m.config.Roles[role], nil
}

// ReadLimits reads what a budget may be: requests, tokens, and money written like "5 USD".
func ReadLimits(requests, tokens int64, cost string) (Limits, error) {
	l := Limits{Requests: requests, Tokens: tokens}
	if requests < 0 || tokens < 0 {
		return l, fault.New(fault.Usage, "a budget is negative").WithHint("give a number from 1 up, or 0 for no limit")
	}
	if cost == "" {
		return l, nil
	}
	c, err := parseCost(cost)
	if err != nil {
		return l, fault.Wrap(fault.Usage, err, "read the budget").WithHint(`write it like "5 USD"`)
	}
	l.Cost = c
	return l, nil
}
