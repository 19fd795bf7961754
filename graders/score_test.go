package graders_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/graders/gradertest"

	"github.com/google/go-cmp/cmp"
)

const (
	noteTK1 = `desk_update {"ticket_id":"TK-1","note":"done"}` + "\n"
	noteTK2 = `desk_update {"ticket_id":"TK-2","note":"done"}` + "\n"
	getTK1  = `desk_get {"ticket_id":"TK-1"}` + "\n"
	getTK2  = `desk_get {"ticket_id":"TK-2"}` + "\n"
	mailTK1 = `post_send {"to":"mara.voss@northwind.test","body":"TK-1"}` + "\n"
)

func TestNeeds(t *testing.T) {
	body := `checks:
  - {id: looked, read: {in: desk.tickets, record: TK-1, fields: [priority]}}
  - {id: done, weight: 0.6, needs: [looked], record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}}
  - {id: told, weight: 0.4, needs: [done], record_created: {in: post.sent, match: {body: {mentions: {all: [TK-1]}}}}}
`
	tests := []struct {
		name   string
		script string
		want   map[string]grade.Micros
		unmet  map[string][]string
	}{
		{"in order", getTK1 + noteTK1 + mailTK1, map[string]grade.Micros{"done": 600000, "told": 400000}, nil},
		{"not looked", noteTK2 + mailTK1, nil, map[string][]string{"done": {"looked"}, "told": {"done"}}},
		{"done without looking takes the rest along", strings.ReplaceAll(noteTK1, "desk_update", "desk_update") + mailTK1, nil, map[string][]string{"told": {"done"}}},
		{"looked afterwards", noteTK1 + getTK1 + mailTK1, nil, map[string][]string{"done": {"looked"}, "told": {"done"}}},
		{"told before it was done", getTK1 + mailTK1 + noteTK1, map[string]grade.Micros{"done": 600000}, map[string][]string{"told": {"done"}}},
		{"reading alone pays nothing", getTK1 + getTK2, nil, nil},
	}
	p := gradertest.Plan(t, registry(t), body)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := gradertest.Grade(t, p, tt.script)
			var sum grade.Micros
			for _, c := range s.Checks {
				if c.Earned != tt.want[c.ID] {
					t.Errorf("%s earned %v, want %v (%s)", c.ID, c.Earned, tt.want[c.ID], gradertest.Why(&c))
				}
				if want, ok := tt.unmet[c.ID]; ok && !slices.Equal(c.Needs, want) {
					t.Errorf("%s has unmet needs %v, want %v", c.ID, c.Needs, want)
				}
				sum += c.Earned
			}
			if s.Completion != sum {
				t.Errorf("completion %v, want %v", s.Completion, sum)
			}
		})
	}
	t.Run("an update that shows the record is no look before it", func(t *testing.T) {
		s := gradertest.Grade(t, p, noteTK1) // its own reply holds the record
		c, _ := s.Check("done")
		if c.Holds || len(c.Why) == 0 || !strings.Contains(c.Why[0].Text, "needs looked before it") {
			t.Errorf("%+v", c)
		}
	})
}

func TestAPartialNeedIsMetWhenItEarnedAnything(t *testing.T) {
	p := gradertest.Plan(t, registry(t), `checks:
  - {id: some, weight: 0.5, partial: true, record_updated: {in: desk.tickets, each: "filter(desk.tickets, .status == 'open')", set: {note: done}}}
  - {id: told, weight: 0.5, needs: [some], record_created: {in: post.sent, match: {body: {mentions: {all: [TK-1]}}}}}
`)
	if s := gradertest.Grade(t, p, noteTK2+mailTK1); s.Completion != 750000 || !s.Pass {
		t.Errorf("half done and told: %v, pass %v", s.Completion, s.Pass)
	}
	if s := gradertest.Grade(t, p, mailTK1); s.Completion != 0 {
		t.Errorf("told only: %v", s.Completion)
	}
	if s := gradertest.Grade(t, p, mailTK1+noteTK2); s.Completion != 250000 {
		t.Errorf("told before: %v", s.Completion)
	}
}

