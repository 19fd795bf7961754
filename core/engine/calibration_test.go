package engine_test

import (
	"reflect"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
)

// Who never sees a solution must not complete a shipped task, must see some of what is meant, and
// comes out alike whoever plays beside it.
func TestCalibrationOnShippedTasks(t *testing.T) {
	e := newEngine(t)
	tasks, err := e.Open()
	if err != nil {
		t.Fatal(err)
	}
	gated, err := e.Gate(t.Context(), engine.Held(tasks...), gate.Options{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	calibrate := func(workers int) *engine.Calibration {
		e.Workers = workers
		c, err := e.Calibrate(t.Context(), engine.Held(tasks...), gated.Reports, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	one, two := calibrate(1), calibrate(2)
	if !reflect.DeepEqual(one, two) {
		t.Error("two calibrations differ")
	}
	if one.Tasks != len(tasks) || len(one.Points) != len(tasks) || len(one.Agents) != len(agent.Naive()) {
		t.Fatalf("%d tasks, %d points, %d agents of %d tasks", one.Tasks, len(one.Points), len(one.Agents), len(tasks))
	}
	for _, a := range one.Agents {
		if a.Completion > 0 {
			t.Errorf("%s completes %v without knowing a solution", a.Agent, a.Completion)
		}
		if a.Aim <= 0 || a.Aim >= 1 {
			t.Errorf("%s aims at %v: it cannot tell tasks apart", a.Agent, a.Aim)
		}
	}
	n := 0
	for _, b := range one.Bands {
		n += b.Tasks
	}
	if n != one.Tasks {
		t.Errorf("%d tasks in bands of %d", n, one.Tasks)
	}
}
