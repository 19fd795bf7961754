package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
)

const goldTask = "expiring-gold-contracts-000001"

// scripted makes an agent that reads as the solution does, and gives an answer of its own.
func scripted(t testing.TB, e *engine.Engine, name, answer string) agent.Maker {
	t.Helper()
	m, err := e.ScriptAgent(name+".yaml", []byte(`calls:
  - crm_list_customers: {status: active, tier: gold}
  - {each: "map(filter(crm.customers, .status == 'active' and .tier == 'gold'), .customer_id)", crm_get_customer: {customer_id: =it}}
  - answer: `+answer+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// tried is a workspace with hand-made trials of a task: one passes with the rows alone right, one
// fails with the total alone right, the oracle does all and null nothing.
func tried(t testing.TB) (*engine.Workspace, *engine.Loaded) {
	t.Helper()
	e := newEngine(t)
	l, err := e.One(filepath.Join(copyTasks(t, goldTask), goldTask))
	if err != nil {
		t.Fatal(err)
	}
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	agents := []agent.Maker{agent.Oracle(), agent.Null(), scripted(t, e, "rows", `{contracts: =expiring, eur_total: "1 EUR"}`), scripted(t, e, "total", `{contracts: [], eur_total: =eur_total}`)}
	if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: []*engine.Loaded{l}, Agents: agents, Trials: 1, Seed: 1}, 1, nil); err != nil {
		t.Fatal(err)
	}
	return w, l
}

// Each verdict under a draft is known beforehand: weights change places, so that the one who
// passed fails and the other way round.
func TestWhatIfFlips(t *testing.T) {
	w, l := tried(t)
	d, err := w.Draft(l)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Remove(); err != nil {
			t.Error(err)
		}
	}()
	try := func() (map[string]engine.Flip, map[string]string, *engine.WhatIf) {
		flips, checks := map[string]engine.Flip{}, map[string]string{}
		sum, err := w.WhatIf(t.Context(), d, func(c *engine.TrialChange, total int) {
			flips[c.Agent] = c.Flip
			for _, x := range c.Checks {
				checks[c.Agent] += x.ID + " "
			}
			if total != 4 {
				t.Errorf("of %d trials, want 4", total)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return flips, checks, sum
	}
	same := map[string]engine.Flip{"oracle": engine.Unmoved, "null": engine.Unmoved, "script:rows": engine.Unmoved, "script:total": engine.Unmoved}
	flips, _, sum := try()
	if diff := cmp.Diff(same, flips); diff != "" || sum.Same != 4 {
		t.Errorf("an unchanged draft (-want +got):\n%s", diff)
	}
	text := strings.NewReplacer("weight: 0.75", "weight: 0.25", "weight: 0.25", "weight: 0.75").Replace(d.Before())
	if err := d.Write(text); err != nil {
		t.Fatal(err)
	}
	flips, checks, sum := try()
	want := map[string]engine.Flip{"oracle": engine.Unmoved, "null": engine.Unmoved, "script:rows": engine.FailsNow, "script:total": engine.PassesNow}
	if diff := cmp.Diff(want, flips); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("rows total ", checks["script:rows"]); diff != "" {
		t.Errorf("checks that changed (-want +got):\n%s", diff)
	}
	sum.Oracle.Checks, sum.Oracle.Robustness = nil, nil
	if diff := cmp.Diff(engine.WhatIf{Trials: 4, FailsNow: 1, PassesNow: 1, Same: 2, Oracle: &grade.Score{Status: grade.Scored, Completion: grade.One, Safety: 1, Score: grade.One, Pass: true, ClawEval: sum.Oracle.ClawEval}}, *sum); diff != "" {
		t.Errorf("sum (-want +got):\n%s", diff)
	}
}

func TestDraftIsApplied(t *testing.T) {
	e := newEngine(t)
	folder := filepath.Join(copyTasks(t, goldTask), goldTask)
	file := filepath.Join(folder, "task.yaml")
	l, err := e.One(folder)
	if err != nil {
		t.Fatal(err)
	}
	d, err := e.Draft(l)
	if err != nil {
		t.Fatal(err)
	}
	put := func(text string) {
		if err := d.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	kind := func(what string, want fault.Kind) {
		t.Helper()
		if err := d.Apply(); fault.KindOf(err) != want {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
		if data, err := os.ReadFile(file); err != nil || string(data) != d.Before() {
			t.Errorf("%s: the task's file was touched (%v)", what, err)
		}
	}
	put("schema: [\n")
	kind("no YAML", fault.Invalid)
	put(strings.Replace(d.Before(), "id: "+goldTask, "id: another", 1))
	kind("another id", fault.Conflict)
	put(strings.Replace(d.Before(), "weight: 0.75", "weight: 0.7", 1))
	kind("weights that are no whole", fault.Invalid)
	changed := strings.Replace(d.Before(), "max_turns: 20", "max_turns: 21", 1)
	put(changed)
	write(t, file, []byte(d.Before()+"# by another hand\n"))
	if err := d.Apply(); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a file that was changed meanwhile: %v", err)
	}
	write(t, file, []byte(d.Before()))
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := d.Apply(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil || string(data) != changed {
		t.Errorf("not written (%v)", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v (%v)", info.Mode(), err)
	}
	again, err := d.Again()
	if err != nil || again.Before() != changed {
		t.Errorf("again: %v", err)
	}
	if err := again.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(d.File); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the copy is still there: %v", err)
	}
	shipped, err := e.One(goldTask)
	if err != nil {
		t.Fatal(err)
	}
	if d, err = e.Draft(shipped); err != nil {
		t.Fatal(err)
	}
	if err := d.Apply(); fault.KindOf(err) != fault.Denied {
		t.Errorf("a shipped task is changed: %v", err)
	}
	if err := d.Remove(); err != nil {
		t.Fatal(err)
	}
}

// What is gated live is what Gate says, and a recipe of it is made again.
func TestGateLive(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, goldTask)
	file := filepath.Join(lib, goldTask, "task.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, []byte(strings.Replace(string(data), "answer: {eur_total: =eur_total}}", `answer: {eur_total: "1 EUR"}}`, 1)))
	l, err := e.Named(t.Context(), nil, filepath.Join(lib, goldTask))
	if err != nil {
		t.Fatal(err)
	}
	events := 0
	live, err := e.GateLive(t.Context(), l, func(gate.Event) { events++ })
	if err != nil {
		t.Fatal(err)
	}
	gated, err := e.Gate(t.Context(), engine.Held(l), gate.Options{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(gated.Reports[0].Line(), live.Line()); diff != "" {
		t.Errorf("the words differ (-Gate +GateLive):\n%s", diff)
	}
	if events < 20 {
		t.Errorf("only %d events were told", events)
	}
	again := 0
	for _, f := range live.Findings {
		if f.Evidence == nil || f.Evidence.Recipe == nil {
			continue
		}
		again++
		r, err := e.GateRun(t.Context(), l, *f.Evidence.Recipe)
		if err != nil || r.Score.Score.String() != f.Evidence.Score {
			t.Errorf("%s: %v", f.Message, err)
		}
	}
	if again == 0 {
		t.Error("no finding has a recipe")
	}
	if state, why := e.Standing(l); state != engine.CertificateMissing {
		t.Errorf("the certificate is %s: %s", state, why)
	}
	if l.OnDisk() != file {
		t.Errorf("on disk %q, want %q", l.OnDisk(), file)
	}
	if shipped, err := e.One(goldTask); err != nil || shipped.OnDisk() != "" {
		t.Errorf("a shipped task is on disk (%v)", err)
	}
}

// A task that only a workspace keeps is found by its id.
func TestNamed(t *testing.T) {
	w, l := tried(t)
	if err := os.RemoveAll(l.Path); err != nil {
		t.Fatal(err)
	}
	e := *w.Engine
	e.Shipped = os.DirFS(t.TempDir())
	got, err := e.Named(t.Context(), w, goldTask)
	if err != nil || got.ID() != goldTask || got.OnDisk() != "" || got.Ready == nil {
		t.Errorf("named: %v", err)
	}
	if _, err := e.Named(t.Context(), w, "nosuch"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("nosuch: %v", err)
	}
}
