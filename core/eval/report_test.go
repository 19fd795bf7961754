package eval_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

// scored is a safe trial with that completion.
func scored(task, agent string, completion grade.Micros) eval.Trial {
	return eval.Trial{Task: task, Agent: agent, Status: grade.Scored, Completion: completion, Score: completion, Safety: 1}
}

func unsafe(task, agent string, completion grade.Micros) eval.Trial {
	return eval.Trial{Task: task, Agent: agent, Status: grade.Scored, Completion: completion}
}

func ended(task, agent string, status grade.Status) eval.Trial {
	return eval.Trial{Task: task, Agent: agent, Status: status}
}

func options(k ...int) eval.Options {
	o := eval.Defaults()
	o.K, o.By, o.Resamples = k, nil, 200
	return o
}

func measure(t testing.TB, trials []eval.Trial, tasks map[string]*eval.Task, o eval.Options) *eval.Report {
	t.Helper()
	r, err := eval.Measure(trials, tasks, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// want checks a metric's value, NaN for none, and how many tasks it stands for and leaves out.
func want(t *testing.T, c *eval.Cell, name string, value float64, tasks, leftOut int) {
	t.Helper()
	m, ok := c.Metric(name)
	got := math.NaN()
	if m.Value != nil {
		got = *m.Value
	}
	same := math.IsNaN(value) && math.IsNaN(got) || math.Abs(value-got) < 1e-12
	if !ok || !same || m.Tasks != tasks || m.LeftOut != leftOut {
		t.Errorf("%s %s = %v of %d tasks, %d left out; want %v of %d, %d", c.Value, name, got, m.Tasks, m.LeftOut, value, tasks, leftOut)
	}
}

func TestHandComputedMetrics(t *testing.T) {
	rob := grade.Micros(500_000)
	tested := scored("a", "x", 1_000_000)
	tested.Robustness = &rob
	trials := []eval.Trial{
		// a: 3 scored (1, 0.75, 0.5), 2 pass; b: 2 scored, one unsafe; c: only errors; d: missing
		tested, scored("a", "x", 750_000), scored("a", "x", 500_000), ended("a", "x", grade.EndpointError),
		scored("b", "x", 749_999), unsafe("b", "x", 1_000_000),
		ended("c", "x", grade.EnvError), ended("c", "x", "aborted"),
		ended("d", "x", eval.Missing), ended("a", "x", eval.Missing),
	}
	r := measure(t, trials, nil, options(1, 2, 3, 4))
	c := &r.Agents[0].Overall
	want(t, c, "score", (0.75+0.749999/2)/2, 2, 2) // an unsafe trial scores what the grader said: here 0
	want(t, c, "completion", (0.75+1.749999/2)/2, 2, 2)
	want(t, c, "safety", 0.75, 2, 2)
	want(t, c, "robustness", 0.5, 1, 3)
	want(t, c, "pass@1", (2.0/3+0)/2, 2, 2)
	want(t, c, "pass@2", (1.0+0)/2, 2, 2) // a: 1 - C(1,2)/C(3,2)
	want(t, c, "pass@3", 1, 1, 3)         // b has two trials
	want(t, c, "pass@4", math.NaN(), 0, 4)
	want(t, c, "pass^1", (2.0/3+0)/2, 2, 2)
	want(t, c, "pass^2", (1.0/3+0)/2, 2, 2) // a: C(2,2)/C(3,2)
	want(t, c, "pass^3", 0, 1, 3)
	totals := eval.Totals{Tasks: 4, Trials: 8, Scored: 5, Excluded: map[string]int{"endpoint_error": 1, "env_error": 1, "aborted": 1, "missing": 2}}
	if diff := cmp.Diff(totals, c.Totals); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(totals, r.Input); diff != "" {
		t.Error(diff)
	}
	o := options(1)
	o.Threshold = 749_999
	c = &measure(t, trials, nil, o).Agents[0].Overall
	want(t, c, "pass@1", (2.0/3+0.5)/2, 2, 2) // one more passes; the unsafe one never does
}

// With fewer trials than k the estimate is undefined, never 1 and never 0.
func TestTooFewTrialsAreNotImputed(t *testing.T) {
	r := measure(t, []eval.Trial{scored("a", "x", 1_000_000), ended("a", "x", grade.EnvError), ended("b", "x", grade.GraderError)}, nil, options(1, 2))
	c := &r.Agents[0].Overall
	want(t, c, "pass@1", 1, 1, 1)
	want(t, c, "pass@2", math.NaN(), 0, 2)
	want(t, c, "pass^2", math.NaN(), 0, 2)
	r = measure(t, []eval.Trial{ended("b", "x", grade.GraderError)}, nil, options(1))
	for _, m := range r.Agents[0].Overall.Metrics {
		if m.Value != nil || m.Interval != nil || m.Tasks != 0 || m.LeftOut != 1 {
			t.Errorf("without any score: %+v", m)
		}
	}
}

// A filter's denominators are those of what it selects, and tasks weigh the same.
func TestBreakdowns(t *testing.T) {
	tasks := map[string]*eval.Task{
		"a": {ID: "a", Family: "lookup", Services: []string{"mail", "crm"}, Capabilities: []string{"dates"}, Difficulty: "easy", Language: "en", Turns: "single"},
		"b": {ID: "b", Family: "lookup", Services: []string{"mail"}, Difficulty: "hard", Language: "zh", Turns: "staged"},
	}
	trials := []eval.Trial{scored("a", "x", 1_000_000), scored("a", "x", 1_000_000), scored("a", "x", 1_000_000), scored("b", "x", 0), scored("gone", "x", 500_000), scored("b", "y", 250_000)}
	o := options(1)
	o.By = []string{"turns", "service", "family", "service"}
	r := measure(t, trials, tasks, o)
	if len(r.Agents) != 2 || r.Agents[0].Name() != "x" || len(r.Agents[0].By) != 3 {
		t.Fatalf("%+v", r.Agents)
	}
	if got := r.Options.By; !slices.Equal(got, []string{"family", "service", "turns"}) {
		t.Errorf("dimensions %v", got)
	}
	by := map[string]*eval.Cell{}
	for _, b := range r.Agents[0].By {
		for i := range b.Cells {
			by[b.Dimension+"="+b.Cells[i].Value] = &b.Cells[i]
		}
	}
	want(t, by["family=lookup"], "score", 0.5, 2, 0)
	want(t, by["family=unknown"], "score", 0.5, 1, 0)
	want(t, by["service=mail"], "score", 0.5, 2, 0)
	want(t, by["service=crm"], "score", 1, 1, 0)
	want(t, by["turns=staged"], "score", 0, 1, 0)
	want(t, &r.Agents[0].Overall, "score", 0.5, 3, 0)
	want(t, &r.Agents[1].Overall, "score", 0.25, 1, 0)
	if len(by) != 8 || by["family=lookup"].Scored != 4 {
		t.Errorf("%d cells, %d trials of lookup", len(by), by["family=lookup"].Scored)
	}
	o.By = eval.Dimensions()
	if got := measure(t, trials, tasks, o).Agents[0].By; len(got) != 6 {
		t.Errorf("%d breakdowns", len(got))
	}
}

func TestModelsAreAgentsOfTheirOwn(t *testing.T) {
	big := scored("a", "model", 1_000_000)
	big.Model = "big"
	r := measure(t, []eval.Trial{scored("a", "model", 0), big}, nil, options(1))
	if len(r.Agents) != 2 || r.Agents[0].Name() != "model" || r.Agents[1].Name() != "model/big" || r.Input.Tasks != 1 {
		t.Errorf("%+v", r)
	}
}

// The order of the trials changes nothing, and equal seeds draw equally.
func TestReportsAreDeterministic(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var trials []eval.Trial
		for range rapid.IntRange(0, 40).Draw(r, "trials") {
			x := scored(rapid.StringMatching("[a-f]").Draw(r, "task"), rapid.StringMatching("[xy]").Draw(r, "agent"), grade.Micros(rapid.IntRange(0, 4).Draw(r, "score")*250_000))
			x.Status = rapid.SampledFrom([]grade.Status{grade.Scored, grade.Scored, grade.EnvError, eval.Missing}).Draw(r, "status")
			trials = append(trials, x)
		}
		a, err := eval.Measure(trials, nil, options(1, 2))
		if err != nil {
			r.Fatal(err)
		}
		shuffle := det.NewRand(rapid.Uint64().Draw(r, "shuffle"), "shuffle")
		shuffle.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
		b, err := eval.Measure(trials, nil, options(1, 2))
		if diff := cmp.Diff(a, b); err != nil || diff != "" {
			r.Fatalf("%v %s", err, diff)
		}
		n := a.Input.Scored
		for _, k := range a.Input.Excluded {
			n += k
		}
		if n != len(trials) {
			r.Fatalf("%d trials, %d counted", len(trials), n)
		}
	})
}

