package eval_test

import (
	"fmt"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/grade"
)

// In repeated worlds of tasks whose chance of a pass is known, a 95 % interval has to hold the true
// mean about 95 times of 100. The population is skewed: most tasks are hard, so that a dozen of
// them say too little of the few that are not, and the intervals are somewhat short.
func TestIntervalsCoverAtAboutTheirNominalRate(t *testing.T) {
	const worlds = 400
	for _, tasks := range []int{12, 40} {
		r := det.NewRand(7, "coverage", fmt.Sprint(tasks))
		covered := map[string]int{}
		for range worlds {
			var trials []eval.Trial
			for task := range tasks {
				p := r.Float64() * r.Float64() // the mean of the product of two is 1/4
				for range 3 {
					completion := grade.Micros(0)
					if r.Float64() < p {
						completion = grade.One
					}
					trials = append(trials, scored(fmt.Sprint(task), "x", completion))
				}
			}
			o := options(1, 2)
			o.Resamples = 400
			c := &measure(t, trials, nil, o).Agents[0].Overall
			// pass^2 has the mean of p squared, 1/9; pass@2 that of 1 - (1-p)^2.
			for name, truth := range map[string]float64{"score": 0.25, "pass@2": 2*0.25 - 1.0/9, "pass^2": 1.0 / 9} {
				if m, _ := c.Metric(name); m.Interval != nil && m.Interval.Low <= truth && truth <= m.Interval.High {
					covered[name]++
				}
			}
		}
		for name, n := range covered {
			rate := float64(n) / worlds
			t.Logf("%d tasks: %s covered in %.3f of %d worlds", tasks, name, rate, worlds)
			least := 0.92
			if tasks == 12 {
				least = 0.87
			}
			if name == "pass^2" {
				least -= 0.04 // of all the most skewed
			}
			if rate < least || rate > 0.985 {
				t.Errorf("%d tasks: %s covered in %.3f", tasks, name, rate)
			}
		}
		if len(covered) != 3 {
			t.Errorf("%v", covered)
		}
	}
}

// The difference of two agents that are equally good is covered as well.
func TestPairedIntervalsCover(t *testing.T) {
	const worlds, tasks = 400, 25
	r := det.NewRand(8, "coverage")
	covered := 0
	for range worlds {
		var trials []eval.Trial
		for task := range tasks {
			p := r.Float64()
			for range 2 {
				for _, agent := range []string{"a", "b"} {
					completion := grade.Micros(0)
					if r.Float64() < p {
						completion = grade.One
					}
					trials = append(trials, scored(fmt.Sprint(task), agent, completion))
				}
			}
		}
		o := options(1)
		o.Resamples = 400
		p, err := eval.Compare(trials, nil, "a", "b", o)
		if err != nil {
			t.Fatal(err)
		}
		if i := p.Metrics[0].Interval; i != nil && i.Low <= 0 && 0 <= i.High {
			covered++
		}
	}
	rate := float64(covered) / worlds
	t.Logf("no difference covered in %.3f of %d worlds", rate, worlds)
	if rate < 0.92 || rate > 0.985 {
		t.Errorf("covered in %.3f", rate)
	}
}
