package trajectory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// both are the two texts of a row of the outline, with the lines of its entries.
type both struct {
	turn, audit *ui.Document
	turnAt      map[int]int // line by place in Course.Entries
	auditAt     map[int]int
}

// docs keeps the texts of the rows looked at last.
type docs struct {
	kept  map[int]both
	order []int
	job   *screens.Job
	row   int // that is being read beside; -1 = none

	entry  int // place in Course.Entries to stand on
	wanted bool
}

const mostKept = 24

func (d *docs) clear() {
	d.job.Stop()
	d.kept, d.order, d.row = map[int]both{}, nil, -1
}

func (d *docs) keep(row int, b both) {
	if _, ok := d.kept[row]; !ok {
		d.order = append(d.order, row)
	}
	d.kept[row] = b
	if len(d.order) > mostKept {
		delete(d.kept, d.order[0])
		d.order = d.order[1:]
	}
}

type docRead struct {
	course *engine.Course
	row    int
	docs   both
}

// quick is how much text is laid out at once, in bytes; more of it is laid out beside.
const quick = 48 << 10

// showDocs puts the texts of the row at the cursor into the panes.
func (s *screen) showDocs() {
	row := s.outline.At
	if b, ok := s.docs.kept[row]; ok {
		s.put(b)
		return
	}
	c := s.course
	if sizeOf(c, row) <= quick {
		b := layOut(c, row)
		s.docs.keep(row, b)
		s.put(b)
		return
	}
	s.turn.Show(nil)
	s.audit.Show(nil)
	s.docs.row = row
	s.docs.job = s.env.Host.Restart(s.docs.job, func(_ context.Context, tell func(screens.Msg)) {
		b := layOut(c, row)
		b.turn.Prepare()
		b.audit.Prepare()
		tell(docRead{c, row, b})
	})
}

// docRead takes a text that was laid out beside.
func (s *screen) docRead(msg docRead) {
	if msg.course != s.course {
		return
	}
	s.docs.keep(msg.row, msg.docs)
	if msg.row == s.outline.At {
		s.docs.row = -1
		s.put(msg.docs)
	}
}

// put shows the texts, at what they were opened for.
func (s *screen) put(b both) {
	s.turn.Show(b.turn)
	s.audit.Show(b.audit)
	s.turn.Search, s.audit.Search = s.find.needle(), s.find.needle()
	if s.find.fresh {
		s.find.fresh = false
		s.turn.Next(false)
	}
	s.mark(b)
}

// sizeOf is how much text a row has.
func sizeOf(c *engine.Course, row int) int {
	if row < 1 || row > len(c.Turns) {
		return len(c.Trajectory.Opening) + len(c.Trajectory.System) + len(c.Trajectory.End.Detail)
	}
	st := &c.Trajectory.Steps[row-1]
	n := len(st.Text) + len(st.Reasoning)
	for i := range st.Calls {
		n += len(st.Calls[i].Args) + len(st.Calls[i].Observation) + effectSize(st.Calls[i].Effects)
	}
	if st.User != nil {
		n += len(st.User.Text)
	}
	return n + effectSize(st.World)
}

func effectSize(effects []trace.Effect) int {
	n := 0
	for i := range effects {
		n += len(effects[i].Before) + len(effects[i].After)
	}
	return n
}

// layOut writes the texts of a row.
func layOut(c *engine.Course, row int) both {
	b := both{turnAt: map[int]int{}, auditAt: map[int]int{}}
	switch {
	case row < 1:
		b.turn, b.audit = openingText(c), auditText(c, -1, b.auditAt)
	case row > len(c.Turns):
		b.turn, b.audit = endText(c), auditText(c, len(c.Turns), b.auditAt)
	default:
		b.turn, b.audit = turnText(c, row-1, b.turnAt), auditText(c, row-1, b.auditAt)
	}
	return b
}

// writer counts lines, so that places in the text can be found again.
type writer struct {
	ui.Builder
	lines int
}

func (w *writer) end() { w.Line(0); w.lines++ }

func (w *writer) heading(title, note string) {
	if w.lines > 0 {
		w.end()
	}
	w.Put(themes.Heading, title).Put(themes.Muted, note)
	w.end()
}

// block writes foreign text of several lines behind an indent.
func (w *writer) block(n themes.Name, indent, text string) {
	text = strings.TrimRight(text, "\n")
	w.Block(n, indent, text, 0)
	w.lines += strings.Count(text, "\n") + 1
}

// coloured is how large JSON may be to be coloured.
const coloured = 256 << 10

// json writes a value over several lines where it is one, else as it is.
func (w *writer) json(indent, text string) {
	var out bytes.Buffer
	if len(text) == 0 || text[0] != '{' && text[0] != '[' || tooDeep(text) || json.Indent(&out, []byte(text), "", "  ") != nil {
		w.block(themes.Text, indent, text)
		return
	}
	if out.Len() > coloured {
		w.block(themes.Text, indent, out.String())
		return
	}
	for line := range strings.SplitSeq(out.String(), "\n") {
		bare := strings.TrimLeft(line, " ")
		w.Put(themes.Text, indent+line[:len(line)-len(bare)])
		if key, rest, ok := strings.Cut(bare, `": `); ok && strings.HasPrefix(bare, `"`) && !strings.Contains(key[1:], `"`) {
			w.Put(themes.CodeKey, key+`"`).Put(themes.CodeMark, ": ")
			bare = rest
		}
		w.Put(jsonName(bare), bare)
		w.end()
	}
}

