package whatif

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/textdiff"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// mostLine is the longest line that can be changed at the prompt, in bytes.
const mostLine = 4000

type (
	setLine struct {
		line int // from 1
		text string
	}
	applyNow struct{}
	applied  struct {
		draft *engine.Draft
		err   error
	}
)

// line is the line of the draft at the cursor, from 1.
func (s *screen) line() int {
	if s.pager.Doc == nil {
		return 1
	}
	return s.pager.Line() + 1
}

// askLine has the line at the cursor changed; its indent stays.
func (s *screen) askLine() {
	lines := strings.Split(s.text, "\n")
	n := s.line()
	if n > len(lines) {
		return
	}
	was := strings.TrimRight(lines[n-1], "\r")
	body := strings.TrimLeft(was, " ")
	if len(body) > mostLine {
		s.env.Host.Say("the line is too long for a prompt; e opens the editor")
		return
	}
	indent := was[:len(was)-len(body)]
	s.env.Host.Ask(screens.Question{Title: fmt.Sprintf("Line %d of the draft", n), Text: "The task itself stays as it is.", Input: &screens.Input{Label: "", Value: body},
		Then: func(a screens.Answer) screens.Msg {
			if !a.Yes || a.Value == body {
				return nil
			}
			return setLine{n, indent + a.Value}
		}})
}

// setLine puts a line into the draft.
func (s *screen) setLine(msg setLine) {
	lines := strings.SplitAfter(s.text, "\n")
	if msg.line > len(lines) {
		return
	}
	old := lines[msg.line-1]
	lines[msg.line-1] = msg.text + old[len(strings.TrimRight(old, "\r\n")):]
	text := strings.Join(lines, "")
	s.try(&text, true)
}

// refuseApply says why the draft cannot be written into the task.
func (s *screen) refuseApply() string {
	switch {
	case s.file == "":
		return "the task has no file on disk to change"
	case s.text == s.draft.Before():
		return "nothing was changed"
	case len(s.problems) > 0:
		return "the draft does not load"
	case s.busy:
		return "the trials are still being graded"
	case s.failed != nil:
		return "the draft could not be tried"
	}
	return ""
}

// askApply shows the difference and what comes of it.
func (s *screen) askApply() {
	var b strings.Builder
	fmt.Fprintf(&b, "Write the draft into %s? ", s.file)
	switch {
	case s.oracle.none:
		b.WriteString("It has no solution. ")
	case !s.oracle.one:
		fmt.Fprintf(&b, "Its solution scores %s, no more 1. ", s.oracle.score)
	}
	fmt.Fprintf(&b, "Of %s %d fail that passed, %d pass that failed.\n\n", plural(s.sum.Trials, "stored trial"), s.sum.FailsNow, s.sum.PassesNow)
	const most = 8
	hunks := textdiff.Hunks(textdiff.Lines(s.draft.Before(), s.text), 0)
	for i, x := range hunks {
		switch {
		case i == most:
			fmt.Fprintf(&b, "… and %s more; d shows all of it\n", plural(len(hunks)-most, "line"))
		case i > most:
		case x.Kind == '@':
			b.WriteString("…\n")
		default:
			fmt.Fprintf(&b, "%c  %s\n", x.Kind, strings.TrimSpace(x.Text))
		}
	}
	s.env.Host.Ask(screens.Question{Title: "Apply the draft", Text: b.String(), Yes: "write it", Then: func(a screens.Answer) screens.Msg {
		if a.Yes {
			return applyNow{}
		}
		return nil
	}})
}

// apply writes the draft into the task's file.
func (s *screen) apply() {
	if why := s.refuseApply(); why != "" {
		s.env.Host.Say("not written: " + why)
		return
	}
	d := s.draft
	s.env.Host.Start(func(_ context.Context, tell func(screens.Msg)) {
		if err := d.Apply(); err != nil {
			tell(applied{err: err})
			return
		}
		again, err := d.Again()
		tell(applied{again, err})
	})
}

func (s *screen) applied(msg applied) {
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		return
	}
	s.draft, s.undo = msg.draft, nil
	s.env.Host.Say("wrote " + s.file + "; its certificate is stale until the gate has run")
	s.try(nil, false)
}

// changedLines counts what a draft changes.
func changedLines(before, after string) string {
	added, removed := 0, 0
	for _, x := range textdiff.Lines(before, after) {
		switch x.Kind {
		case '+':
			added++
		case '-':
			removed++
		}
	}
	return fmt.Sprintf("+%d -%d lines", added, removed)
}

// diffDoc shows the difference with the lines around; targets are lines of the draft.
func diffDoc(before, after string) *ui.Document {
	var b ui.Builder
	hunks := textdiff.Hunks(textdiff.Lines(before, after), 3)
	if len(hunks) == 0 {
		b.Put(themes.Muted, "the draft is as the task is").Line(0)
	}
	for _, x := range hunks {
		switch x.Kind {
		case '@':
			b.Put(themes.Muted, "…").Line(0)
		case '-':
			b.Put(themes.Removed, "- "+x.Text).Line(x.At)
		case '+':
			b.Put(themes.Added, "+ "+x.Text).Line(x.At)
		default:
			b.Put(themes.Muted, "  "+x.Text).Line(x.At)
		}
	}
	return b.Document()
}

// problemsDoc lists what keeps the draft from loading; targets are its lines.
func problemsDoc(list task.Problems) *ui.Document {
	var b ui.Builder
	for i, p := range list {
		if i > 0 {
			b.Line(0)
		}
		b.Put(themes.Bad, "✗ ").Put(themes.Accent, string(p.Code))
		if p.Line > 0 {
			b.Put(themes.Muted, fmt.Sprintf("  line %d", p.Line))
		}
		b.Line(p.Line)
		b.Put(themes.Text, "    "+p.Message).Line(p.Line)
		if p.Path != "" {
			b.Put(themes.Muted, "    at   ").Put(themes.Text, p.Path).Line(p.Line)
		}
		if p.Hint != "" {
			b.Put(themes.Muted, "    do   ").Put(themes.Text, p.Hint).Line(p.Line)
		}
	}
	return b.Document()
}

// goTo puts the cursor on the line of the draft that the text at the side is about.
func (s *screen) goTo() {
	if s.opened == nil || s.pager.Doc == nil {
		return
	}
	target := 0
	for line := s.opened.pager.Line(); line >= 0 && target == 0; line-- {
		target = s.opened.pager.Doc.Target(line)
	}
	for line := 0; line < s.opened.pager.Doc.Lines() && target == 0; line++ { // above the first: that one
		target = s.opened.pager.Doc.Target(line)
	}
	if target == 0 {
		s.env.Host.Say("this is about no line of the draft")
		return
	}
	s.inSide = false
	if s.split.Zoom == 2 {
		s.split.Zoom = 0
	}
	s.pager.GoTo(min(target, s.pager.Doc.Lines()) - 1)
}

// next goes to the next check or fact of the draft; among the trials to the next that flips.
func (s *screen) next(back bool) {
	step := 1
	if back {
		step = -1
	}
	if s.inSide && s.opened == nil {
		if at := s.table.At + step; at >= 0 && at < s.flips() {
			s.table.MoveTo(at)
			s.chosen = true
			return
		}
		s.env.Host.Say("no further trial flips")
		return
	}
	line := s.line()
	best := 0
	for _, m := range s.marks {
		if back && m < line {
			best = m
		}
		if !back && m > line && best == 0 {
			best = m
		}
	}
	if best == 0 {
		s.env.Host.Say("there is no further check or fact")
		return
	}
	s.pager.GoTo(best - 1)
}
