package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/engine"
)

// TestWatcherLook changes files between looks.
func TestWatcherLook(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "one-free-hour-000005", "forward-brandt-contract-000009")
	file := filepath.Join(lib, "one-free-hour-000005", "task.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w, err := e.Watcher([]string{lib})
	if err != nil {
		t.Fatal(err)
	}
	remove := func() {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	steps := []struct {
		name string
		do   func()
		want []string
	}{
		{"nothing", func() {}, nil},
		{"saved", func() { write(t, file, append(data, "# one\n"...)) }, []string{"one-free-hour-000005"}},
		{"nothing more", func() {}, nil},
		{"certificate", func() { write(t, filepath.Join(filepath.Dir(file), engine.CertificateFile), []byte("{}")) }, nil},
		{"broken", func() { write(t, file, []byte("schema: [\n")) }, []string{"one-free-hour-000005"}},
		{"gone", remove, nil},
		{"back, with a new one", func() {
			write(t, file, data)
			write(t, filepath.Join(lib, "new", "task.yaml"), []byte("schema: coworkenv.task/v1\nid: new\n"))
		}, []string{"new", "one-free-hour-000005"}},
	}
	for _, s := range steps {
		s.do()
		tasks, err := w.Look()
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		var got []string
		for _, l := range tasks {
			got = append(got, l.ID())
		}
		if diff := cmp.Diff(s.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.name, diff)
		}
	}
	if _, err := e.Watcher([]string{filepath.Join(lib, "nosuch")}); err == nil {
		t.Error("a path that is not there is watched")
	}
}

// TestWatchEnds sends each look itself, so that nothing waits.
func TestWatchEnds(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "one-free-hour-000005")
	stop := errors.New("stop")
	for _, interrupt := range []bool{true, false} {
		w, err := e.Watcher([]string{lib})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		looks := make(chan time.Time, 1)
		looks <- time.Time{}
		write(t, filepath.Join(lib, "one-free-hour-000005", "task.yaml"), fmt.Appendf(nil, "id: changed-%v\n", interrupt))
		err = w.Watch(ctx, looks, func(*engine.Loaded) error {
			if interrupt {
				cancel()
			}
			return stop
		})
		cancel()
		if want := map[bool]error{true: nil, false: stop}[interrupt]; !errors.Is(err, want) {
			t.Errorf("interrupt %v: watching ended with %v, want %v", interrupt, err, want)
		}
	}
}
