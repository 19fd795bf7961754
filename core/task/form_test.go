package task

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func newWorld(b *Bound) *world.World { return world.New(b.Image, b.Options()) }

func parsed(t testing.TB, data []byte) *Task {
	t.Helper()
	out, problems := Parse("task.yaml", data)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDigest(t *testing.T) {
	base := Digest(parsed(t, New("start", Triage)))
	if len(base) != 64 {
		t.Fatalf("digest %q", base)
	}
	tests := []struct {
		name, old, by string
		same          bool
	}{
		{"comment", "# near misses", "# remarks", true},
		{"title", "title: Raise the overdue to-dos", "title: Other", true},
		{"labels", "difficulty: easy", "difficulty: hard", true},
		{"provenance", "generator: hand", "generator: pen", true},
		{"quotes", "title: Send the offer", `"title": "Send the offer"`, true},
		{"offset", "now: 2026-03-16T09:00:00+01:00", "now: 2026-03-16T08:00:00Z", true},
		{"order of keys", "{task_id: TODO-1, title: Send the offer", "{title: Send the offer, task_id: TODO-1", true},
		{"weights written otherwise", "weight: 0.7,", "weight: 0.70,", true},
		{"record", "title: Send the offer", "title: Send an offer", false},
		{"number as text", "status: pending, priority: low", "status: pending, priority: 1.0", false},
		{"request", "Leave the others", "Leave others", false},
		{"condition", ".due_date < day(now)", ".due_date <= day(now)", false},
		{"weight", "weight: 0.7,", "weight: 0.6,", false},
		{"check", "set: {priority: high}", "set: {priority: urgent}", false},
		{"limit", "max_turns: 20", "max_turns: 21", false},
		{"forbid", "beyond: [priority]", "beyond: [status]", false},
		{"solution", "    - todo_list_tasks: {}\n", "", false},
		{"now", "now: 2026-03-16T09:00:00+01:00", "now: 2026-03-16T09:00:01+01:00", false},
	}
	for _, tt := range tests {
		changed, problems := Parse("task.yaml", starterWith(t, tt.old, tt.by))
		if changed == nil {
			t.Fatalf("%s: %v", tt.name, problems)
		}
		if got := Digest(changed) == base; got != tt.same {
			t.Errorf("%s: the digest is the same: %v, want %v", tt.name, got, tt.same)
		}
	}
	seen := map[string]string{}
	for name, data := range examples(t) {
		d := Digest(parsed(t, data))
		if seen[d] != "" {
			t.Errorf("%s and %s have one digest", name, seen[d])
		}
		seen[d] = name
		if bound := Digest(bindToy(t, name, data).Task); bound != d {
			t.Errorf("%s: binding changes the digest", name)
		}
	}
}

func TestFormat(t *testing.T) {
	for name, data := range examples(t) {
		once, err := Format(data)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := Format(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s: formatting is not idempotent: %v", name, err)
		}
		if Digest(parsed(t, once)) != Digest(parsed(t, data)) {
			t.Errorf("%s: formatting changes the digest", name)
		}
		if a, b := comments(data), comments(once); !slices.Equal(a, b) {
			t.Errorf("%s: comments changed\n%s", name, cmp.Diff(a, b))
		}
	}
	const in = "# head\n\n\nid: x   \n# about title\ntitle: |\n  a  \n\n  b\n\n\n\nschema: coworkenv.task/v1 # v\r\nother: 1\nservices: [a]\nrequest:\n\n\n  - say: x\t\n# end\n\n"
	const want = "# head\n\nschema: coworkenv.task/v1 # v\nid: x\n\n# about title\ntitle: |\n  a  \n\n  b\n\nrequest:\n\n  - say: x\n# end\n\nservices: [a]\nother: 1\n"
	got, err := Format([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if _, err := Format([]byte("a: [")); err == nil {
		t.Error("what is no YAML is formatted")
	}
}

// comments lists the lines that hold a #, without blanks around and sorted: sections move.
func comments(data []byte) []string {
	var out []string
	for _, line := range strings.Split(string(data), "\n") {
		if strings.Contains(line, "#") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	slices.Sort(out)
	return out
}

// Numbers are shown as they are written, whatever they are within.
func TestDiffShowsNumbers(t *testing.T) {
	a := parsed(t, labTask("{thing_id: a, n: 1}"))
	b := parsed(t, labTask("{thing_id: b, n: 12, many: [1, 2], free: {x: 1.50}}"))
	got := Diff(a, b)
	if len(got) != 2 || got[1].After != `{"thing_id":"b","n":12,"many":[1,2],"free":{"x":1.50}}` || got[0].Before != `{"thing_id":"a","n":1}` {
		t.Errorf("%+v", got)
	}
}

func TestDiff(t *testing.T) {
	a := parsed(t, New("start", Triage))
	if d := Diff(a, parsed(t, New("start", Triage))); len(d) > 0 {
		t.Errorf("a task differs from itself: %v", d)
	}
	data := string(New("other", Triage))
	for _, change := range [][2]string{
		{"title: Send the offer", "title: Send an offer"},
		{"    - {task_id: TODO-4, title: Pay the fee, status: completed, priority: medium, due_date: 2026-03-12}", "    - {task_id: TODO-5, title: New, status: pending, priority: low}"},
		{"weight: 0.7", "weight: 0.6"}, {"weight: 0.3", "weight: 0.4"},
		{"  - {id: keep-all, effect: {delete: todo.tasks}}\n", ""},
		{".due_date < day(now)", ".due_date <= day(now)"},
		{"max_calls: 20", "max_calls: 25"},
	} {
		data = strings.Replace(data, change[0], change[1], 1)
	}
	want := []Difference{
		{Path: "id", Kind: "changed", Before: "start", After: "other"},
		{Path: "records.todo.tasks[TODO-1].title", Kind: "changed", Before: "Send the offer", After: "Send an offer"},
		{Path: "records.todo.tasks[TODO-4]", Kind: "removed", Before: `{"task_id":"TODO-4","title":"Pay the fee","status":"completed","priority":"medium","due_date":"2026-03-12"}`},
		{Path: "records.todo.tasks[TODO-5]", Kind: "added", After: `{"task_id":"TODO-5","title":"New","status":"pending","priority":"low"}`},
		{Path: "facts.overdue.where[late].expr", Kind: "changed", Before: ".due_date < day(now)", After: ".due_date <= day(now)"},
		{Path: "checks[raised].weight", Kind: "changed", Before: "0.7", After: "0.6"},
		{Path: "checks[told].weight", Kind: "changed", Before: "0.3", After: "0.4"},
		{Path: "forbid[keep-all]", Kind: "removed", Before: `{"id":"keep-all","kind":"effect","params":{"delete":"todo.tasks"}}`},
		{Path: "limits.max_calls", Kind: "changed", Before: "20", After: "25"},
	}
	if diff := cmp.Diff(want, Diff(a, parsed(t, []byte(data)))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	swapped := strings.Replace(strings.Replace(string(New("start", Triage)), "{id: leave-others,", "{id: tmp,", 1), "{id: keep-all,", "{id: leave-others,", 1)
	swapped = strings.Replace(swapped, "{id: tmp,", "{id: keep-all,", 1)
	if d := Diff(a, parsed(t, []byte(swapped))); len(d) == 0 || d[len(d)-1].Path != "forbid[order]" {
		t.Errorf("another order: %v", d)
	}
}

func TestJSONSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(JSONSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("task.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("task.json")
	if err != nil {
		t.Fatal(err)
	}
	files := examples(t)
	files["starter"] = New("start", Triage)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := schema.Validate(asEditor(t, files[name])); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string][2]string{"unknown key": {"difficulty: easy", "dificulty: easy"}, "wrong word": {"difficulty: easy", "difficulty: simple"},
		"missing": {"request:\n", "requests:\n"}, "form": {"services: [todo]", "services: todo"}, "deep": {"max_turns: 20", "max_turn: 20"}} {
		if schema.Validate(asEditor(t, starterWith(t, change[0], change[1]))) == nil {
			t.Errorf("%s: the schema accepts it", name)
		}
	}
}

// asEditor reads a file as an editor's YAML service does, with YAML's own types.
func asEditor(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A task built in Go, without a file, binds and has a digest like one that was read.
func TestTaskWithoutFile(t *testing.T) {
	read := parsed(t, New("start", Triage))
	built := *read
	built.File = nil
	if Digest(&built) != Digest(read) {
		t.Error("the digest depends on the file")
	}
	b, problems := Bind(&built, toyCatalog(t))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got := ids(t, b, "overdue", "id"); len(got) != 2 {
		t.Errorf("overdue %v", got)
	}
	built.Facts = []FactSpec{{Name: "bad", Value: "nosuch", Path: "facts.bad"}}
	if _, problems := Bind(&built, toyCatalog(t)); len(problems) == 0 || problems[0].Line != 0 {
		t.Errorf("problems without a file: %v", problems)
	}
	if _, problems := Bind(nil, nil); problems.Err() == nil {
		t.Error("nothing is bound")
	}
	if string(value.Append(nil, canonical(read, true))) == "" {
		t.Error("no canonical form")
	}
}
