package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		_, err := e.Gate(t.Context(), []*engine.Loaded{l}, gate.Options{}, func(l *engine.Loaded, r *gate.Report) error {
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
