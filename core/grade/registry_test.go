package grade

import (
	"testing"

	"coworkenv.dev/coworkenv/core/task"
)

func TestRegistry(t *testing.T) {
	kind := func(name string) Kind {
		return Kind{Name: name, Version: 1, Doc: "A kind.", Compile: func(*Compiler, task.CheckSpec) Check { return nil }}
	}
	rule := func(name string) ProhibitionKind {
		return ProhibitionKind{Name: name, Version: 1, Doc: "A rule.", Compile: func(*Compiler, task.ForbidSpec) Prohibition { return nil }}
	}
	given := []Kind{kind("b"), kind("a")}
	r, err := NewRegistry(given, []ProhibitionKind{rule("z"), rule("y")})
	if err != nil {
		t.Fatal(err)
	}
	if r.Kinds()[0].Name != "a" || r.Prohibitions()[0].Name != "y" || given[0].Name != "b" {
		t.Error("kinds are not sorted, or the caller's list was")
	}
	if k, ok := r.Kind("b"); !ok || k.Name != "b" {
		t.Error("b is not found")
	}
	if _, ok := r.Kind("z"); ok {
		t.Error("a prohibition is no check kind")
	}
	if _, ok := r.Prohibition("y"); !ok {
		t.Error("y is not found")
	}
	noDoc := kind("c")
	noDoc.Doc = ""
	noCompile := rule("c")
	noCompile.Compile = nil
	for name, faulty := range map[string]func() (*Registry, error){
		"twice":             func() (*Registry, error) { return NewRegistry([]Kind{kind("a"), kind("a")}, nil) },
		"prohibition twice": func() (*Registry, error) { return NewRegistry(nil, []ProhibitionKind{rule("a"), rule("a")}) },
		"undocumented":      func() (*Registry, error) { return NewRegistry([]Kind{noDoc}, nil) },
		"no compiler":       func() (*Registry, error) { return NewRegistry(nil, []ProhibitionKind{noCompile}) },
	} {
		if _, err := faulty(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestCodesAreDocumentedOnce(t *testing.T) {
	seen := map[task.Code]bool{}
	for _, d := range append(task.Codes(), Codes()...) {
		if d.Code == "" || d.Doc == "" || d.Do == "" || d.Severity == "" || seen[d.Code] {
			t.Errorf("code %+v lacks something or is listed twice", d)
		}
		seen[d.Code] = true
	}
}
