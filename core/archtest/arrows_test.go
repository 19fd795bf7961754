package archtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// layers says what each top-level folder may import, beside the standard
// library and itself.
var layers = map[string]struct {
	may []string
	why string
}{
	"cmd":      {[]string{"cmd", "tui", "core", "services", "graders", "library", "themes"}, "cmd puts everything together"},
	"tui":      {[]string{"tui", "core", "themes"}, "the workbench shows what core's engine offers and knows no concrete service, check or task"},
	"core":     {[]string{"core"}, "core holds the contracts and works with any service, check or task; concrete ones are handed to it"},
	"services": {[]string{"core"}, "a service knows only the contract in core/world, so that it can be read, tested and removed alone"},
	"graders":  {[]string{"core"}, "a check kind knows only the contract in core/grade and judges any service by its records"},
	"library":  {[]string{"core"}, "the library is data and its readers; it must load without any concrete service or check"},
	"themes":   {nil, "themes are names and colours, free of any terminal library"},
}

// coreOrder is the order of the core packages: each may import those before it.
var coreOrder = []string{
	"fault", "det", "value", "textdiff", "query", "world", "task", "trace", "llm", "harness", "grade", "episode",
	"agent", "judge", "gate", "synth", "cover", "author", "rollout", "store", "eval", "curate", "export", "importer",
	"signal", "serve", "harbor", "engine",
}

// arrowFault returns why package from may not import package to (both folders
// below the module), or "".
func arrowFault(from, to string) string {
	fromTop, toTop := top(from), top(to)
	layer, known := layers[fromTop]
	switch {
	case !known:
		return fmt.Sprintf("%s is no folder of the map: cmd tui core services graders library themes", fromTop)
	case isTestSupport(to) && !isTestSupport(from):
		return to + " exists for tests; what ships must not carry it"
	case fromTop == toTop && (fromTop == "services" || fromTop == "graders"):
		return siblingFault(from, to)
	case !slices.Contains(layer.may, toTop) && fromTop != toTop:
		return layer.why
	case fromTop == "core" && toTop == "core":
		return orderFault(from, to)
	}
	return ""
}

// siblingFault keeps services and check kinds apart: only the list of all, the
// suite and support below internal/ are shared.
func siblingFault(from, to string) string {
	kind := top(from)
	if within(from, kind+"/all") || isTestSupport(from) || within(to, kind+"/internal") || second(from) == second(to) {
		return ""
	}
	if kind == "graders" && to == "graders" && within(from, "graders/all") {
		return ""
	}
	return kind + " never import one another: what two of them share belongs to core, what spans them goes through the world"
}

func orderFault(from, to string) string {
	if isTestSupport(from) {
		return ""
	}
	f, t := slices.Index(coreOrder, second(from)), slices.Index(coreOrder, second(to))
	switch {
	case f < 0:
		return from + " has no place in coreOrder; put it where everything it imports stands before it"
	case t < 0:
		return to + " has no place in coreOrder; put it where everything it imports stands before it"
	case t > f:
		return "core is a ladder (" + strings.Join(coreOrder, " < ") + "): the lower rung does not know the higher"
	}
	return ""
}

func top(path string) string { return strings.SplitN(path, "/", 2)[0] }

// second is the second segment of a path, "" when there is none.
func second(path string) string {
	if parts := strings.Split(path, "/"); len(parts) > 1 {
		return parts[1]
	}
	return ""
}

func TestArrows(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest {
			continue
		}
		for _, imp := range s.imports() {
			if !inModule(imp) {
				continue
			}
			if why := arrowFault(s.pkg(), below(imp)); why != "" {
				t.Errorf("%s imports %s: %s", s.name, below(imp), why)
			}
		}
	}
}

func TestArrowFaultSeesWrongArrows(t *testing.T) {
	tests := []struct {
		from, to string
		wrong    bool
	}{
		{"cmd/coworkenv", "services/all", false},
		{"cmd/internal/cli", "tui/term/early", false},
		{"tui/screens/gate", "core/engine", false},
		{"tui/screens/gate", "services/gmail", true},
		{"tui/screens/gate", "cmd/internal/cli", true},
		{"core/world", "services/gmail", true},
		{"core/engine", "library", true},
		{"core/engine", "core/gate", false},
		{"core/gate", "core/engine", true},
		{"core/world", "core/task", true},
		{"core/newcomer", "core/fault", true},
		{"core/world", "core/newcomer", true},
		{"core/task/internal/expr", "core/value", false},
		{"core/task/internal/expr", "core/trace", true},
		{"core/world", "core/sharedtest", true},
		{"services/gmail", "core/world", false},
		{"services/gmail", "services/calendar", true},
		{"services/gmail", "services/all", true},
		{"services/gmail", "services/internal/paging", false},
		{"services/gmail/wire", "services/gmail", false},
		{"services/all", "services/gmail", false},
		{"services/servicetest", "services/all", false},
		{"services/gmail", "services/servicetest", true},
		{"services/gmail", "graders", true},
		{"graders/all", "graders/answer", false},
		{"graders/answer", "graders/read", true},
		{"graders", "core/grade", false},
		{"graders/all", "graders", false},
		{"library", "core/task", false},
		{"library", "services/all", true},
		{"themes", "core/fault", true},
		{"tools", "core/fault", true},
	}
	for _, tt := range tests {
		if got := arrowFault(tt.from, tt.to); (got != "") != tt.wrong {
			t.Errorf("%s -> %s: fault %q, want one: %v", tt.from, tt.to, got, tt.wrong)
		}
	}
}
