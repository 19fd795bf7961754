package library

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/text"
	"coworkenv.dev/coworkenv/tui/ui"
)

// writer builds the overview; every line leads to the line of the file that it is about.
type writer struct {
	ui.Builder
	t *task.Task
}

// overview says what a task asks, holds and demands.
func overview(b *engine.Browsed, l *engine.Loaded, findings []store.Finding) *ui.Document {
	w := &writer{t: l.Task}
	if l.Task == nil {
		w.Put(themes.Strong, l.ID()).Line(1)
		w.problems(l.Problems)
		return w.Document()
	}
	w.head(b)
	w.problems(l.Problems)
	w.findings(findings)
	w.requests()
	w.records()
	w.facts(l)
	w.checks()
	w.forbidden()
	w.solution()
	w.rest()
	return w.Document()
}

// at is the line of the file of a field.
func (w *writer) at(path string) int {
	line, _ := w.t.File.Place(path, 0)
	return max(line, 1)
}

func (w *writer) section(title string, n int, path string) {
	w.Line(0).Put(themes.Heading, strings.ToUpper(title))
	if n > 0 {
		w.Put(themes.Muted, "  "+strconv.Itoa(n))
	}
	w.Line(w.at(path))
}

func (w *writer) head(b *engine.Browsed) {
	t := w.t
	w.Put(themes.Strong, t.Title).Line(w.at("title"))
	w.Put(themes.Accent, t.ID).Line(w.at("id"))
	w.Put(themes.Text, strings.Join(slices.DeleteFunc([]string{string(t.Family), string(t.Difficulty), t.Language}, func(s string) bool { return s == "" }), " · "))
	if !t.Now.IsZero() {
		w.Put(themes.Muted, " · now ").Put(themes.Text, t.Now.Format("Mon 2 Jan 2006 15:04")).Put(themes.Muted, " "+t.ZoneName)
	}
	w.Line(w.at("family"))
	if len(t.Capabilities) > 0 {
		w.Put(themes.Muted, strings.Join(t.Capabilities, " · ")).Line(w.at("capabilities"))
	}
	w.Line(0)
	name, word := ui.GateWord(b.Gate)
	w.Put(themes.Muted, "gate     ").Put(name, word).Line(1)
	w.Put(themes.Muted, "trials   ").Put(themes.Text, trialsWord(b)).Line(1)
	if b.Decision != "none" && b.Decision != "" {
		name, word := ui.DecisionWord(b.Decision)
		w.Put(themes.Muted, "decision ").Put(name, word).Line(1)
	}
	if b.Path != "" && !b.Shipped {
		w.Put(themes.Muted, "file     ").Put(themes.Text, b.Path).Line(1)
	}
}

func trialsWord(b *engine.Browsed) string {
	switch {
	case b.Trials == 0:
		return "none yet"
	case b.Mean == nil:
		return fmt.Sprintf("%d, none scored", b.Trials)
	}
	return fmt.Sprintf("%d, %d of %d scored ones pass, mean %s", b.Trials, b.Passed, b.Scored, grade.Micros(*b.Mean))
}

func (w *writer) problems(ps task.Problems) {
	if len(ps) == 0 {
		return
	}
	w.Line(0).Put(themes.Heading, "PROBLEMS").Put(themes.Muted, "  "+strconv.Itoa(len(ps))).Line(1)
	for _, p := range ps {
		name, sign := themes.Bad, "✗ "
		if p.Severity == task.SeverityWarning {
			name, sign = themes.Warn, "! "
		}
		w.Put(name, "  "+sign)
		if p.Line > 0 {
			w.Put(themes.Muted, fmt.Sprintf("line %d ", p.Line))
		}
		if p.Path != "" {
			w.Put(themes.Accent, p.Path+": ")
		}
		w.Put(themes.Text, p.Message)
		if p.Hint != "" {
			w.Put(themes.Muted, " ("+p.Hint+")")
		}
		w.Line(max(p.Line, 1))
	}
}

