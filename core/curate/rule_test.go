package curate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// boundary is one rule just not and just dropping the trial "t".
type boundary struct {
	rule       string
	keep, drop func() (*curate.Input, curate.Settings)
	decision   curate.Decision
}

func input(trials ...*curate.Trial) *curate.Input {
	return &curate.Input{Trials: trials, Reviews: map[curate.Subject]curate.Review{}, Tasks: map[string]*curate.Task{}}
}

// with makes an input of the trial t, edited, under open settings, edited.
func with(settings func(*curate.Settings), edit ...func(*curate.Trial)) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		s := open()
		if settings != nil {
			settings(&s)
		}
		return input(middle(trial("t", "a", edit...))...), s
	}
}

func among(settings func(*curate.Settings), others ...*curate.Trial) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		s := open()
		settings(&s)
		return input(append(middle(trial("t", "a")), others...)...), s
	}
}

func reviewed(v curate.Review) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		in := input(middle(trial("t", "a"))...)
		in.Reviews[curate.OfTrial("t")] = v
		return in, open()
	}
}

// contaminated puts a request of n words into a set and lets the trial's request end in the same.
func contaminated(n int) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		var words []string
		for i := range 20 {
			words = append(words, fmt.Sprint("Word", i))
		}
		set := &curate.GramSet{}
		set.Add("another beginning, " + strings.Join(words[:n], " ") + " another end and some more of it")
		sets := map[string]*curate.GramSet{"bench": set}
		tr := distinctWalk("t")
		tr.Opening = "Please do " + strings.ToLower(strings.Join(words, ", ")) + "!"
		in := input(middle(trial("t", "a", func(x *curate.Trial) { x.Features = curate.FeaturesOf(tr, 0, sets) }))...)
		in.Sets = sets
		return in, open()
	}
}

// calls makes a trial of that many calls.
func calls(n int) func(*curate.Trial) {
	var list []trace.Call
	for i := range n {
		list = append(list, done("tool", fmt.Sprintf(`{"n":%d}`, i)))
	}
	return walked(walk(list...))
}

// alike gives a trial one call with these words.
func alike(words string) func(*curate.Trial) { return walked(walk(done("tool", `{"q":"`+words+`"}`))) }

func lowInput(completion grade.Micros, proof curate.Proof) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		in := input(trial("t", "a", func(t *curate.Trial) { t.Completion = completion }))
		in.Trials = append(in.Trials, trial("other", "a", failing, func(t *curate.Trial) { t.Completion = 0 }))
		in.Tasks["digest-a"] = &curate.Task{ID: "a", Proof: proof}
		return in, open()
	}
}

