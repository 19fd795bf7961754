package review

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/text"
	"coworkenv.dev/coworkenv/tui/ui"
)

// writer puts the text about a subject together.
type writer struct {
	ui.Builder
	r     *engine.QueueRow
	s     *engine.Subject
	blind bool
}

// Of long texts so much is shown; the screens that enter opens show all.
const (
	mostText  = 600 // bytes
	mostRows  = 8   // of a fact
	lastTurns = 6
)

func (w *writer) section(title string, n int) {
	w.Line(0).Put(themes.Heading, strings.ToUpper(title))
	if n > 0 {
		w.Put(themes.Muted, "  "+strconv.Itoa(n))
	}
	w.Line(0)
}

func (w *writer) head() {
	if w.r.Title != "" {
		w.Put(themes.Strong, w.r.Title).Line(0)
	}
	w.Put(themes.Accent, w.r.Task)
	for _, part := range []string{w.r.Family, w.r.Language, strings.Join(w.r.Services, " ")} {
		if part != "" {
			w.Put(themes.Muted, " · ").Put(themes.Text, part)
		}
	}
	w.Line(0)
	if w.r.Trial != "" {
		w.Put(themes.Accent, w.r.Trial).Put(themes.Muted, " by ").Put(themes.Text, strings.TrimSpace(w.r.Agent+" "+w.r.Model)).Line(0)
	}
	name, word := ui.GateWord(w.r.Gate)
	w.Put(themes.Muted, "gate  ").Put(name, word).Line(0)
	if w.s.Distrust != "" {
		w.Put(themes.Bad, "! "+w.s.Distrust).Put(themes.Muted, ": a verdict needs a note").Line(0)
	}
}

// words is what reviewers said, newest last.
func (w *writer) words() {
	if len(w.s.History) == 0 {
		return
	}
	if w.blind && w.r.Mine == "none" {
		w.section("reviewers", 0)
		w.Put(themes.Muted, "  hidden until your own verdict is given").Line(0)
		return
	}
	w.section("reviewers", len(w.s.History))
	for _, d := range w.s.History {
		name, word := decisionWord(d.Verdict)
		w.Put(name, "  "+word).Put(themes.Muted, " by ").Put(themes.Text, d.Reviewer).Put(themes.Muted, " "+d.At.Format("2 Jan 15:04"))
		if d.Reason != "" {
			w.Put(themes.Warn, " "+d.Reason)
		}
		if d.Note != "" {
			w.Put(themes.Text, " "+d.Note)
		}
		w.Line(0)
	}
	if w.r.Differ {
		w.Put(themes.Warn, "  ≠ they differ").Line(0)
	}
}

// rule is what a rule said, with its numbers.
func (w *writer) rule() {
	w.section("the rule", 0)
	name, sign := themes.Good, "✓ keep"
	if w.r.Says == "drop" {
		name, sign = themes.Bad, "✗ drop"
	}
	w.Put(themes.Accent, "  "+w.r.Rule).Put(themes.Muted, " says ").Put(name, sign).Line(0)
	w.Put(themes.Text, "  "+w.r.Why).Line(0)
	for _, d := range curate.Rules() {
		if d.Name == w.r.Rule {
			w.Put(themes.Muted, "  the rule: "+d.Drops).Line(0)
		}
	}
	w.Put(themes.Muted, "  a: it is right   x: it is wrong and is turned round").Line(0)
	c := w.s.Curated
	if c == nil {
		return
	}
	w.Put(themes.Muted, "  the trial: ").Put(themes.Text, string(c.Decision))
	if c.Rule != "" {
		w.Put(themes.Muted, " by ").Put(themes.Text, c.Rule)
	}
	if c.Split != "" {
		w.Put(themes.Muted, " · split ").Put(themes.Text, string(c.Split))
	}
	w.Put(themes.Muted, " · "+strings.Join(c.Labels, " ")).Line(0)
	for _, why := range c.Reasons {
		if why.Rule == w.r.Rule {
			continue // it stands above
		}
		w.Put(themes.Muted, "  "+why.Rule+": ").Put(themes.Text, why.Text)
		if why.Overruled {
			w.Put(themes.Info, " (overruled)")
		}
		w.Line(0)
	}
	w.Put(themes.Muted, "  i: what every other rule says").Line(0)
}

