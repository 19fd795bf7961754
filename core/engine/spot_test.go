package engine_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

const (
	oneHour  = "one-free-hour-000005"
	contract = "forward-brandt-contract-000009"
)

func idOf(_ engine.Spot, l *engine.Loaded) (string, error) { return l.ID(), nil }

// What Find and Survey come to is what Open comes to, however the tasks are named.
func TestSpotsAreWhatOpens(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, oneHour, contract)
	t.Chdir(filepath.Join(lib, contract))
	for name, paths := range map[string][]string{
		"the shipped ones":   nil,
		"one shipped by id":  {oneHour},
		"a library":          {lib},
		"a folder":           {filepath.Join(lib, contract)},
		"the folder one is":  {"."},
		"a file":             {filepath.Join(lib, oneHour, task.FileName)},
		"several of a kind":  {filepath.Join(lib, oneHour), contract},
		"the library around": {".."},
	} {
		want, err := e.Open(paths...)
		if err != nil {
			t.Fatal(err)
		}
		spots, err := e.Find(paths...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.IsSortedFunc(spots, func(a, b engine.Spot) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s: spots are not sorted: %+v", name, spots)
		}
		for range 2 { // spots may be gone over again
			told := 0
			got, err := engine.Survey(t.Context(), e, spots, func(s engine.Spot, l *engine.Loaded) (string, error) {
				if l.Ready == nil || l.Path != s.Path || len(l.Problems.Errors()) > 0 {
					t.Errorf("%s: %s of %+v is not ready: %v", name, l.Path, s, l.Problems)
				}
				return l.ID() + " " + l.Path + " " + l.Ready.Digest, nil
			}, func(done, total int, _ string) { told = done * total })
			var wanted []string
			for _, l := range want {
				wanted = append(wanted, l.ID()+" "+l.Path+" "+l.Ready.Digest)
			}
			if err != nil || !slices.Equal(got, wanted) || told != len(want)*len(want) {
				t.Errorf("%s: %v, %v, want %v", name, got, err, wanted)
			}
		}
	}
	for _, nowhere := range []string{"nosuch", t.TempDir()} {
		if _, err := e.Find(nowhere); fault.KindOf(err) != fault.NotFound || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", nowhere, err)
		}
	}
}

// The folder's name says nothing for sure: what Survey returns comes by the ids, and two of one
// are refused with the places of both.
func TestSurveyGoesByIDs(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, oneHour, contract)
	write(t, filepath.Join(lib, "a", task.FileName), []byte("schema: coworkenv.task/v1\nid: zuletzt\n"))
	spots, err := e.Find(lib)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := engine.Survey(t.Context(), e, spots, idOf, nil); err != nil || !slices.Equal(got, []string{contract, oneHour, "zuletzt"}) {
		t.Errorf("%v, %v", got, err)
	}
	again, err := e.Find(lib, filepath.Join(lib, oneHour))
	if err != nil {
		t.Fatal(err)
	}
	_, err = engine.Survey(t.Context(), e, again, idOf, nil)
	if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), filepath.Join(lib, oneHour)+" was given twice") {
		t.Errorf("one task twice: %v", err)
	}
	write(t, filepath.Join(lib, "b", task.FileName), read(t, filepath.Join(lib, oneHour, task.FileName)))
	if spots, err = e.Find(lib); err != nil {
		t.Fatal(err)
	}
	_, err = engine.Survey(t.Context(), e, spots, idOf, nil)
	if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), filepath.Join(lib, "b")) {
		t.Errorf("two tasks of one id: %v", err)
	}
}

// A survey ends with the first failure, and with the one that waits for it.
func TestSurveyStops(t *testing.T) {
	e := newEngine(t)
	e.Workers = 1
	spots, err := e.Find()
	if err != nil {
		t.Fatal(err)
	}
	boom := errors.New("no more")
	var seen atomic.Int64
	_, err = engine.Survey(t.Context(), e, spots, func(engine.Spot, *engine.Loaded) (int, error) {
		if seen.Add(1) == 3 {
			return 0, boom
		}
		return 0, nil
	}, nil)
	if !errors.Is(err, boom) || seen.Load() != 3 {
		t.Errorf("after %d: %v", seen.Load(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	seen.Store(0)
	got, err := engine.Survey(ctx, e, spots, func(engine.Spot, *engine.Loaded) (int, error) {
		if seen.Add(1) == 3 {
			cancel()
		}
		return 0, nil
	}, nil)
	if fault.KindOf(err) != fault.Canceled || got != nil || seen.Load() > 5 {
		t.Errorf("cancelled at 3, seen %d: %v, %v", seen.Load(), got, err)
	}
}

// Tasks that are held stay as they are.
func TestHeldTasksStay(t *testing.T) {
	e := newEngine(t)
	list, err := e.Open(oneHour)
	if err != nil {
		t.Fatal(err)
	}
	same, err := engine.Survey(t.Context(), e, engine.Held(list...), func(_ engine.Spot, l *engine.Loaded) (bool, error) { return l == list[0], nil }, nil)
	if err != nil || !slices.Equal(same, []bool{true}) {
		t.Errorf("%v, %v", same, err)
	}
}
