package task

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/world"
)

// startedBy is the starter with another generator, another weight, and further keys.
func startedBy(generator, weight, more string) []byte {
	s := strings.Replace(string(New("start", "")), "generator: hand", "generator: "+generator, 1)
	return []byte(strings.Replace(s, "weight: 0.7", "weight: "+weight, 1) + more)
}

// TestImportedTasksAreDecidedInPart: only an imported task with a rubric may leave a part of the
// weight, or all, undecided; never more than the whole.
func TestImportedTasksAreDecidedInPart(t *testing.T) {
	const rubric = "judge: {rubric: x}\n"
	tests := []struct {
		name string
		data []byte
		code Code
	}{
		{"whole", startedBy("import", "0.7", rubric), ""},
		{"a part", startedBy("import", "0.1", rubric), ""},
		{"a part without a rubric", startedBy("import", "0.1", ""), CodeWeightsSum},
		{"a part by hand", startedBy("hand", "0.1", rubric), CodeWeightsSum},
		{"a part by a list", startedBy("[import]", "0.1", rubric), CodeWeightsSum},
		{"too much", startedBy("import", "0.8", rubric), CodeWeightsSum},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := Parse("task.yaml", tt.data)
			found := false
			for _, p := range problems.Errors() {
				found = found || p.Code == tt.code
				if tt.code == "" {
					t.Error(p)
				}
			}
			if tt.code != "" && !found {
				t.Errorf("no %s in %v", tt.code, problems)
			}
		})
	}
	none := func(generator string) Problems {
		s := string(startedBy(generator, "0.7", rubric))
		from, to := strings.Index(s, "checks:"), strings.Index(s, "forbid:")
		_, problems := Parse("task.yaml", []byte(s[:from]+"checks: []\n\n"+s[to:]))
		return problems.Errors()
	}
	if problems := none("import"); len(problems) > 0 {
		t.Errorf("an imported task without checks: %v", problems)
	}
	if problems := none("hand"); len(problems) != 1 || problems[0].Code != CodeNoChecks {
		t.Errorf("a task without checks: %v", problems)
	}
}

// TestImportedTasksReadCallsLeniently: the profile follows from the generator, and so does the
// digest, though provenance has no part in it otherwise.
func TestImportedTasksReadCallsLeniently(t *testing.T) {
	bound := func(generator string) *Bound {
		parsed, problems := Parse("task.yaml", startedBy(generator, "0.7", ""))
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		b, problems := Bind(parsed, toyCatalog(t))
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		return b
	}
	own, other, imported := bound("hand"), bound("model"), bound("import")
	if own.Options().Profile != world.Strict || imported.Options().Profile != world.Wire {
		t.Errorf("profiles %d and %d", own.Options().Profile, imported.Options().Profile)
	}
	if Digest(own.Task) != Digest(other.Task) || Digest(own.Task) == Digest(imported.Task) {
		t.Error("the digest covers the profile and nothing else of the provenance")
	}
}
