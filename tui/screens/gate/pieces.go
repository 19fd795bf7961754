package gate

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/ui"
)

// openRow opens a piece, or opens and closes a round.
func (s *screen) openRow() {
	r := s.row()
	switch {
	case r == nil:
	case r.piece != nil:
		s.openPiece(r.piece)
	case r.none:
		d := newDetail("Not applicable", string(r.round.name))
		d.show(noneDoc(r.round))
		s.push(d)
	default:
		s.fold()
	}
}

// openPiece shows what a piece does and all that it tried.
func (s *screen) openPiece(x *piece) {
	d := newDetail("Tried", x.name)
	doc, runs := pieceDoc(x)
	d.show(doc)
	d.runs = runs
	s.push(d)
}

// pieceDoc lists the attempts of a piece; their targets are places in the recipes returned.
func pieceDoc(x *piece) (*ui.Document, []gate.Recipe) {
	var b ui.Builder
	var runs []gate.Recipe
	if p, ok := gate.Explain(x.name); ok {
		putPiece(&b, &p)
	} else {
		b.Put(themes.Accent, x.name).Put(themes.Muted, "  "+string(x.round)).Line(0)
	}
	b.Line(0).Put(themes.Muted, fmt.Sprintf("%s tried, %s", count(x.tried), x.came())).Line(0)
	for i := range x.attempts {
		a := &x.attempts[i]
		target := 0
		if a.score != nil {
			runs = append(runs, gate.Recipe{Round: x.round, Name: x.name, Params: a.params})
			target = len(runs)
		}
		putAttempt(&b, x, a, target)
	}
	if len(x.attempts) < x.tried {
		b.Put(themes.Muted, fmt.Sprintf("and %s more", count(x.tried-len(x.attempts)))).Line(0)
	}
	if len(runs) > 0 {
		b.Line(0).Put(themes.Key, "enter").Put(themes.Muted, " makes the run at the cursor again").Line(0)
	}
	return b.Document(), runs
}

func putAttempt(b *ui.Builder, x *piece, a *attempt, target int) {
	name, sign := themes.Good, "✓ "
	if a.wrong {
		name, sign = themes.Bad, "✗ "
	}
	b.Put(name, sign)
	switch {
	case a.fate != "":
		b.Put(name, string(a.fate)+"  ")
	case a.score != nil:
		b.Put(themes.Text, a.score.String())
		if a.safety == 0 {
			b.Put(themes.Info, " safety 0")
		}
		b.Put(themes.Text, "  ")
	}
	what := a.try
	if what == "" {
		what = a.params.String()
	}
	if what == "" {
		what = x.name
	}
	b.Put(themes.Text, what).Line(target)
}

// noneDoc lists the pieces of a round of which nothing applied to the task.
func noneDoc(r *round) *ui.Document {
	var b ui.Builder
	b.Put(themes.Muted, fmt.Sprintf("%d pieces of the round %s found nothing in this task to try.", len(r.none), r.name)).Line(0)
	for _, x := range r.none {
		b.Line(0)
		if p, ok := gate.Explain(x.name); ok {
			putPiece(&b, &p)
		}
	}
	return b.Document()
}

// whatIfAt is where the what-if screen begins: at the finding's line.
func (s *screen) whatIfAt() map[string]string {
	if f := s.finding(); f != nil && f.Line > 0 {
		return map[string]string{"line": fmt.Sprint(f.Line)}
	}
	return nil
}

// refuseRun says why there is no run to make again.
func (s *screen) refuseRun() string {
	if d := s.seen(); len(s.opened) > 0 {
		if len(d.runs) == 0 {
			return "nothing here was run; esc goes back"
		}
		return ""
	}
	f := s.finding()
	switch {
	case f == nil:
		return "there is no finding"
	case f.Evidence == nil || f.Evidence.Recipe == nil:
		return "no run shows it: the file or the grader itself does; x explains it"
	}
	return ""
}

// recipe is the run that enter makes again; nil = none.
func (s *screen) recipe() (*gate.Recipe, []int) {
	if d := s.seen(); len(s.opened) > 0 {
		if t := d.target(); t > 0 && t <= len(d.runs) {
			return &d.runs[t-1], nil
		}
		return nil, nil
	}
	if f := s.finding(); f != nil && f.Evidence != nil && f.Evidence.Recipe != nil {
		return f.Evidence.Recipe, f.Evidence.Seqs
	}
	return nil, nil
}

// showRun makes the run again that shows the finding, or that of the attempt at the cursor.
func (s *screen) showRun() {
	recipe, seqs := s.recipe()
	if recipe == nil || s.task == nil {
		s.env.Host.Say("there is no run here")
		return
	}
	said := ""
	if f := s.finding(); f != nil && len(s.opened) == 0 {
		said = f.Message
	}
	env, l, r := s.env, s.task, *recipe
	s.showing = env.Host.Restart(s.showing, replayWork(env, l, r, seqs, said))
}

func (s *screen) showReplayed(msg replayed) {
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		return
	}
	d := newDetail("Run", msg.name)
	d.show(msg.doc)
	s.push(d)
	if msg.line > 0 {
		d.pager.GoTo(msg.line)
	}
}

// replayed is a run that was made again.
type replayed struct {
	name string
	doc  *ui.Document
	line int // of the audit entry that matters, from 0; 0 = the beginning
	err  error
}
