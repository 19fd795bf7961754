package task

import (
	"bytes"
	"testing"
)

// bindOnly parses and binds and returns all problems.
func bindOnly(t testing.TB, data []byte) (*Bound, Problems) {
	t.Helper()
	parsed, problems := Parse("task.yaml", data)
	if parsed == nil {
		return nil, problems
	}
	b, more := Bind(parsed, toyCatalog(t))
	return b, append(problems, more...).Sort()
}

// starterWith is the starter with one text replaced by another.
func starterWith(t testing.TB, old, by string) []byte {
	t.Helper()
	data := New("start", Triage)
	if !bytes.Contains(data, []byte(old)) {
		t.Fatalf("the starter does not hold %q", old)
	}
	return bytes.Replace(data, []byte(old), []byte(by), 1)
}

func TestNew(t *testing.T) {
	for _, family := range append(Families(), "") {
		data := New("my-task", family)
		b, problems := bindOnly(t, data)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", family, problems)
		}
		if got := ids(t, b, "overdue", "id"); len(got) != 2 || got[0] != "TODO-1" || got[1] != "TODO-2" {
			t.Errorf("overdue %v", got)
		}
		for condition, near := range nearMisses(t, b, "overdue") {
			if len(near) != 1 {
				t.Errorf("condition %s has near misses %v", condition, near)
			}
		}
		if b.Task.ID != "my-task" || family != "" && b.Task.Family != family {
			t.Errorf("id %s, family %s", b.Task.ID, b.Task.Family)
		}
		formatted, err := Format(data)
		if err != nil || !bytes.Equal(formatted, data) {
			t.Errorf("the starter is not in its usual form: %v\n%s", err, formatted)
		}
	}
}
