package episode_test

import (
	"io/fs"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
)

// brokenTask is the lookup starter with a service and a check that panic.
func brokenTask(t *testing.T, tool, check string) *episode.Episode {
	t.Helper()
	data, err := fs.ReadFile(library.Starters(), "lookup.yaml")
	if err != nil {
		t.Fatal(err)
	}
	parsed, problems := task.Parse("task.yaml", data)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	list := services.Services()
	for _, s := range list {
		if at, ok := s.Tool(tool); ok {
			at.Handle = func(*world.Tx, world.Args, *world.Reply) error { panic("a defect of the service") }
		}
	}
	catalog, err := world.NewCatalog(list...)
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	ready, problems := episode.Prepare(parsed, catalog, checks)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if check != "" {
		ready.Plan = &grade.Plan{} // nothing in it is as it should be
	}
	e, err := episode.New(ready, episode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A defect of one service ends the episode that meets it and nothing else.
func TestAServiceThatPanicsEndsItsEpisode(t *testing.T) {
	e := brokenTask(t, "orders_list", "")
	step(t, e, calls("crm_list_customers", `{}`))
	_, err := e.Step(calls("orders_list", `{}`))
	if fault.KindOf(err) != fault.Internal || !strings.Contains(err.Error(), "a defect of the service") || !strings.Contains(err.Error(), "broken_test.go") {
		t.Fatalf("error %v", err)
	}
	if end, done := e.Done(); !done || end.Reason != trace.EnvError || end.Kind != trace.Truncated || !strings.Contains(end.Detail, "a defect of the service") {
		t.Errorf("end %+v", end)
	}
	if _, err := e.Step(say("more")); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a step after the end: %v", err)
	}
	if n := len(e.Trajectory().Steps); n != 1 {
		t.Errorf("%d steps are told", n)
	}
}

// A defect of a grader is an error of that grading.
func TestAGraderThatPanicsIsAnError(t *testing.T) {
	e := brokenTask(t, "", "all")
	step(t, e, say("Done."))
	if score, err := e.Grade(); score != nil || fault.KindOf(err) != fault.Internal {
		t.Errorf("score %+v, error %v", score, err)
	}
}
