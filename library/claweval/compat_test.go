package claweval_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the measured part of docs/compat.md anew")

const (
	measuredBegin = "<!-- measured: go test ./library/claweval -run Conformance -update -->\n"
	measuredEnd   = "<!-- end of what is measured -->\n"
)

// checkDocument compares docs/compat.md with what was measured. The counts are written by
// -update; the reasons are written by people, and each difference needs one.
func (c *comparison) checkDocument(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "compat.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), measuredBegin)
	measured, after, ok2 := strings.Cut(rest, measuredEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no measured part between its two marks", file)
	}
	reasons := reasonsIn(measured)
	for _, key := range slices.Sorted(maps.Keys(c.diffs)) {
		if reasons[key] == "" {
			t.Errorf("%d x %s has no reason in docs/compat.md\n%s", c.diffs[key], key, c.examples[key])
		}
	}
	fresh := c.document(reasons)
	switch {
	case fresh == measured:
	case *update:
		if err := os.WriteFile(file, []byte(before+measuredBegin+fresh+measuredEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("docs/compat.md does not say what is measured; run with -update. It would say:\n%s", fresh)
	}
}

// reasonsIn reads the table of differences: difference -> why.
func reasonsIn(measured string) map[string]string {
	reasons := map[string]string{}
	for _, line := range strings.Split(measured, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) == 5 && strings.HasPrefix(strings.TrimSpace(cells[1]), "`") {
			reasons[strings.Trim(cells[1], " `")] = strings.TrimSpace(cells[3])
		}
	}
	return reasons
}

func (c *comparison) document(reasons map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d recordings are replayed over HTTP at their clock.\n\n| compared | equal | of | share |\n|---|---|---|---|\n", c.files)
	for _, goal := range c.goals() {
		fmt.Fprintf(&b, "| %s | %d | %d | %.2f %% |\n", goal.what, goal.share.equal, goal.share.of, goal.share.percent())
	}
	fmt.Fprintf(&b, "\nOf the benchmark's own 500s %d of %d are 500s here.\n", c.failures.equal, c.failures.of)
	b.WriteString("\n| difference | times | why |\n|---|---|---|\n")
	for _, key := range slices.Sorted(maps.Keys(c.diffs)) {
		fmt.Fprintf(&b, "| `%s` | %d | %s |\n", key, c.diffs[key], reasons[key])
	}
	fmt.Fprintf(&b, "\n%d recordings are replayed without records, as the test data lacks their fixtures; of these the 2xx replies are not compared: %s.\n",
		len(c.hollow), strings.Join(c.hollow, ", "))
	return b.String()
}
