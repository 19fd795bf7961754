package claweval_test

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
)

// renumbering maps ids of created records: the benchmark gives an id a second time after a
// delete, ours never does, and from then on the two count apart.
type renumbering struct {
	ours   map[string]string // id in the recording -> ours, of the first record that has it
	theirs map[string]string // ours -> id in the recording
}

func newRenumbering() *renumbering {
	return &renumbering{map[string]string{}, map[string]string{}}
}

// note learns from the reply to a create or delete.
func (r *renumbering) note(x, got exchange) {
	want, _ := x.reply.(*value.Object)
	have, _ := got.reply.(*value.Object)
	switch field[string](want, "status") {
	case "created":
		theirs, ours := idOf(want), idOf(have)
		if theirs == "" || ours == "" {
			return
		}
		r.theirs[ours] = theirs
		if _, taken := r.ours[theirs]; !taken { // the benchmark acts on the first of equal ids
			r.ours[theirs] = ours
		}
	case "deleted":
		delete(r.ours, idOf(want))
	case "reset":
		*r = *newRenumbering()
	}
}

func idOf(reply *value.Object) string {
	for _, kind := range []string{"event", "task", "job"} {
		if id := field[string](field[*value.Object](reply, kind), kind+"_id"); id != "" {
			return id
		}
	}
	return ""
}

// request puts our ids into a recorded request.
func (r *renumbering) request(body []byte) []byte {
	v, err := value.Parse(body)
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return body
	}
	changed := false
	for _, m := range slices.Clone(o.Members()) {
		id, _ := m.Value.(string)
		if ours := r.ours[id]; ours != "" && ours != id {
			o.Set(m.Name, ours)
			changed = true
		}
	}
	if !changed {
		return body
	}
	return value.Append(nil, o)
}

// reply puts the recording's ids into a reply of ours.
func (r *renumbering) reply(v any) any {
	switch v := v.(type) {
	case string:
		if theirs := r.theirs[v]; theirs != "" {
			return theirs
		}
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = r.reply(v[i])
		}
		return out
	case *value.Object:
		o := value.Obj()
		for _, m := range v.Members() {
			o.Set(m.Name, r.reply(m.Value))
		}
		return o
	}
	return v
}
