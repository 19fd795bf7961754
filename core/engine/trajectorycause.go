package engine

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// CourseCheck is a check's outcome with what explains it.
type CourseCheck struct {
	*grade.CheckResult
	Line   int // in the task's file; 0 = not known
	Moment int // entry with which it came true, 0 = it never did
	Turn   int // turn of Moment; -1 = none
	Causes []CourseCause
}

// CourseCause is an entry that explains why a check holds or fails.
type CourseCause struct {
	Seq  int // 0 = no entry: the turn alone
	Turn int
	Why  string // how it is tied to the check
}

// explain lays the checks out, those that fail first.
func (c *Course) explain() {
	for i := range c.Score.Checks {
		r := &c.Score.Checks[i]
		k := CourseCheck{CheckResult: r, Line: c.line(r.ID, false), Moment: r.Since, Turn: -1}
		if k.Moment > 0 {
			k.Turn = c.TurnOf(k.Moment)
		}
		if k.Causes = c.causes(r, map[string]bool{}); !r.Holds && len(k.Causes) > 0 {
			if t := k.Causes[0].Turn; t >= 0 && k.Causes[0].Seq > 0 {
				c.Turns[t].Causes++
			}
		}
		c.Checks = append(c.Checks, k)
	}
	byFailure(c.Checks)
}

// causes are the entries that explain a check, the most telling first: those that its reasons
// name, with which it ceased to hold, that last touched the record that it looks at, that it
// rests on; else those of the check that it needs; else the last entry that has to do with what
// it asks for; else the end.
func (c *Course) causes(r *grade.CheckResult, seen map[string]bool) []CourseCause {
	var out []CourseCause
	add := func(seq int, why string) {
		if seq > 0 && !slices.ContainsFunc(out, func(k CourseCause) bool { return k.Seq == seq }) {
			out = append(out, CourseCause{seq, c.TurnOf(seq), why})
		}
	}
	if r.Holds {
		add(r.Since, "it came true")
		add(r.First, "its first evidence")
	}
	for _, why := range r.Why {
		for _, seq := range why.Seq {
			add(seq, "the reason names it")
		}
	}
	add(r.Until, "it ceased to be true")
	for _, why := range r.Why {
		seq, how := c.lastTouch(why.Record, why.Field)
		add(seq, how)
	}
	for _, seq := range r.Evidence {
		add(seq, "its evidence")
	}
	seen[r.ID] = true
	for _, need := range r.Needs {
		if n, ok := c.Score.Check(need); ok && !seen[need] {
			for _, k := range c.causes(n, seen) {
				if k.Seq > 0 {
					add(k.Seq, "of "+need+", which it needs")
				}
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	if spec := c.spec(r.ID); spec != nil {
		add(c.lastAbout(r.Kind, spec.Params))
	}
	if len(out) == 0 && len(c.Turns) > 0 {
		out = append(out, CourseCause{0, c.lastOfStage(r.Stage), "up to here nothing did what it asks for"})
	}
	return out
}

// lastTouch is the last entry that changed a record, or else the last one that showed it.
func (c *Course) lastTouch(record, field string) (int, string) {
	if record == "" {
		return 0, ""
	}
	shown := 0
	for i := len(c.Entries) - 1; i >= 0; i-- {
		e := &c.Entries[i]
		for _, f := range e.Effects {
			if sameRecord(record, f.Collection, f.ID) && (field == "" || f.Op != "update" || slices.Contains(f.Fields, field)) {
				return e.Seq, "the last change of " + record
			}
		}
		if e.Call == nil || shown > 0 {
			continue
		}
		for _, s := range e.Call.Shown {
			if sameRecord(record, s.Collection, s.ID) {
				shown = e.Seq
			}
		}
	}
	if field != "" {
		if seq, how := c.lastTouch(record, ""); seq > shown {
			return seq, how
		}
	}
	return shown, "the last reply that showed " + record
}

// sameRecord compares a record as reasons write it, "collection/id" or "collection id", with a
// collection and an id.
func sameRecord(record, collection, id string) bool {
	rest, ok := strings.CutPrefix(record, collection)
	return ok && len(rest) > 1 && rest[1:] == id || record == id
}

// lastAbout is the last entry of a tool, collection or record that a check's parameters name; of
// an answer's check the last submission.
func (c *Course) lastAbout(kind string, params *task.Node) (int, string) {
	named := map[string]bool{task.AnswerTool: kind == "answer"}
	scalars(params, 0, func(text string) { named[text] = true })
	shown, coll := 0, ""
	for i := len(c.Entries) - 1; i >= 0; i-- {
		e := &c.Entries[i]
		if e.Seq == 0 {
			continue
		}
		if e.Call != nil && named[e.Call.Tool] {
			return e.Seq, "the last call of " + e.Call.Tool
		}
		for _, f := range e.Effects {
			if named[f.Collection] || named[f.ID] {
				return e.Seq, "the last change in " + f.Collection
			}
		}
		if e.Call == nil || shown > 0 {
			continue
		}
		for _, r := range e.Call.Shown {
			if named[r.Collection] {
				shown, coll = e.Seq, r.Collection
			}
		}
	}
	return shown, "the last reply that showed something of " + coll
}

// scalars yields the texts of a node, to a depth that no check has.
func scalars(n *task.Node, depth int, yield func(string)) {
	if n == nil || depth > 32 {
		return
	}
	if n.Kind == task.Scalar {
		yield(n.Text)
		return
	}
	for _, item := range n.Items {
		scalars(item, depth+1, yield)
	}
}

// lastOfStage is the last turn of a stage, or of all.
func (c *Course) lastOfStage(stage string) int {
	for i := len(c.Trajectory.Steps) - 1; i >= 0 && stage != ""; i-- {
		if c.Trajectory.Steps[i].Stage == stage {
			return i
		}
	}
	return len(c.Turns) - 1
}
