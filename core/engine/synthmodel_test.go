package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/task"
)

// TestSynthModelRepairsByHints: each kind of error is found, told, and mended by a model that looks at
// nothing but the diagnosis.
func TestSynthModelRepairsByHints(t *testing.T) {
	all := damages()
	d := newDesk(t, len(all), false, errs(byHints))
	made := d.synth(t)
	if made.Accepted != len(all) || made.Rejected+made.Open != 0 {
		t.Fatalf("%d of %d were accepted, refused by %v with %v", made.Accepted, len(all), made.Refused, made.Codes)
	}
	if made.Cells[1].Verified != len(all) || made.Turns[0].Accepted != 0 || made.Repairs < len(all) || made.PerTask.Tokens == 0 || made.PerTask.Cost.Currency != "USD" {
		t.Errorf("the report does not add up: %+v", made)
	}
	list, err := d.Open(d.o.Into)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range all {
		l := list[i]
		if why := d.Stale(l); why != "" || l.Task.Provenance.Generator != "model/stuck-tickets" {
			t.Errorf("%s: %s", l.ID(), why)
		}
		h := d.history(t, l.ID())
		if !slices.ContainsFunc(h.Rounds[0].Findings, func(f author.Finding) bool { return string(f.Code) == x.code }) {
			t.Errorf("%s: the first draft was refused for %+v, not for %s", x.name, h.Rounds[0].Findings, x.code)
		}
		if made.Repaired[gate.Code(x.code)] == 0 {
			t.Errorf("%s: nothing of the kind %s was repaired", x.name, x.code)
		}
		last := h.Rounds[len(h.Rounds)-1]
		if len(last.Findings) != 0 || last.By[0].ID == "" || len(h.Changes[len(h.Changes)-1].Lines) == 0 || l.Task.Provenance.Repairs != len(h.Rounds)-1 {
			t.Errorf("%s: the last round is %+v, repairs %d", x.name, last, l.Task.Provenance.Repairs)
		}
	}
	c, err := d.Coverage(t.Context(), engine.CoverSource{Plan: d.o.Plan, Count: len(all), Paths: []string{d.o.Into}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Strangers != 0 || c.Cells[1].Verified != len(all) {
		t.Errorf("coverage has %+v, %d strangers", c.Cells, c.Strangers)
	}
	t.Logf("%d drafts for %d tasks: %v; %+v", made.Accepted+made.Repairs, made.Accepted, made.Turns, *made.PerTask)
}

// TestSynthModelNeedsHints: with the hints taken out of the diagnoses, the same model mends nothing.
func TestSynthModelNeedsHints(t *testing.T) {
	d := newDesk(t, len(damages()), false, errs(byHints))
	d.o.Rounds = 2
	d.o.Tell = func(x *author.Diagnosis) {
		for i := range x.Findings {
			x.Findings[i].Hint = ""
		}
	}
	made := d.synth(t)
	// A fence that was not closed is closed by chance: writing the draft down again closes it.
	if made.Accepted > 1 || made.Rejected < len(damages())-1 {
		t.Errorf("%d were accepted without hints, %d rejected", made.Accepted, made.Rejected)
	}
}

// TestSynthModelThatNeverObeys ends at the limit; what it wrote is kept as rejected, and is not asked for
// again.
func TestSynthModelThatNeverObeys(t *testing.T) {
	d := newDesk(t, 2, false, func(*llm.Asked) llm.Answer {
		return llm.Answer{Text: fence(strings.Replace(goodTask, "weight: 0.3", "weight: 0.2", 1))}
	})
	made := d.synth(t)
	if made.Rejected != 2 || made.Accepted != 0 || made.PerTask != nil || len(d.tasks(t)) != 0 {
		t.Fatalf("%+v", made)
	}
	h := d.history(t, "stuck-tickets-enm-m1-001")
	if h.Status != author.StatusRejected || len(h.Rounds) != 4 || h.Rounds[3].Findings[0].Code != gate.Code(task.CodeWeightsSum) || !strings.Contains(h.Changes[3].Text, "weight: 0.2") {
		t.Errorf("the history is %+v", h.History)
	}
	asked := len(d.end.Asked())
	again := d.synth(t)
	if len(d.end.Asked()) != asked || again.Rejected != 2 || asked != 8 {
		t.Errorf("%d requests, then %d", asked, len(d.end.Asked()))
	}
}

// TestSynthModelWritesDataOnly: a model's text chooses neither id nor path, and cannot leave the library.
func TestSynthModelWritesDataOnly(t *testing.T) {
	hostile := []string{
		strings.Replace(goodTask, "id: base", "id: ../../outside", 1),
		strings.Replace(goodTask, "id: base", "id: [a, b]", 1),
		strings.Replace(goodTask, "\nchecks:", "\nassets:\n  - {path: ../../outside.png, sha256: "+strings.Repeat("0", 64)+", media_type: image/png, text: x}\n\nchecks:", 1),
		strings.Replace(goodTask, "\nchecks:", "\nassets:\n  - {path: certificate.json, sha256: "+strings.Repeat("0", 64)+", media_type: image/png, text: x}\n\nchecks:", 1),
		"x: " + strings.Repeat("[", 50000),
		strings.Repeat("a: &a [*a, *a]\n", 100),
		"\x1b[2J\x00",
		"",
	}
	d := newDesk(t, len(hostile), false, func(a *llm.Asked) llm.Answer { return llm.Answer{Text: hostile[indexOf(a)]} })
	d.o.Rounds = 1
	made := d.synth(t)
	if made.Accepted > 2 || made.Open != 0 {
		t.Errorf("%+v", made)
	}
	for _, name := range d.tasks(t) {
		if !strings.HasPrefix(name, "stuck-tickets-enm-m1-") {
			t.Errorf("a model named the folder %s", name)
		}
	}
	if outside, err := filepath.Glob(filepath.Join(d.o.Into, "..", "outside*")); err != nil || len(outside) > 0 {
		t.Errorf("written outside of the library: %v %v", outside, err)
	}
}

// TestSynthModelDuplicates: a model that writes one task again and again, or copies an example, has it
// accepted once at most.
func TestSynthModelDuplicates(t *testing.T) {
	d := newDesk(t, 5, false, func(a *llm.Asked) llm.Answer {
		if n := indexOf(a); n > 0 && len(a.Messages) > 2 {
			if f := diagnosisIn(a.Messages[3].Text).Findings; f[0].Code != author.Duplicate || f[0].Hint == "" {
				t.Errorf("it is told %+v", f)
			}
			if n < 3 {
				return llm.Answer{Text: fence(numbered(n))}
			}
		}
		return llm.Answer{Text: fence(goodTask)}
	})
	d.Workers, d.o.Rounds = 1, 2
	made := d.synth(t)
	if made.Accepted != 3 || made.Rejected != 2 || made.Codes[author.Duplicate] != 6 || made.Repaired[author.Duplicate] != 2 {
		t.Errorf("%d accepted, %d rejected, %v", made.Accepted, made.Rejected, made.Codes)
	}
	shipped, err := d.Open("expiring-gold-contracts-000001")
	if err != nil {
		t.Fatal(err)
	}
	copied := newDesk(t, 1, false, func(*llm.Asked) llm.Answer { return llm.Answer{Text: fence(string(shipped[0].Task.File.Data))} })
	copied.Scenarios[0].Family, copied.Scenarios[0].Services, copied.Scenarios[0].Capabilities = shipped[0].Task.Family, shipped[0].Task.Services, shipped[0].Task.Capabilities
	copied.Scenarios[0].Levels = []task.Difficulty{shipped[0].Task.Difficulty}
	copied.o.Rounds = 1
	if made := copied.synth(t); made.Codes[author.Duplicate] != 1 {
		t.Errorf("a copied example is refused for %v", made.Codes)
	}
}

// storm fails a share of requests in each manner, before whatever the model would say.
func storm(share float64, model func(*llm.Asked) llm.Answer) func(*llm.Asked) llm.Answer {
	var mu sync.Mutex
	chance := det.NewRand(5, "storm")
	return func(a *llm.Asked) llm.Answer {
		mu.Lock()
		hit, kind := chance.Float64() < share, chance.Intn(3)
		mu.Unlock()
		if !hit {
			return model(a)
		}
		switch kind {
		case 0:
			return llm.Answer{Status: 429, RetryAfter: "1"}
		case 1:
			return llm.Answer{Status: 500}
		}
		cut := 40
		return llm.Answer{Text: strings.Repeat("lost ", 50), CutAfter: &cut}
	}
}

// TestSynthModelStorm writes many tasks at once over an endpoint of which a fifth of the replies fail: all
// are done, none is lost, none is asked for twice.
func TestSynthModelStorm(t *testing.T) {
	count := 200
	if testing.Short() {
		count = 20
	}
	d := newDesk(t, count, false, storm(0.2, errs(byHints)))
	d.Workers = 16
	d.o.Limits = llm.Limits{Tokens: 1 << 40}
	made := d.synth(t)
	if made.Accepted != count || len(made.Unfinished) != 0 || len(d.tasks(t)) != count {
		t.Fatalf("%d of %d accepted, %d open: %v", made.Accepted, count, made.Open, made.Unfinished)
	}
	asked, failed := d.end.Asked(), 0
	times := map[string]int{}
	for _, a := range asked {
		if a.Chosen.Status != 0 || a.Chosen.CutAfter != nil {
			failed++
			continue
		}
		times[string(a.Body)]++
	}
	for _, n := range times {
		if n != 1 {
			t.Errorf("a request was answered %d times", n)
		}
	}
	if got := made.Spent.Requests; got != int64(len(asked)) || len(times) != made.Accepted+made.Repairs {
		t.Errorf("%d requests are booked, %d arrived; %d were answered for %d drafts", got, len(asked), len(times), made.Accepted+made.Repairs)
	}
	t.Logf("%d requests, %d failed; %+v; turns %+v", len(asked), failed, *made.PerTask, made.Turns)
}

// TestSynthModelBudget stops before the limit is passed, keeps what is done, and goes on when it is raised,
// without asking again what was answered.
func TestSynthModelBudget(t *testing.T) {
	d := newDesk(t, 12, false, errs(byHints))
	d.o.Limits = llm.Limits{Requests: 9}
	made, err := d.SynthByModel(t.Context(), d.o, nil)
	if fault.KindOf(err) != fault.Exhausted || made == nil {
		t.Fatalf("it ended with %v", err)
	}
	if made.Spent.Requests > 9 || made.Accepted == 12 || len(made.Unfinished) == 0 {
		t.Errorf("%d requests of 9, %d accepted", made.Spent.Requests, made.Accepted)
	}
	d.o.Limits = llm.Limits{Requests: 100}
	if made = d.synth(t); made.Accepted != 12 || made.Open != 0 {
		t.Errorf("%d accepted after the limit was raised", made.Accepted)
	}
	seen := map[string]bool{}
	for _, a := range d.end.Asked() {
		if seen[string(a.Body)] {
			t.Error("a request that was answered was sent again")
		}
		seen[string(a.Body)] = true
	}
	// A library that lost a task's folder gets it back for nothing.
	if err := os.RemoveAll(filepath.Join(d.o.Into, "stuck-tickets-enm-m1-003")); err != nil {
		t.Fatal(err)
	}
	asked := len(d.end.Asked())
	if made = d.synth(t); made.Accepted != 12 || len(d.tasks(t)) != 12 || len(d.end.Asked()) != asked {
		t.Errorf("%d tasks, %d requests more", len(d.tasks(t)), len(d.end.Asked())-asked)
	}
}

// TestSynthModelEndpointFails: an endpoint that refuses the account ends the run; nothing is rejected for it.
func TestSynthModelEndpointFails(t *testing.T) {
	d := newDesk(t, 40, false, func(*llm.Asked) llm.Answer { return llm.Answer{Status: 401} })
	made, err := d.SynthByModel(t.Context(), d.o, nil)
	if fault.KindOf(err) != fault.Denied || made.Rejected != 0 || len(d.end.Asked()) > 8 {
		t.Errorf("%v after %d requests, %d rejected", err, len(d.end.Asked()), made.Rejected)
	}
	d = newDesk(t, 40, false, func(*llm.Asked) llm.Answer { return llm.Answer{Status: 503} })
	made, err = d.SynthByModel(t.Context(), d.o, nil)
	if fault.KindOf(err) != fault.Unavailable || made.Rejected != 0 || made.Open > 16 {
		t.Errorf("%v, %d rejected, %d open", err, made.Rejected, made.Open)
	}
	d = newDesk(t, 1, false, nil)
	d.o.Profile = "nosuch"
	if _, err = d.SynthByModel(t.Context(), d.o, nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a profile that is not there gives %v", err)
	}
	if _, err := d.History(filepath.Join(d.o.Into, "nosuch")); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}
