package rounds

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// describe puts what stands at the cursor into the pane beside it.
func (s *screen) describe() {
	switch r := s.round(); {
	case r != nil:
		s.side.Show(roundDoc(s.history, s.rounds.At, s.whole))
	case s.task() != nil:
		s.side.Show(historyDoc(s.task()))
	default:
		s.side.Show(nil)
	}
}

// historyDoc sums a history up.
func historyDoc(h *author.History) *ui.Document {
	var b ui.Builder
	b.Put(themes.Accent, h.Task).Line(0)
	name, word := statusWord(h.Status)
	b.Put(name, word).Put(themes.Muted, fmt.Sprintf(" · %s %s %s %s", h.Scenario, h.Family, h.Language, h.Level)).Line(0)
	b.Put(themes.Muted, "by ").Put(themes.Text, h.Profile+" "+h.Model).Line(0)
	if h.Graders > 0 {
		b.Put(themes.Muted, fmt.Sprintf("graded by %d discriminators", h.Graders)).Line(0)
	}
	if m := h.Ambiguity; m != nil {
		b.Put(themes.Muted, fmt.Sprintf("solved by %d of %d attempts, ambiguity %.2f", m.Solved, len(m.Attempts), m.Score)).Line(0)
	}
	for i := range h.Rounds {
		b.Line(0)
		verdictLines(&b, &h.Rounds[i])
	}
	return b.Document()
}

func verdictLines(b *ui.Builder, r *author.Round) {
	name, word := verdict(r)
	b.Put(themes.Heading, fmt.Sprintf("ROUND %d  ", r.N)).Put(name, word).Line(0)
	for _, f := range r.Findings {
		b.Put(themes.Bad, "✗ ").Put(themes.Accent, string(f.Code)).Put(themes.Text, " "+f.Message)
		if f.Path != "" {
			b.Put(themes.Muted, "  "+f.Path)
		}
		b.Line(0)
		if f.Hint != "" {
			b.Block(themes.Muted, "  ", f.Hint, 0)
		}
	}
	for _, n := range r.Notes {
		b.Block(themes.Muted, "· ", n, 0)
	}
}

// roundDoc is one round: why it was refused, from what it came, and what it changed.
func roundDoc(h *engine.TaskHistory, i int, whole bool) *ui.Document {
	var b ui.Builder
	r := &h.Rounds[i]
	verdictLines(&b, r)
	if len(r.By) > 0 {
		b.Line(0).Put(themes.Heading, "ASKED").Line(0)
	}
	for _, x := range r.By {
		b.Put(themes.Text, strings.TrimSpace(string(x.Role)+" "+x.Name)).Put(themes.Muted, fmt.Sprintf("  %s  %d in, %d out", cmp.Or(x.Model, "?"), x.Prompt, x.Completion))
		if x.Kept {
			b.Put(themes.Muted, ", from before")
		}
		b.Line(0)
	}
	c := &h.Changes[i]
	if whole || i == 0 {
		b.Line(0).Put(themes.Heading, "DRAFT").Line(0)
		b.Block(themes.Text, "", strings.TrimRight(c.Text, "\n"), 0)
		return b.Document()
	}
	if len(c.Meaning) > 0 {
		b.Line(0).Put(themes.Heading, fmt.Sprintf("MEANING  %d", len(c.Meaning))).Line(0)
	}
	for _, d := range c.Meaning {
		b.Put(themes.Accent, d.Path).Put(themes.Muted, " "+d.Kind).Line(0)
		if d.Before != "" {
			b.Block(themes.Bad, "- ", d.Before, 0)
		}
		if d.After != "" {
			b.Block(themes.Good, "+ ", d.After, 0)
		}
	}
	b.Line(0).Put(themes.Heading, "LINES").Line(0)
	if len(c.Lines) == 0 {
		b.Put(themes.Muted, "the draft is the one before, line by line").Line(0)
	}
	for _, l := range c.Lines {
		name := map[string]themes.Name{"+": themes.Good, "-": themes.Bad, "@": themes.Muted}[l.Sign]
		if name == "" {
			name = themes.Text
		}
		text := l.Sign + " " + l.Text
		if l.Sign == "@" {
			text = "⋯"
		}
		b.Put(name, text).Line(0)
	}
	return b.Document()
}

// exchangesDoc is what was asked and replied in a round. The journal may have been purged.
func exchangesDoc(ctx context.Context, env *screens.Env, by []author.Exchange) (*ui.Document, error) {
	var b ui.Builder
	for _, x := range by {
		if ctx.Err() != nil {
			return nil, fault.Wrap(fault.Canceled, ctx.Err(), "read exchanges")
		}
		if x.ID == "" {
			continue
		}
		b.Put(themes.Heading, strings.ToUpper(string(x.Role))).Put(themes.Muted, "  "+x.ID).Line(0)
		text, err := env.Engine.ExchangeText(env.Workspace.Dir, x.ID)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		if text == "" {
			b.Put(themes.Muted, "the journal of this workspace does not hold it; it was purged, or written in another workspace").Line(0)
		}
		b.Block(themes.Text, "", text, 0).Line(0)
	}
	return b.Document(), nil
}

func (s *screen) taskCell(row int, column string) (themes.Name, string) {
	h := s.list[row]
	switch column {
	case "status":
		return statusWord(h.Status)
	case "rounds":
		return themes.Text, strconv.Itoa(len(h.Rounds))
	case "finding":
		if n := len(h.Rounds); n > 0 && len(h.Rounds[n-1].Findings) > 0 {
			return themes.Muted, string(h.Rounds[n-1].Findings[0].Code)
		}
		return themes.Muted, ""
	}
	return themes.Text, h.Task
}

func (s *screen) roundCell(row int, column string) (themes.Name, string) {
	r := &s.history.Rounds[row]
	switch column {
	case "verdict":
		return verdict(r)
	case "finding":
		if len(r.Findings) > 0 {
			return themes.Text, string(r.Findings[0].Code)
		}
		return themes.Muted, ""
	case "changed":
		return themes.Muted, changed(s.history.Changes[row].Lines)
	case "tokens":
		n := 0
		for _, x := range r.By {
			n += x.Prompt + x.Completion
		}
		return themes.Muted, ui.Count(n)
	}
	return themes.Text, strconv.Itoa(r.N)
}

// changed counts the lines that came and went.
func changed(lines []author.Line) string {
	came, gone := 0, 0
	for _, l := range lines {
		switch l.Sign {
		case "+":
			came++
		case "-":
			gone++
		}
	}
	if came+gone == 0 {
		return ""
	}
	return fmt.Sprintf("+%d -%d", came, gone)
}

func verdict(r *author.Round) (themes.Name, string) {
	switch {
	case len(r.Findings) == 0:
		return themes.Good, "✓ accepted"
	case r.Stopped != "":
		return themes.Bad, "✗ " + string(r.Stopped)
	}
	return themes.Bad, "✗ refused"
}

func statusWord(st author.Status) (themes.Name, string) {
	switch st {
	case author.StatusAccepted:
		return themes.Good, "✓ accepted"
	case author.StatusRejected:
		return themes.Bad, "✗ rejected"
	}
	return themes.Info, "○ " + string(st)
}
