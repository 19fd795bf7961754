package claweval

import (
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// yaml writes the draft as a task file.
func (d *draft) yaml() []byte {
	w := &yamlWriter{}
	w.comment(0, "Imported from the Claw-Eval benchmark; import-report.md beside the tasks tells what became of each value.")
	w.comment(0, "There is no solution, so the gate calls it imported; calls are read as the benchmark's services read them.")
	w.pair(0, "schema", task.Schema)
	w.pair(0, "id", d.id)
	w.pair(0, "title", d.title)
	w.pair(0, "family", d.family)
	if len(d.capabilities) > 0 {
		w.line(0, "capabilities: "+flow(texts(d.capabilities)))
	}
	if d.difficulty != "" {
		w.pair(0, "difficulty", d.difficulty)
	}
	w.pair(0, "language", d.language)
	w.comment(0, d.nowNote)
	w.pair(0, "now", d.now)
	w.pair(0, "zone", d.zone)
	if d.brief != "" {
		w.scalar(0, "brief", d.brief)
	}
	w.line(0, "request:")
	w.scalar(1, "- say", d.request)
	w.pairs("user", d.user)
	w.line(0, "services: "+flow(texts(d.services)))
	if len(d.deny) > 0 {
		w.comment(0, "Tools of these services that the original does not offer.")
		w.line(0, "tools: {deny: "+flow(texts(d.deny))+"}")
	}
	d.writeRecords(w)
	if len(d.answer) > 0 {
		w.line(0, "answer:")
		for _, f := range d.answer {
			w.line(1, f.name+": "+f.text)
		}
	}
	d.writeGrading(w)
	w.line(0, "judge:")
	w.scalar(1, "rubric", d.judge)
	w.scalar(1, "scale", "0 to 1")
	w.pairs("limits", d.limits)
	w.pairs("provenance", append([]pair{{"generator", task.GeneratorImport}, {"source_url", sourceURL}, {"license", sourceLicense}, {"attribution", sourceAuthors}}, d.origin...))
	return []byte(w.b.String())
}

func texts(words []string) []any {
	out := make([]any, len(words))
	for i, s := range words {
		out[i] = s
	}
	return out
}

func (d *draft) writeRecords(w *yamlWriter) {
	if len(d.records) == 0 {
		return
	}
	w.line(0, "records:")
	for _, c := range d.records {
		if c.file != "" {
			w.comment(1, "From "+c.file)
		}
		if len(c.items) == 0 {
			w.line(1, c.name+": []")
			continue
		}
		w.line(1, c.name+":")
		for _, o := range c.items {
			w.record(2, o)
		}
	}
}

func (d *draft) writeGrading(w *yamlWriter) {
	if len(d.checks) == 0 {
		w.comment(0, "No part of the original's score is decided by what the agent leaves behind: the judge has them all.")
		w.line(0, "checks: []")
	} else {
		w.comment(0, "These weights are the original's. What they lack of 1 is the judge's, and never earned.")
		w.line(0, "checks:")
	}
	for _, c := range d.checks {
		w.comment(1, c.note)
		w.line(1, "- {id: "+c.id+", weight: "+c.weight+", "+c.kind+": "+c.body+"}")
	}
	if len(d.forbid) > 0 {
		w.line(0, "forbid:")
	}
	for _, f := range d.forbid {
		w.comment(1, f.note)
		args := ""
		if f.args != "" {
			args = ", args: " + f.args
		}
		w.line(1, "- {id: "+f.id+", "+f.kind+": "+f.body+args+"}")
	}
}

// yamlWriter writes YAML of which no value means anything but what was given.
type yamlWriter struct{ b strings.Builder }

const indent = "  "

func (w *yamlWriter) line(depth int, text string) {
	w.b.WriteString(strings.Repeat(indent, depth) + text + "\n")
}

// comment writes a text as one comment line, cut to a readable length.
func (w *yamlWriter) comment(depth int, text string) {
	const most = 200
	text = strings.Join(strings.Fields(strings.Map(printable, text)), " ")
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "..."
	}
	if text != "" {
		w.line(depth, "# "+text)
	}
}

func (w *yamlWriter) pair(depth int, key, text string) { w.line(depth, key+": "+quote(text)) }

// scalar writes a text as a block where its lines allow that.
func (w *yamlWriter) scalar(depth int, key, text string) {
	if !blockable(text) {
		w.pair(depth, key, text)
		return
	}
	style := "|"
	if !strings.HasSuffix(text, "\n") {
		style = "|-"
	}
	w.line(depth, key+": "+style)
	in := depth + 1
	if strings.HasPrefix(key, "- ") || strings.HasPrefix(key, indent) { // within a list
		in++
	}
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if l == "" {
			w.b.WriteByte('\n')
			continue
		}
		w.line(in, l)
	}
}

// pairs writes a mapping of texts; nothing where it is empty.
func (w *yamlWriter) pairs(key string, members []pair) {
	if len(members) == 0 {
		return
	}
	w.line(0, key+":")
	for _, m := range members {
		if isDigits(m.text) {
			w.line(1, m.name+": "+m.text)
			continue
		}
		w.scalar(1, m.name, m.text)
	}
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == "" && (s[0] != '0' || s == "0")
}

// record writes one record: in one line where it is short.
func (w *yamlWriter) record(depth int, o *value.Object) {
	const most = 160
	if short := flow(o); len(short) <= most || o.Len() == 0 {
		w.line(depth, "- "+short)
		return
	}
	lead := "- "
	for _, m := range o.Members() {
		if s, isText := m.Value.(string); isText && blockable(s) {
			w.scalar(depth, lead+quote(m.Name), s)
		} else {
			w.line(depth, lead+quote(m.Name)+": "+flow(m.Value))
		}
		lead = indent
	}
}
