package engine_test

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
	"coworkenv.dev/coworkenv/core/gate"
)

// BenchmarkSynth makes certified tasks of the default plan: drawn, written as YAML, read back,
// gated in every round, written. The metric is the rate; with -cpu 1,2 it tells what a second
// processor is worth.
func BenchmarkSynth(b *testing.B) {
	const count = 100
	e := newEngine(b)
	plan, err := e.Plan("default")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	tasks := 0
	for b.Loop() {
		made, err := e.Synth(b.Context(), engine.SynthOptions{Plan: plan, Count: count, Seed: 7, Into: b.TempDir()}, nil)
		if err != nil {
			b.Fatal(err)
		}
		tasks += made.Tasks
	}
	b.ReportMetric(float64(tasks)/b.Elapsed().Seconds(), "tasks/s")
}

// BenchmarkLook looks at a watched library in which nothing happens.
func BenchmarkLook(b *testing.B) {
	for _, size := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("tasks=%d", size), func(b *testing.B) {
			e := newEngine(b)
			e.Clock = det.Fixed(det.System().Now().Add(time.Hour)) // all has settled
			w, err := e.Watcher([]string{manyTasks(b, size)})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if changed, err := w.Look(); err != nil || len(changed) > 0 {
					b.Fatal(changed, err)
				}
			}
		})
	}
}

const watched = "one-free-hour-000005"

// manyTasks is a library of copies of one task.
func manyTasks(b *testing.B, size int) string {
	b.Helper()
	lib := copyTasks(b, watched)
	data, err := os.ReadFile(filepath.Join(lib, watched, "task.yaml"))
	if err != nil {
		b.Fatal(err)
	}
	for i := range size - 1 {
		other := fmt.Sprintf("another-%06d", i)
		write(b, filepath.Join(lib, other, "task.yaml"), []byte(strings.Replace(string(data), "id: "+watched, "id: "+other, 1)))
	}
	return lib
}

// BenchmarkWatch saves a task of a watched library at moments of chance and measures the time
// until the gate has said its word on what was saved, the median and the slowest in twenty.
func BenchmarkWatch(b *testing.B) {
	for _, size := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("tasks=%d", size), func(b *testing.B) { watch(b, size) })
	}
}

// save writes a file as editors do: whole, by a rename.
func save(b *testing.B, name string, data []byte) {
	b.Helper()
	aside := filepath.Join(filepath.Dir(name), ".saving")
	write(b, aside, data)
	if err := os.Rename(aside, name); err != nil {
		b.Fatal(err)
	}
}

func watch(b *testing.B, size int) {
	e := newEngine(b)
	e.Clock = det.System()
	lib := manyTasks(b, size)
	file := filepath.Join(lib, watched, "task.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	w, err := e.Watcher([]string{lib})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	looks := time.NewTicker(engine.WatchEvery)
	defer looks.Stop()
	gated, ended := make(chan *gate.Report), make(chan error, 1)
	go func() {
		ended <- w.Watch(ctx, looks.C, func(l *engine.Loaded) error {
			_, err := e.Gate(ctx, engine.Held(l), gate.Options{}, func(_ *engine.Loaded, r *gate.Report) error { gated <- r; return nil }, nil)
			return err
		})
	}()
	rand, clock := det.NewRand(1, "saves"), e.Clock
	var took []time.Duration
	for b.Loop() {
		time.Sleep(time.Duration(rand.Intn(int(engine.WatchEvery)))) // when somebody saves is the point
		began := clock.Now()
		save(b, file, fmt.Appendf(data, "# %d\n", len(took)))
		if r := <-gated; r.Status != gate.Verified {
			b.Fatal(r.Status)
		}
		took = append(took, clock.Now().Sub(began))
	}
	cancel()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "ms/median")
	b.ReportMetric(ms(took[len(took)*95/100]), "ms/p95")
}
