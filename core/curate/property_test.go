package curate_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// drawInput draws trials that meet every rule at times.
func drawInput(r *rapid.T) (*curate.Input, curate.Settings) {
	in := input()
	words := []string{"alpha", "beta", "gamma", "delta"}
	in.Sets = map[string]*curate.GramSet{"bench": {}}
	in.Sets["bench"].Add("gamma gamma")
	for i := range rapid.IntRange(0, 30).Draw(r, "trials") {
		task := rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(r, "task")
		tr := &trace.Trajectory{Opening: rapid.SampledFrom([]string{"alpha", "beta", "gamma gamma"}).Draw(r, "opening"), Start: world1(len(task))}
		for range rapid.IntRange(0, 4).Draw(r, "calls") {
			w := rapid.SampledFrom(words).Draw(r, "word")
			outcome := rapid.SampledFrom([]world.Outcome{world.OK, world.OK, world.Conflict}).Draw(r, "outcome")
			tr.Steps = append(tr.Steps, trace.Step{Calls: []trace.Call{call("tool", fmt.Sprintf(`{"q":"%s"}`, w), `{"a":"`+w+`"}`, outcome)}})
		}
		score := grade.Micros(rapid.IntRange(0, 4).Draw(r, "score") * 250_000)
		t := &curate.Trial{ID: fmt.Sprintf("t%02d", i), Task: task, TaskDigest: "digest-" + task, Agent: rapid.SampledFrom([]string{"x", "y"}).Draw(r, "agent"),
			Status: rapid.SampledFrom([]grade.Status{grade.Scored, grade.Scored, grade.Scored, grade.EnvError}).Draw(r, "status"),
			Score:  score, Completion: score, Pass: score >= grade.PassLine}
		if rapid.IntRange(0, 9).Draw(r, "readable") > 0 {
			t.Features = curate.FeaturesOf(tr, 0, in.Sets)
		}
		in.Trials = append(in.Trials, t)
		if rapid.IntRange(0, 5).Draw(r, "reviewed") == 0 {
			s := rapid.SampledFrom([]curate.Subject{curate.OfTrial(t.ID), curate.OfTask(t.TaskDigest), curate.OfRule("duplicate", true, t.ID), curate.OfRule("reward", false, t.ID)}).Draw(r, "subject")
			in.Reviews[s] = curate.Review{ID: "dec", Verdict: rapid.SampledFrom([]store.Verdict{store.Accept, store.Reject, store.Flag, store.Skip}).Draw(r, "verdict"), Disputed: rapid.IntRange(0, 3).Draw(r, "disputed") == 0}
		}
	}
	in.Tasks["digest-a"] = &curate.Task{ID: "a", Scenario: "s", Proof: curate.Solved}
	in.Tasks["digest-b"] = &curate.Task{ID: "b", Scenario: "s", Root: "a"}
	set := curate.Defaults()
	set.PerTask, set.PerScenario, set.MaxChars = rapid.IntRange(0, 3).Draw(r, "per task"), rapid.IntRange(0, 4).Draw(r, "per scenario"), rapid.IntRange(0, 90).Draw(r, "chars")
	set.ValShare, set.TestShare = 0.3, 0.3
	if rapid.Bool().Draw(r, "hold out") {
		set.HoldOut = []string{"c"}
	}
	return in, set
}

func TestCountsAddUpAndOrderIsOfNoMatter(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		in, set := drawInput(r)
		s, err := curate.Run(in, set)
		if err != nil {
			r.Fatal(err)
		}
		if s.Counts.Input != len(in.Trials) || s.Counts.Sum() != len(in.Trials) {
			r.Fatalf("%d trials, counts %+v", len(in.Trials), s.Counts)
		}
		other := *in
		other.Trials = slices.Clone(in.Trials)
		shuffle := det.NewRand(rapid.Uint64().Draw(r, "shuffle"), "shuffle")
		shuffle.Shuffle(len(other.Trials), func(i, j int) { other.Trials[i], other.Trials[j] = other.Trials[j], other.Trials[i] })
		again, err := curate.Run(&other, set)
		if err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(s, again); diff != "" {
			r.Fatalf("another order, another selection: %s", diff)
		}
		checkRows(r, in, set, s)
	})
}

