package engine_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNoFusedArithmetic compiles what makes and judges tasks for arm64 and looks for instructions
// that multiply and add without rounding in between, as amd64 does not: task files and certificates
// are byte-equal on both. float64(a*b) + c keeps the compiler from fusing (ADR 0013).
func TestNoFusedArithmetic(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the program for another processor")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not here")
	}
	binary := filepath.Join(t.TempDir(), "arm64.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", binary, ".")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("compile: %v\n%s", err, out)
	}
	dump := exec.CommandContext(t.Context(), "go", "tool", "objdump", "-s", `^coworkenv\.dev/`, binary)
	out, err := dump.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := dump.Start(); err != nil {
		t.Fatal(err)
	}
	counted := regexp.MustCompile(`^TEXT coworkenv\.dev/coworkenv/(core/(det|value|query|world|task|grade|episode|agent|gate|synth|cover)|services|graders|library)[./]`)
	fused := regexp.MustCompile(`\bFN?M(ADD|SUB)[SD]?\b`)
	functions, function := 0, ""
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "TEXT ") {
			function = ""
			// Texts of PDF files are read when tasks are imported; their places on the page are no part of a task.
			if counted.MatchString(line) && !strings.Contains(line, "services/documents/internal/pdftext.") {
				functions, function = functions+1, line
			}
		} else if function != "" && fused.MatchString(line) {
			t.Errorf("%s\n\tfuses: %s", function, strings.TrimSpace(line))
			function = ""
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if err := dump.Wait(); err != nil {
		t.Fatal(err)
	}
	if functions < 1000 {
		t.Fatalf("only %d functions were looked at", functions)
	}
}
