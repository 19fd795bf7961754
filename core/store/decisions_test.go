package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func TestDecisions(t *testing.T) {
	clock := &handClock{}
	s := openAt(t, t.TempDir(), store.Options{Clock: clock})
	ctx := t.Context()
	decide := func(v store.Verdict) store.Decision {
		clock.add(time.Minute)
		list, err := s.Decide(ctx, store.Decision{Kind: "task", Digest: "d", Verdict: v, Reason: "leak", Note: "see turn 3", Reviewer: "ann"})
		ok(t, err)
		return list[0]
	}
	current := func() (string, string) {
		d, found, err := s.CurrentDecision(ctx, "task", "d")
		ok(t, err)
		if !found {
			return "none", ""
		}
		return string(d.Verdict), d.ID
	}
	if v, _ := current(); v != "none" {
		t.Errorf("before any: %s", v)
	}
	_, err := s.Undo(ctx, "task", "d", "ann", "")
	wantKind(t, err, fault.NotFound)
	a := decide(store.Accept)
	b := decide(store.Reject)
	if b.Supersedes != a.ID || a.Supersedes != "" || a.ID == b.ID || a.ID == "" {
		t.Errorf("a %+v, b %+v", a, b)
	}
	u, err := s.Undo(ctx, "task", "d", "bob", "slip")
	ok(t, err)
	if u.Supersedes != b.ID || !u.IsUndo() || u.Reviewer != "bob" {
		t.Errorf("undo %+v", u)
	}
	if v, id := current(); v != "accept" || id != a.ID {
		t.Errorf("after undo: %s", v)
	}
	c := decide(store.Flag)
	if c.Supersedes != a.ID {
		t.Errorf("a verdict after an undo supersedes %s, want %s", c.Supersedes, a.ID)
	}
	for _, want := range []string{"accept", "none"} {
		_, err := s.Undo(ctx, "task", "d", "ann", "")
		ok(t, err)
		if v, _ := current(); v != want {
			t.Errorf("after undo: %s, want %s", v, want)
		}
	}
	history, err := s.DecisionHistory(ctx, "task", "d")
	ok(t, err)
	var verdicts []string
	for _, d := range history {
		verdicts = append(verdicts, string(d.Verdict))
	}
	if got := strings.Join(verdicts, " "); got != "accept reject undo flag undo undo" {
		t.Errorf("history %s", got)
	}
	if diff := cmp.Diff(a, history[0]); diff != "" {
		t.Error(diff)
	}
}

func TestDecideAllOrNone(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	good := store.Decision{Kind: "task", Digest: "d", Verdict: store.Accept, Reviewer: "ann"}
	for name, edit := range map[string]func(*store.Decision){
		"kind": func(d *store.Decision) { d.Kind = "" }, "digest": func(d *store.Decision) { d.Digest = "" },
		"reviewer": func(d *store.Decision) { d.Reviewer = "" }, "verdict": func(d *store.Decision) { d.Verdict = "great" },
		"undo": func(d *store.Decision) { d.Verdict = "undo" },
	} {
		bad := good
		edit(&bad)
		_, err := s.Decide(ctx, good, bad)
		wantKind(t, err, fault.Invalid)
		if list := collect(t, s.Opinions(ctx, "task")); len(list) != 0 {
			t.Errorf("%s: %v was written", name, list)
		}
	}
	twice, err := s.Decide(ctx, good, good)
	ok(t, err)
	if twice[1].Supersedes != twice[0].ID {
		t.Errorf("two verdicts on one thing: %+v", twice)
	}
}

// The verdict that counts is the top of a stack on which verdicts are put and
// from which undo takes.
func TestUndoIsAStack(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	run := 0
	rapid.Check(t, func(r *rapid.T) {
		run++
		kind := "kind" + strings.Repeat("x", run)
		stacks := map[string][]string{}
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			digest := rapid.SampledFrom([]string{"a", "b"}).Draw(r, "digest")
			if rapid.Bool().Draw(r, "undo") {
				_, err := s.Undo(ctx, kind, digest, "ann", "")
				if (err != nil) != (len(stacks[digest]) == 0) {
					r.Fatalf("undo of %v: %v", stacks[digest], err)
				}
				if n := len(stacks[digest]); n > 0 {
					stacks[digest] = stacks[digest][:n-1]
				}
				continue
			}
			list, err := s.Decide(ctx, store.Decision{Kind: kind, Digest: digest, Verdict: store.Accept, Reviewer: "ann"})
			if err != nil {
				r.Fatal(err)
			}
			stacks[digest] = append(stacks[digest], list[0].ID)
		}
		want := map[string]string{}
		for digest, stack := range stacks {
			d, found, err := s.CurrentDecision(ctx, kind, digest)
			if err != nil || found != (len(stack) > 0) || found && d.ID != stack[len(stack)-1] {
				r.Fatalf("current of %v is %+v, %v, %v", stack, d, found, err)
			}
			if found {
				want[digest] = d.ID
			}
		}
		got := map[string]string{}
		for d, err := range s.Opinions(ctx, kind) {
			if err != nil {
				r.Fatal(err)
			}
			got[d.Digest] = d.ID
		}
		if diff := cmp.Diff(want, got); diff != "" {
			r.Fatal(diff)
		}
	})
}