func boundaries() []boundary {
	return []boundary{
		{rule: curate.RuleUnreadable, keep: with(nil), drop: with(nil, func(t *curate.Trial) { t.Features, t.Unreadable = nil, "no JSON" })},
		{rule: curate.RuleRejected, keep: reviewed(curate.Review{Verdict: store.Skip}), drop: reviewed(curate.Review{Verdict: store.Reject})},
		{rule: curate.RuleFlagged, keep: reviewed(curate.Review{Verdict: store.Accept}), drop: reviewed(curate.Review{Verdict: store.Accept, Disputed: true})},
		{rule: curate.RuleUnscored, keep: with(nil), drop: with(nil, func(t *curate.Trial) { t.Status = grade.EndpointError })},
		{rule: curate.RuleHeldOut, keep: with(func(s *curate.Settings) { s.HoldOut = []string{"A", "b"} }), drop: with(func(s *curate.Settings) { s.HoldOut = []string{"b", "a"} })},
		{rule: curate.RuleContaminate, keep: contaminated(12), drop: contaminated(13)},
		{rule: curate.RuleLow, keep: lowInput(500_000, curate.Solved), drop: lowInput(499_999, curate.Solved), decision: curate.SetAside},
		{rule: curate.RuleReward, keep: with(func(s *curate.Settings) { s.MinReward = 900_000 }, func(t *curate.Trial) { t.Score = 900_000 }),
			drop: with(func(s *curate.Settings) { s.MinReward = 900_000 }, func(t *curate.Trial) { t.Score = 899_999 })},
		{rule: curate.RuleTooShort, keep: with(func(s *curate.Settings) { s.MinCalls = 2 }, calls(2)), drop: with(func(s *curate.Settings) { s.MinCalls = 2 }, calls(1))},
		{rule: curate.RuleTooMany, keep: with(func(s *curate.Settings) { s.MaxCalls = 4 }, calls(4)), drop: with(func(s *curate.Settings) { s.MaxCalls = 4 }, calls(5))},
		{rule: curate.RuleTooLong, keep: with(func(s *curate.Settings) { s.MaxChars = charsOf("t") }), drop: with(func(s *curate.Settings) { s.MaxChars = charsOf("t") - 1 })},
		{rule: curate.RuleDuplicate, keep: twin("b"), drop: twin("a")},
		{rule: curate.RuleNear, keep: nearInput("x y"), drop: nearInput("k y")},
		{rule: curate.RuleStable, keep: stableInput(2), drop: stableInput(1)},
		{rule: curate.RulePerTask, keep: among(func(s *curate.Settings) { s.PerTask = 2 }, trial("better", "a", better)), drop: among(func(s *curate.Settings) { s.PerTask = 1 }, trial("better", "a", better))},
		{rule: curate.RulePerScenario, keep: scenarioInput(2), drop: scenarioInput(1)},
	}
}

func better(t *curate.Trial) { t.Score = grade.One + 1 }

// twin puts a trial of a task with the same calls before t.
func twin(task string) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		in := input(middle(trial("t", "a"), trial("twin", task, walked(distinctWalk("t"))))...)
		in.Reviews[curate.OfTrial("twin")] = curate.Review{Verdict: store.Accept} // it comes first
		return in, open()
	}
}

func charsOf(id string) int { return trial(id, "a").Features.Chars }

// nearInput holds t against a trial that comes first. Tool, argument and twelve words make ten
// sequences of five; another last word changes one of them, another one before it a second.
func nearInput(last string) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		s := open()
		s.Near = 0.8 // 9 shared of 11 are near, 8 of 12 are not
		in := input(middle(trial("t", "a", alike("a b c d e f g h i j "+last)), trial("u", "b", alike("a b c d e f g h i j k l"), better))...)
		in.Reviews[curate.OfTrial("u")] = curate.Review{Verdict: store.Accept} // it comes first
		return in, s
	}
}

func stableInput(most int) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		s := open()
		s.StablePer = most
		in := input(trial("t", "a"), trial("u", "b"))
		in.Tasks["digest-a"], in.Tasks["digest-b"] = &curate.Task{ID: "a", Root: "root"}, &curate.Task{ID: "b", Root: "root"}
		in.Reviews[curate.OfTrial("u")] = curate.Review{Verdict: store.Accept}
		return in, s
	}
}

func scenarioInput(most int) func() (*curate.Input, curate.Settings) {
	return func() (*curate.Input, curate.Settings) {
		s := open()
		s.PerScenario = most
		in := input(middle(trial("t", "a"), trial("u", "b"), trial("other", "c"))...)
		in.Tasks["digest-a"], in.Tasks["digest-b"] = &curate.Task{ID: "a", Scenario: "s"}, &curate.Task{ID: "b", Scenario: "s"}
		in.Tasks["digest-c"] = &curate.Task{ID: "c", Scenario: "s2"}
		in.Reviews[curate.OfTrial("u")] = curate.Review{Verdict: store.Accept}
		return in, s
	}
}

