package gate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// around is a desk whose lists tell something of the process that it runs in.
func around(what string) desk {
	if what == "zone" {
		return desk{counting: func() string { return os.Getenv("TZ") }}
	}
	return desk{}
}

// child answers as the command does; childVar says what the desk looks at.
func child() int {
	if err := toyGate(panicking{}, around(os.Getenv(childVar)), nil).Answer(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// elsewhere gates the toy task here and has its print taken in a child process; beside are problems
// of files that only this process sees.
func elsewhere(t *testing.T, what string, whole bool, beside ...task.Problem) (*gate.Report, gate.Cost) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	x, err := gate.Begin(t.Context(), gate.Child{Path: exe, Env: []string{childVar + "=" + what}})
	if err != nil {
		t.Fatal(err)
	}
	file := []byte(toy("1.0", ""))
	wait, err := x.Ask("toy.yaml", file, beside, whole)
	if err != nil {
		t.Fatal(err)
	}
	tk, problems := task.Parse("toy.yaml", file)
	r, err := toyGate(t, around(what), nil).Run(t.Context(), tk, append(problems, beside...), gate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	there, err := wait()
	if err != nil {
		t.Fatal(err)
	}
	r.Depart(there)
	cost, err := x.End()
	if err != nil {
		t.Fatal(err)
	}
	return r, cost
}

// In a process with another zone and language everything comes out the same, and what does not is
// an error that costs the certificate.
func TestElsewhere(t *testing.T) {
	t.Setenv("TZ", "")
	for _, whole := range []bool{false, true} {
		r, cost := elsewhere(t, "nothing", whole)
		if r.Certificate == nil || codesOf(r)[gate.EnvironmentMatters] != "" {
			t.Errorf("a sound desk, whole %v: %s %v", whole, r.Status, codesOf(r))
		}
		if cost.Tasks != 1 || (cost.Whole == 1) != whole || cost.CPU <= 0 {
			t.Errorf("cost %+v", cost)
		}
		r, _ = elsewhere(t, "nothing", whole, task.Problem{Code: task.CodeAssetUnpinned, Severity: task.SeverityWarning, Message: "no sum"})
		if r.Certificate == nil || codesOf(r)["asset_unpinned"] != gate.Warning {
			t.Errorf("a warning of a file beside the task's, whole %v: %s %v", whole, r.Status, codesOf(r))
		}
		r, _ = elsewhere(t, "zone", whole)
		round, _ := r.Round(gate.RoundDeterminism)
		if codesOf(r)[gate.EnvironmentMatters] != gate.Error || r.Certificate != nil || r.Status != gate.Failed || round.Status != gate.Failed {
			t.Errorf("a desk that looks at TZ, whole %v: %s %v", whole, r.Status, codesOf(r))
		}
	}
}

// What a caller wants to see of the runs is no part of what the task comes to.
func TestPrintIsTheSameWhateverIsKept(t *testing.T) {
	g := newGate(t)
	tk, problems := task.Parse("03.yaml", []byte(example(t, "03")))
	there, err := g.Print(t.Context(), tk, problems, true)
	if err != nil {
		t.Fatal(err)
	}
	ready, all := episode.Lint(tk, problems, g.Catalog, g.Checks)
	for name, opts := range map[string]gate.Options{"runs": {Runs: true}, "ready": {Ready: ready}, "tell": {Tell: func(gate.Event) {}}, "every round by name": {Rounds: gate.Rounds()}} {
		loaded := problems
		if opts.Ready != nil {
			loaded = all
		}
		r, err := g.Run(t.Context(), tk, loaded, opts)
		if err != nil {
			t.Fatal(err)
		}
		kept := slices.ContainsFunc(r.Findings, func(f gate.Finding) bool { return f.Evidence != nil && f.Evidence.Trajectory != nil })
		if kept != opts.Runs {
			t.Errorf("%s: trajectories kept: %v", name, kept)
		}
		if r.Depart(there); r.Certificate == nil {
			t.Errorf("%s: %s %v", name, r.Status, codesOf(r))
		}
	}
}

// Many questions at once each get their own answer.
func TestElsewhereInParallel(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	x, err := gate.Begin(t.Context(), gate.Child{Path: exe, Env: []string{childVar + "=nothing"}})
	if err != nil {
		t.Fatal(err)
	}
	files := []string{toy("1.0", ""), toy("0.9", ""), "no: task"}
	t.Run("asked", func(t *testing.T) {
		for i := range 12 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				file := files[i%len(files)]
				wait, err := x.Ask("toy.yaml", []byte(file), nil, i%2 == 0)
				if err != nil {
					t.Fatal(err)
				}
				got, err := wait()
				if err != nil {
					t.Fatal(err)
				}
				tk, problems := task.Parse("toy.yaml", []byte(file))
				want, err := toyGate(t, desk{}, nil).Print(t.Context(), tk, problems, i%2 == 0)
				if err != nil || got != want {
					t.Errorf("got %+v, want %+v (%v)", got, want, err)
				}
			})
		}
	})
	if _, err := x.End(); err != nil {
		t.Error(err)
	}
}

