package all_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/tui/screens"
)

// stop is a place in the workbench with what is pressed there: together they see every screen in
// each of its views.
type stop struct {
	at   screens.Place
	keys []string
}

func (s stop) String() string { return strings.Join(append([]string{s.at.Screen}, s.keys...), "-") }

// stops go through all screens of an office.
func (o *office) stops(t testing.TB) []stop {
	trial := o.trial(t, failsHarbor)
	task := "my-library/" + firstTask(t, o)
	queue := func(name string) screens.Place {
		return screens.Place{Screen: "review", More: map[string]string{"queue": name}}
	}
	list := []stop{
		{screens.Place{Screen: "library"}, nil},
		{screens.Place{Screen: "library"}, []string{"j", "tab", "G"}},
		{screens.Place{Screen: "library", Filter: "fam:triage"}, []string{"v"}},
		{screens.Place{Screen: "coverage"}, []string{"j", "l"}},
		{screens.Place{Screen: "coverage"}, []string{"v", "G"}},
		{screens.Place{Screen: "coverage"}, []string{"v", "v", "j"}},
		{screens.Place{Screen: "trajectory"}, []string{"j"}},
		{screens.Place{Screen: "trajectory", Of: trial}, []string{" "}},
		{screens.Place{Screen: "trajectory", Of: trial}, []string{"v", "l"}},
		{screens.Place{Screen: "trajectory", Of: trial}, []string{"c", "enter"}},
		{screens.Place{Screen: "gate", Of: task}, []string{"j", "enter"}},
		{screens.Place{Screen: "gate", Of: task}, []string{"tab"}},
		{queue("task"), []string{"j"}},
		{queue("trial"), []string{"j", "i"}},
		{queue("drop"), []string{"G"}},
		{queue("keep"), nil},
		{screens.Place{Screen: "runs"}, nil},
		{screens.Place{Screen: "runs"}, []string{"enter"}},
		{screens.Place{Screen: "runs"}, []string{"m"}},
		{screens.Place{Screen: "whatif", Of: task}, []string{"j"}},
		{screens.Place{Screen: "whatif", Of: task}, []string{"tab", "j"}},
	}
	return list
}

// firstTask is the folder of the first task of the library.
func firstTask(t testing.TB, o *office) string {
	t.Helper()
	tasks, err := o.engine.Open("my-library")
	ok(t, err)
	return tasks[0].ID()
}
