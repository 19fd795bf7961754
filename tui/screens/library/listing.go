package library

import (
	"context"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Messages of the screen's Work.
type (
	listed struct {
		batch engine.BrowseBatch
		ws    *engine.Workspace
	}
	listEnded struct{ err error }
	arranged  struct {
		shown []int
		rows  int // how many rows there were
		err   error
	}
)

// load lists the tasks.
func (s *screen) load() {
	env := s.env
	s.incoming = nil
	s.loading = env.Host.Restart(s.loading, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			tell(listEnded{err})
			return
		}
		src := engine.BrowseSource{Workspace: ws, Paths: env.Library, Cache: env.Cache}
		tell(listEnded{env.Engine.Browse(ctx, src, func(b engine.BrowseBatch) { tell(listed{b, ws}) })})
	})
}

// listed takes a batch of rows. What is read anew replaces what was there at its end, so that
// nothing jumps meanwhile.
func (s *screen) listed(msg listed) {
	s.ws, s.total = msg.ws, msg.batch.Total
	if msg.batch.Replace {
		s.incoming = msg.batch.Rows
	} else {
		s.incoming = append(s.incoming, msg.batch.Rows...)
	}
	if s.again || len(msg.batch.Rows) == 0 && !msg.batch.Replace {
		return
	}
	s.keepCursor()
	s.rows = s.incoming
	s.rearrange()
}

// listEnded ends a listing.
func (s *screen) listEnded(err error) {
	if err != nil {
		s.env.Host.Fail(err)
	}
	if s.again && err == nil {
		s.keepCursor()
		s.rows = s.incoming
	}
	s.again = true
	s.rearrange()
}

// keepCursor notes the task under the cursor, to find it again.
func (s *screen) keepCursor() {
	if row := s.row(); row != nil && s.want == "" {
		s.want = row.ID
	}
}

// rearrange filters and sorts: at once where there is nothing to do, else beside.
func (s *screen) rearrange() {
	s.keepCursor()
	if !s.ownColumns {
		s.table.Columns = telling(s.rows)
	}
	if s.where == "" && s.table.Sorted == "" && s.find.hits == nil {
		s.arrange.Stop()
		all := make([]int, len(s.rows))
		for i := range all {
			all[i] = i
		}
		s.arranged(arranged{shown: all, rows: len(s.rows)})
		return
	}
	env, rows, ws, where, by, down := s.env, s.rows, s.ws, s.where, s.table.Sorted, s.table.Down
	if s.prompt.Typing {
		where = s.prompt.Value
	}
	s.arrange = env.Host.Restart(s.arrange, func(ctx context.Context, tell func(screens.Msg)) {
		shown, err := env.Engine.Arrange(ctx, ws, rows, where, by, down)
		tell(arranged{shown, len(rows), err})
	})
}

// arranged takes what a filter has selected.
func (s *screen) arranged(msg arranged) {
	if msg.err != nil {
		s.filterFailed(msg.err)
		return
	}
	s.prompt.Problem = ""
	s.shown = s.find.keep(msg.shown, s.rows)
	s.table.SetLen(len(s.shown))
	if s.want != "" {
		for i, r := range s.shown {
			if s.rows[r].ID == s.want {
				s.table.MoveTo(i)
				s.want = ""
				break
			}
		}
		if s.want != "" && s.loading.Running && !s.again {
			return // it may still come
		}
		s.want = ""
	}
	s.showPreview()
}

// filterFailed shows what is wrong with a filter where it is typed, else as a failure.
func (s *screen) filterFailed(err error) {
	if !s.prompt.Refused(err) {
		s.env.Host.Fail(err)
	}
}
