package review

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// preview is the text beside the queue.
type preview struct {
	pager ui.Pager
	job   *screens.Job
	of    string // subject that is shown; "" = it has to be read
	rules bool   // it is every rule's word
}

type previewed struct {
	of    string
	rules bool
	doc   *ui.Document
}

// showPreview reads the subject at the cursor beside; what was shown stays until then.
func (s *screen) showPreview() {
	row := s.row()
	if row == nil {
		s.preview.job.Stop()
		s.preview.of = ""
		s.preview.pager.Show(nil)
		return
	}
	if s.preview.of == row.Subject && s.preview.rules == s.explained {
		return
	}
	ws, r, rules, blind := s.ws, row, s.explained, s.blind
	s.preview.job = s.env.Host.Restart(s.preview.job, func(ctx context.Context, tell func(screens.Msg)) {
		var doc *ui.Document
		var err error
		if rules {
			doc, err = everyRule(ctx, ws, r, func(done, total int, _ string) {
				var b ui.Builder
				b.Put(themes.Muted, fmt.Sprintf("every rule is asked: %s of %s trials read", ui.Count(done), ui.Count(total)))
				tell(previewed{r.Subject, true, b.Document()})
			})
		} else {
			doc, err = document(ctx, ws, r, blind)
		}
		if fault.KindOf(err) == fault.Canceled {
			return
		}
		if err != nil {
			var b ui.Builder
			b.Put(themes.Bad, "✗ "+err.Error()).Line(0).Put(themes.Muted, fault.HintOf(err))
			doc = b.Document()
		}
		tell(previewed{r.Subject, rules, doc})
	})
}

// previewed takes a text that was read.
func (s *screen) previewed(msg previewed) {
	p := &s.preview
	if row := s.row(); row == nil || row.Subject != msg.of || msg.rules != s.explained {
		return
	}
	same := p.of == msg.of && p.rules == msg.rules
	p.of, p.rules = msg.of, msg.rules
	if same && p.pager.Doc != nil {
		p.pager.Swap(msg.doc)
		return
	}
	p.pager.Show(msg.doc)
}

// document is what a reviewer reads of a subject: what decides first, the whole below.
func document(ctx context.Context, ws *engine.Workspace, r *engine.QueueRow, blind bool) (*ui.Document, error) {
	subject, err := ws.ReviewSubject(ctx, r)
	if err != nil {
		return nil, err
	}
	w := &writer{r: r, s: subject, blind: blind}
	w.head()
	if r.Kind == store.KindRule {
		w.rule()
	}
	w.words()
	if r.Kind == store.KindTask {
		w.task()
	} else {
		w.trial()
	}
	return w.Document(), nil
}

// everyRule is what every rule of the curation says of a trial.
func everyRule(ctx context.Context, ws *engine.Workspace, r *engine.QueueRow, progress engine.Progress) (*ui.Document, error) {
	o := engine.CurateOptions{Settings: curate.Defaults()}
	if s, err := ws.Selection(""); err == nil {
		o.Settings, o.Where = s.Settings, s.Where
	} else if fault.KindOf(err) != fault.NotFound {
		return nil, err
	}
	e, err := ws.ExplainCuration(ctx, r.Trial, o, progress)
	if err != nil {
		return nil, err
	}
	var b ui.Builder
	b.Put(themes.Strong, r.Trial).Line(0)
	b.Put(themes.Text, string(e.Row.Decision)).Put(themes.Muted, " · group: "+e.Group+" · "+e.Standing).Line(0)
	b.Line(0).Put(themes.Heading, "WHAT EVERY RULE SAYS").Line(0)
	for _, v := range e.Verdicts {
		name, sign := themes.Good, "  ✓ keep "
		if v.Drop {
			name, sign = themes.Bad, "  ✗ drop "
		}
		b.Put(name, sign).Put(themes.Accent, v.Rule)
		if v.Decided {
			b.Put(themes.Warn, " decided")
		}
		if v.Overruled {
			b.Put(themes.Info, " overruled by a person")
		}
		b.Line(0).Put(themes.Text, "         "+v.Text).Line(0)
	}
	if n := len(e.Pairs); n > 0 {
		b.Line(0).Put(themes.Muted, fmt.Sprintf("part of %d preference pairs", n)).Line(0)
	}
	return b.Document(), nil
}