// checkRows holds what is true of every selection, whatever its trials.
func checkRows(r *rapid.T, in *curate.Input, set curate.Settings, s *curate.Selection) {
	perTask, folds := map[string]int{}, map[string]curate.Split{}
	accepted := map[string]int{}
	for _, row := range s.Rows {
		if known := folds[row.Scenario]; known != "" && known != row.Fold {
			r.Fatalf("scenario %s is in %s and in %s", row.Scenario, known, row.Fold)
		}
		folds[row.Scenario] = row.Fold
		if (row.Rule != "") != (row.Decision == curate.Drop || row.Decision == curate.SetAside) || (row.Split != "") == (row.Rule != "") {
			r.Fatalf("decision %s, rule %q, split %q", row.Decision, row.Rule, row.Split)
		}
		if row.Decision == curate.Keep {
			perTask[row.TaskDigest]++
			overruled := slices.ContainsFunc(row.Reasons, func(x curate.Reason) bool { return x.Overruled })
			if overruled {
				accepted[row.TaskDigest]++
			}
		}
	}
	for digest, n := range perTask {
		if set.PerTask > 0 && n > max(set.PerTask, accepted[digest]) {
			r.Fatalf("%d kept of %s, at most %d", n, digest, set.PerTask)
		}
	}
	for _, p := range s.Pairs {
		if p.Chosen == p.Rejected || p.Split != folds[scenarioOf(s, p.Chosen)] {
			r.Fatalf("pair %+v", p)
		}
	}
	for _, t := range in.Trials { // what is explained is what was decided
		e, err := curate.Explain(in, set, t.ID)
		if err != nil {
			r.Fatal(err)
		}
		i := slices.IndexFunc(s.Rows, func(x curate.Row) bool { return x.Trial == t.ID })
		if diff := cmp.Diff(s.Rows[i], e.Row); diff != "" {
			r.Fatal(diff)
		}
		checkExplanation(r, t, e)
	}
}

func scenarioOf(s *curate.Selection, trial string) string {
	for _, row := range s.Rows {
		if row.Trial == trial {
			return row.Scenario
		}
	}
	return ""
}

func checkExplanation(r *rapid.T, t *curate.Trial, e *curate.Explanation) {
	if t.Features == nil {
		return
	}
	rules := curate.Rules()
	if len(e.Verdicts) != len(rules) {
		r.Fatalf("%d verdicts of %d rules", len(e.Verdicts), len(rules))
	}
	for i, v := range e.Verdicts {
		if v.Rule != rules[i].Name || v.Text == "" {
			r.Fatalf("verdict %d is %+v, want one of %s", i, v, rules[i].Name)
		}
		if v.Decided != (e.Row.Rule == v.Rule) || v.Decided && !v.Drop || e.Row.Decision == curate.Keep && v.Drop {
			r.Fatalf("%s of %s %q, verdict %+v", t.ID, e.Row.Decision, e.Row.Rule, v)
		}
	}
}

func TestSelectionRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		in, set := drawInput(r)
		in.Where = "agent:x"
		s, err := curate.Run(in, set)
		if err != nil {
			r.Fatal(err)
		}
		var buf bytes.Buffer
		if err := curate.Write(&buf, s); err != nil {
			r.Fatal(err)
		}
		back, err := curate.Read(&buf)
		if err != nil {
			r.Fatal(err)
		}
		if back.ID != s.ID || len(back.Rows) != len(s.Rows) || len(back.Pairs) != len(s.Pairs) {
			r.Fatalf("read %s with %d rows", back.ID, len(back.Rows))
		}
		for i := range s.Rows {
			if diff := cmp.Diff(s.Rows[i], back.Rows[i]); diff != "" {
				r.Fatal(diff)
			}
		}
	})
}