// tooDeep tells whether a value nests so deep that its indents would outgrow it.
func tooDeep(text string) bool {
	const most = 64
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > most {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

func jsonName(value string) themes.Name {
	switch {
	case value == "" || strings.ContainsAny(value[:1], "{}[]"):
		return themes.CodeMark
	case value[0] == '"':
		return themes.CodeString
	}
	return themes.CodeNumber
}

// openingText is what the agent started from.
func openingText(c *engine.Course) *ui.Document {
	w := &writer{}
	t := c.Trajectory
	w.heading("REQUEST", "  what the agent was asked")
	w.block(themes.Text, "  ", t.Opening)
	if t.System != "" {
		w.heading("SYSTEM", "  what it was told besides")
		w.block(themes.Muted, "  ", t.System)
	}
	if c.TaskWhy != "" {
		w.heading("TASK", "")
		w.block(themes.Warn, "  ", c.TaskWhy)
	}
	w.heading("SIGNS", "  in the list of turns")
	for _, m := range [][2]string{{"⊘", "a forbidden act"}, {"✗", "a call that did not succeed"}, {"↯", "a fault was injected"}, {"!", "explains a check that fails"},
		{"±", "changed records"}, {"◊", "the world changed records"}, {"»", "the user spoke"}} {
		w.Put(themes.Accent, "  "+m[0]+"  ").Put(themes.Muted, m[1])
		w.end()
	}
	return w.Document()
}

// endText is how the trial ended.
func endText(c *engine.Course) *ui.Document {
	w := &writer{}
	e := c.Trajectory.End
	w.heading("END", "")
	name, sign := themes.Good, "✓ "
	if e.Kind != trace.Terminated {
		name, sign = themes.Bad, "✗ "
	}
	w.Put(name, "  "+sign+endWord(c))
	w.end()
	if e.Detail != "" {
		w.block(themes.Text, "  ", e.Detail)
	}
	w.heading("REWARD", "")
	for _, line := range rewardLines(c) {
		w.Put(line.name, "  "+line.text)
		w.end()
	}
	return w.Document()
}

// turnText is what the agent said and called, and what came back.
func turnText(c *engine.Course, i int, at map[int]int) *ui.Document {
	w := &writer{}
	st := &c.Trajectory.Steps[i]
	if c.Turns[i].NewStage || i == 0 && st.Stage != "" {
		w.Put(themes.Info, "stage "+st.Stage)
		w.end()
	}
	if st.Reasoning != "" {
		w.heading("REASONING", "")
		w.block(themes.Muted, "  ", st.Reasoning)
	}
	if st.Text != "" {
		w.heading("SAYS", "")
		w.block(themes.Text, "  ", st.Text)
	}
	if st.Text == "" && len(st.Calls) == 0 {
		w.Put(themes.Warn, "! the agent said nothing and called nothing")
		w.end()
	}
	for k := c.Turns[i].First; k < c.Turns[i].Last; k++ {
		if call := c.Entries[k].Call; call != nil {
			if w.lines > 0 {
				w.end()
			}
			at[k] = w.lines
			callText(w, call)
		}
	}
	if st.User != nil {
		w.heading("USER", "  "+userWord(st.User))
		w.block(themes.Text, "  ", st.User.Text)
	}
	for _, e := range st.World {
		w.Put(themes.Info, "◊ the world: "+e.Op+" "+e.Collection+" "+e.ID)
		if e.NotMade != "" {
			w.Put(themes.Muted, "  nothing: "+e.NotMade)
		}
		w.end()
	}
	if u := st.Usage; u != nil {
		w.end()
		w.Put(themes.Muted, fmt.Sprintf("%s  %d tokens in, %d out", st.Model, u.Prompt, u.Completion))
		w.end()
	}
	return w.Document()
}

func userWord(u *trace.UserTurn) string {
	switch {
	case u.Kind == trace.Staged:
		return "the request of stage " + u.Stage
	case u.Kind == trace.Requested:
		return "the next request"
	case len(u.Revealed) > 0:
		return "answers, and gives away " + strings.Join(u.Revealed, ", ")
	}
	return "answers"
}

func callText(w *writer, call *trace.Call) {
	name, sign := outcomeLook(call)
	w.Put(name, sign+" ").Put(themes.Accent, entryName(call.Seq)).Put(themes.Strong, " "+call.Tool).Put(name, "  "+outcomeWord(call))
	w.end()
	w.Put(themes.Muted, "  called with")
	w.end()
	w.json("    ", call.Args)
	w.Put(themes.Muted, fmt.Sprintf("  came back  %s bytes, status %d", ui.Count(len(call.Observation)), call.Status))
	w.end()
	w.json("    ", call.Observation)
}

func entryName(seq int) string {
	if seq == 0 {
		return "not made"
	}
	return fmt.Sprintf("#%d", seq)
}

// outcomeLook is how a call's end is drawn, with a sign beside the colour.
func outcomeLook(call *trace.Call) (themes.Name, string) {
	switch {
	case call.Fault != nil:
		return themes.Warn, "↯"
	case call.Outcome != world.OK:
		return themes.Bad, "✗"
	}
	return themes.Good, "✓"
}

func outcomeWord(call *trace.Call) string {
	word := call.Outcome.String()
	if word == "" {
		word = "not made: the limit of calls"
	}
	if call.Cause != "" {
		word += ", " + string(call.Cause)
	}
	if call.Fault != nil {
		word += fmt.Sprintf(": %s %s its effect", call.Fault.Kind, call.Fault.Commit)
	}
	return word
}
