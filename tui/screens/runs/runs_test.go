package runs_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

func TestGoldenRuns(t *testing.T) {
	dir := workspace(t)
	journal(t, dir)
	open(t, dir, screens.Place{}).Golden("list")
	open(t, dir, screens.Place{}).Press("G", "enter").Golden("trials")
	open(t, dir, screens.Place{Of: "job_open"}).Golden("log")
	open(t, dir, screens.Place{}).Press("m").Golden("models")
	clock := newClock()
	o := options(t, dir, clock, screens.Place{})
	o.Theme, o.Depth = tuitest.Mono(t)
	tuitest.Open(t, o, 80, 24).GoldenMono("list")
}

func TestListAndDetails(t *testing.T) {
	d := open(t, workspace(t), screens.Place{})
	d.Shows("Jobs and runs  4", "▶ running", "synth --count 40", "10/40", "✗ failed", "oracle null: 2 tasks x 2 tri", "8/8", "1.0/s", "30s")
	d.Shows("10 of 40 (25%)", "overdue-tickets", "13 on far.example")
	d.Press("j").Shows("there is no selection", "exit     5").Press("x").Shows("it has ended: failed")
	d.Press("esc", "o").Shows("1 of 4 · only open").Press("o")
	d.Press("/").Type("status:failed").Press("enter").Shows("1 of 4", "export --format trl").Press("/").Type(" sta:(").Shows("filter:").Press("esc")
	d.Press("esc").Shows("Jobs and runs  4")
}

// A job is asked to stop only after a question; its process sees the request in the store.
func TestCancel(t *testing.T) {
	dir := workspace(t)
	d := open(t, dir, screens.Place{})
	asked := func() bool {
		t.Helper()
		stop := false
		inWorkspace(t, dir, newClock(), func(w *engine.Workspace) {
			var err error
			if stop, err = w.Store.CancelRequested(t.Context(), "job_open"); err != nil {
				t.Fatal(err)
			}
		})
		return stop
	}
	d.Press("x").Shows("Cancel job_open", "what it has done stays").Press("n")
	if asked() {
		t.Fatal("it is asked to stop after a no")
	}
	d.Press("x", "y").Shows("job_open is asked to stop", "◌ stopping")
	if !asked() {
		t.Fatal("it is not asked to stop after a yes")
	}
	d.Press("x").Shows("it is asked already")
	d.Press("esc", "G", "x").Shows("a run is stopped by its job")
}

// What another process does is seen as it comes: progress, log, end.
func TestAttachesToAnotherProcess(t *testing.T) {
	dir := workspace(t)
	clock := newClock()
	clock.now = clock.now.Add(130 * time.Second)
	d := tuitest.Open(t, options(t, dir, clock, screens.Place{}), 160, 40)
	d.Press("enter").Shows("following · job_open", "slot 1", "slot 2")
	inWorkspace(t, dir, clock, func(w *engine.Workspace) {
		if err := w.Store.AppendLog(t.Context(), "job_open", []byte("slot 3 \x1b[31mred\n")); err != nil {
			t.Fatal(err)
		}
		if err := w.Store.Progress(t.Context(), "job_open", 30, 40, "crm"); err != nil {
			t.Fatal(err)
		}
	})
	clock.now = clock.now.Add(4 * time.Second)
	d.Second().Shows("slot 3", "30 of 40").Press("esc").Shows("30/40", "5.0/s", "2s")
	inWorkspace(t, dir, clock, func(w *engine.Workspace) {
		if err := w.Store.AppendLog(t.Context(), "job_open", []byte(strings.Repeat("line\n", 100)+"the end\n")); err != nil {
			t.Fatal(err)
		}
		if err := w.Store.FinishJob(t.Context(), "job_open", store.JobDone, 0, "40 certified"); err != nil {
			t.Fatal(err)
		}
	})
	d.Second().Shows("40 certified", "✓ done").Press("l").Shows("the end").Press("k").Hides("following").Press("g").Shows("slot 1").Press("f").Shows("the end", "following")
	d.Press("x").Shows("it has ended: done")
}

