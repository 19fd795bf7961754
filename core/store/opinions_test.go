package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

// person is a reviewer with a workspace and a clock of their own.
type person struct {
	name  string
	store *store.Store
	clock *handClock
	about string // digest of the task that is decided about
}

func newPerson(t testing.TB, name string) *person {
	clock := &handClock{}
	return &person{name, openAt(t, t.TempDir(), store.Options{Clock: clock}), clock, "d"}
}

func (p *person) decide(t testing.TB, v store.Verdict) store.Decision {
	t.Helper()
	p.clock.add(time.Minute)
	list, err := p.store.Decide(t.Context(), store.Decision{Kind: store.KindTask, Digest: p.about, Verdict: v, Reviewer: p.name})
	ok(t, err)
	return list[0]
}

func (p *person) undo(t testing.TB) store.Decision {
	t.Helper()
	p.clock.add(time.Minute)
	d, err := p.store.Undo(t.Context(), store.KindTask, p.about, p.name, "")
	ok(t, err)
	return d
}

func (p *person) history(t testing.TB) []store.Decision {
	t.Helper()
	past, err := p.store.DecisionHistory(t.Context(), store.KindTask, p.about)
	ok(t, err)
	return past
}

// takeFrom imports all that another has decided.
func (p *person) takeFrom(t testing.TB, other *person) int {
	t.Helper()
	n, err := p.store.ImportDecisions(t.Context(), other.history(t))
	ok(t, err)
	return n
}

// opinion is the verdict that counts, and how many stand against it.
func (p *person) opinion(t testing.TB) (string, int) {
	t.Helper()
	o, found, err := p.store.Opinion(t.Context(), store.KindTask, p.about)
	ok(t, err)
	if !found {
		return "none", 0
	}
	current, _, err := p.store.CurrentDecision(t.Context(), store.KindTask, p.about)
	ok(t, err)
	if diff := cmp.Diff(current, o.Decision); diff != "" {
		t.Errorf("what counts by SQL and by the history: %s", diff)
	}
	return o.Reviewer + " " + string(o.Verdict), len(o.Against)
}

func TestDisagreementIsKeptUntilSomeoneSettlesIt(t *testing.T) {
	ann, ben := newPerson(t, "ann"), newPerson(t, "ben")
	want := func(p *person, verdict string, against int) {
		t.Helper()
		if v, n := p.opinion(t); v != verdict || n != against {
			t.Errorf("%s sees %s with %d against, want %s with %d", p.name, v, n, verdict, against)
		}
	}
	ann.decide(t, store.Accept)
	ben.clock.add(time.Hour)
	later := ben.decide(t, store.Reject)
	if n := ann.takeFrom(t, ben); n != 1 {
		t.Errorf("%d added", n)
	}
	ben.takeFrom(t, ann)
	if n := ben.takeFrom(t, ann); n != 0 {
		t.Errorf("taken twice: %d added", n)
	}
	// The later counts on both sides, whoever imported last.
	want(ann, "ben reject", 1)
	want(ben, "ben reject", 1)
	// Ann's clock is an hour behind, and still her next word is the later one.
	settled := ann.decide(t, store.Flag)
	if settled.Supersedes != later.ID || len(settled.Settles) != 1 || !settled.CreatedAt.After(later.CreatedAt) {
		t.Errorf("%+v", settled)
	}
	want(ann, "ann flag", 0)
	want(ben, "ben reject", 1)
	ben.takeFrom(t, ann)
	want(ben, "ann flag", 0)
	// Taken back, the disagreement is as it was.
	ben.undo(t)
	want(ben, "ben reject", 1)
	// Both take the same verdict back.
	ann.undo(t)
	ann.takeFrom(t, ben)
	ben.takeFrom(t, ann)
	want(ann, "ben reject", 1)
	want(ben, "ben reject", 1)
}

func TestAgreementIsNoDisagreement(t *testing.T) {
	for _, tt := range []struct {
		a, b    store.Verdict
		against int
	}{{store.Accept, store.Accept, 0}, {store.Accept, store.Skip, 0}, {store.Skip, store.Reject, 0}, {store.Accept, store.Flag, 1}, {store.Flag, store.Reject, 1}} {
		ann, ben := newPerson(t, "ann"), newPerson(t, "ben")
		ann.decide(t, tt.a)
		ben.decide(t, tt.b)
		ann.takeFrom(t, ben)
		if _, n := ann.opinion(t); n != tt.against {
			t.Errorf("%s and %s: %d against", tt.a, tt.b, n)
		}
		if list := collect(t, ann.store.Opinions(t.Context(), "")); len(list) != 1 || list[0].Entries != 2 {
			t.Errorf("%+v", list)
		}
	}
}