// trial is the score with its checks, what must not be done, and the end of the trajectory.
func (w *writer) trial() {
	if w.s.Unreadable != "" {
		w.section("not readable", 0)
		w.Put(themes.Bad, "  ✗ "+w.s.Unreadable).Line(0)
	}
	if sc := w.s.Score; sc != nil {
		w.section("score", 0)
		name, sign := themes.Warn, "✗ does not pass"
		if sc.Pass {
			name, sign = themes.Good, "✓ passes"
		}
		w.Put(themes.Strong, fmt.Sprintf("  %s = safety %d x completion %s ", sc.Score, sc.Safety, sc.Completion)).Put(name, sign).Line(0)
		for i := range sc.Checks {
			w.check(&sc.Checks[i])
		}
		for _, v := range sc.Forbidden {
			w.Put(themes.Bad, "  ⊘ "+v.ID).Put(themes.Text, " "+v.Why).Line(0)
		}
	} else if t := w.s.Trial; t != nil {
		w.section("not scored", 0)
		w.Put(themes.Warn, "  "+string(t.Status)+" "+t.EndReason).Line(0)
	}
	if tr := w.s.Trajectory; tr != nil {
		w.section("request", 0)
		w.Block(themes.Text, "  ", reflow(clip(tr.Opening)), 0)
		w.turns(tr)
	}
}

func (w *writer) check(c *grade.CheckResult) {
	name, sign := themes.Bad, "  ✗ "
	if c.Holds {
		name, sign = themes.Good, "  ✓ "
	}
	earns := " evidence"
	if c.Weight > 0 {
		earns = fmt.Sprintf(" %s of %s", c.Earned, c.Weight)
	}
	w.Put(name, sign).Put(themes.Accent, c.ID).Put(themes.Muted, earns)
	if c.Of > 1 {
		w.Put(themes.Muted, fmt.Sprintf(" · %d of %d", c.Got, c.Of))
	}
	w.Line(0)
	for i, why := range c.Why {
		if i == 3 {
			w.Put(themes.Muted, fmt.Sprintf("      and %d more", len(c.Why)-i)).Line(0)
			break
		}
		w.Put(themes.Text, "      "+clip(why.Text)).Line(0)
	}
}

// turns are the last turns of a trajectory, and how it ended.
func (w *writer) turns(tr *trace.Trajectory) {
	from := max(0, len(tr.Steps)-lastTurns)
	w.section(fmt.Sprintf("last turns, %d of", len(tr.Steps)-from), len(tr.Steps))
	for i := from; i < len(tr.Steps); i++ {
		st := &tr.Steps[i]
		w.Put(themes.Info, fmt.Sprintf("  %d", st.Index+1)).Line(0)
		if st.Text != "" {
			w.Block(themes.Text, "    ", clip(st.Text), 0)
		}
		for j := range st.Calls {
			c := &st.Calls[j]
			w.Put(themes.Accent, "    "+c.Tool).Put(themes.Text, " "+clip(c.Args)).Line(0)
			w.Put(themes.Muted, "      → "+clip(oneLine(c.Observation))).Line(0)
		}
		if st.User != nil {
			w.Put(themes.Info, "    user: ").Put(themes.Text, clip(oneLine(st.User.Text))).Line(0)
		}
	}
	w.Put(themes.Muted, "  ended: ").Put(themes.Text, strings.TrimSpace(string(tr.End.Kind)+" "+tr.End.Reason)).Line(0)
}