func TestTrials(t *testing.T) {
	dir := workspace(t)
	d := open(t, dir, screens.Place{})
	d.Press("G", "enter").Shows("Trials of run_", "  8 ", "SCORES BY AGENT", "oracle", "1.00   100%", "0.00     0%")
	d.Press("b").Shows("SCORES BY TASK  2").Press("b").Shows("BY TASK AND AGENT  4").Press("b")
	d.Press("/").Type("agent:null").Press("enter").Shows("4 of 8 · agent:null").Press("Y")
	if got := d.Copied[len(d.Copied)-1]; !strings.HasPrefix(got, "coworkenv open --screen runs") && !strings.HasPrefix(got, "coworkenv trials list") {
		t.Errorf("copied %q", got)
	}
	d.Press("enter").Shows("opened trajectory of tri_").Press("esc").Shows("4 of 8", "agent:null")
	d.Press("o").Shows("opened library of  at ").Press("esc")
	again := tuitest.Open(t, options(t, dir, newClock(), d.Bench.Session().Stack[0]), 160, 40)
	again.Shows("4 of 8 · agent:null", "Trials of run_")
	d.Press("esc").Shows("  8 ").Press("esc").Shows("Jobs and runs")
	open(t, dir, screens.Place{Filter: "task:harbor-quote-000008"}).Shows("Trials of task:harbor-quote-000008  4")
	open(t, dir, screens.Place{Of: "agent:oracle"}).Shows("Trials of agent:oracle  4").Press("esc")
	open(t, dir, screens.Place{Of: "colour:red"}).Shows("colour")
}

func TestModels(t *testing.T) {
	dir := workspace(t)
	open(t, dir, screens.Place{}).Press("m").Shows("Nothing was sent to a model")
	journal(t, dir)
	d := open(t, dir, screens.Place{})
	d.Press("m").Shows("Exchanges with models  2", "✓ reply", "= from cache", "0.0125 USD", "1,200 in, 400 of them cached (33%); 50 out", "1 (50%) answered from it", "retries  1")
	d.Press("j", "enter").Shows("SENT", `"prompt": "do it"`, "server: down", `"answer": "done"`).Press("esc").Shows("Exchanges").Press("esc").Shows("Jobs and runs")
}

// From the job of a synthesis by a model one comes to the rounds of its library.
func TestRounds(t *testing.T) {
	dir := t.TempDir()
	inWorkspace(t, dir, newClock(), func(w *engine.Workspace) {
		for id, command := range map[string][]string{"job_a": {"synth", "--by=model", "--into", "my written"}, "job_b": {"synth", "--into", "drawn"}} {
			if err := w.Store.StartJob(t.Context(), store.Job{ID: id, Kind: "synth", Title: id, Command: command, PID: 1, Host: far}); err != nil {
				t.Fatal(err)
			}
		}
	})
	o := options(t, dir, newClock(), screens.Place{Filter: "id:job_a", More: map[string]string{"list": "true"}})
	o.Entries = append(o.Entries, other("rounds"))
	tuitest.Open(t, o, 160, 40).Press("H").Shows("opened rounds of my written")
	o = options(t, dir, newClock(), screens.Place{Filter: "id:job_b", More: map[string]string{"list": "true"}})
	tuitest.Open(t, o, 160, 40).Press("H").Shows("only a job of")
}

func TestWithoutAWorkspace(t *testing.T) {
	open(t, "", screens.Place{}).Shows("Nothing has run in this workspace yet.").Press("enter").Shows("there is nothing here").Press("esc", "t").Shows("There is no such trial.")
	open(t, "", screens.Place{Of: "job_nosuch"}).Shows("there is no job job_nosuch")
	open(t, workspace(t), screens.Place{Of: "job_nosuch"}).Shows("job_nosuch")
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	awkward(t, dir, 34)
	journal(t, dir)
	soak := os.Getenv("COWORKENV_SOAK") != ""
	for _, keys := range [][]string{{"j"}, {"G", "enter"}, {"enter"}, {"t", "j"}, {"m"}, {"m", "G", "enter"}, {"/", "k"}, {"x"}, {"tab"}, {"t", "b", "tab"}} {
		t.Run(strings.Join(keys, "-"), func(t *testing.T) { open(t, dir, screens.Place{}).Press(keys...).Sweep(soak) })
	}
}

// BenchmarkTrials is one key and its frame among 10,000 trials; p99 is reported.
func BenchmarkTrials(b *testing.B) {
	dir := b.TempDir()
	inWorkspace(b, dir, newClock(), func(w *engine.Workspace) {
		if err := w.Store.PutTasks(b.Context(), store.Task{Digest: "d", ID: "t", Family: "triage", Language: "en", Difficulty: "easy", Services: []string{"crm"}, Request: "r", State: store.TaskLoaded, Source: []byte("id: t\n")}); err != nil {
			b.Fatal(err)
		}
		for i := range 10_000 {
			t := store.Trial{ID: fmt.Sprintf("tri_%05d", i), ItemID: fmt.Sprint(i), TaskDigest: "d", TaskID: fmt.Sprintf("overdue-%03d", i%200), Agent: []string{"teacher", "oracle"}[i%2], Status: "scored", Score: int64(i) * 100}
			if _, err := w.Store.PutTrial(b.Context(), t); err != nil {
				b.Fatal(err)
			}
		}
	})
	d := tuitest.Open(b, options(b, dir, newClock(), screens.Place{}), 160, 48)
	d.Press("t").Shows("10,000")
	clock, pressed := det.System(), []string{"j", "ctrl+d", "k", "G", "g", "pgdown", "b"}
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