func (w *writer) findings(fs []store.Finding) {
	if len(fs) == 0 {
		return
	}
	w.Line(0).Put(themes.Heading, "FINDINGS OF THE GATE").Put(themes.Muted, "  "+strconv.Itoa(len(fs))).Line(1)
	for _, f := range fs {
		name, sign := themes.Info, "· "
		switch f.Severity {
		case "error":
			name, sign = themes.Bad, "✗ "
		case "warning":
			name, sign = themes.Warn, "! "
		}
		w.Put(name, "  "+sign+f.Code+" ").Put(themes.Text, f.Message).Line(w.at(f.Path))
		if f.Hint != "" {
			w.Put(themes.Muted, "    "+f.Hint).Line(w.at(f.Path))
		}
	}
}

func (w *writer) requests() {
	for i, r := range w.t.Requests {
		title := "request"
		if len(w.t.Requests) > 1 {
			title = fmt.Sprintf("request %d", i+1)
		}
		if r.Stage != "" {
			title += ", stage " + r.Stage
		}
		w.section(title, 0, r.Path)
		w.Block(themes.Text, "  ", reflow(r.Say), w.at(r.Path))
		for _, in := range r.Inject {
			w.Put(themes.Muted, fmt.Sprintf("  the world then: %s %s %s", in.Op, in.Collection, in.ID)).Line(w.at(r.Path))
		}
	}
	if w.t.Brief != "" {
		w.section("brief", 0, "brief")
		w.Block(themes.Text, "  ", reflow(w.t.Brief), w.at("brief"))
	}
}

// fullLine is from which length on, in bytes, a line was broken to fit the file and not for its
// sense.
const fullLine = 60

