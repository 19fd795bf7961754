package trajectory

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/ui"
)

// auditText is what the services recorded of a turn: each entry with the difference that it made
// to the records, what it showed, and what it means for the checks.
func auditText(c *engine.Course, turn int, at map[int]int) *ui.Document {
	w := &writer{}
	first, last := entriesOf(c, turn)
	for k := first; k < last; k++ {
		if w.lines > 0 {
			w.end()
		}
		at[k] = w.lines
		entryText(w, c, &c.Entries[k])
	}
	if first == last {
		w.Put(themes.Muted, "no entry: nothing was called or changed")
		w.end()
	}
	for i := range c.Checks {
		if k := &c.Checks[i]; !k.Holds && len(k.Causes) == 1 && k.Causes[0].Seq == 0 && k.Causes[0].Turn == turn {
			missingText(w, k)
		}
	}
	return w.Document()
}

// missingText says what a check asks for that nothing up to here has done.
func missingText(w *writer, k *engine.CourseCheck) {
	w.end()
	w.Put(themes.Bad, "✗ "+k.ID).Put(themes.Warn, " fails: up to here nothing did what it asks for")
	w.end()
	for i := range k.Why {
		w.Put(themes.Text, "  "+k.Why[i].Sentence("#"))
		w.end()
	}
	if len(k.Needs) > 0 {
		w.Put(themes.Warn, "  needs "+strings.Join(k.Needs, ", ")+", not met")
		w.end()
	}
}

// entriesOf are the places of a turn's entries; turn -1 is before the first.
func entriesOf(c *engine.Course, turn int) (first, last int) {
	switch {
	case turn >= len(c.Turns):
		return len(c.Entries), len(c.Entries)
	case turn >= 0:
		return c.Turns[turn].First, c.Turns[turn].Last
	case len(c.Turns) > 0:
		return 0, c.Turns[0].First
	}
	return 0, len(c.Entries)
}

func entryText(w *writer, c *engine.Course, e *engine.CourseEntry) {
	if e.Call == nil {
		w.Put(themes.Info, "◊ ").Put(themes.Accent, entryName(e.Seq)).Put(themes.Info, " "+string(e.Actor))
		w.end()
	} else {
		name, sign := outcomeLook(e.Call)
		w.Put(name, sign+" ").Put(themes.Accent, entryName(e.Seq)).Put(themes.Strong, " "+e.Call.Tool).Put(name, "  "+outcomeWord(e.Call))
		w.end()
	}
	for _, n := range meaningOf(c, e.Seq) {
		w.Put(n.name, "  "+n.text)
		w.end()
	}
	for i := range e.Effects {
		effectText(w, &e.Effects[i])
	}
	if e.Call == nil {
		return
	}
	for _, p := range e.Call.Problems {
		w.Put(themes.Bad, "  ✗ ").Put(themes.Text, strings.TrimSpace(p.Path+" "+p.Message))
		w.end()
	}
	for _, s := range e.Call.Shown {
		w.Put(themes.Muted, "  showed ").Put(themes.Accent, s.Collection+" "+s.ID).Put(themes.Muted, "  "+strings.Join(s.Fields, ", "))
		w.end()
	}
}

// noted is a line with its look.
type noted struct {
	name themes.Name
	text string
}

// meaningOf is what an entry means for checks and prohibitions.
func meaningOf(c *engine.Course, seq int) []noted {
	var out []noted
	if seq == 0 {
		return nil
	}
	for _, v := range c.Broken {
		if v.Seq == seq {
			out = append(out, noted{themes.Bad, "⊘ forbidden, " + v.ID + ": " + v.Why})
		}
	}
	for i := range c.Checks {
		k := &c.Checks[i]
		for _, why := range k.Why {
			if slices.Contains(why.Seq, seq) {
				out = append(out, noted{themes.Bad, "✗ " + k.ID + ": " + why.Sentence("#")})
			}
		}
		switch {
		case k.Until == seq:
			out = append(out, noted{themes.Warn, "! with this " + k.ID + " ceased to be true"})
		case k.Moment == seq:
			out = append(out, noted{themes.Good, "✓ with this " + k.ID + " came true"})
		case k.First == seq:
			out = append(out, noted{themes.Muted, "· the first evidence of " + k.ID})
		case slices.Contains(k.Evidence, seq):
			out = append(out, noted{themes.Muted, "· evidence of " + k.ID})
		case !k.Holds && len(k.Causes) > 0 && k.Causes[0].Seq == seq && !named(k, seq):
			out = append(out, noted{themes.Warn, "! " + k.ID + " fails, and this is " + k.Causes[0].Why})
		}
	}
	return out
}

func named(k *engine.CourseCheck, seq int) bool {
	return slices.ContainsFunc(k.Why, func(r grade.Reason) bool { return slices.Contains(r.Seq, seq) })
}

// effectText is a record's difference.
func effectText(w *writer, e *trace.Effect) {
	w.Put(themes.Info, "  ± "+e.Op+" ").Put(themes.Accent, e.Collection+" "+e.ID)
	if e.NotMade != "" {
		w.Put(themes.Warn, "  nothing: "+e.NotMade)
	}
	w.end()
	before, after := fieldsOf(e.Before), fieldsOf(e.After)
	for _, m := range before {
		now, still := valueIn(after, m.name)
		if e.After != "" && still && now == m.text {
			continue
		}
		w.Put(themes.Removed, "    - "+m.name+": "+m.text)
		w.end()
		if e.After != "" && still {
			w.Put(themes.Added, "    + "+m.name+": "+now)
			w.end()
		}
	}
	for _, m := range after {
		if _, was := valueIn(before, m.name); !was {
			w.Put(themes.Added, "    + "+m.name+": "+m.text)
			w.end()
		}
	}
	if e.Op == "update" && e.Before == "" && e.After == "" && len(e.Fields) > 0 {
		w.Put(themes.Muted, "    fields "+strings.Join(e.Fields, ", "))
		w.end()
	}
}

// member is a field of a record with its value as JSON.
type member struct{ name, text string }

// fieldsOf takes a record apart; what is no object stays whole.
func fieldsOf(record string) []member {
	if record == "" {
		return nil
	}
	v, err := value.Parse([]byte(record))
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return []member{{"record", record}}
	}
	var out []member
	for _, m := range o.Members() {
		out = append(out, member{m.Name, string(value.Append(nil, m.Value))})
	}
	return out
}

func valueIn(list []member, name string) (string, bool) {
	for i := range list {
		if list[i].name == name {
			return list[i].text, true
		}
	}
	return "", false
}