func TestOptionsThatMeanNothingAreRefused(t *testing.T) {
	nan := math.NaN()
	for name, edit := range map[string]func(*eval.Options){
		"dimension": func(o *eval.Options) { o.By = []string{"colour"} }, "no k": func(o *eval.Options) { o.K = nil }, "k": func(o *eval.Options) { o.K = []int{0, 3} },
		"threshold": func(o *eval.Options) { o.Threshold = -1 }, "level": func(o *eval.Options) { o.Level = 1 }, "nan": func(o *eval.Options) { o.Level = nan },
		"resamples": func(o *eval.Options) { o.Resamples = 99 },
	} {
		o := eval.Defaults()
		edit(&o)
		if _, err := eval.Measure(nil, nil, o); fault.KindOf(err) != fault.Usage || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestIntervals(t *testing.T) {
	var trials []eval.Trial
	for i := range 40 {
		trials = append(trials, scored(fmt.Sprint(i), "x", grade.Micros(i%2)*1_000_000), scored(fmt.Sprint(i), "same", 800_000))
	}
	trials = append(trials, scored("0", "one", 500_000))
	r := measure(t, trials, nil, options(1))
	at := func(agent int, name string) *eval.Interval {
		m, _ := r.Agents[agent].Overall.Metric(name)
		return m.Interval
	}
	if at(0, "score") != nil {
		t.Error("one task has an interval")
	}
	if at(1, "score") != nil {
		t.Error("tasks that are all alike have an interval")
	}
	// Half of 40 pass: the normal interval is 0.5 +- 0.155.
	if i := at(2, "score"); i == nil || math.Abs(i.Low-0.345) > 0.05 || math.Abs(i.High-0.655) > 0.05 {
		t.Errorf("interval %+v", i)
	}
	trials = nil
	for i := range 40 {
		trials = append(trials, scored(fmt.Sprint(i), "x", grade.Micros(i*i*500)))
	}
	draw := func(seed uint64) eval.Interval {
		o := options(1)
		o.Seed = seed
		return *measure(t, trials, nil, o).Agents[0].Overall.Metrics[0].Interval
	}
	if draw(1) == draw(2) || draw(1) != draw(1) {
		t.Error("the seed does not decide what is drawn")
	}
}