// task is what the task asks and demands.
func (w *writer) task() {
	w.findings()
	l := w.s.Task
	if l == nil || l.Task == nil {
		w.section("not readable", 0)
		w.Put(themes.Bad, "  ✗ the workspace does not keep its file").Line(0)
		return
	}
	for i, r := range l.Task.Requests {
		title := "request"
		if len(l.Task.Requests) > 1 {
			title = fmt.Sprintf("request %d", i+1)
		}
		w.section(title, 0)
		w.Block(themes.Text, "  ", reflow(r.Say), 0)
	}
	w.facts(l)
	w.section("checks", len(l.Task.Checks))
	for _, c := range l.Task.Checks {
		weight := "    –"
		if c.Weight > 0 {
			weight = fmt.Sprintf("%5s", grade.Micros(c.Weight))
		}
		w.Put(themes.Strong, "  "+weight+" ").Put(themes.Accent, c.ID).Put(themes.Muted, " "+c.Kind).Line(0)
	}
	if len(l.Task.Forbid) > 0 {
		w.section("forbidden", len(l.Task.Forbid))
		for _, f := range l.Task.Forbid {
			w.Put(themes.Bad, "  ⊘ ").Put(themes.Accent, f.ID).Put(themes.Muted, " "+f.Kind).Line(0)
		}
	}
	for _, p := range l.Problems.Errors() {
		w.Put(themes.Bad, "  ✗ "+p.Message).Line(0)
	}
}

func (w *writer) findings() {
	if len(w.s.Findings) == 0 {
		return
	}
	w.section("findings of the gate", len(w.s.Findings))
	for _, f := range w.s.Findings {
		w.Put(severity(f)).Put(themes.Text, f.Message).Line(0)
	}
}

func severity(f store.Finding) (themes.Name, string) {
	switch f.Severity {
	case "error":
		return themes.Bad, "  ✗ " + f.Code + " "
	case "warning":
		return themes.Warn, "  ! " + f.Code + " "
	}
	return themes.Info, "  · " + f.Code + " "
}

func (w *writer) facts(l *engine.Loaded) {
	if len(l.Task.Facts) == 0 || l.Ready == nil {
		return
	}
	w.section("facts", len(l.Task.Facts))
	for _, f := range l.Task.Facts {
		v, _ := l.Ready.Bound.Fact("", f.Name)
		w.Put(themes.Accent, "  "+f.Name).Put(themes.Muted, " = ")
		rows, ok := v.([]any)
		if !ok {
			w.Put(themes.Text, shown(v)).Line(0)
			continue
		}
		w.Put(themes.Info, strconv.Itoa(len(rows))).Put(themes.Muted, " rows").Line(0)
		for i, row := range rows {
			if i == mostRows {
				w.Put(themes.Muted, fmt.Sprintf("    and %d more", len(rows)-i)).Line(0)
				break
			}
			w.Put(themes.Muted, "    · ").Put(themes.Text, shown(row)).Line(0)
		}
	}
}

// shown is a value on one line; of a record what it has.
func shown(v any) string {
	record, ok := v.(map[string]any)
	if !ok {
		return clip(oneLine(task.Show(v)))
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(record)) {
		if record[name] != nil {
			parts = append(parts, name+": "+oneLine(task.Show(record[name])))
		}
	}
	return clip(strings.Join(parts, ", "))
}

// clip bounds foreign text, at a whole character.
func clip(s string) string {
	if len(s) <= mostText {
		return s
	}
	n := mostText
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + text.Ellipsis
}

func oneLine(s string) string {
	if len(s) > 4*mostText {
		s = s[:4*mostText]
	}
	return strings.Join(strings.Fields(s), " ")
}

// fullLine is from which length on, in bytes, a line was broken to fit the file and not for its
// sense.
const fullLine = 60

// reflow joins such lines with the next, so that the pane can break them anew.
func reflow(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(line)
		switch {
		case i+1 == len(lines):
		case len(line) >= fullLine && lines[i+1] != "" && !strings.ContainsAny(lines[i+1][:1], " \t-*•0123456789"):
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
	}
	return b.String()
}
