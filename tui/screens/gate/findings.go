package gate

import (
	"fmt"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// findingsDoc lists the findings, errors first. Each line's target is the finding's place in the
// report, from 1.
func findingsDoc(r *gate.Report, file string) *ui.Document {
	var b ui.Builder
	if r == nil {
		b.Put(themes.Muted, "the findings come when the rounds are over").Line(0)
		return b.Document()
	}
	counts := map[gate.Severity]int{}
	for _, f := range r.Findings {
		counts[f.Severity]++
	}
	b.Put(tone(counts[gate.Error] > 0, themes.Bad), plural(counts[gate.Error], "error")).Put(themes.Muted, ", ").
		Put(tone(counts[gate.Warning] > 0, themes.Warn), plural(counts[gate.Warning], "warning")).
		Put(themes.Muted, fmt.Sprintf(", %d for information", counts[gate.Info])).Line(0)
	if len(r.Findings) == 0 {
		b.Line(0).Put(themes.Good, "✓ the gate objects to nothing").Line(0)
	}
	if file == "" {
		file = r.TaskID
	}
	for _, sev := range []gate.Severity{gate.Error, gate.Warning, gate.Info} {
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Severity == sev {
				b.Line(0)
				putFinding(&b, f, filepath.Base(file), i+1)
			}
		}
	}
	return b.Document()
}

func tone(is bool, n themes.Name) themes.Name {
	if is {
		return n
	}
	return themes.Muted
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + one + "s"
}

// severity is how a finding is marked.
func severity(s gate.Severity) (themes.Name, string) {
	switch s {
	case gate.Error:
		return themes.Bad, "✗ error"
	case gate.Warning:
		return themes.Warn, "! warning"
	}
	return themes.Info, "· info"
}

func putFinding(b *ui.Builder, f *gate.Finding, file string, target int) {
	name, word := severity(f.Severity)
	b.Put(name, word).Put(themes.Text, "  ").Put(themes.Accent, string(f.Code)).Put(themes.Muted, "  "+string(f.Round))
	if f.Line > 0 {
		b.Put(themes.Muted, fmt.Sprintf("  %s:%d:%d", file, f.Line, f.Column))
	}
	b.Line(target)
	b.Put(themes.Text, "    "+f.Message).Line(target)
	if f.Path != "" {
		b.Put(themes.Muted, "    at   ").Put(themes.Text, f.Path).Line(target)
	}
	if e := f.Evidence; e != nil && e.Score != "" {
		b.Put(themes.Muted, "    ran  ").Put(themes.Text, e.Try+": score "+e.Score)
		if e.Recipe != nil {
			b.Put(themes.Key, "  enter shows it")
		}
		b.Line(target)
	}
	if f.Hint != "" {
		b.Put(themes.Muted, "    do   ").Put(themes.Text, f.Hint).Line(target)
	}
}

// finding is the one that the keys are about: that at the cursor of the list.
func (s *screen) finding() *gate.Finding {
	if s.report == nil {
		return nil
	}
	if i := s.list.target() - 1; i >= 0 && i < len(s.report.Findings) {
		return &s.report.Findings[i]
	}
	return nil
}

// nextFinding goes to the next finding, or the one before, and closes what was opened above.
func (s *screen) nextFinding(back bool) {
	s.opened = nil
	s.toSide()
	at := s.list.target()
	line := s.list.pager.Line()
	step := 1
	if back {
		step = -1
	}
	for n := s.list.pager.Doc.Lines(); line >= 0 && line < n; line += step {
		t := s.list.pager.Doc.Target(line)
		if t > 0 && (t != at || s.list.pager.Doc.Target(s.list.pager.Line()) == 0) {
			s.list.goTo(t)
			return
		}
	}
	s.env.Host.Say("there is no further finding")
}

// edit opens the file at the finding's line; without a finding at its beginning.
func (s *screen) edit() {
	line := 1
	if f := s.finding(); f != nil {
		line = max(f.Line, 1)
	}
	s.env.Host.Edit(s.file, line, edited{})
}