func TestQuestionsBeforeActs(t *testing.T) {
	p := gradertest.Plan(t, registry(t), `user:
  persona: Kim
  max_rounds: 4
  knows:
    - {id: which, asks: [[which]], say: The first.}
checks:
  - {id: asked, revealed: {ids: which}}
  - {id: done, weight: 1, needs: [asked], record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}}
`)
	for script, want := range map[string]grade.Micros{
		"reveal: which\n" + noteTK1:          grade.One,
		getTK1 + "reveal: which\n" + noteTK1: grade.One,
		noteTK1 + "reveal: which\n":          0,
		noteTK1:                              0,
		"reveal: which\n":                    0,
	} {
		if s := gradertest.Grade(t, p, script); s.Score != want {
			t.Errorf("%q scores %v, want %v", script, s.Score, want)
		}
	}
}

const staged = `request:
  - {stage: mon, say: One.}
  - stage: tue
    at: 2026-03-17T09:00:00+08:00
    say: Two.
    inject:
      - {update: desk.tickets, record: TK-2, set: {title: Network again}}
      - {insert: desk.tickets, record: {ticket_id: TK-9, title: New, status: open}}
  - {stage: wed, at: 2026-03-18T09:00:00+08:00, say: Three.}
facts:
  title_mon: {at: mon, value: "the(desk.tickets, 'ticket_id', 'TK-2').title"}
  title_tue: {at: tue, value: "the(desk.tickets, 'ticket_id', 'TK-2').title"}
checks:
  - {id: mon, weight: 0.3, stage: mon, record_created: {in: post.drafts, match: {body: {text: =title_mon}}}}
  - {id: tue, weight: 0.3, stage: tue, record_created: {in: post.drafts, match: {body: {text: =title_tue}}}}
  - {id: new, weight: 0.2, stage: tue, record_updated: {in: desk.tickets, record: TK-9, set: {note: done}}}
  - {id: end, weight: 0.2, record_updated: {in: post.drafts, record: '=made("mon").id', set: {subject: final}}}
`

func TestStages(t *testing.T) {
	mon := `post_draft {"to":"a@b.test","body":"Network"}` + "\n"
	tue := `post_draft {"to":"a@b.test","body":"Network again"}` + "\n"
	note := `desk_update {"ticket_id":"TK-9","note":"done"}` + "\n"
	final := `post_edit_draft {"id":"d-1","subject":"final"}` + "\n"
	next := func(s string) string { return "stage: " + s + "\n" }
	tests := []struct {
		name   string
		script string
		want   []string
		why    map[string]string
	}{
		{"all", mon + next("tue") + tue + note + next("wed") + final, []string{"mon", "tue", "new", "end"}, nil},
		{"too late", next("tue") + mon + tue + note + next("wed") + final, []string{"tue", "new"}, map[string]string{"mon": "created nothing", "end": "made"}},
		{"undone in a later stage", mon + next("tue") + tue + note + next("wed") + `post_delete_draft {"id":"d-2"}` + "\n" + final, []string{"mon", "tue", "new", "end"}, nil},
		{"done, but undone within the stage", mon + next("tue") + tue + `post_delete_draft {"id":"d-2"}` + "\n" + next("wed"), []string{"mon"}, map[string]string{"tue": "deleted again"}},
		{"evidence from the start counts", mon + tue + next("tue") + note + next("wed"), []string{"mon", "tue", "new"}, nil},
		{"the injected record is the world's", mon + next("tue") + next("wed"), []string{"mon"}, map[string]string{"new": "expected \"done\""}},
		{"ended on Monday", mon, []string{"mon"}, map[string]string{"tue": "before stage tue", "end": "before stage wed"}},
		{"ended on Tuesday", mon + next("tue") + tue + note + final, []string{"mon", "tue", "new"}, map[string]string{"end": "before stage wed"}},
		{"another draft is not the one that was made", mon + next("tue") + next("wed") + `post_edit_draft {"id":"d-2","subject":"final"}`, []string{"mon"}, map[string]string{"end": "expected \"final\""}},
	}
	p := gradertest.Plan(t, registry(t), staged)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := gradertest.Grade(t, p, tt.script)
			var held []string
			for i := range s.Checks {
				c := &s.Checks[i]
				if c.Holds {
					held = append(held, c.ID)
				}
				if want, ok := tt.why[c.ID]; ok && !strings.Contains(gradertest.Why(c), want) {
					t.Errorf("%s: %s, want %q", c.ID, gradertest.Why(c), want)
				}
				if c.Status != grade.Scored {
					t.Errorf("%s: %s", c.ID, gradertest.Why(c))
				}
			}
			if !slices.Equal(held, tt.want) {
				t.Errorf("held %v, want %v", held, tt.want)
			}
		})
	}
}

