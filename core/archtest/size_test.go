package archtest

import (
	"fmt"
	"go/ast"
	"os"
	"strings"
	"testing"
)

const (
	maxFileLines = 400
	maxFuncLines = 60
)

// exceptions reads exceptions.txt: subject ("file PATH", "func PATH NAME") to
// reason.
func exceptions(text string) (map[string]string, error) {
	out := map[string]string{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		subject, reason, _ := strings.Cut(line, ": ")
		words := strings.Fields(subject)
		wellFormed := len(words) == 2 && words[0] == "file" || len(words) == 3 && words[0] == "func"
		if !wellFormed || strings.TrimSpace(reason) == "" {
			return nil, fmt.Errorf("line %d: want `file PATH: REASON` or `func PATH NAME: REASON`, have %q", i+1, line)
		}
		if _, twice := out[subject]; twice {
			return nil, fmt.Errorf("line %d: %s stands twice", i+1, subject)
		}
		out[subject] = reason
	}
	return out, nil
}

// tooLarge returns what in a file is above the limits: subject to lines.
func tooLarge(s source) map[string]int {
	out := map[string]int{}
	if s.isTest {
		return out
	}
	line := func(n ast.Node, end bool) int {
		if end {
			return s.fset.Position(n.End()).Line
		}
		return s.fset.Position(n.Pos()).Line
	}
	if n := s.fset.File(s.file.FileStart).LineCount(); n > maxFileLines {
		out["file "+s.name] = n
	}
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := line(f, true) - line(f, false) + 1; n > maxFuncLines {
			out["func "+s.name+" "+funcName(f)] = n
		}
	}
	return out
}

func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	switch generic := typ.(type) {
	case *ast.IndexExpr:
		typ = generic.X
	case *ast.IndexListExpr:
		typ = generic.X
	}
	if id, ok := typ.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return f.Name.Name
}

func TestSizes(t *testing.T) {
	text, err := os.ReadFile("exceptions.txt")
	if err != nil {
		t.Fatal(err)
	}
	excused, err := exceptions(string(text))
	if err != nil {
		t.Fatalf("exceptions.txt: %v", err)
	}
	for _, s := range sources(t) {
		for subject, lines := range tooLarge(s) {
			if _, ok := excused[subject]; ok {
				delete(excused, subject)
				continue
			}
			t.Errorf("%s has %d lines (a file may have %d, a function %d): split it by concept, or give the reason in exceptions.txt", subject, lines, maxFileLines, maxFuncLines)
		}
	}
	for subject := range excused {
		t.Errorf("exceptions.txt: %q is within the limits or gone; remove the entry", subject)
	}
}

func TestSizeRulesBite(t *testing.T) {
	long := "package a\nfunc (t *T[K]) F() {\n" + strings.Repeat("\n", maxFuncLines-1) + "}\n"
	fits := strings.Replace(long, "\n\n", "\n", 1)
	tests := []struct{ name, file, src, want string }{
		{"long function", "core/a/a.go", long, "func core/a/a.go T.F"},
		{"function at the limit", "core/a/a.go", fits, ""},
		{"long file", "core/a/a.go", "package a" + strings.Repeat("\n", maxFileLines+1), "file core/a/a.go"},
		{"file at the limit", "core/a/a.go", "package a" + strings.Repeat("\n", maxFileLines), ""},
		{"tests are free", "core/a/a_test.go", long, ""},
	}
	for _, tt := range tests {
		s, err := parse(tt.file, tt.file, tt.src)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		got := tooLarge(s)
		if _, ok := got[tt.want]; len(got) > 1 || ok != (tt.want != "") || (tt.want == "" && len(got) != 0) {
			t.Errorf("%s: too large %v, want %q", tt.name, got, tt.want)
		}
	}
	for _, bad := range []string{"file a.go", "file a.go:", "func a.go: why", "dir a: why", "file a.go: x\nfile a.go: y"} {
		if _, err := exceptions(bad); err == nil {
			t.Errorf("exceptions accepts %q", bad)
		}
	}
}
