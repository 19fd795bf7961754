package archtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var openWork = regexp.MustCompile(`\b(TODO|FIXME|XXX)\b`)

// sourceFaults returns what in one file stands where it may not.
func sourceFaults(s source) []string {
	var out []string
	dir := s.pkg()
	report := func(pos token.Pos, format string, args ...any) {
		out = append(out, fmt.Sprintf("%s:%d: ", s.name, s.fset.Position(pos).Line)+fmt.Sprintf(format, args...))
	}
	for _, imp := range s.file.Imports {
		path := strings.Trim(imp.Path.Value, `"`)
		if within(path, "math/rand") && dir != "core/det" {
			report(imp.Pos(), "imports %s: chance comes from a seed through det.Rand", path)
		}
	}
	for _, group := range s.file.Comments {
		if m := openWork.FindString(group.Text()); m != "" {
			report(group.Pos(), "%s: open work is an issue, not a comment", m)
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" && dir != "tui/term/early" {
				report(n.Pos(), "func init: what exists is listed in all.go, nothing happens by being imported")
			}
		case *ast.SelectorExpr:
			if name := clockRead(s.file, n); name != "" && dir != "core/det" {
				report(n.Pos(), "%s: time comes from a det.Clock that is handed in", name)
			}
		}
		return true
	})
	return out
}

// clockRead names the function of package time that sel reads the machine's
// clock with, or "".
func clockRead(file *ast.File, sel *ast.SelectorExpr) string {
	x, ok := sel.X.(*ast.Ident)
	if !ok || !slices.Contains([]string{"Now", "Since", "Until"}, sel.Sel.Name) {
		return ""
	}
	for _, imp := range file.Imports {
		if imp.Path.Value != `"time"` {
			continue
		}
		if (imp.Name == nil && x.Name == "time") || (imp.Name != nil && x.Name == imp.Name.Name) {
			return "time." + sel.Sel.Name
		}
	}
	return ""
}

func TestSource(t *testing.T) {
	for _, s := range sources(t) {
		for _, f := range sourceFaults(s) {
			t.Error(f)
		}
	}
}

func TestSourceFaultsSeesEach(t *testing.T) {
	tests := []struct{ name, file, src, want string }{
		{"clean", "core/a/a.go", "package a\nimport \"time\"\nvar _ = time.Second\nfunc (T) init() {}\ntype T int", ""},
		{"clock", "core/a/a.go", "package a\nimport \"time\"\nvar _ = time.Now()", "core/a/a.go:3: time.Now"},
		{"clock as a value", "core/a/a.go", "package a\nimport \"time\"\nvar _ = time.Now", "time.Now"},
		{"clock under a name", "core/a/a.go", "package a\nimport clk \"time\"\nvar _ = clk.Since", "time.Since"},
		{"clock in a test", "core/a/a_test.go", "package a\nimport \"time\"\nvar _ = time.Until", "time.Until"},
		{"clock at home", "core/det/a.go", "package det\nimport \"time\"\nvar _ = time.Now()", ""},
		{"another Now", "core/a/a.go", "package a\nvar _ = time.Now()", ""},
		{"rand", "core/a/a.go", "package a\nimport _ \"math/rand/v2\"", "imports math/rand/v2"},
		{"rand at home", "core/det/a.go", "package det\nimport _ \"math/rand/v2\"", ""},
		{"init", "services/a/a.go", "package a\nfunc init() {}", "func init"},
		{"init at home", "tui/term/early/a.go", "package early\nfunc init() {}", ""},
		{"open work", "core/a/a.go", "package a\n// " + "TO" + "DO: later\nvar x int", "open work"},
		{"todo service", "core/a/a.go", "package a\n// the todo service\nvar x int", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := parse(tt.file, tt.file, tt.src)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(sourceFaults(s), "\n")
			if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
				t.Errorf("faults %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPackages(t *testing.T) {
	vague := []string{"util", "utils", "common", "types", "helper", "helpers", "misc", "shared", "base"}
	documented := map[string]bool{}
	for _, s := range sources(t) {
		if name := s.file.Name.Name; slices.Contains(vague, name) {
			t.Errorf("%s: a package is named after what it knows, not %q", s.name, name)
		}
		if !s.isTest {
			documented[s.pkg()] = documented[s.pkg()] || s.file.Doc != nil
		}
	}
	for folder, ok := range documented {
		if !ok {
			t.Errorf("%s: the package comment is missing; it states purpose and one invariant", folder)
		}
	}
}