func TestEachRuleOnItsBoundary(t *testing.T) {
	var tested []string
	for _, b := range boundaries() {
		tested = append(tested, b.rule)
		want := "drop " + b.rule
		if b.decision != "" {
			want = string(b.decision) + " " + b.rule
		}
		in, set := b.keep()
		if got := fate(t, run(t, in, set), "t"); got != "keep" {
			t.Errorf("%s, just not: %s", b.rule, got)
		}
		in, set = b.drop()
		s := run(t, in, set)
		if got := fate(t, s, "t"); got != want {
			t.Errorf("%s, just: %s", b.rule, got)
		}
		r := row(t, s, "t")
		if len(r.Reasons) == 0 || r.Reasons[len(r.Reasons)-1].Rule != b.rule || r.Reasons[len(r.Reasons)-1].Text == "" {
			t.Errorf("%s: reasons %+v", b.rule, r.Reasons)
		}
		if r.Split != curate.NoSplit || r.Fold != curate.Train {
			t.Errorf("%s: split %q, fold %q", b.rule, r.Split, r.Fold)
		}
	}
	var all []string
	for _, r := range curate.Rules() {
		all = append(all, r.Name)
	}
	if !slices.Equal(tested, all) {
		t.Errorf("tested %v, the rules are %v", tested, all)
	}
}

func TestGroups(t *testing.T) {
	set := func(completion grade.Micros, pass bool) func(*curate.Trial) {
		return func(t *curate.Trial) { t.Completion, t.Score, t.Pass = completion, completion, pass }
	}
	tests := []struct {
		name   string
		trials []*curate.Trial
		label  string
	}{
		{"all pass, mean on the line", []*curate.Trial{trial("t", "a", set(500_000, true)), trial("u", "a", set(1_000_000, true))}, curate.LabelStable},
		{"all pass, mean just below", []*curate.Trial{trial("t", "a", set(499_999, true)), trial("u", "a", set(1_000_000, true))}, curate.LabelMiddle},
		{"high mean, one fails", []*curate.Trial{trial("t", "a", set(999_999, false)), trial("u", "a", set(1_000_000, true))}, curate.LabelMiddle},
		{"mean on the lower line", []*curate.Trial{trial("t", "a", set(0, false)), trial("u", "a", set(500_000, false))}, curate.LabelMiddle},
		{"mean just below the lower line", []*curate.Trial{trial("t", "a", set(0, false)), trial("u", "a", set(499_999, false))}, curate.LabelLow},
		{"one third of three is no rounding", []*curate.Trial{trial("t", "a", set(250_000, false)), trial("u", "a", set(250_000, false)), trial("v", "a", set(249_999, false))}, curate.LabelLow},
		{"unscored ones do not count", []*curate.Trial{trial("t", "a"), trial("u", "a", set(0, false), func(t *curate.Trial) { t.Status = grade.EnvError })}, curate.LabelStable},
		{"nor do other agents", []*curate.Trial{trial("t", "a"), trial("u", "a", set(0, false), func(t *curate.Trial) { t.Agent = "novice" })}, curate.LabelStable},
		{"nor other models", []*curate.Trial{trial("t", "a"), trial("u", "a", set(0, false), func(t *curate.Trial) { t.Model = "m" })}, curate.LabelStable},
		{"nor other tasks", []*curate.Trial{trial("t", "a"), trial("u", "b", set(0, false))}, curate.LabelStable},
	}
	for _, tt := range tests {
		if r := row(t, run(t, input(tt.trials...), open()), "t"); !r.Has(tt.label) {
			t.Errorf("%s: labels %v, want %s", tt.name, r.Labels, tt.label)
		}
	}
	byTask, byPlan := open(), open()
	byTask.GroupBy, byPlan.GroupBy = curate.ByTask, curate.ByPlan
	two := input(trial("t", "a", func(t *curate.Trial) { t.Plan = "p" }), trial("u", "a", set(0, false), func(t *curate.Trial) { t.Agent, t.Plan = "novice", "p" }))
	for name, s := range map[string]curate.Settings{"task": byTask, "plan": byPlan} {
		if r := row(t, run(t, two, s), "t"); !r.Has(curate.LabelMiddle) {
			t.Errorf("by %s: %v", name, r.Labels)
		}
	}
}