func TestImportRefusesWhatNoStoreMade(t *testing.T) {
	ann, ben := newPerson(t, "ann"), newPerson(t, "ben")
	ctx := t.Context()
	first := ann.decide(t, store.Accept)
	second := ann.decide(t, store.Reject)
	undone := ann.undo(t)
	edit := func(d store.Decision, change func(*store.Decision)) []store.Decision {
		change(&d)
		return []store.Decision{first, d}
	}
	for name, list := range map[string][]store.Decision{
		"verdict": edit(second, func(d *store.Decision) { d.Verdict = store.Accept }), "note": edit(second, func(d *store.Decision) { d.Note = "x" }),
		"reviewer": edit(second, func(d *store.Decision) { d.Reviewer = "ben" }), "time": edit(second, func(d *store.Decision) { d.CreatedAt = d.CreatedAt.Add(time.Hour) }),
		"id": edit(second, func(d *store.Decision) { d.ID = "dec_000000000000" }), "no reviewer": edit(second, func(d *store.Decision) { d.Reviewer = "" }),
		"unknown verdict": edit(second, func(d *store.Decision) { d.Verdict = "great" }), "undo of nothing": edit(undone, func(d *store.Decision) { d.Supersedes = "" }),
	} {
		_, err := ben.store.ImportDecisions(ctx, list)
		wantKind(t, err, fault.Invalid)
		if v, _ := ben.opinion(t); v != "none" {
			t.Errorf("%s: %s was written", name, v)
		}
	}
	_, err := ben.store.ImportDecisions(ctx, []store.Decision{second})
	wantKind(t, err, fault.NotFound)
	if _, err := ben.store.ImportDecisions(ctx, []store.Decision{undone, second, second, first}); err != nil {
		t.Errorf("in another order and twice: %v", err)
	}
	if v, _ := ben.opinion(t); v != "ann accept" {
		t.Errorf("after all three: %s", v)
	}
}

// However three people decide, undo and exchange, they agree once everything is exchanged, and the
// order in which it came makes no difference.
func TestExchangeConverges(t *testing.T) {
	people := []*person{newPerson(t, "ann"), newPerson(t, "ben"), newPerson(t, "cy")}
	for i, p := range people {
		p.clock.add(time.Duration(i) * 37 * time.Second)
	}
	run := 0
	rapid.Check(t, func(r *rapid.T) {
		run++
		for _, p := range people {
			p.about = "task" + strings.Repeat("x", run)
		}
		for range rapid.IntRange(0, 8).Draw(r, "steps") {
			p := rapid.SampledFrom(people).Draw(r, "who")
			switch rapid.IntRange(0, 3).Draw(r, "what") {
			case 0:
				p.takeFrom(t, rapid.SampledFrom(people).Draw(r, "from"))
			case 1:
				if v, _ := p.opinion(t); v != "none" {
					p.undo(t)
				}
			default:
				p.decide(t, rapid.SampledFrom([]store.Verdict{store.Accept, store.Reject, store.Skip}).Draw(r, "verdict"))
			}
		}
		var all []store.Decision
		for _, p := range people {
			all = append(all, p.history(t)...)
		}
		shuffle := det.NewRand(rapid.Uint64().Draw(r, "shuffle"), "shuffle")
		for _, p := range people {
			shuffle.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			if _, err := p.store.ImportDecisions(t.Context(), all); err != nil {
				r.Fatal(err)
			}
		}
		for _, p := range people[1:] {
			v, against := people[0].opinion(t)
			if w, n := p.opinion(t); v != w || n != against {
				r.Fatalf("%s sees %s with %d against, %s sees %s with %d", people[0].name, v, against, p.name, w, n)
			}
			if diff := cmp.Diff(people[0].history(t), p.history(t)); diff != "" {
				r.Fatal(diff)
			}
		}
	})
}

func TestOpinionsByKind(t *testing.T) {
	s := openNew(t)
	var list []store.Decision
	for i := range 1200 { // more than two pages
		kind := []string{store.KindTask, store.KindTrial, store.KindRule}[i%3]
		list = append(list, store.Decision{Kind: kind, Digest: string(rune('a'+i%26)) + time.Duration(i).String(), Verdict: store.Accept, Reviewer: "ann"})
	}
	_, err := s.Decide(t.Context(), list...)
	ok(t, err)
	for kind, n := range map[string]int{"": 1200, store.KindTask: 400, store.KindTrial: 400, store.KindRule: 400, "zzz": 0, "a": 0} {
		if got := len(collect(t, s.Opinions(t.Context(), kind))); got != n {
			t.Errorf("%q: %d, want %d", kind, got, n)
		}
	}
	all := collect(t, s.Decisions(t.Context()))
	if len(all) != 1200 || !slices.IsSortedFunc(all, func(a, b store.Decision) int { return strings.Compare(a.ID, b.ID) }) {
		t.Errorf("%d decisions", len(all))
	}
}

func TestMissingTrials(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.PutTasks(ctx, task(1)))
	ok(t, s.CreateRun(ctx, store.Run{ID: "r", Kind: "rollout"}))
	var items []store.Item
	for n := range 4 {
		x := trial(n)
		items = append(items, store.Item{ID: x.ItemID, RunID: "r", TaskDigest: x.TaskDigest, Agent: x.Agent, Model: x.Model, Seed: x.Seed, Attempt: x.Attempt, GroupID: x.GroupID})
	}
	_, err := s.PutItems(ctx, items)
	ok(t, err)
	done, failed := trial(0), trial(2)
	done.RunID, failed.RunID, failed.Status = "r", "r", store.TrialEnvError
	for _, x := range []store.Trial{done, failed} {
		_, err := s.PutTrial(ctx, x)
		ok(t, err)
	}
	got := collect(t, s.MissingTrials(ctx))
	if len(got) != 2 || got[0].ID != "item-000001" || got[1].ID != "item-000003" || got[0].TaskID != "task-0001" || got[1].TaskID != "" {
		t.Fatalf("%+v", got)
	}
	for where, want := range map[string]int{"": 2, "agent:model": 2, "task:task-0001": 1, "fam:triage": 1, "svc:crm": 1, "run:r": 2, "run:x": 0, "attempt:3": 1, "status:scored": 0, "pass:true": 0, "id:x": 0} {
		n := 0
		for _, m := range got {
			q, err := query.Parse(where, store.TrialSchema())
			ok(t, err)
			if q.Match(m.Field) {
				n++
			}
		}
		if n != want {
			t.Errorf("%q fits %d, want %d", where, n, want)
		}
	}
}
