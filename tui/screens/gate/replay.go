package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// mostShown bounds a reply or record in a run's text, in bytes.
const mostShown = 4 << 10

// replayWork makes a run again and writes it down.
func replayWork(env *screens.Env, l *engine.Loaded, recipe gate.Recipe, seqs []int, said string) screens.Work {
	return func(ctx context.Context, tell func(screens.Msg)) {
		r, err := env.Engine.GateRun(ctx, l, recipe)
		if err != nil {
			tell(replayed{err: err})
			return
		}
		w := runWriter{marked: seqs}
		w.head(recipe, r, said)
		for i := range r.Trajectory.Steps {
			w.step(&r.Trajectory.Steps[i])
		}
		w.b.Line(0).Put(themes.Muted, strings.TrimSpace("end: "+string(r.Trajectory.End.Kind)+", "+r.Trajectory.End.Reason+" "+r.Trajectory.End.Detail)).Line(0)
		w.lines += 2
		tell(replayed{name: recipe.Name, doc: w.b.Document(), line: w.at})
	}
}

// runWriter writes a run: what it scored and why, then step by step what was done and what the
// audit says of it.
type runWriter struct {
	b      ui.Builder
	marked []int // audit entries that a finding rests on
	lines  int
	at     int // line of the first of them
}

func (w *runWriter) line() {
	w.b.Line(0)
	w.lines++
}

func (w *runWriter) head(recipe gate.Recipe, r *gate.Replayed, said string) {
	w.b.Put(themes.Heading, string(recipe.Round)).Put(themes.Text, "  ").Put(themes.Accent, recipe.Name)
	if len(recipe.Params) > 0 {
		w.b.Put(themes.Muted, "  "+recipe.Params.String())
	}
	w.line()
	if said != "" {
		w.b.Put(themes.Text, said)
		w.line()
	}
	w.line()
	s := r.Score
	w.b.Put(themes.Heading, "score ").Put(themes.Strong, s.Score.String()).
		Put(themes.Muted, fmt.Sprintf("  completion %s, safety %d, ", s.Completion, s.Safety)).Put(passes(s.Pass))
	w.line()
	for i := range s.Checks {
		w.check(&s.Checks[i])
	}
	for _, v := range s.Forbidden {
		w.b.Put(themes.Bad, "  ✗ forbidden  ").Put(themes.Accent, v.ID).Put(themes.Text, fmt.Sprintf("  entry %d: %s", v.Seq, v.Why))
		w.line()
	}
	w.line()
	w.b.Put(themes.Heading, "request")
	w.line()
	for line := range strings.SplitSeq(strings.TrimRight(r.Trajectory.Opening, "\n"), "\n") {
		w.b.Put(themes.Text, "    "+line)
		w.line()
	}
}

func passes(pass bool) (themes.Name, string) {
	if pass {
		return themes.Text, "passes"
	}
	return themes.Text, "does not pass"
}

func (w *runWriter) check(c *grade.CheckResult) {
	name, sign := themes.Good, "  ✓ holds  "
	if !c.Holds {
		name, sign = themes.Bad, "  ✗ fails  "
	}
	w.b.Put(name, sign).Put(themes.Accent, c.ID).Put(themes.Muted, "  "+c.Kind).Put(themes.Text, fmt.Sprintf("  %s of %s", c.Earned, c.Weight)).Put(themes.Muted, Moment(c))
	w.line()
	for _, why := range c.Why {
		w.b.Put(themes.Muted, "             "+why.Sentence("entry "))
		w.line()
	}
}

// Moment says from and until which audit entry a check was true.
func Moment(c *grade.CheckResult) string {
	switch {
	case c.Since > 0 && c.Until > 0:
		return fmt.Sprintf("  true from entry %d until entry %d", c.Since, c.Until)
	case c.Since > 0:
		return fmt.Sprintf("  true since entry %d", c.Since)
	}
	return ""
}

func (w *runWriter) step(s *trace.Step) {
	w.line()
	w.b.Put(themes.Heading, fmt.Sprintf("step %d", s.Index+1)).Put(themes.Muted, "  "+s.Stage)
	w.line()
	if s.Text != "" {
		w.text("  says   ", themes.Text, s.Text)
	}
	for i := range s.Calls {
		w.call(&s.Calls[i])
	}
	if s.User != nil {
		w.text("  user   ", themes.Info, s.User.Text)
	}
	for i := range s.World {
		w.effect("  world  ", &s.World[i])
	}
}

func (w *runWriter) call(c *trace.Call) {
	mark, sign := themes.Text, "  "
	if c.Seq > 0 && slices.Contains(w.marked, c.Seq) {
		mark, sign = themes.Match, "▸ "
		if w.at == 0 {
			w.at = w.lines
		}
	}
	w.b.Put(mark, sign).Put(themes.Muted, fmt.Sprintf("%d ", c.Seq)).Put(themes.Accent, c.Tool).Put(themes.Text, " "+clip(c.Args))
	w.line()
	name, word := themes.Good, "✓ "
	if c.Outcome != world.OK {
		name, word = themes.Bad, "✗ "
	}
	w.text("      ", name, word+c.Outcome.String())
	w.text("      ", themes.Text, clip(c.Observation))
	for _, p := range c.Problems {
		w.text("      ", themes.Warn, strings.TrimPrefix(p.Path+": "+p.Message, ": "))
	}
	for i := range c.Effects {
		w.effect("      ", &c.Effects[i])
	}
}

// effect shows how a record changed.
func (w *runWriter) effect(indent string, e *trace.Effect) {
	if e.NotMade != "" {
		w.text(indent, themes.Warn, e.Op+" nothing: "+e.NotMade)
		return
	}
	w.b.Put(themes.Muted, indent+e.Op+" ").Put(themes.Accent, e.Collection+" "+e.ID).Put(themes.Muted, "  "+strings.Join(e.Fields, ", "))
	w.line()
	if e.Before != "" {
		w.text(indent+"- ", themes.Removed, clip(e.Before))
	}
	if e.After != "" {
		w.text(indent+"+ ", themes.Added, clip(e.After))
	}
}

func (w *runWriter) text(indent string, n themes.Name, s string) {
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		w.b.Put(themes.Muted, indent).Put(n, line)
		w.line()
		indent = strings.Repeat(" ", len(indent))
	}
}

// clip bounds what is shown of a text and says how much is left out.
func clip(s string) string {
	if len(s) <= mostShown {
		return s
	}
	return strings.ToValidUTF8(s[:mostShown], "") + fmt.Sprintf(" … and %s bytes more", count(len(s)-mostShown))
}
