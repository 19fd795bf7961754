package cover

import (
	"fmt"
	"math"
	"testing"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// recipes are scenarios like the shipped ones: eight a family, most of one turn, some services each.
func recipes() []*synth.Scenario {
	var out []*synth.Scenario
	for f, family := range task.Families() {
		for i := range 8 {
			turns := synth.Single
			if i < 2 {
				turns = [...]synth.Turns{synth.Multi, synth.Staged}[i]
			}
			s := &synth.Scenario{Name: fmt.Sprintf("%s-%d", family, i), Family: family, Turns: turns, Languages: []string{"en", "zh"}, Levels: []task.Difficulty{"easy", "medium", "hard"}}
			for k := range 1 + i%3 {
				s.Services = append(s.Services, fmt.Sprintf("service-%d", (7*f+3*i+5*k)%24))
			}
			out = append(out, s)
		}
	}
	return out
}

func usual() *Plan {
	return &Plan{Name: "usual", Target: 1000, Languages: map[string]float64{"en": 2, "zh": 1}, Levels: map[string]float64{"easy": 1, "medium": 2, "hard": 2}}
}

// stated adds cells up by what a plan states.
func stated(cells []Cell, of func(*Cell) float64) map[string]float64 {
	out := map[string]float64{}
	for i := range cells {
		c := &cells[i]
		n := of(c)
		out["family "+string(c.Family)] += n
		out["language "+c.Language] += n
		out["level "+string(c.Level)] += n
	}
	return out
}

func targets(c *Cell) float64 { return float64(c.Target) }

// Whatever the number of tasks, families, languages and levels have their shares of it.
func TestFewTasksKeepTheShares(t *testing.T) {
	plans := map[string]*Plan{"usual": usual(),
		"skewed": {Target: 1, Families: map[string]float64{"lookup": 3, "safety": 0.5, "triage": 1, "escalation": 1}, Languages: map[string]float64{"en": 5, "zh": 1}, Levels: map[string]float64{"easy": 1, "medium": 3, "hard": 7}},
		"turns":  {Target: 1, Turns: map[string]float64{"multi": 1, "staged": 1}}}
	for name, p := range plans {
		var before []Cell
		for _, n := range []int{1, 2, 3, 5, 12, 30, 60, 99, 100, 101, 200, 288, 500, 999, 1000, 3333, 10_000} {
			cells := p.Cells(recipes(), n)
			weights := p.weigh(p.Cells(recipes(), MostTasks)) // of which each cell has its share
			whole, i := 0.0, 0
			for _, w := range weights {
				whole += w
			}
			exact := stated(cells, func(*Cell) float64 { i++; return float64(n) * weights[i-1] / whole })
			sum := 0
			for key, got := range stated(cells, targets) {
				if math.Abs(got-exact[key]) > 1.5 {
					t.Errorf("%s: of %d tasks %s has %g, its share is %.2f", name, n, key, got, exact[key])
				}
			}
			for i, c := range cells {
				sum += c.Target
				if before != nil && c.Target < before[i].Target {
					t.Errorf("%s: of %d tasks %s %s %s has %d, of fewer it has %d", name, n, c.Scenario, c.Language, c.Level, c.Target, before[i].Target)
				}
				if c.Target == 0 && c.Why == "" {
					t.Errorf("%s: of %d tasks %s has none, and does not say why", name, n, c.Scenario)
				}
			}
			if before = cells; sum != n {
				t.Errorf("%s: %d of %d tasks are planned", name, sum, n)
			}
		}
	}
}

// What many have together is spread: no family begins with one scenario, no number of tasks that
// could fill every cell leaves one empty.
func TestTasksAreSpread(t *testing.T) {
	few, services := map[string]bool{}, map[string]bool{}
	for _, c := range usual().Cells(recipes(), 24) {
		if c.Target > 0 {
			few[c.Scenario] = true
			for _, s := range c.Services {
				services[s] = true
			}
		}
	}
	if len(few) != 24 || len(services) < 20 {
		t.Errorf("24 tasks are of %d scenarios, which use %d of 24 services", len(few), len(services))
	}
	filled := 0
	cells := usual().Cells(recipes(), 0)
	for _, c := range cells {
		if c.Target > 0 {
			filled++
		}
	}
	if len(cells) != 288 || filled != 288 {
		t.Errorf("1,000 tasks fill %d of %d cells", filled, len(cells))
	}
	got := stated(cells, targets)
	for key, want := range map[string]float64{"language en": 1000 * 2 / 3., "level easy": 200, "level medium": 400, "family safety": 1000 / 6.} {
		if math.Abs(got[key]-want) > 1 {
			t.Errorf("%s has %g of 1,000 tasks", key, got[key])
		}
	}
}

// A plan of millions is laid out at once, and exactly.
func TestMillionsOfTasks(t *testing.T) {
	sum := 0
	for _, c := range usual().Cells(recipes(), MostTasks) {
		sum += c.Target
		if exact := MostTasks / 6. / 8 * 2 / 3 * 2 / 5; c.Language == "en" && c.Level == "hard" && math.Abs(float64(c.Target)-exact) > 3 {
			t.Errorf("%s has %d tasks, its share is %.1f", c.Scenario, c.Target, exact)
		}
	}
	if sum != MostTasks {
		t.Errorf("%d tasks are planned", sum)
	}
}

func TestFamilyHasItsShareHoweverManyCells(t *testing.T) {
	list := append(recipes()[:8:8], recipes()[8])
	got := stated((&Plan{Target: 100, Families: map[string]float64{"lookup": 1, "triage": 1}}).Cells(list, 0), targets)
	if got["family lookup"] != 50 || got["family triage"] != 50 {
		t.Errorf("%v", got)
	}
}

// Shares name all that is wanted, or all that is not.
func TestUnnamedShares(t *testing.T) {
	for _, tt := range []struct {
		shares map[string]float64
		en, zh float64
	}{{nil, 1, 1}, {map[string]float64{}, 1, 1}, {map[string]float64{"zh": 1}, 0, 1}, {map[string]float64{"zh": 0}, 1, 0}, {map[string]float64{"zh": 0, "en": 3}, 3, 0}, {map[string]float64{"zh": 0, "en": 0}, 0, 0}} {
		if en, zh := share(tt.shares, "en"), share(tt.shares, "zh"); en != tt.en || zh != tt.zh {
			t.Errorf("%v: en %g zh %g", tt.shares, en, zh)
		}
	}
}

// Only the cells that are meant: as the plan wants them, or a number of their own.
func TestOnlyTheCellsThatAreMeant(t *testing.T) {
	p := usual()
	easy := func(c *Cell) bool { return c.Level == "easy" && c.Family == "lookup" }
	want := map[string]int{}
	for _, c := range p.Cells(recipes(), 0) {
		if easy(&c) {
			want[c.Scenario+c.Language] = c.Target
		}
	}
	p.Only = easy
	for _, c := range p.Cells(recipes(), 0) {
		if n, meant := want[c.Scenario+c.Language]; !meant || c.Target != n {
			t.Errorf("%s %s %s has %d tasks, the plan wants %d", c.Scenario, c.Language, c.Level, c.Target, n)
		}
	}
	sum := 0
	for _, c := range p.Cells(recipes(), 7) {
		sum += c.Target
	}
	if sum != 7 {
		t.Errorf("%d of 7 tasks", sum)
	}
}

func TestGapsLeaveOutWhatThePlanDoes(t *testing.T) {
	list := recipes()[:2]
	list[1].Languages = []string{"en"}
	whys := map[string]int{}
	for _, c := range Gaps((&Plan{Target: 2, Levels: map[string]float64{"hard": 0}}).Cells(list, 0)) {
		whys[c.Why]++
	}
	if whys[leftOut] != 0 || whys[noShare] != 0 || whys["the scenario is not written in zh"] != 2 || whys[""] != 2 {
		t.Errorf("%v", whys)
	}
}

func TestFillable(t *testing.T) {
	for _, tt := range []struct {
		plan Plan
		ok   bool
	}{{Plan{}, true}, {Plan{Languages: map[string]float64{"zh": 1}}, true}, {Plan{Languages: map[string]float64{"zh": 0, "en": 0}}, false},
		{Plan{Scenarios: []string{"lookup-0"}, Families: map[string]float64{"safety": 1}}, false}, {Plan{Services: []string{"nosuch"}}, false},
		{Plan{Scenarios: []string{"lookup-0"}, Turns: map[string]float64{"single": 1}}, false}} {
		if err := tt.plan.Fillable(recipes()); (err == nil) != tt.ok {
			t.Errorf("%+v: %v", tt.plan, err)
		}
	}
}
