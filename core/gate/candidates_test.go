package gate

import (
	"io/fs"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/task"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
)

// labs lays out the solution of every task of the library.
func labs(t *testing.T, each func(t *testing.T, l *lab)) {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	g := &Gate{Catalog: catalog, Checks: checks, Clock: det.System()}
	folders, err := fs.ReadDir(library.Tasks(), ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		data, err := fs.ReadFile(library.Tasks(), f.Name()+"/task.yaml")
		if err != nil {
			t.Fatal(err)
		}
		tk, problems := task.Parse(f.Name(), data)
		s := newSubject(g, tk, problems, Options{})
		if s.ready == nil {
			continue // the library's own test says why
		}
		s.counts, s.result = map[string]int{}, &RoundResult{Pieces: map[string]Tally{}}
		l, err := newLab(s)
		if err != nil {
			t.Errorf("%s: %v", f.Name(), err)
			continue
		}
		s.lab = l
		t.Run(f.Name(), func(t *testing.T) { each(t, l) })
	}
}

// Picking candidates gives what evaluating the fact without a condition, or with one turned
// round, gives.
func TestPickingIsEvaluating(t *testing.T) {
	tried := 0
	labs(t, func(t *testing.T, l *lab) {
		for _, f := range l.bound.Task.Facts {
			c := l.candidatesOf(f.Name)
			if c == nil {
				continue
			}
			for _, cond := range f.Where {
				for _, mode := range []task.Mode{task.Dropped, task.Inverted} {
					v, err := l.bound.Vary(twisted(mode, f.Name, cond.Name))
					if err != nil {
						t.Fatal(err)
					}
					want, _ := v.Fact("", f.Name)
					if got := c.list(mode, cond.Name); !same(want, any(got)) {
						t.Errorf("%s without %s (mode %d): picked %s, evaluated %s", f.Name, cond.Name, mode, task.Show(got), task.Show(want))
					}
					tried++
				}
			}
		}
	})
	if tried < 100 {
		t.Errorf("only %d variants were compared", tried)
	}
}

// A run that branches off the solution's is the run that a fresh episode gives.
func TestBranchesAreFreshRuns(t *testing.T) {
	labs(t, func(t *testing.T, l *lab) {
		attempts, err := valuesOff(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range attempts[:min(len(attempts), 6)] {
			branch, err := l.perform(at.script, nil)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := newPerformance(l.s.ready)
			if err != nil {
				t.Fatal(err)
			}
			for i := range at.script.moves {
				if err := fresh.do(at.script.moves[i]); err != nil {
					t.Fatal(err)
				}
			}
			if err := fresh.close(l.closing); err != nil {
				t.Fatal(err)
			}
			if why := difference(branch.e, fresh.e); why != "" {
				t.Errorf("%s: branch and fresh run differ: %s", at.says, why)
			}
			score, err := branch.e.Grade()
			if err != nil {
				t.Fatal(err)
			}
			if own := (&run{score: score}); !own.scoresAs(fresh.e) {
				t.Errorf("%s: branch and fresh run score differently", at.says)
			}
		}
	})
}
