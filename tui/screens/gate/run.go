package gate

import (
	"context"
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Messages of a run and of what starts one.
type (
	told  struct{ event gate.Event }
	ended struct {
		opened
		report *gate.Report
		took   time.Duration
		err    error
	}
	edited struct{}
	saved  struct{ opened }
	stood  standing

	watchFailed struct{ err error }
)

// opened is a task as it was read, with all that is not to be asked for while drawing.
type opened struct {
	task     *engine.Loaded // nil = it could not be opened
	file     string
	source   string
	standing standing
}

// look opens the task, by the path that it was opened at before where there is one.
func look(ctx context.Context, env *screens.Env, of string) (opened, error) {
	ws, err := env.Workspace.Existing(ctx)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return opened{}, err
	}
	l, err := env.Engine.Named(ctx, ws, of)
	if err != nil {
		return opened{}, err
	}
	return lookAt(env, l), nil
}

func lookAt(env *screens.Env, l *engine.Loaded) opened {
	o := opened{task: l, file: l.OnDisk()}
	if source, err := l.Source(); err == nil { // one that cannot be read has its problems in the task
		o.source = string(source)
	}
	o.standing.state, o.standing.why = env.Engine.Standing(l)
	return o
}

// run opens the task and takes it through the gate, in place of a run that goes on.
func (s *screen) run() {
	env, of := s.env, s.of
	s.progress, s.stopped, s.busy, s.dirty = newProgress(), false, true, true
	s.job = env.Host.Restart(s.job, func(ctx context.Context, tell func(screens.Msg)) {
		began := env.Clock.Now()
		var out ended
		out.opened, out.err = look(ctx, env, of)
		if out.err == nil {
			out.report, out.err = env.Engine.GateLive(ctx, out.task, func(e gate.Event) { tell(told{e}) })
		}
		out.took = env.Clock.Now().Sub(began)
		tell(out)
	})
}

// ended takes the gate's word.
func (s *screen) ended(msg ended) {
	s.busy, s.dirty = false, true
	if msg.task != nil {
		s.task, s.file, s.source, s.standing = msg.task, msg.file, msg.source, msg.standing
	}
	s.failed, s.report = msg.err, msg.report
	if msg.err != nil {
		s.report = nil
		s.progress.broken()
		s.list.show(failureDoc(msg.err))
		s.env.Host.Fail(msg.err)
		return
	}
	s.took = short(msg.took)
	s.progress.end(msg.report)
	s.list.swap(findingsDoc(s.report, s.file))
	if s.watch == nil || !s.watch.Running {
		s.beginWatch()
	}
}

// short writes a duration as people read it.
func short(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// lookAgain runs the gate again where the file is another one than was gated: it may have been
// edited while another screen was on top.
func (s *screen) lookAgain() {
	if s.file == "" || s.busy {
		return
	}
	env, path := s.env, s.task.Path
	env.Host.Start(func(_ context.Context, tell func(screens.Msg)) {
		if l, err := env.Engine.One(path); err == nil { // one that is gone is told when it is run
			tell(saved{lookAt(env, l)})
		}
	})
}

// saved takes a task that was saved; one that reads as before was gated already.
func (s *screen) saved(msg saved) {
	if s.failed == nil && s.source == msg.source {
		if !s.busy {
			s.standing = msg.standing
		}
		return
	}
	s.env.Host.Say("saved: running again")
	s.run() // which reads it anew: an editor may still have been writing
}

// beginWatch watches the task's file, where it has one.
func (s *screen) beginWatch() {
	if !s.watching || s.file == "" {
		return
	}
	env, path := s.env, s.task.Path
	s.watch = env.Host.Restart(s.watch, func(ctx context.Context, tell func(screens.Msg)) {
		w, err := env.Engine.Watcher([]string{path})
		if err != nil {
			tell(watchFailed{err})
			return
		}
		if l, err := env.Engine.One(path); err == nil { // what was saved before the first look
			tell(saved{lookAt(env, l)})
		}
		looks := time.NewTicker(engine.WatchEvery)
		defer looks.Stop()
		tell(screens.Waiting{})
		err = w.Watch(ctx, looks.C, func(l *engine.Loaded) error {
			tell(saved{lookAt(env, l)})
			tell(screens.Waiting{})
			return nil
		})
		if err != nil {
			tell(watchFailed{err})
		}
	})
}

func (s *screen) watchFailed(err error) {
	s.watching = false
	s.env.Host.Fail(err)
}

// toggleWatch stops watching, or begins it again.
func (s *screen) toggleWatch() {
	s.watching = !s.watching
	if !s.watching {
		s.watch.Stop()
		s.env.Host.Say("a save is not noticed any more; r runs the gate")
		return
	}
	s.beginWatch()
	s.env.Host.Say("every save runs the gate")
}
