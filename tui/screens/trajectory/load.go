package trajectory

import (
	"context"
	"strconv"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Messages of the Work that reads trials.
type (
	loaded struct {
		course *engine.Course
		file   string
		err    error
	}
	besides struct {
		rows []store.TrialRow
		err  error
	}
	replayed struct {
		stored *engine.StoredTrial
		again  *engine.Replayed
		err    error
	}
	edited struct{}
)

// load reads the trial, and then those of its task.
func (s *screen) load() {
	env, id := s.env, s.id
	s.failed = nil
	s.loading = env.Host.Restart(s.loading, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if err != nil {
			tell(loaded{err: err})
			return
		}
		c, err := ws.Course(ctx, id)
		if err != nil {
			tell(loaded{err: err})
			return
		}
		listed := engine.Browsed{TaskRow: store.TaskRow{Task: store.Task{Path: c.TaskAt}}}
		file, _ := listed.File()
		tell(loaded{course: c, file: file})
		rows, err := ws.TrialsBeside(ctx, c.Trajectory.Task.ID)
		tell(besides{rows, err})
	})
}

// loaded takes the trial.
func (s *screen) loaded(msg loaded) {
	if msg.err != nil {
		s.failed = msg.err
		s.env.Host.Fail(msg.err)
		return
	}
	s.course, s.file = msg.course, msg.file
	s.docs.clear()
	s.showing, s.source.Doc = false, nil
	s.outline.SetLen(len(s.course.Turns) + 2)
	s.checks.show(s.course)
	s.toRow(s.rowOf(s.wantTurn))
	s.wantTurn = ""
	if s.wantText != "" {
		s.search(s.wantText, true)
		s.wantText = ""
	}
	if s.credit.on {
		s.loadCredit()
	}
}

// rowOf is the outline's row of a Place's turn.
func (s *screen) rowOf(name string) int {
	if name == "end" {
		return len(s.course.Turns) + 1
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		return 0
	}
	return n
}

// besides takes the trials of the same task.
func (s *screen) besides(msg besides) {
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		return
	}
	s.beside = msg.rows
}

// switchTo reads another trial of the same task in place of this one; the pane and, where there
// is one, the text that is sought stay.
func (s *screen) switchTo(id string) {
	s.id, s.course = id, nil
	s.wantTurn, s.wantText = "", s.find.text
	s.find.clear()
	s.credit.forget()
	s.load()
}

// replay does the trial over again.
func (s *screen) replay() {
	env, id := s.env, s.id
	env.Host.Say("doing the trial over again")
	env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if err != nil {
			tell(replayed{err: err})
			return
		}
		stored, again, err := ws.ReplayTrial(ctx, id, nil)
		tell(replayed{stored, again, err})
	})
}

// replayed says whether a replay differs, and goes to where it does.
func (s *screen) replayed(msg replayed) {
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		return
	}
	d := msg.again.Divergence
	if d == nil {
		s.env.Host.Say("done over again it is the same in every observation and state; score " + msg.again.Score.Score.String())
		return
	}
	if s.course != nil && msg.stored.ID == s.id {
		s.toRow(d.Step + 1)
	}
	s.env.Host.Fail(fault.New(fault.Conflict, "done over again it differs first in turn %d: %s", d.Step+1, d.What).WithHint("`coworkenv replay %s` shows both", msg.stored.ID))
}
