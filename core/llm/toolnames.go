package llm

import (
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// mostName bounds a tool's name on the wire; endpoints refuse longer ones.
const mostName = 64

// toolNames maps tools to the names that endpoints accept, and back.
type toolNames struct {
	wire map[string]string // by tool
	tool map[string]string // by wire name
}

func nameTools(tools []Tool) (*toolNames, error) {
	n := &toolNames{map[string]string{}, map[string]string{}}
	for _, t := range tools {
		w := wireName(t.Name)
		if w == "" || len(w) > mostName {
			return nil, fault.New(fault.Invalid, "tool %q has no name of 1 to %d characters on the wire", t.Name, mostName).WithHint("give the tool a shorter name")
		}
		if other, taken := n.tool[w]; taken {
			return nil, fault.New(fault.Invalid, "tools %q and %q are both %q on the wire", other, t.Name, w).WithHint("rename one of them")
		}
		n.wire[t.Name], n.tool[w] = w, t.Name
	}
	return n, nil
}

// wireName replaces what endpoints refuse in names.
func wireName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, name)
}

// read is the tool that a name on the wire means; known is false where there is none, and the name
// stays as it was sent.
func (n *toolNames) read(name, prefix string) (tool string, known bool) {
	for _, candidate := range []string{name, strings.TrimPrefix(name, prefix)} {
		if t, ok := n.tool[candidate]; ok {
			return t, true
		}
		if _, ok := n.wire[candidate]; ok {
			return candidate, true
		}
	}
	return name, false
}
