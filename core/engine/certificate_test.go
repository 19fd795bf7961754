package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
)

func TestStaleAndCertify(t *testing.T) {
	e := newEngine(t)
	const id = "forward-brandt-contract-000009"
	lib := copyTasks(t, id)
	cert, file := filepath.Join(lib, id, engine.CertificateFile), filepath.Join(lib, id, "task.yaml")
	open := func() *engine.Loaded {
		l, err := e.One(lib)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	gated := func() *gate.Report {
		l := open()
		var out *gate.Report
		_, err := e.Gate(t.Context(), engine.Held(l), gate.Options{}, func(l *engine.Loaded, r *gate.Report) error {
			out = r
			_, err := e.Certify(l, r)
			return err
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	expect := func(what, want string) {
		t.Helper()
		if got := e.Stale(open()); got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	expect("at first", "there is no certificate")
	if r := gated(); r.Status != gate.Verified {
		t.Fatalf("status %s", r.Status)
	}
	expect("certified", "")
	data, err := os.ReadFile(cert)
	if err != nil {
		t.Fatal(err)
	}
	write(t, cert, []byte(strings.Replace(string(data), `"passed"`, `"skipped"`, 1)))
	expect("altered", "altered")
	write(t, cert, []byte("{"))
	expect("cut off", "is no certificate")
	write(t, cert, data)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, []byte(strings.Replace(string(whole), "checks:", "checkz:", 1)))
	if r := gated(); r.Status == gate.Verified {
		t.Fatal("a broken task is verified")
	}
	expect("rejected", "there is no certificate")
	if shipped, err := e.One(id); err != nil || e.Stale(shipped) == "" {
		t.Errorf("an embedded task has a certificate on disk: %v", err)
	}
}

// What a certificate beside a task says, the workspace says too once the task was run.
func TestRunKeepsTheCertificate(t *testing.T) {
	e := newEngine(t)
	const id = "forward-brandt-contract-000009"
	tasks, err := e.Open(copyTasks(t, id))
	if err != nil {
		t.Fatal(err)
	}
	oracle, err := e.Agent("oracle")
	if err != nil {
		t.Fatal(err)
	}
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	states := func(seed uint64) (out []string) {
		if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{oracle}, Trials: 1, Seed: seed}, 1, nil); err != nil {
			t.Fatal(err)
		}
		for row, err := range w.Store.Tasks(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, row.ID+" "+row.Gate)
		}
		return out
	}
	if got := states(1); len(got) != 1 || got[0] != id+" none" {
		t.Errorf("without a certificate: %v", got)
	}
	certify := func(l *engine.Loaded, r *gate.Report) error {
		_, err := e.Certify(l, r)
		return err
	}
	if _, err := e.Gate(t.Context(), engine.Held(tasks...), gate.Options{}, certify, nil); err != nil {
		t.Fatal(err)
	}
	if got := states(2); len(got) != 1 || got[0] != id+" passed" {
		t.Errorf("with a certificate that holds: %v", got)
	}
}
