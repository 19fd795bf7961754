package task

import (
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// canonical is a task as one JSON value in a form that does not depend on how the file was
// written: order of keys, quotes, folding and comments are gone. Labels are what does not
// change behaviour: id, title, family, capabilities, difficulty, provenance.
func canonical(t *Task, labels bool) *value.Object {
	o := value.Obj()
	set := func(name string, v any) {
		if v != nil && v != "" {
			o.Set(name, v)
		}
	}
	if labels {
		set("id", t.ID)
		set("title", t.Title)
		set("family", string(t.Family))
		set("capabilities", words(t.Capabilities))
		set("difficulty", string(t.Difficulty))
		set("provenance", provenanceForm(t.Provenance))
	}
	set("schema", t.Schema)
	set("language", t.Language)
	set("now", moment(t.Now))
	set("zone", t.ZoneName)
	set("identity", identityForm(t.Identity))
	set("brief", t.Brief)
	set("request", requestForm(t.Requests))
	set("user", userForm(t.User))
	set("services", words(t.Services))
	set("deny", words(t.Deny))
	set("records", recordsForm(t.Records))
	set("assets", assetForm(t.Assets))
	set("facts", factForm(t.Facts))
	set("empty", words(t.Empty))
	set("answer", answerForm(t.Answer))
	set("checks", checkForm(t.Checks))
	set("forbid", forbidForm(t.Forbid))
	if t.Judge != nil {
		set("judge", object("rubric", t.Judge.Rubric, "scale", t.Judge.Scale))
	}
	set("faults", faultForm(t))
	set("solution", solutionForm(t.Solution))
	set("limits", limitForm(t.Limits))
	if t.Imported() { // of the provenance this alone changes behaviour
		set("profile", "wire")
	}
	return o
}

// object makes an object of names and values in turn; empty values are left out.
func object(pairs ...any) any {
	o := value.Room(len(pairs) / 2)
	for i := 0; i+1 < len(pairs); i += 2 {
		switch v := pairs[i+1].(type) {
		case nil:
		case string:
			if v != "" {
				o.Set(pairs[i].(string), v)
			}
		default:
			o.Set(pairs[i].(string), v)
		}
	}
	if o.Len() == 0 {
		return nil
	}
	return o
}

func words(list []string) any {
	if len(list) == 0 {
		return nil
	}
	return anyList(list)
}

func each[T any](items []T, form func(*T) any) any {
	if len(items) == 0 {
		return nil
	}
	out := make([]any, len(items))
	for i := range items {
		out[i] = form(&items[i])
	}
	return out
}

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

func count(n int) any {
	if n == 0 {
		return nil
	}
	return value.Int(int64(n))
}

// literalForm keeps numbers as they are written, since a field may hold them as text: an id
// 12.50 is not the id 12.5.
func literalForm(v any) any {
	switch v := v.(type) {
	case value.Number:
		return value.Obj(value.Member{Name: "number", Value: string(v)})
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = literalForm(item)
		}
		return out
	case *value.Object:
		out := value.Room(v.Len())
		for _, m := range v.Members() {
			out.Set(m.Name, literalForm(m.Value))
		}
		return out
	}
	return v
}

// nodeForm is a node of a check, a prohibition or the solution.
func nodeForm(n *Node) any {
	if n == nil {
		return nil
	}
	if src, ok := n.IsExpr(); ok {
		return "=" + exprForm(src)
	}
	switch n.Kind {
	case List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = nodeForm(item)
		}
		return out
	case Map:
		o := value.Room(len(n.Keys))
		for i, k := range n.Keys {
			o.Set(k, nodeForm(n.Items[i]))
		}
		return o
	}
	return literalForm(jsonOf(n))
}

func exprForm(src string) string { return strings.TrimSpace(src) }

func identityForm(id *Identity) any {
	if id == nil {
		return nil
	}
	var grants any
	if id.Grants != nil {
		o := value.Obj()
		for _, service := range sortedKeys(id.Grants) {
			acts := make([]any, len(id.Grants[service]))
			for i, a := range id.Grants[service] {
				acts[i] = string(a)
			}
			o.Set(service, acts)
		}
		grants = o
	}
	return object("as", id.As, "grants", grants)
}

func provenanceForm(p Provenance) any {
	var extra any
	if len(p.Extra) > 0 {
		o := value.Obj()
		for _, e := range p.Extra {
			o.Set(e.Name, e.Expr)
		}
		extra = o
	}
	return object("generator", p.Generator, "seed", count(int(p.Seed)), "engine", p.Engine, "parents", words(p.Parents),
		"repairs", count(p.Repairs), "source_url", p.SourceURL, "license", p.License, "attribution", p.Attribution, "extra", extra)
}