// reflow joins the lines of a paragraph, so that the pane can break it anew; lists and short
// lines stay.
func reflow(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(line)
		if i+1 == len(lines) {
			break
		}
		next := lines[i+1]
		if len(line) >= fullLine && next != "" && !strings.ContainsAny(next[:1], " \t-*•0123456789") {
			b.WriteByte(' ')
		} else {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (w *writer) records() {
	n := 0
	for _, r := range w.t.Records {
		n += len(r.Items)
	}
	w.section("records", n, "records")
	for _, r := range w.t.Records {
		w.Put(themes.Text, "  "+text.Fit(r.Collection, 28)+" ").Put(themes.Info, fmt.Sprintf("%4d", len(r.Items))).Line(w.at(r.Path))
	}
}

func (w *writer) facts(l *engine.Loaded) {
	if len(w.t.Facts) == 0 {
		return
	}
	w.section("facts", len(w.t.Facts), "facts")
	for _, f := range w.t.Facts {
		line := w.at(f.Path)
		w.Put(themes.Accent, "  "+f.Name).Put(themes.Muted, " = ")
		if l.Ready == nil {
			w.Put(themes.Muted, "not known while the task has errors").Line(line)
			continue
		}
		v, _ := l.Ready.Bound.Fact("", f.Name)
		w.value(v, line)
	}
}

// Of a fact's value so much is shown; the YAML view and `task eval` show all.
const (
	mostRows  = 12
	mostValue = 320 // cells
)

// value writes a fact's value: a list with a line for each of its rows.
func (w *writer) value(v any, line int) {
	rows, ok := v.([]any)
	if !ok {
		w.Put(themes.Text, shown(v)).Line(line)
		return
	}
	w.Put(themes.Info, strconv.Itoa(len(rows))).Put(themes.Muted, map[bool]string{true: " row", false: " rows"}[len(rows) == 1]).Line(line)
	for i, row := range rows {
		if i == mostRows {
			w.Put(themes.Muted, fmt.Sprintf("    and %d more", len(rows)-i)).Line(line)
			break
		}
		w.Put(themes.Muted, "    · ").Put(themes.Text, shown(row)).Line(line)
	}
}

// shown is a value on one line; of a record what it has.
func shown(v any) string {
	record, ok := v.(map[string]any)
	if !ok {
		s, _ := text.Clip(task.Show(v), mostValue)
		return s
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(record)) {
		if record[name] != nil {
			parts = append(parts, name+": "+strings.Join(strings.Fields(task.Show(record[name])), " "))
		}
	}
	s, _ := text.Clip(strings.Join(parts, ", "), mostValue)
	return s
}

func (w *writer) checks() {
	w.section("checks", len(w.t.Checks), "checks")
	for _, c := range w.t.Checks {
		weight, name := "    –", themes.Muted
		if c.Weight > 0 {
			weight, name = fmt.Sprintf("%5s", grade.Micros(c.Weight)), themes.Strong
		}
		w.Put(name, "  "+weight+" ").Put(themes.Accent, c.ID).Put(themes.Muted, " "+c.Kind)
		if c.Stage != "" {
			w.Put(themes.Muted, " at the end of "+c.Stage)
		}
		if c.Partial {
			w.Put(themes.Muted, " in part")
		}
		if len(c.Needs) > 0 {
			w.Put(themes.Muted, " after "+strings.Join(c.Needs, ", "))
		}
		w.Line(w.at(c.Path))
		if detail := compact(c.Params); detail != "" {
			w.Put(themes.Text, "        "+detail).Line(w.at(c.Path))
		}
	}
}

func (w *writer) forbidden() {
	if len(w.t.Forbid) == 0 {
		return
	}
	w.section("forbidden", len(w.t.Forbid), "forbid")
	for _, f := range w.t.Forbid {
		w.Put(themes.Bad, "  ⊘ ").Put(themes.Accent, f.ID).Put(themes.Muted, " "+f.Kind+" ").Put(themes.Text, compact(f.Params)).Line(w.at(f.Path))
	}
}

func (w *writer) solution() {
	if len(w.t.Solution) == 0 {
		return
	}
	w.section("solution", len(w.t.Solution), "solution")
	for i, a := range w.t.Solution {
		w.Put(themes.Muted, fmt.Sprintf("  %2d ", i+1))
		switch {
		case a.Say != "":
			w.Put(themes.Info, "say ").Put(themes.Text, a.Say)
		case a.Stage != "":
			w.Put(themes.Info, "stage ").Put(themes.Text, a.Stage)
		case a.Answer != nil:
			w.Put(themes.Info, "answer ").Put(themes.Text, compact(a.Answer))
		default:
			w.Put(themes.Accent, a.Tool).Put(themes.Text, " "+compact(a.Args))
			if a.Each != "" {
				w.Put(themes.Muted, " for each of "+a.Each)
			}
		}
		w.Line(w.at(a.Path))
	}
}

// rest is what bounds the run and where the task comes from.
func (w *writer) rest() {
	p := w.t.Provenance
	w.section("made by", 0, "provenance")
	w.Put(themes.Text, "  "+p.Generator)
	if p.Seed != 0 {
		w.Put(themes.Muted, fmt.Sprintf(" seed %d", p.Seed))
	}
	if p.License != "" {
		w.Put(themes.Muted, " license ").Put(themes.Text, p.License)
	}
	w.Line(w.at("provenance"))
}

// mostCompact is how much of a check's conditions is shown, in bytes.
const mostCompact = 400

// compact writes a value of the file on one line, as it would be written there.
func compact(n *task.Node) string {
	var b strings.Builder
	writeNode(&b, n, true)
	if s := b.String(); len(s) <= mostCompact {
		return s
	}
	shown, _, _ := text.Cut(b.String(), mostCompact)
	return shown + text.Ellipsis
}

func writeNode(b *strings.Builder, n *task.Node, outer bool) {
	if n == nil || b.Len() > mostCompact {
		return
	}
	open, end := "", ""
	switch n.Kind {
	case task.Scalar:
		b.WriteString(strings.TrimSpace(n.Text))
		return
	case task.List:
		open, end = "[", "]"
	case task.Map:
		if open, end = "{", "}"; outer {
			open, end = "", ""
		}
	}
	b.WriteString(open)
	for i, item := range n.Items {
		if i > 0 {
			b.WriteString(", ")
		}
		if n.Kind == task.Map {
			b.WriteString(n.Keys[i] + ": ")
		}
		writeNode(b, item, false)
	}
	b.WriteString(end)
}
