package gate_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// Names are unique, so that `gate explain` has one answer, and every piece and code says what it
// is for.
func TestPiecesAndCodesExplainThemselves(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range gate.Codes() {
		if seen[string(c.Code)] {
			t.Errorf("%s is listed twice", c.Code)
		}
		seen[string(c.Code)] = true
		if c.Means == "" || c.Do == "" || c.Severity == "" || !slices.Contains(gate.Rounds(), c.Round) {
			t.Errorf("%s: %+v", c.Code, c)
		}
	}
	for _, p := range gate.Pieces() {
		if seen[p.Name] {
			t.Errorf("%s is listed twice", p.Name)
		}
		seen[p.Name] = true
		if p.Does == "" || p.Why == "" || p.Bound == "" || p.Most < 1 || !slices.Contains(gate.Rounds(), p.Round) {
			t.Errorf("%s: %+v", p.Name, p)
		}
		if got, ok := gate.Explain(p.Name); !ok || got != p {
			t.Errorf("explain %s: %+v, %v", p.Name, got, ok)
		}
	}
	if _, ok := gate.Explain("nothing_of_that_name"); ok {
		t.Error("a piece that does not exist is explained")
	}
}

// Each code is planted somewhere in the tests.
func TestEveryCodeIsPlanted(t *testing.T) {
	elsewhere := []gate.Code{gate.SyntheticBelowOne, gate.EmptyAboveZero, gate.WeightNotLost, gate.EvidenceNotBuilt, gate.ForbiddenIsSafe, gate.ProhibitionUntried,
		gate.GraderError, gate.NullAboveZero, gate.CheapAboveZero, gate.ForbiddenRouteSafe, gate.ForbiddenByName,
		gate.NotDeterministic, gate.StateSurvivesReset, gate.EpisodesTouch, gate.EnvironmentMatters, gate.UnknownCapability, // remedy_test.go, toy_test.go, elsewhere_test.go
		"read_not_demanded", "field_never_differs", "check_implied", "order_decides", "currency_differs"} // library/planted_cases_test.go, planted_more_test.go, planted_said_test.go
	for _, p := range plantedFaults() {
		elsewhere = append(elsewhere, p.code)
	}
	for _, c := range gate.Codes() {
		if !slices.Contains(elsewhere, c.Code) {
			t.Errorf("no test plants %s", c.Code)
		}
	}
}

// The line that programs read has the agreed names.
func TestLineIsStable(t *testing.T) {
	r := runToy(t, toyGate(t, desk{}, nil), toy("1.0", ""))
	b, err := json.Marshal(r.Line())
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"task", "digest", "verdict", "rounds", "findings"} {
		if _, ok := doc[name]; !ok {
			t.Errorf("the line has no %s: %s", name, b)
		}
	}
	if doc["verdict"] != "certified" || strings.Contains(string(b), "timings") {
		t.Errorf("line %s", b)
	}
	round, _ := doc["rounds"].([]any)[0].(map[string]any)
	for _, name := range []string{"round", "status", "tried", "stopped"} {
		if _, ok := round[name]; !ok {
			t.Errorf("a round has no %s: %v", name, round)
		}
	}
}

func TestVerdicts(t *testing.T) {
	g := toyGate(t, desk{}, nil)
	broken, problems := task.Parse("toy.yaml", []byte("schema: coworkenv.task/v1\n"))
	r, err := g.Run(context.Background(), broken, problems, gate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict() != gate.Rejected {
		t.Errorf("a task that does not load is %s", r.Verdict())
	}
	for _, x := range r.Rounds[1:] {
		if x.Status != gate.Skipped || x.Reason == "" {
			t.Errorf("%s is %s (%q) although nothing loaded", x.Name, x.Status, x.Reason)
		}
	}
	if r, err = g.Run(context.Background(), nil, problems, gate.Options{}); err != nil || r.Verdict() == gate.Certified {
		t.Errorf("nothing at all: %v, %v", r.Verdict(), err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tk, more := task.Parse("toy.yaml", []byte(toy("1.0", "")))
	if r, err = g.Run(ctx, tk, more, gate.Options{}); err == nil || r.Verdict() != gate.Undecided {
		t.Errorf("cancelled: %v, %v", r.Verdict(), err)
	}
}

// Chosen rounds run with what they rest on, and certify nothing.
func TestChosenRounds(t *testing.T) {
	tk, problems := task.Parse("toy.yaml", []byte(toy("1.0", "")))
	r, err := toyGate(t, desk{}, nil).Run(context.Background(), tk, problems, gate.Options{Rounds: []gate.RoundName{gate.RoundBenign}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[gate.RoundName]gate.Status{}
	for _, x := range r.Rounds {
		got[x.Name] = x.Status
	}
	want := map[gate.RoundName]gate.Status{gate.RoundSpec: gate.Skipped, gate.RoundLeak: gate.Skipped, gate.RoundGrader: gate.Skipped, gate.RoundOracle: gate.Passed,
		gate.RoundAdversary: gate.Skipped, gate.RoundBenign: gate.Passed, gate.RoundTruth: gate.Skipped, gate.RoundDeterminism: gate.Skipped}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if r.Status != gate.Incomplete || r.Certificate != nil || r.Verdict() == gate.Certified {
		t.Errorf("status %s, certificate %v", r.Status, r.Certificate)
	}
}

func TestCertificates(t *testing.T) {
	g := toyGate(t, desk{}, nil)
	r := runToy(t, g, toy("1.0", ""))
	c := r.Certificate
	if c == nil {
		t.Fatalf("no certificate: %+v", r.Findings)
	}
	if why := c.Stale(g, r.Digest); why != "" {
		t.Errorf("a fresh certificate is stale: %s", why)
	}
	if c.Stale(g, "another") == "" {
		t.Error("it holds for another task")
	}
	altered := *c
	altered.Kinds = map[string]int{"record_created": 99}
	if altered.Stale(g, r.Digest) == "" {
		t.Error("an altered certificate holds")
	}
	again := runToy(t, g, toy("1.0", "")).Certificate
	if again.Digest != c.Digest {
		t.Error("two certificates of one task differ")
	}
	if c.Mutants == nil || c.Mutants.Tried == 0 || len(c.Rounds) != len(gate.Rounds()) {
		t.Errorf("mutants %+v, %d rounds", c.Mutants, len(c.Rounds))
	}
}
