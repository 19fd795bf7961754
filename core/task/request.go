package task

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// requests reads u: what the user says, and the stages that items begin.
func (r *reader) requests(root *Node, t *Task) {
	seen := map[string]string{}
	for _, n := range r.list(root, "request") {
		if ok, _ := r.members(n, shapeRequest()); !ok {
			continue
		}
		q := Request{Say: r.text(n, "say"), ID: r.id(n, "a request item"), Stage: r.stageName(n), Path: n.Path}
		r.unique(seen, q.ID, n, "another request item")
		if q.At = r.time(n, "at"); !q.At.IsZero() {
			q.At = r.inZone(n, "at", q.At, t.Zone)
		}
		for _, item := range r.list(n, "inject") {
			if in, ok := r.injection(item); ok {
				q.Inject = append(q.Inject, in)
			}
		}
		t.Requests = append(t.Requests, q)
	}
	if n, ok := root.Get("request"); ok && n.Kind == List && len(n.Items) == 0 {
		r.bad(CodeMissingKey, n, "write what the user says", "the task needs a request")
	}
	r.stageOrder(t)
}

func (r *reader) stageName(n *Node) string {
	s := r.text(n, "stage")
	if s != "" && (len(s) > maxID || !itemForm.MatchString(s)) {
		item, _ := n.Get("stage")
		r.bad(CodeBadID, item, "use letters, digits and -", "a stage cannot be called %s", clipText(s))
		return ""
	}
	return s
}

// stageOrder checks that stages follow each other: each begins once, with a later time.
func (r *reader) stageOrder(t *Task) {
	current, last := "", t.Now
	begun := map[string]bool{}
	for i := range t.Requests {
		q := &t.Requests[i]
		n := r.file.Root.find(q.Path)
		begins := q.Stage != "" && q.Stage != current
		switch {
		case begins && i > 0 && current == "":
			r.bad(CodeStageOrder, n, "name the stage of the first item too", "stage %s begins here, and the first request item has no stage", q.Stage)
		case begins && begun[q.Stage]:
			r.bad(CodeStageOrder, n, "put its items together", "stage %s was left before", q.Stage)
		}
		switch {
		case begins && i > 0 && q.At.IsZero():
			r.bad(CodeStageTime, n, "write at: with a date-time", "stage %s needs its time", q.Stage)
		case begins && i > 0 && !q.At.After(last):
			r.bad(CodeStageTime, n, "the clock only moves forward", "stage %s begins before the one before it ends", q.Stage)
		case (!begins || i == 0) && !q.At.IsZero() && !(i == 0 && q.At.Equal(t.Now)):
			r.bad(CodeStageTime, n, "remove at", "only the item that begins a later stage has a time; the first is at now")
		}
		if len(q.Inject) > 0 && (!begins || i == 0) {
			r.bad(CodeInjection, n, "put it under records, or begin a stage here", "the world changes only when a later stage begins")
		}
		if begins {
			current, begun[q.Stage] = q.Stage, true
			if !q.At.IsZero() {
				last = q.At
			}
		}
	}
}

// injection reads one change of the world.
func (r *reader) injection(n *Node) (InjectSpec, bool) {
	if ok, _ := r.members(n, shapeInject()); !ok {
		return InjectSpec{}, false
	}
	in := InjectSpec{Path: n.Path}
	ops := 0
	for _, op := range []world.Op{world.Created, world.Updated, world.Deleted} {
		name := injectWord(op)
		if _, ok := n.Get(name); ok {
			ops++
			in.Op, in.Collection = op, r.text(n, name)
		}
	}
	if ops != 1 {
		r.bad(CodeInjection, n, "write one of insert, update and delete, with the collection", "an injection does exactly one thing")
		return in, false
	}
	return in, r.injected(n, &in)
}

func injectWord(op world.Op) string {
	if op == world.Created {
		return "insert"
	}
	return op.String()
}

// injected reads what an injection does to its record.
func (r *reader) injected(n *Node, in *InjectSpec) bool {
	record, hasRecord := n.Get("record")
	set, hasSet := n.Get("set")
	if !hasRecord {
		r.bad(CodeInjection, n, "write record:", "an injection names its record")
		return false
	}
	if in.Op == world.Created {
		if hasSet {
			r.bad(CodeInjection, set, "move it into record", "insert has no set")
		}
		o, ok := r.recordOf(record)
		in.Record = o
		return ok
	}
	in.ID = r.scalarText(record)
	if in.Op == world.Deleted {
		if hasSet {
			r.bad(CodeInjection, set, "write update:", "delete has no set")
		}
		return in.ID != ""
	}
	if !hasSet || set.Kind != Map || len(set.Keys) == 0 {
		r.bad(CodeInjection, n, "write set: {field: value}", "update says what to set")
		return false
	}
	for i, k := range set.Keys {
		in.Set = append(in.Set, value.Member{Name: k, Value: jsonOf(set.Items[i])})
	}
	return in.ID != ""
}

// Words joins what the user says and the brief: where conditions quote from.
func (t *Task) words() string {
	parts := []string{t.Brief}
	for _, q := range t.Requests {
		parts = append(parts, q.Say)
	}
	return strings.Join(parts, "\n")
}

// StageNames lists the stages in order; [""] for a task without stages.
func (t *Task) StageNames() []string {
	var out []string
	for _, q := range t.Requests {
		if q.Stage != "" && (len(out) == 0 || out[len(out)-1] != q.Stage) {
			out = append(out, q.Stage)
		}
	}
	if out == nil {
		return []string{""}
	}
	return out
}
