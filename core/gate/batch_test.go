package gate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// local is a desk whose lists tell the time zone that the process runs in.
func local() desk { return desk{counting: func() string { return os.Getenv("TZ") }} }

// fingerprints are those of the toy task with a sound desk and with one that looks around.
func fingerprints(t testing.TB) (map[string]string, error) {
	out := map[string]string{}
	for name, d := range map[string]desk{"sound": {}, "local": local()} {
		tk, problems := task.Parse("toy.yaml", []byte(toy("1.0", "")))
		print, err := toyGate(t, d, nil).Fingerprint(context.Background(), tk, problems)
		if err != nil {
			return nil, err
		}
		out[name] = print
	}
	return out, nil
}

// child prints the fingerprints, as Batch expects of its child processes.
func child() int {
	got, err := fingerprints(panicking{})
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(got)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// In child processes with another zone and language everything comes out the same, and what does
// not is found.
func TestBatch(t *testing.T) {
	t.Setenv("TZ", "")
	want, err := fingerprints(t)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got, err := gate.Batch(context.Background(), []string{"local", "sound"}, want, gate.Child{Path: exe, Env: []string{childVar + "=1"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 {
		t.Error("a service that looks at TZ went unnoticed")
	}
	for _, d := range got {
		if d.Task != "local" {
			t.Errorf("%s comes out otherwise in %s", d.Task, d.Surrounding)
		}
		if f := d.Finding(); f.Code != gate.EnvironmentMatters || f.Round != gate.RoundDeterminism || f.Severity != gate.Error {
			t.Errorf("finding %+v", f)
		}
	}
	if _, err := gate.Batch(context.Background(), nil, nil, gate.Child{Path: exe + "-is-not-there"}); err == nil {
		t.Error("a child that cannot be run is no error")
	}
}

// The gate comes to the same result again, and beside other tasks.
func TestGateIsDeterministic(t *testing.T) {
	g := newGate(t)
	tasks := shippedTasks(t)
	want := make([]string, len(tasks))
	for i, s := range tasks {
		print, err := g.Fingerprint(context.Background(), s.task, s.problems)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = print
	}
	for i, s := range tasks {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			got, err := g.Fingerprint(context.Background(), s.task, s.problems)
			if err != nil {
				t.Fatal(err)
			}
			if got != want[i] {
				t.Error("the gate came to another result beside other tasks")
			}
		})
	}
}