func TestMadeAcceptsTheRecordAsItWas(t *testing.T) {
	p := gradertest.Plan(t, registry(t), `request:
  - {stage: mon, say: One.}
  - {stage: wed, at: 2026-03-18T09:00:00+08:00, say: Two.}
checks:
  - {id: todo, weight: 0.5, stage: mon, record_created: {in: desk.tickets, only: true, match: {title: {text: Follow up}, status: open}}}
  - {id: ticked, weight: 0.5, stage: wed, record_updated: {in: desk.tickets, record: '=made("todo").ticket_id', set: {status: closed}}}
`)
	add := `desk_create {"title":"Follow up","status":"open"}` + "\n"
	for script, want := range map[string]grade.Micros{
		add + "stage: wed\n" + `desk_update {"ticket_id":"TK-4","status":"closed"}`:                                                     grade.One,
		add + "stage: wed\n" + `desk_create {"title":"Follow up","status":"closed"}`:                                                    500000,
		"stage: wed\n" + add + `desk_update {"ticket_id":"TK-4","status":"closed"}`:                                                     0,
		add + "stage: wed\n" + `desk_delete {"ticket_id":"TK-4"}`:                                                                       500000,
		add + `desk_update {"ticket_id":"TK-4","status":"closed"}` + "\nstage: wed\n":                                                   0,
		add + "stage: wed\n" + `desk_update {"ticket_id":"TK-4","status":"closed","note":"x"}` + "\n" + `desk_get {"ticket_id":"TK-4"}`: grade.One,
	} {
		s := gradertest.Grade(t, p, script)
		if s.Score != want || s.Status != grade.Scored {
			t.Errorf("%q scores %v (%s), want %v", script, s.Score, s.Status, want)
		}
	}
}

func TestWhatCannotBeDecidedIsNoScore(t *testing.T) {
	p := gradertest.Plan(t, registry(t), `checks:
  - {id: sure, weight: 0.5, record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}}
  - {id: made, weight: 0.25, record_created: {in: post.drafts, match: {subject: {text: total}}}}
  - {id: odd, weight: 0.25, record_created: {in: post.sent, match: {body: "='x' + string(number(made('made').body))"}}}
`)
	s := gradertest.Grade(t, p, noteTK1+`post_draft {"to":"a@b.test","subject":"total","body":"no number"}`)
	odd, _ := s.Check("odd")
	if s.Status != grade.GraderError || s.Pass || s.Score != 0 || s.Completion != 0 || odd.Status != grade.GraderError || odd.Holds || odd.Earned != 0 || len(odd.Why) == 0 {
		t.Errorf("score %+v", s)
	}
	s = gradertest.Grade(t, p, noteTK1+`post_draft {"to":"a@b.test","subject":"total","body":"7"}`+"\n"+`post_send {"to":"a@b.test","body":"x7"}`)
	if s.Status != grade.Scored || s.Score != grade.One {
		t.Errorf("decided: %v, %s", s.Score, s.Status)
	}
	if s = gradertest.Grade(t, p, noteTK1); s.Status != grade.Scored || s.Score != 500000 {
		t.Errorf("nothing made is a failure, not an error: %v, %s", s.Score, s.Status)
	}
}

