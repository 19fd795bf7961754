package curate_test

import (
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// call is one call of a trajectory.
func call(tool, args, observation string, outcome world.Outcome) trace.Call {
	return trace.Call{Tool: tool, Args: args, Observation: observation, Outcome: outcome}
}

// done is a call that succeeds with a short reply.
func done(tool, args string) trace.Call { return call(tool, args, `{"ok":true}`, world.OK) }

// walk is a trajectory with one call a step and a last word.
func walk(calls ...trace.Call) *trace.Trajectory {
	t := &trace.Trajectory{Format: trace.Format, Opening: "Please book the room."}
	for i, c := range calls {
		t.Steps = append(t.Steps, trace.Step{Index: i, Calls: []trace.Call{c}})
	}
	t.Steps = append(t.Steps, trace.Step{Index: len(calls), Text: "Done."})
	return t
}

// distinctWalk is a trajectory that resembles no other of another name.
func distinctWalk(name string) *trace.Trajectory {
	var calls []trace.Call
	for i := range 3 {
		calls = append(calls, done("mail_search", fmt.Sprintf(`{"query":"%s %d one","note":"%s two %d"}`, name, i, name, i)))
	}
	return walk(calls...)
}

// trial is a passing trial of a task by the teacher, alike to no other.
func trial(id, task string, edit ...func(*curate.Trial)) *curate.Trial {
	t := &curate.Trial{ID: id, Task: task, TaskDigest: "digest-" + task, Agent: "teacher", Status: grade.Scored,
		Completion: grade.One, Score: grade.One, Pass: true}
	t.Features = curate.FeaturesOf(distinctWalk(id), 0, nil)
	for _, e := range edit {
		e(t)
	}
	return t
}

// failing turns a trial into one that earns little.
func failing(t *curate.Trial) {
	t.Pass, t.Completion, t.Score = false, grade.One/2, grade.One/2
}

func walked(tr *trace.Trajectory) func(*curate.Trial) {
	return func(t *curate.Trial) { t.Features = curate.FeaturesOf(tr, 0, nil) }
}

// middle adds a failing trial to every task so that no group is stable.
func middle(list ...*curate.Trial) []*curate.Trial {
	seen := map[string]bool{}
	for _, t := range list {
		if !seen[t.Task] {
			seen[t.Task] = true
			list = append(list, trial("zz-fails-"+t.Task, t.Task, failing))
		}
	}
	return list
}

// open are settings without any limit.
func open() curate.Settings {
	s := curate.Defaults()
	s.StablePer, s.MinCalls, s.MaxCalls, s.MaxChars, s.MaxObserved, s.Near, s.PerTask, s.PerScenario = 0, 0, 0, 0, 0, 0, 0, 0
	s.MinReward, s.ValShare, s.TestShare = 0, 0, 0
	return s
}

func run(t testing.TB, in *curate.Input, s curate.Settings) *curate.Selection {
	t.Helper()
	out, err := curate.Run(in, s)
	if err != nil {
		t.Fatal(err)
	}
	if out.Counts.Sum() != len(in.Trials) || out.Counts.Input != len(in.Trials) || len(out.Rows) != len(in.Trials) {
		t.Fatalf("%d trials, %d rows, counts add up to %d: %+v", len(in.Trials), len(out.Rows), out.Counts.Sum(), out.Counts)
	}
	return out
}

func row(t testing.TB, s *curate.Selection, id string) *curate.Row {
	t.Helper()
	for i := range s.Rows {
		if s.Rows[i].Trial == id {
			return &s.Rows[i]
		}
	}
	t.Fatalf("there is no row of %s", id)
	return nil
}

// fate is what became of a trial, in one word or two.
func fate(t testing.TB, s *curate.Selection, id string) string {
	r := row(t, s, id)
	return strings.TrimSpace(string(r.Decision) + " " + r.Rule)
}

func world1(n int) det.Digest { return det.Sum([]byte(fmt.Sprint("world", n))) }
