package archtest

import (
	"strings"
	"testing"
)

// external lists every library from outside and the folders that may import
// it. testsOnly libraries may stand in test files and test support alone.
var external = []struct {
	lib       string
	folders   []string
	testsOnly bool
	why       string
}{
	{lib: "github.com/nats-io/nats.go", folders: []string{"core/rollout"}, why: "one package speaks to a queue"},
	{lib: "github.com/parquet-go/parquet-go", folders: []string{"core/export"}, why: "one package writes Parquet"},
	{lib: "modernc.org/sqlite", folders: []string{"core/store"}, why: "one package speaks SQL"},
	{lib: "github.com/sashabaranov/go-openai", folders: []string{"core/llm"}, why: "one package knows a model endpoint"},
	{lib: "go.yaml.in/yaml/v3", folders: []string{"core/task"}, why: "one package reads YAML, with bounds and positions"},
	{lib: "github.com/expr-lang/expr", folders: []string{"core/task"}, why: "one package compiles expressions, typed and bounded"},
	{lib: "github.com/modelcontextprotocol/go-sdk", folders: []string{"core/serve"}, why: "protocols end in serve"},
	{lib: "github.com/coder/websocket", folders: []string{"core/serve"}, why: "protocols end in serve"},
	{lib: "golang.org/x/text", folders: []string{"core/value", "tui/text"}, why: "text is folded in one way"},
	{lib: "github.com/ledongthuc/pdf", folders: []string{"services/documents"}, why: "only documents reads PDF"},
	{lib: "github.com/spf13/cobra", folders: []string{"cmd"}, why: "the command line ends in cmd"},
	{lib: "github.com/spf13/pflag", folders: []string{"cmd"}, why: "the command line ends in cmd"},
	{lib: "github.com/charmbracelet/x", folders: []string{"tui", "cmd"}, why: "only the shells know a terminal"},
	{lib: "github.com/charmbracelet/bubbletea", folders: []string{"tui"}, why: "only the workbench knows bubbletea"},
	{lib: "github.com/charmbracelet/lipgloss", folders: []string{"tui"}, why: "only the workbench knows lipgloss"},
	{lib: "github.com/charmbracelet/bubbles", folders: []string{"tui"}, why: "only the workbench knows bubbles"},
	{lib: "github.com/alecthomas/chroma/v2", folders: []string{"tui"}, why: "only the workbench highlights"},
	{lib: "github.com/creack/pty", testsOnly: true, why: "a tool of tests"},
	{lib: "github.com/rogpeppe/go-internal", testsOnly: true, why: "a tool of tests"},
	{lib: "github.com/google/go-cmp", testsOnly: true, why: "a tool of tests"},
	{lib: "github.com/santhosh-tekuri/jsonschema/v6", testsOnly: true, why: "a tool of tests"},
	{lib: "github.com/nats-io/nats-server/v2", testsOnly: true, why: "a tool of tests"},
	{lib: "pgregory.net/rapid", testsOnly: true, why: "a tool of tests"},
}

// externalFault returns why package from may not import lib, or "".
func externalFault(from, lib string, inTest bool) string {
	for _, e := range external {
		if !within(lib, e.lib) {
			continue
		}
		switch {
		case inTest, isTestSupport(from) && e.testsOnly, within(from, e.folders...):
			return ""
		case e.testsOnly:
			return e.why + ": only tests may import it"
		}
		return e.why + ": allowed only in " + strings.Join(e.folders, ", ")
	}
	return "the library is not agreed on; an ADR and a line in the table of external libraries come first"
}

// isExternal tells whether an import is neither ours nor the standard library's.
func isExternal(imp string) bool {
	return !inModule(imp) && strings.Contains(top(imp), ".")
}

func TestExternalLibraries(t *testing.T) {
	for _, s := range sources(t) {
		for _, imp := range s.imports() {
			if !isExternal(imp) {
				continue
			}
			if why := externalFault(s.pkg(), imp, s.isTest); why != "" {
				t.Errorf("%s imports %s: %s", s.name, imp, why)
			}
		}
	}
}

func TestExternalFaultSeesWrongLibraries(t *testing.T) {
	tests := []struct {
		from, lib     string
		inTest, wrong bool
	}{
		{"core/store", "modernc.org/sqlite", false, false},
		{"core/engine", "modernc.org/sqlite", false, true},
		{"core/engine", "modernc.org/sqlite", true, false},
		{"core/store/internal/sql", "modernc.org/sqlite/lib", false, false},
		{"core/storey", "modernc.org/sqlite", false, true},
		{"core/world", "go.yaml.in/yaml/v3", false, true},
		{"cmd/internal/cli", "github.com/charmbracelet/lipgloss", false, true},
		{"cmd/internal/cli", "github.com/charmbracelet/x/ansi", false, false},
		{"core/value", "github.com/google/go-cmp/cmp", false, true},
		{"core/value", "github.com/google/go-cmp/cmp", true, false},
		{"services/servicetest", "pgregory.net/rapid", false, false},
		{"services/servicetest", "modernc.org/sqlite", false, true},
		{"core/value", "github.com/stretchr/testify/assert", true, true},
	}
	for _, tt := range tests {
		if got := externalFault(tt.from, tt.lib, tt.inTest); (got != "") != tt.wrong {
			t.Errorf("%s -> %s (test %v): fault %q, want one: %v", tt.from, tt.lib, tt.inTest, got, tt.wrong)
		}
	}
	if isExternal("net/http") || isExternal(module+"/core/det") || !isExternal("golang.org/x/text/width") {
		t.Error("isExternal misjudges")
	}
}
