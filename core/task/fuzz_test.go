package task

import (
	"bytes"
	"testing"

	"coworkenv.dev/coworkenv/core/value"
)

func seedFiles(f *testing.F) {
	f.Helper()
	for _, data := range examples(f) {
		f.Add(data)
	}
	f.Add(New("start", Triage))
	f.Add(labTask("{thing_id: a, n: 1, many: [1], free: {a: [null]}, _x: [1, b]}"))
	for _, s := range []string{"", "a", "a: &x [*x]", "a: !!binary x", "- a\n- b", "? [a]\n: b", "{", "a: b\n---\nc: d", "\ufeffa: b", "facts: {a: {from: b, where: {c: '#'}}}", "a: |+\n  b\n\n\nc: d  # e", "a: |+\n  \n #\n", "# x\nb: c\n# y\nschema: d", "# \r4) x:", "\"\\x00\": 1"} {
		f.Add([]byte(s))
	}
}

// FuzzParse parses and binds anything: no panic, and problems that say where they are.
func FuzzParse(f *testing.F) {
	seedFiles(f)
	cat := toyCatalog(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		parsed, problems := Parse("fuzz.yaml", data)
		if parsed == nil && problems.Err() == nil {
			t.Fatal("neither a task nor an error")
		}
		if parsed == nil {
			return
		}
		digest := Digest(parsed)
		b, more := Bind(parsed, cat)
		if b == nil && more.Err() == nil {
			t.Fatal("neither bound nor an error")
		}
		for _, p := range append(problems, more...) {
			if p.Message == "" || p.Severity == "" || p.File == "" || p.Line < 1 || p.Column < 1 || p.Line > len(newFile("", data).lines) {
				t.Fatalf("incomplete problem %+v", p)
			}
		}
		if Digest(parsed) != digest {
			t.Fatal("binding changed the task")
		}
		if b != nil {
			for _, info := range b.FactInfos() {
				if info.List {
					if _, err := b.Conditions(info.Name, ""); err != nil {
						t.Fatalf("conditions of %s: %v", info.Name, err)
					}
				}
			}
			newWorld(b)
		}
	})
}

// FuzzExpr compiles and runs anything as an expression.
func FuzzExpr(f *testing.F) {
	for _, s := range []string{"overdue", "1 + 2", "map(overdue, .ticket)", "the(crm.customers, 'tier', 'enterprise').name", "now", "it.ticket", "#", "filter(overdue, .hours > 48) | map(.ticket)",
		"let a = 1; a ?? nil", "overdue[0]?.manager", "{a: [1, {b: now}]}", "sortBy(helpdesk.tickets, .created_at, 'desc')", "reduce(0..9, #acc + #, 0)", "at(day(now), '25:00')", "not (1 in [1.0])",
		"x.y[0].z", "x?.y", "-x", "string(x) + 'a'", "total(map(overdue, .hours))", "1}) + map(0,{2", "now - now == duration('0s')", "first(uniq(flatten([[1],[2]])))", "made('a')", "$env", "::len(1)", "1 ?: 2"} {
		f.Add(s)
	}
	files := examples(f)
	b := bindToy(f, "03", files["03_escalation.yaml"])
	each, p := b.Expr("overdue", "x", "", Scope{})
	if p != nil {
		f.Fatal(p)
	}
	items, err := b.Items(each, "", Env{})
	if err != nil {
		f.Fatal(err)
	}
	vars := map[string]any{"x": value.Obj(value.Member{Name: "y", Value: []any{value.Number("1"), "z", nil}})}
	f.Fuzz(func(t *testing.T, src string) {
		e, p := b.Expr(src, "x", "", Scope{It: each, Vars: map[string]any{"x": nil}, Made: true})
		if (e == nil) == (p == nil) {
			t.Fatal("neither an expression nor a problem, or both")
		}
		if e == nil {
			if p.Message == "" {
				t.Fatal("no message")
			}
			return
		}
		v, err := b.Run(e, "", Env{It: items[0], Vars: vars})
		if err != nil {
			return
		}
		again, err := b.Run(e, "", Env{It: items[0], Vars: vars})
		if err != nil || !value.Equal(b.JSON(v), b.JSON(again)) {
			t.Fatalf("%s: %v, then %v (%v)", src, v, again, err)
		}
		Show(v)
	})
}

// FuzzFormat formats anything: idempotent, and nothing changes in meaning.
func FuzzFormat(f *testing.F) {
	seedFiles(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		once, err := Format(data)
		if err != nil {
			return
		}
		twice, err := Format(once)
		if err != nil {
			t.Fatalf("the formatted file is not read: %v\n%s", err, once)
		}
		if !bytes.Equal(once, twice) {
			t.Fatalf("not idempotent:\n%q\n%q", once, twice)
		}
		a, _ := Parse("a", data)
		b, _ := Parse("a", once)
		if (a == nil) != (b == nil) || a != nil && Digest(a) != Digest(b) {
			t.Fatalf("another digest after formatting:\n%s", once)
		}
	})
}