// A child that cannot be started, or breaks off, is an error, never a pass.
func TestElsewhereBreaksOff(t *testing.T) {
	if _, err := gate.Begin(t.Context(), gate.Child{Path: "/is/not/there"}); err == nil {
		t.Error("a child that is not there is no error")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := gate.Begin(ctx, gate.Child{Path: exe}); fault.KindOf(err) != fault.Canceled {
		t.Errorf("a child that nobody waits for any more: %v", err)
	}
	x, err := gate.Begin(t.Context(), gate.Child{Path: exe, Args: []string{"-no-such-flag"}})
	if err != nil {
		t.Fatal(err)
	}
	wait, err := x.Ask("toy.yaml", []byte(toy("1.0", "")), nil, false)
	if err == nil {
		_, err = wait()
	}
	if err == nil || !strings.Contains(err.Error(), "broke off") {
		t.Errorf("a child that breaks off: %v", err)
	}
	if _, err := x.End(); err == nil {
		t.Error("a child that failed ends without an error")
	}
}

// Questions that are none are an error.
func TestAnswerRefusesNonsense(t *testing.T) {
	g := toyGate(t, desk{}, nil)
	for _, in := range []string{"{", "[]", `{"number": "x"}`} {
		var out bytes.Buffer
		if err := g.Answer(t.Context(), strings.NewReader(in), &out); err == nil {
			t.Errorf("%q is no error; it answered %q", in, out.String())
		}
	}
}

// The gate comes to the same result again, and beside other tasks.
func TestGateIsDeterministic(t *testing.T) {
	g := newGate(t)
	tasks := shippedTasks(t)
	want := make([]gate.Print, len(tasks))
	for i, s := range tasks {
		print, err := g.Print(context.Background(), s.task, s.problems, true)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = print
	}
	for i, s := range tasks {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			got, err := g.Print(context.Background(), s.task, s.problems, true)
			if err != nil {
				t.Fatal(err)
			}
			if got != want[i] {
				t.Error("the gate came to another result beside other tasks")
			}
			brief, err := g.Print(context.Background(), s.task, s.problems, false)
			if err != nil || brief.Solution != want[i].Solution || brief.Gate != "" {
				t.Errorf("the solution's print is %+v, of the whole gate %+v (%v)", brief, want[i], err)
			}
		})
	}
}

// Whatever is asked is answered or refused, and every answer is one line of JSON.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{"", "\n", "{", `{"number":1,"name":"a","file":"id: a","whole":true}` + "\n" + `{"number":2}`, "\x00\xff", `{"number":-1,"file":"\u0000"}`} {
		f.Add([]byte(seed))
	}
	g := toyGate(f, desk{}, nil)
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		_ = g.Answer(t.Context(), bytes.NewReader(in), &out) // refused or not, what was answered stands
		for line := range bytes.Lines(out.Bytes()) {
			if !json.Valid(line) {
				t.Errorf("answered %q", line)
			}
		}
	})
}
