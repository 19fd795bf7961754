package world

import "slices"

// Grants are what an identity may do: service -> acts. "*" as service stands for all services
// not named; among the acts "all" stands for everything and "write" for all but reading. A
// missing service without "*" is not granted. nil Grants allow everything.
type Grants map[string][]Act

// Words of a grant besides the acts themselves.
const (
	All     Act = "all"
	Writing Act = "write"
)

// Allows reports whether the identity may use the tool.
func (g Grants) Allows(service string, act Act) bool {
	if g == nil {
		return true
	}
	acts, ok := g[service]
	if !ok {
		acts = g["*"]
	}
	return slices.Contains(acts, All) || slices.Contains(acts, act) ||
		act != Reading && slices.Contains(acts, Writing)
}
