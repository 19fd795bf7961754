package coverage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	"coworkenv.dev/coworkenv/library/lexicons"
	"coworkenv.dev/coworkenv/library/scenarios"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/coverage"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
	"coworkenv.dev/coworkenv/tui/ui"
)

func newEngine(t testing.TB) *engine.Engine {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	plans, err := library.Plans()
	if err != nil {
		t.Fatal(err)
	}
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)), Shipped: library.Tasks(),
		Scenarios: scenarios.All(), Lexicon: lexicons.For, Plans: plans, Workers: 1}
}

func inWorkspace(t testing.TB, dir string, do func(w *engine.Workspace)) {
	t.Helper()
	w, err := newEngine(t).Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	do(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// fill puts n tasks of scenarios into a workspace; of every three two are accepted.
func fill(t testing.TB, dir string, n int) {
	t.Helper()
	all := scenarios.All()
	inWorkspace(t, dir, func(w *engine.Workspace) {
		rows := make([]store.Task, n)
		var said []store.Decision
		for i := range rows {
			s := all[i%len(all)]
			rows[i] = store.Task{Digest: fmt.Sprintf("d%06d", i), ID: fmt.Sprintf("%s-%06d", s.Name, i), Title: "t", Family: string(s.Family), Language: "en", Difficulty: string(s.Levels[0]), Services: s.Services,
				Capabilities: s.Capabilities, Request: "r", Path: "nowhere", State: store.TaskGenerated, Source: []byte("id: x\n"), Provenance: []byte(fmt.Sprintf(`{"generator":"scenario/%s","seed":%d}`, s.Name, 3_000_000+i))}
			if i%3 > 0 {
				said = append(said, store.Decision{Kind: store.KindTask, Digest: rows[i].Digest, Verdict: store.Accept, Reviewer: "ann"})
			}
		}
		if err := w.Store.PutTasks(t.Context(), rows...); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Store.Decide(t.Context(), said...); err != nil {
			t.Fatal(err)
		}
	})
}

func options(t testing.TB, dir string, paths []string, at screens.Place) tui.Options {
	t.Helper()
	e := newEngine(t)
	ws := &screens.Workspace{Dir: dir, Open: func(ctx context.Context, create bool) (*engine.Workspace, error) {
		if dir == "" {
			return nil, fault.New(fault.NotFound, "there is no workspace")
		}
		return e.Workspace(ctx, dir, "test")
	}}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	at.Screen = coverage.Name
	return tui.Options{Entries: []screens.Entry{coverage.Entry(), other("library")}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: at, Env: screens.Env{Engine: e, Workspace: ws, Library: paths, Clock: e.Clock, User: "kim"}}
}

func open(t testing.TB, dir string, paths ...string) *tuitest.Desk {
	t.Helper()
	return tuitest.Open(t, options(t, dir, paths, screens.Place{}), 160, 48)
}

// other stands for a screen that this one opens: it shows what it was opened with.
func other(name string) screens.Entry {
	return screens.Entry{Name: name, Title: name, Doc: "stands for it", Focuses: []keys.Focus{{Name: name, Doc: "it"}}, New: func(env *screens.Env, at screens.Place) screens.Screen { return standIn{env, at} }}
}

type standIn struct {
	env *screens.Env
	at  screens.Place
}

func (standIn) Init()                     {}
func (standIn) Update(screens.Msg)        {}
func (standIn) Title() string             { return "" }
func (s standIn) Focus() string           { return s.at.Screen }
func (standIn) Values() map[string]string { return nil }
func (s standIn) Place() screens.Place    { return s.at }

func (s standIn) View(width, height int) []string {
	return ui.Fill([]string{ui.NewLine(s.env.Sheet(), width).Put(themes.Text, "opened "+s.at.Screen+" by "+s.at.Filter).String()}, width, height)
}

func TestGoldenCoverage(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 120)
	open(t, dir).Golden("services")
	open(t, dir).Press("v").Golden("capabilities")
	open(t, dir).Press("v", "v").Golden("gaps")
	o := options(t, dir, nil, screens.Place{})
	o.Theme, o.Depth = tuitest.Mono(t)
	tuitest.Open(t, o, 80, 24).GoldenMono("services")
}

// The numbers are those that the engine counts.
func TestNumbers(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 120)
	d := open(t, dir)
	d.Shows("120 made, 0 certified, 80 accepted", "SCENARIOS", "TASKS")
	d.Press("n").Shows("lacking").Press("enter").Shows("opened library by svc:").Press("esc")
	d.Press("v", "l", "enter").Shows("opened library by cap:", "diff:medium").Press("esc")
	d.Press("v").Shows("What is missing", "lacks").Press("enter").Shows("opened library by fam:").Press("esc")
	d.Press("s", "s", "r").Shows("What is missing")
	d.Press("c").Type("50").Press("enter").Shows("default: 50 wanted").Press("c", "ctrl+u").Type("x").Press("enter").Shows("is no number of tasks")
	d.Press("esc", "p", "ctrl+u").Type("nosuch").Press("enter").Shows("read plan nosuch")
}

