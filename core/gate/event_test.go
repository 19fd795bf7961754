package gate_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// What is told adds up to what is reported, and telling changes nothing in the report.
func TestEventsAddUp(t *testing.T) {
	g := newGate(t)
	for _, p := range plantedFaults()[:6] {
		text := example(t, p.example)
		for _, e := range p.edits {
			text = e.apply(t, text)
		}
		tk, problems := task.Parse(p.example+".yaml", []byte(text))
		run := func(opts gate.Options) *gate.Report {
			r, err := g.Run(context.Background(), tk, problems, opts)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		tried, stopped, fates := map[gate.RoundName]int{}, map[gate.RoundName]int{}, map[gate.Fate]int{}
		var began, ended []gate.RoundName
		told := run(gate.Options{Tell: func(e gate.Event) {
			switch e.Kind {
			case gate.Began:
				began = append(began, e.Round)
			case gate.Tried:
				tried[e.Round]++
				if e.Stopped {
					stopped[e.Round]++
				}
				if e.Fate != "" {
					fates[e.Fate]++
				}
			case gate.Ended:
				ended = append(ended, e.Round)
			}
		}})
		if diff := cmp.Diff(gate.Rounds(), ended); diff != "" {
			t.Errorf("%s: rounds that ended (-want +got):\n%s", p.name, diff)
		}
		if len(began) == 0 {
			t.Errorf("%s: no round began", p.name)
		}
		for _, r := range told.Rounds {
			if r.Tried != tried[r.Name] || r.Stopped != stopped[r.Name] {
				t.Errorf("%s: %s tried %d and stopped %d, told %d and %d", p.name, r.Name, r.Tried, r.Stopped, tried[r.Name], stopped[r.Name])
			}
		}
		if m := told.Mutants; m != nil {
			want := map[gate.Fate]int{gate.FateKilled: m.Killed, gate.FateApart: m.Apart, gate.FateProved: len(m.Proved), gate.FateSurvived: len(m.Survived)}
			for fate, n := range want {
				if fates[fate] != n {
					t.Errorf("%s: %d mutants %s, told %d", p.name, n, fate, fates[fate])
				}
			}
		}
		lines := func(r *gate.Report) string {
			b, err := json.Marshal([]any{r.Line(), r.Certificate})
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		if a, b := lines(run(gate.Options{})), lines(told); a != b {
			t.Errorf("%s: telling changes the report:\n%s\n%s", p.name, a, b)
		}
	}
}
