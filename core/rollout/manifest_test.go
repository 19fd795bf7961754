package rollout_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

func written(t testing.TB, m *rollout.Manifest) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "plan.jsonl")
	if err := m.WriteFile(name); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestManifestFile(t *testing.T) {
	m := manifest(t, 5)
	name := written(t, m)
	back, err := rollout.OpenManifest(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Header, back.Header); diff != "" {
		t.Error(diff)
	}
	for range 2 { // it can be read again
		if !reflect.DeepEqual(groups(t, m, rollout.Whole()), groups(t, back, rollout.Whole())) {
			t.Error("the groups of the file are others")
		}
	}
	if m.RunID() != back.RunID() || back.Items != 30 || back.Header.Groups != 10 {
		t.Errorf("%s, %+v", back.RunID(), back.Header)
	}
	if err := m.WriteFile(name); fault.KindOf(err) != fault.Conflict {
		t.Errorf("written over: %v", err)
	}
	if left, err := filepath.Glob(filepath.Dir(name) + "/*new*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	again := written(t, manifest(t, 5))
	a, _ := os.ReadFile(name)
	b, _ := os.ReadFile(again)
	if len(a) == 0 || !bytes.Equal(a, b) {
		t.Error("equal plans give other bytes")
	}
}

// Any change of the file is noticed before anything is run.
func TestManifestIsImmutable(t *testing.T) {
	m := manifest(t, 3)
	data, err := os.ReadFile(written(t, m))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	join := func(parts ...[]string) string {
		var b strings.Builder
		for _, p := range parts {
			b.WriteString(strings.Join(p, ""))
		}
		return b.String()
	}
	first := groups(t, m, rollout.Whole())[0][0]
	harder := first
	harder.Rate = 0.5
	harder = rollout.NewItem(harder)
	tests := []struct {
		name, file string
		kind       fault.Kind
	}{
		{"as it is", string(data), ""},
		{"empty", "", fault.Invalid},
		{"header alone", lines[0], fault.Invalid},
		{"cut off in the header", lines[0][:20], fault.Invalid},
		{"cut off in a line", string(data[:len(data)-10]), fault.Invalid},
		{"cut off between lines", join(lines[:10]), fault.Invalid},
		{"a line more", join(lines, lines[18:]), fault.Invalid},
		{"a line twice", join(lines[:2], lines[1:2], lines[3:]), fault.Invalid},
		{"lines swapped", join(lines[:1], lines[2:3], lines[1:2], lines[3:]), fault.Invalid},
		{"groups mixed", join(lines[:3], lines[4:5], lines[3:4], lines[5:]), fault.Invalid},
		{"another seed", strings.Replace(string(data), `"seed":7`, `"seed":8`, 2), fault.Invalid},
		{"another item id", strings.Replace(string(data), first.ID, harder.ID, 1), fault.Invalid},
		{"another agent", strings.Replace(string(data), `"novice"`, `"oracle"`, 1), fault.Invalid},
		{"not JSON", join(lines[:1], []string{"hello\n"}, lines[2:]), fault.Invalid},
		{"an unknown member", strings.Replace(string(data), `"attempt":1`, `"attempt":1,"x":1`, 1), fault.Invalid},
		{"a line that never ends", lines[0] + strings.Repeat("x", 200_000), fault.Invalid},
		{"another format", strings.Replace(string(data), "manifest/v1", "manifest/v9", 1), fault.Unsupported},
		{"another format with other members", `{"format":"coworkenv.manifest/v2","shards":[]}` + "\n", fault.Unsupported},
	}
	for _, tt := range tests {
		name := filepath.Join(t.TempDir(), "m")
		if err := os.WriteFile(name, []byte(tt.file), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := rollout.OpenManifest(name)
		if fault.KindOf(err) != tt.kind || err != nil && fault.HintOf(err) == "" {
			t.Errorf("%s: %v (kind %s)", tt.name, err, fault.KindOf(err))
		}
	}
	// Where the tasks lie is no part of what is run.
	moved := strings.Replace(string(data), `"novice","version":"1"}]`, `"novice","version":"1"}],"libraries":["elsewhere"]`, 1)
	name := filepath.Join(t.TempDir(), "m")
	if err := os.WriteFile(name, []byte(moved), 0o644); err != nil {
		t.Fatal(err)
	}
	if back, err := rollout.OpenManifest(name); err != nil || len(back.Libraries) != 1 || back.RunID() != m.RunID() {
		t.Errorf("moved libraries: %v", err)
	}
	for _, bad := range []string{filepath.Join(t.TempDir(), "missing"), t.TempDir()} {
		if _, err := rollout.OpenManifest(bad); err == nil || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestPlansThatAreNone(t *testing.T) {
	one := rollout.TaskRef{ID: "a", Digest: "d"}
	agents := []rollout.AgentRef{{Name: "x"}}
	tests := []struct {
		name string
		plan rollout.Plan
		kind fault.Kind
	}{
		{"no trials", rollout.Plan{Tasks: []rollout.TaskRef{one}, Agents: agents}, fault.Usage},
		{"a fault rate above 1", rollout.Plan{Tasks: []rollout.TaskRef{one}, Agents: agents, Trials: 1, Rate: 2}, fault.Usage},
		{"one task under two ids", rollout.Plan{Tasks: []rollout.TaskRef{one, {ID: "b", Digest: "d"}}, Agents: agents, Trials: 1}, fault.Conflict},
		{"an agent twice", rollout.Plan{Tasks: []rollout.TaskRef{one}, Agents: append(agents, agents...), Trials: 1}, fault.Conflict},
	}
	for _, tt := range tests {
		if _, err := tt.plan.Manifest(); fault.KindOf(err) != tt.kind || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestDiffers(t *testing.T) {
	base := rollout.Plan{Tasks: []rollout.TaskRef{{ID: "a", Digest: "d"}}, Agents: []rollout.AgentRef{{Name: "x", Version: "1"}}, Trials: 2, Seed: 1}
	other := base
	other.Agents, other.Seed = []rollout.AgentRef{{Name: "x", Version: "2"}}, 5
	a, err := base.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	b, err := other.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.Differs(b), "agents x 2 instead of x 1, seed 5 instead of 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := a.Differs(a); got != "" {
		t.Errorf("%q", got)
	}
}

// Reading a foreign file ends, with an error or with a manifest that is sound.
func FuzzOpenManifest(f *testing.F) {
	data, err := os.ReadFile(written(f, manifest(f, 2)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:100])
	f.Add([]byte(`{"format":"coworkenv.manifest/v1","digest":"","items":0,"groups":0,"tasks":0,"trials":0,"seed":0,"agents":null}` + "\n"))
	name := filepath.Join(f.TempDir(), "m")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := rollout.OpenManifest(name)
		if err != nil {
			return
		}
		n := 0
		for g, err := range m.Deal(rollout.Whole()) {
			if err != nil || len(g) == 0 {
				t.Fatalf("group of %d: %v", len(g), err)
			}
			n += len(g)
		}
		if n != m.Items {
			t.Errorf("%d items, the header says %d", n, m.Items)
		}
	})
}
