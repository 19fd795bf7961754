package library

import (
	"context"
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
)

type (
	edited    struct{ id string }
	refreshed struct {
		row engine.Browsed
		err error
	}
	copyPart string
)

// edit opens the task's file at the line that is looked at.
func (s *screen) edit() {
	row := s.row()
	file, ok := row.File()
	if !ok {
		s.env.Host.Fail(fault.New(fault.NotFound, "the file of %s is not there: %s", row.ID, row.Path).WithHint("`coworkenv task show %s --yaml > task.yaml` writes what the workspace keeps", row.ID))
		return
	}
	line := 1
	if p := &s.preview; p.id == row.ID && p.pager.Doc != nil {
		switch {
		case p.shown:
			line = p.pager.Line() + 1
		case s.inText:
			line = p.pager.Doc.Target(p.pager.Line())
		}
	}
	s.env.Host.Edit(file, max(line, 1), edited{row.ID})
}

// recheck reads the task anew after it was edited.
func (s *screen) recheck(id string) {
	i := slices.IndexFunc(s.rows, func(b engine.Browsed) bool { return b.ID == id })
	if i < 0 {
		return
	}
	env, ws, b := s.env, s.ws, s.rows[i]
	env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		row, err := env.Engine.Refreshed(ctx, ws, &b)
		tell(refreshed{row, err})
	})
}

// refreshed takes the row of a task that was read anew, in place of the one of the same file.
func (s *screen) refreshed(msg refreshed) {
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		return
	}
	i := slices.IndexFunc(s.rows, func(b engine.Browsed) bool { return b.Path == msg.row.Path })
	if i < 0 {
		return
	}
	s.keepCursor()
	if s.want == s.rows[i].ID {
		s.want = msg.row.ID // it may have been renamed
	}
	changed := s.rows[i].Digest != msg.row.Digest
	s.rows = slices.Clone(s.rows) // Work may be reading the old ones
	s.rows[i] = msg.row
	s.preview.digest = ""
	s.preview.yaml = s.preview.yaml && msg.row.Problems == 0
	s.rearrange()
	switch {
	case msg.row.Problems > 0:
		s.env.Host.Fail(fault.New(fault.Invalid, "%s has %s", msg.row.ID, problems(msg.row.Problems)).WithHint("they stand in the overview; e goes to their line"))
	case changed:
		s.env.Host.Say(msg.row.ID + " loads without an error; c takes it through the gate")
	default:
		s.env.Host.Say(msg.row.ID + " is as it was")
	}
}

func problems(n int) string {
	if n == 1 {
		return "1 error"
	}
	return fmt.Sprintf("%d errors", n)
}

// askCopy chooses what to copy.
func (s *screen) askCopy() {
	row := s.row()
	s.env.Host.Ask(screens.Question{
		Title: "Copy",
		Choices: []screens.Choice{
			{Value: "id", Text: "id", Note: row.ID},
			{Value: "path", Text: "path", Note: row.Path},
			{Value: "digest", Text: "digest", Note: row.Digest},
			{Value: "request", Text: "request", Note: row.Request},
			{Value: "text", Text: "the text that is shown"},
		},
		Then: func(a screens.Answer) screens.Msg {
			if !a.Yes {
				return nil
			}
			return copyPart(a.Value)
		},
	})
}

func (s *screen) copyPart(part string) {
	row := s.row()
	if row == nil {
		return
	}
	what := map[string]string{"id": row.ID, "path": row.Path, "digest": row.Digest, "request": row.Request}[part]
	if part == "text" && s.preview.pager.Doc != nil {
		what = s.preview.pager.Doc.Text()
	}
	s.env.Host.Copy("the "+part+" of "+row.ID, what)
}