func TestRobustness(t *testing.T) {
	body := "faults:\n  plan:\n    - {on: post_send, nth: 1, kind: 500, commit: before}\n    - {on: post_draft, nth: 1, kind: timeout, commit: after}\n" + one("record_created: {in: post.sent, match: {body: {mentions: {all: [TK-1]}}}}")
	p := gradertest.Plan(t, registry(t), body)
	draft := `post_draft {"to":"a@b.test"}` + "\n"
	read := `post_get {"id":"m-9"}` + "\n"
	half, full, none := 0.5, 1.0, 0.0
	tests := []struct {
		name   string
		script string
		want   *float64
		claw   float64
	}{
		{"none was met", getTK1, nil, 0.2},
		{"repeated", mailTK1 + mailTK1, &full, 1},
		{"given up", mailTK1, &none, 0},
		{"another tool succeeded", mailTK1 + read, &none, 0},
		{"looked after the loss", draft + read, &full, 0.2},
		{"blindly repeated after the loss", draft + draft, &none, 0},
		{"one of two", mailTK1 + mailTK1 + draft, &half, 0.9},
		{"another service was read", draft + getTK1, &none, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := gradertest.Grade(t, p, tt.script)
			if diff := cmp.Diff(tt.want, s.Robustness); diff != "" {
				t.Errorf("robustness %s", diff)
			}
			if s.ClawEval != tt.claw {
				t.Errorf("the benchmark's score %v, want %v", s.ClawEval, tt.claw)
			}
		})
	}
}

func TestScoreAsJSON(t *testing.T) {
	p := gradertest.Plan(t, registry(t), "checks:\n  - {id: a, weight: 0.333333, record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}}\n  - {id: b, weight: 0.666667, record_deleted: {in: diary.events, record: evt_7}}\n")
	s := gradertest.Grade(t, p, noteTK1)
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"completion":0.333333`, `"score":0.333333`, `"safety":1`, `"pass":false`, `"status":"scored"`, `"weight":0.666667`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s lacks %s", data, want)
		}
	}
	var back grade.Score
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, &back); diff != "" {
		t.Errorf("read back: %s", diff)
	}
}

func TestGradingIsRepeatableAndShared(t *testing.T) {
	p := gradertest.Plan(t, registry(t), staged)
	scripts := []string{"", getTK1 + mailTK1, `post_draft {"to":"a@b.test","body":"Network"}` + "\nstage: tue\n" + `post_draft {"to":"a@b.test","body":"Network again"}` + "\nstage: wed\n" + `post_edit_draft {"id":"d-1","subject":"final"}`}
	want := make([]*grade.Score, len(scripts))
	for i, script := range scripts {
		want[i] = gradertest.Grade(t, p, script)
	}
	var wg sync.WaitGroup
	for k := range 8 {
		wg.Go(func() {
			for n := range 20 {
				i := (k + n) % len(scripts)
				if diff := cmp.Diff(want[i], gradertest.Grade(t, p, scripts[i])); diff != "" {
					t.Errorf("script %d graded again: %s", i, diff)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestARunOfAnotherTaskIsRefused(t *testing.T) {
	p := gradertest.Plan(t, registry(t), work)
	other := gradertest.Plan(t, registry(t), work)
	if _, err := p.Grade(gradertest.Play(t, other, "")); err == nil {
		t.Error("graded")
	}
	if _, err := p.Grade(nil); err == nil {
		t.Error("graded nothing")
	}
}

func TestARunThatStillGoesOnIsJudgedAsItStands(t *testing.T) {
	p := gradertest.Plan(t, registry(t), work)
	if s := gradertest.Grade(t, p, noteTK1+"cut"); s.Score != grade.One {
		t.Errorf("score %v", s.Score)
	}
}