func TestLowIsNamedByTheProof(t *testing.T) {
	for proof, label := range map[curate.Proof]string{curate.Solved: curate.LabelSuspect, curate.Unsolved: curate.LabelBroken, curate.Unproven: curate.LabelUnproven} {
		in, set := lowInput(100_000, proof)()
		s := run(t, in, set)
		for _, id := range []string{"t", "other"} {
			if r := row(t, s, id); !r.Has(label) || !r.Has(curate.LabelLow) || r.Decision != curate.SetAside || !strings.Contains(r.Reasons[0].Text, label) {
				t.Errorf("%q, %s: %+v", proof, id, r)
			}
		}
	}
}

func TestFailedTrialsAreKeptApart(t *testing.T) {
	s := open()
	s.MinReward, s.MinCalls, s.PerTask, s.Near = grade.One, 50, 1, 0.8
	in := input(trial("t", "a"), trial("f1", "a", failing), trial("f2", "a", failing, walked(walk())))
	got := run(t, in, s)
	for _, id := range []string{"f1", "f2"} {
		if r := row(t, got, id); r.Decision != curate.Failed || r.Split != curate.FailedSplit || r.Fold != curate.Train {
			t.Errorf("%s: %+v", id, r)
		}
	}
	if !row(t, got, "f2").Has(curate.LabelNoAction) || row(t, got, "f1").Has(curate.LabelNoAction) {
		t.Error("a trial without a call is not labelled, or one with calls is")
	}
}

func TestRecoveredTrialsAreLabelled(t *testing.T) {
	bad := call("book", `{}`, `{"error":"busy"}`, world.Conflict)
	tests := []struct {
		name string
		edit []func(*curate.Trial)
		want bool
	}{
		{"a call failed, a later one did not", []func(*curate.Trial){walked(walk(bad, done("book", `{"n":2}`)))}, true},
		{"nothing failed", []func(*curate.Trial){calls(3)}, false},
		{"the failed call was the last", []func(*curate.Trial){walked(walk(done("book", `{}`), bad))}, false},
		{"the trial did not pass", []func(*curate.Trial){walked(walk(bad, done("book", `{"n":2}`))), failing}, false},
	}
	for _, tt := range tests {
		if r := row(t, run(t, input(trial("t", "a", tt.edit...)), open()), "t"); r.Has(curate.LabelRecovered) != tt.want {
			t.Errorf("%s: %v", tt.name, r.Labels)
		}
	}
}

func TestSettingsThatMeanNothingAreRefused(t *testing.T) {
	nan := 0.0
	nan /= nan
	for name, edit := range map[string]func(*curate.Settings){
		"group": func(s *curate.Settings) { s.GroupBy = "day" }, "threshold": func(s *curate.Settings) { s.StableFrom = grade.One + 1 },
		"crossed": func(s *curate.Settings) { s.LowBelow = s.StableFrom + 1 }, "share": func(s *curate.Settings) { s.Near = 1.1 },
		"nan": func(s *curate.Settings) { s.Near = nan }, "nothing to train": func(s *curate.Settings) { s.ValShare, s.TestShare = 0.6, 0.5 },
		"negative": func(s *curate.Settings) { s.PerTask = -1 }, "calls": func(s *curate.Settings) { s.MinCalls, s.MaxCalls = 3, 2 },
		"marker": func(s *curate.Settings) { s.MaxObserved = 63 },
	} {
		s := curate.Defaults()
		edit(&s)
		if _, err := curate.Run(&curate.Input{}, s); fault.KindOf(err) != fault.Usage || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := curate.Run(input(trial("t", "a"), trial("t", "a")), curate.Defaults()); fault.KindOf(err) != fault.Conflict {
		t.Errorf("one trial twice: %v", err)
	}
}