// A cell is filled: asked with the command line that does the same, made, counted.
func TestGenerate(t *testing.T) {
	dir := t.TempDir()
	lib := filepath.Join(t.TempDir(), "lib")
	fill(t, dir, 1)
	at := screens.Place{More: map[string]string{"view": "gaps"}, Cursor: "overdue-tickets en easy"}
	d := tuitest.Open(t, options(t, dir, nil, at), 160, 48)
	d.Shows("▸ overdue-tickets").Press("m").Shows("Generate for overdue-tickets", "4 my-library") // the seeds before were 3
	d.Press("ctrl+u").Type("x").Press("enter").Shows("give a number from 1").Press("ctrl+u").Type("2 7 " + lib).Press("enter")
	d.Shows("make 2 tasks", "coworkenv synth --plan default --scenario overdue-tickets", "--language en --difficulty easy --count 2 --seed 7").Press("n")
	if _, err := os.Stat(lib); err == nil {
		t.Fatal("it was made after a no")
	}
	d.Press("m", "ctrl+u").Type("2 7 "+lib).Press("enter").Press("y").Shows("2 of 2 tasks certified", "3 made, 2 certified")
	tasks, err := newEngine(t).Open(lib)
	if err != nil || len(tasks) != 2 {
		t.Errorf("%d tasks in the library, %v", len(tasks), err)
	}
	inWorkspace(t, dir, func(w *engine.Workspace) {
		jobs, err := w.Store.Jobs(t.Context(), false, 0)
		if err != nil || len(jobs) != 1 || jobs[0].Status != store.JobDone || jobs[0].Kind != "synth" || jobs[0].Done != 2 {
			t.Errorf("as a job of the workspace: %+v %v", jobs, err)
		}
	})
	d.Press("Y")
	if got := d.Copied[0]; !strings.HasPrefix(got, "coworkenv open --screen coverage") && !strings.HasPrefix(got, "coworkenv synth --plan default --scenario overdue-tickets") {
		t.Errorf("copied %q", got)
	}
}

func TestWhatCannotBeFilled(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 1)
	plan := filepath.Join(dir, "mild.yaml")
	if err := os.WriteFile(plan, []byte("schema: coworkenv.plan/v1\ntarget: 100\ndifficulties: {easy: 1, medium: 1, hard: 0}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := tuitest.Open(t, options(t, dir, nil, screens.Place{Of: plan, More: map[string]string{"view": "capabilities"}}), 160, 48)
	d.Press("l", "l").Shows("the plan leaves it out", "! it cannot be filled", "hard").Press("m").Shows("generate: ", ": the plan leaves it out")
	d.Press("esc", "h").Hides("cannot be filled")
	d.Press("v").Shows("What is missing").Press("G").Hides("the plan leaves it out") // that is no gap
}

func TestWithoutAWorkspace(t *testing.T) {
	open(t, "").Shows("0 made, 0 certified, 0 accepted", "none yet; m generates")
	open(t, "", "no/such/library").Shows("no/such/library")
}

func TestSessionIsFoundAgain(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 60)
	d := open(t, dir).Press("v", "j", "j", "l")
	o := options(t, dir, nil, d.Bench.Session().Stack[0])
	if was, now := d.Plain(), tuitest.Open(t, o, 160, 48).Plain(); was != now {
		t.Errorf("was\n%s\nnow\n%s", was, now)
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	inWorkspace(t, dir, func(w *engine.Workspace) {
		for i, a := range tuitest.Awkward() {
			if len(a) > 3000 {
				a = a[:3000]
			}
			row := store.Task{Digest: fmt.Sprint("d", i), ID: fmt.Sprint("t", i, a), Title: a, Family: a, Language: a, Difficulty: a, Services: []string{"crm", a}, Capabilities: []string{a}, Request: a, Path: a, State: store.TaskGenerated,
				Source: []byte("id: x"), Provenance: []byte(fmt.Sprintf(`{"generator":%q}`, "scenario/overdue-tickets"))}
			if err := w.Store.PutTasks(t.Context(), row); err != nil {
				t.Fatal(err)
			}
		}
	})
	soak := os.Getenv("COWORKENV_SOAK") != ""
	for _, keys := range [][]string{{"j", "l"}, {"v", "G"}, {"v", "v", "j"}, {"m"}, {"tab", "G"}, {"p"}} {
		t.Run(strings.Join(keys, "-"), func(t *testing.T) { open(t, dir).Press(keys...).Sweep(soak) })
	}
}

// BenchmarkCells is one key and its frame over a library of 10,000 tasks; p99 is reported.
func BenchmarkCells(b *testing.B) {
	dir := b.TempDir()
	fill(b, dir, 10_000)
	d := open(b, dir)
	d.Shows("10,000 made")
	clock, pressed := det.System(), []string{"j", "l", "n", "k", "h", "v"}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := clock.Now()
		d.Step(pressed[i%len(pressed)])
		took = append(took, clock.Now().Sub(began))
		b.StopTimer()
		d.Settle()
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-µs")
}
