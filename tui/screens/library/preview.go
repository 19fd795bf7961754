package library

import (
	"context"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/highlight"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// preview is the text beside the list.
type preview struct {
	yaml   bool
	pager  ui.Pager
	job    *screens.Job
	id     string // task that is shown
	shown  bool   // as YAML
	digest string
	err    error
}

type previewed struct {
	id     string
	digest string
	yaml   bool
	doc    *ui.Document
	line   int // to begin at, from 1; 0 = the beginning
	err    error
}

// showPreview reads the task at the cursor beside and shows it when it is there; what was shown
// stays until then.
func (s *screen) showPreview() {
	row := s.row()
	if row == nil {
		s.preview.job.Stop()
		s.preview.id, s.preview.err = "", nil
		s.preview.pager.Show(nil)
		return
	}
	if s.preview.id == row.ID && s.preview.shown == s.preview.yaml && s.preview.digest == row.Digest && s.preview.err == nil {
		return
	}
	env, ws, b, yaml := s.env, s.ws, *row, s.preview.yaml
	line := 0
	if hit, ok := s.find.hits[b.ID]; ok {
		line = hit.Line
	}
	s.preview.job = env.Host.Restart(s.preview.job, func(ctx context.Context, tell func(screens.Msg)) {
		doc, err := document(ctx, env, ws, &b, yaml)
		tell(previewed{id: b.ID, digest: b.Digest, yaml: yaml, doc: doc, line: line, err: err})
	})
}

// document builds the text of a task.
func document(ctx context.Context, env *screens.Env, ws *engine.Workspace, b *engine.Browsed, yaml bool) (*ui.Document, error) {
	l, err := env.Engine.OpenBrowsed(ctx, ws, b)
	if err != nil {
		return nil, err
	}
	if yaml && l.Task != nil && l.Task.File != nil {
		source := string(l.Task.File.Data)
		runs, err := highlight.YAML(source)
		if err != nil {
			return nil, err
		}
		d := ui.NewDocument(source, runs)
		d.Prepare()
		return d, nil
	}
	var findings []store.Finding
	if ws != nil && b.Digest != "" {
		if findings, err = ws.Store.Findings(ctx, b.Digest); err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
	}
	return overview(b, l, findings), nil
}

// previewed takes a text that was read.
func (s *screen) previewed(msg previewed) {
	p := &s.preview
	if row := s.row(); row == nil || row.ID != msg.id {
		return
	}
	same := p.id == msg.id && p.shown == msg.yaml && p.err == nil
	p.id, p.digest, p.shown, p.err = msg.id, msg.digest, msg.yaml, msg.err
	p.pager.Numbers = msg.yaml
	p.pager.Search = s.find.text
	switch {
	case msg.err != nil:
		var b ui.Builder
		b.Put("bad", "✗ "+msg.err.Error()).Line(0).Put("muted", fault.HintOf(msg.err)).Line(0)
		p.pager.Show(b.Document())
	case same && p.pager.Doc != nil:
		p.pager.Swap(msg.doc)
	default:
		p.pager.Show(msg.doc)
		if msg.line > 0 && msg.yaml {
			p.pager.GoTo(msg.line - 1)
		}
	}
}
