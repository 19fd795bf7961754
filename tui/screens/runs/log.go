package runs

import (
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// jobLog is the output of a job.
type jobLog struct {
	id     string
	of     *engine.Activity
	text   []byte
	next   int64
	follow bool
	job    *screens.Job
	pager  ui.Pager
}

type logged struct {
	id   string
	from int64
	text []byte
	next int64
	of   *engine.Activity
	err  error
}

// mostLog is how much of a log is kept, its end; `jobs attach` prints all.
const mostLog = 4 << 20

// load reads on where the last reading ended.
func (v *jobLog) load(s *screen) {
	if v.job != nil && v.job.Running {
		return
	}
	env, id, from := s.env, v.id, v.next
	v.job = env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := workspace(ctx, env)
		msg := logged{id: id, from: from, next: from, err: err}
		if ws == nil && err == nil {
			msg.err = fault.New(fault.NotFound, "there is no job %s: there is no workspace", id)
		}
		if msg.err == nil {
			msg.of, msg.err = ws.Activity(ctx, id)
		}
		for msg.err == nil {
			var text []byte
			if text, msg.next, msg.err = ws.JobLog(ctx, id, msg.next); len(text) == 0 {
				break
			}
			msg.text = append(msg.text, text...)
			if len(msg.text) > mostLog {
				msg.text = msg.text[len(msg.text)-mostLog:]
			}
		}
		tell(msg)
	})
}

func (v *jobLog) read(s *screen, msg logged) {
	if msg.id != v.id || msg.from != v.next {
		return
	}
	if msg.err != nil {
		s.failed(msg.err)
		return
	}
	v.of, v.next = msg.of, msg.next
	if len(msg.text) == 0 && v.pager.Doc != nil {
		return
	}
	v.text = append(v.text, msg.text...)
	if len(v.text) > mostLog {
		v.text = slices.Clone(v.text[len(v.text)-mostLog:])
	}
	doc := ui.NewDocument(string(v.text), nil)
	if v.pager.Doc == nil {
		v.pager.Show(doc)
	} else {
		v.pager.Swap(doc)
	}
	v.toEnd()
}

// toEnd shows the end while the log is followed.
func (v *jobLog) toEnd() {
	if v.follow && v.pager.Doc != nil {
		v.pager.Move(keys.Last)
	}
}

// moved stops following when one looks back, and goes on at the end.
func (v *jobLog) moved(s *screen, action string) {
	if s.view == viewLog {
		v.follow = action == keys.Last
	}
}