// explain says what a code or a piece means: of the piece where the rounds have the keys, else of
// the finding.
func (s *screen) explain() {
	if r := s.row(); !s.inSide && r != nil && r.piece != nil {
		s.openPiece(r.piece)
		return
	}
	f := s.finding()
	if f == nil {
		s.env.Host.Say("there is no finding to explain")
		return
	}
	d := newDetail("What it means", string(f.Code))
	d.show(codeDoc(f))
	s.push(d)
}

// meaning is what a code stands for.
func meaning(code gate.Code) (means, do string) {
	for _, c := range gate.Codes() {
		if c.Code == code {
			return c.Means, c.Do
		}
	}
	for _, list := range [][]task.CodeDoc{task.Codes(), grade.Codes()} {
		for _, c := range list {
			if gate.Code(c.Code) == code {
				return c.Doc, c.Do
			}
		}
	}
	return "", ""
}

func codeDoc(f *gate.Finding) *ui.Document {
	var b ui.Builder
	name, word := severity(f.Severity)
	b.Put(name, word).Put(themes.Text, "  ").Put(themes.Accent, string(f.Code)).Put(themes.Muted, "  of the round "+string(f.Round)).Line(0).Line(0)
	means, do := meaning(f.Code)
	if means == "" {
		means = "nothing more is known of this code"
	}
	b.Put(themes.Heading, "means").Line(0).Put(themes.Text, "    "+means).Line(0)
	if do != "" {
		b.Line(0).Put(themes.Heading, "do").Line(0).Put(themes.Text, "    "+do).Line(0)
	}
	b.Line(0).Put(themes.Heading, "here").Line(0).Put(themes.Text, "    "+f.Message).Line(0)
	if f.Hint != "" && f.Hint != do {
		b.Put(themes.Muted, "    "+f.Hint).Line(0)
	}
	if f.Evidence != nil && f.Evidence.Recipe != nil {
		if x, ok := gate.Explain(f.Evidence.Recipe.Name); ok {
			b.Line(0)
			putPiece(&b, &x)
		}
	}
	return b.Document()
}

// putPiece describes a piece of the gate.
func putPiece(b *ui.Builder, x *gate.Piece) {
	b.Put(themes.Accent, x.Name).Put(themes.Muted, "  "+string(x.Round)+" "+string(x.Class)).Line(0)
	b.Put(themes.Muted, "    does ").Put(themes.Text, x.Does).Line(0)
	b.Put(themes.Muted, "    why  ").Put(themes.Text, x.Why).Line(0)
	b.Put(themes.Muted, "    must ").Put(themes.Text, fmt.Sprintf("%s; at most %d in a task", x.Bound, x.Most)).Line(0)
}

type copyPart string

// askCopy chooses what to copy.
func (s *screen) askCopy() {
	choices := []screens.Choice{{Value: "text", Text: "the text that is shown"}, {Value: "id", Text: "the task's id", Note: s.task.ID()}}
	if f := s.finding(); f != nil {
		choices = append([]screens.Choice{{Value: "finding", Text: "the finding", Note: f.Message}, {Value: "code", Text: "its code", Note: string(f.Code)}}, choices...)
	}
	s.env.Host.Ask(screens.Question{Title: "Copy", Choices: choices, Then: func(a screens.Answer) screens.Msg {
		if !a.Yes {
			return nil
		}
		return copyPart(a.Value)
	}})
}

func (s *screen) copyPart(part string) {
	f := s.finding()
	switch {
	case part == "text" && s.seen().pager.Doc != nil:
		s.env.Host.Copy("the text", s.seen().pager.Doc.Text())
	case part == "id" && s.task != nil:
		s.env.Host.Copy("the id", s.task.ID())
	case part == "code" && f != nil:
		s.env.Host.Copy("the code", string(f.Code))
	case part == "finding" && f != nil:
		var b ui.Builder
		putFinding(&b, f, filepath.Base(s.file), 0)
		s.env.Host.Copy("the finding", strings.TrimSpace(b.Document().Text()))
	}
}
