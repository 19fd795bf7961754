package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

func prompts() []*Prompt {
	tool := value.Obj(named("type", "function"), named("function", value.Obj(named("name", "mail_search"), named("description", "Finds \u2028 mail"),
		named("parameters", value.Obj(named("type", "object"), named("properties", value.Obj(named("limit", value.Obj(named("type", "integer"), named("maximum", value.Number("0.70")))))))))))
	tools := &Toolset{List: []any{tool}}
	tools.Text = string(value.Append(nil, tools.List))
	p := func(id string, split Split, system string) *Prompt {
		return &Prompt{TaskID: id, TaskDigest: "0123456789abcdef", Seed: 17, Group: "grp_" + id, Split: split, Family: "lookup", Language: "zh",
			Difficulty: "easy", Scenario: "s", Services: []string{"gmail"}, System: system, Say: "找出\n\"发票\"", Tools: tools, MaxTurns: 40, MaxCalls: 120}
	}
	return []*Prompt{p("one", Train, "You work here."), p("two", Train, ""), p("three", Validation, "x")}
}

func set(t *testing.T, format string) (string, *RLReport) {
	t.Helper()
	f, err := FindRLFormat(format)
	if err != nil {
		t.Fatal(err)
	}
	into := filepath.Join(t.TempDir(), "set")
	r, err := WritePrompts(Target{Into: into, Version: "1"}, &RLOptions{Format: f, URL: "http://127.0.0.1:8080", Reward: "dense"}, prompts(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows() != 3 || len(r.Files) != 2 {
		t.Fatalf("%+v", r)
	}
	return into, r
}

// parquetPrompt is what the trainers that read Parquet look at.
type parquetPrompt struct {
	Prompt []struct {
		Content *string `parquet:"content,optional" json:"content"`
		Role    *string `parquet:"role,optional" json:"role"`
	} `parquet:"prompt,list,optional" json:"prompt"`
	Extra struct {
		Task  *string `parquet:"task_id,optional" json:"task_id"`
		Seed  *uint64 `parquet:"seed,optional" json:"seed"`
		Group *string `parquet:"group_id,optional" json:"group_id"`
		Tools *string `parquet:"tools,optional" json:"tools"`
	} `parquet:"extra_info,optional" json:"extra_info"`
}

// rows reads a file back as its trainer does.
func rows(t *testing.T, name string) []map[string]any {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]any
	if filepath.Ext(name) == ".parquet" {
		docs, err := parquet.Read[parquetPrompt](bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		data = nil
		for _, d := range docs {
			line, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			data = append(append(data, line...), '\n')
		}
	}
	for line := range bytes.Lines(data) {
		var row map[string]any
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	return out
}

// at follows names and indexes through a row.
func at(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, ok := v.(map[string]any)
			if !ok {
				t.Fatalf("%v of %T", p, v)
			}
			v = m[p]
		case int:
			list, ok := v.([]any)
			if !ok || p >= len(list) {
				t.Fatalf("item %d of %T", p, v)
			}
			v = list[p]
		}
	}
	return v
}

func TestPromptSetsReadBack(t *testing.T) {
	for format, paths := range map[string]struct{ prompt, task, seed, group, tools []any }{
		"trl":      {[]any{"prompt"}, []any{"task_id"}, []any{"seed"}, []any{"group_id"}, []any{"tools"}},
		"slime":    {[]any{"prompt"}, []any{"metadata", "task_id"}, []any{"metadata", "seed"}, []any{"metadata", "group_id"}, []any{"tools"}},
		"verl":     {[]any{"prompt"}, []any{"extra_info", "task_id"}, []any{"extra_info", "seed"}, []any{"extra_info", "group_id"}, []any{"extra_info", "tools"}},
		"skyrl":    {[]any{"prompt"}, []any{"extra_info", "task_id"}, []any{"extra_info", "seed"}, []any{"extra_info", "group_id"}, []any{"extra_info", "tools"}},
		"nemo-gym": {[]any{"responses_create_params", "input"}, []any{"task_id"}, []any{"seed"}, []any{"id"}, []any{"responses_create_params", "tools"}},
	} {
		into, r := set(t, format)
		got := rows(t, filepath.Join(into, r.Files[0].Path))
		if len(got) != 2 {
			t.Fatalf("%s: %d rows", format, len(got))
		}
		for i, p := range prompts()[:2] {
			checkPrompt(t, format, p, at(t, got[i], paths.prompt...))
			if at(t, got[i], paths.task...) != p.TaskID || at(t, got[i], paths.group...) != p.Group || fmt.Sprint(at(t, got[i], paths.seed...)) != "17" {
				t.Errorf("%s: task, group or seed of %v", format, got[i])
			}
			checkTools(t, format, at(t, got[i], paths.tools...))
			for column := range got[i] {
				if !hasColumn(r, column) {
					t.Errorf("%s: column %s is not declared", format, column)
				}
			}
		}
	}
}

func hasColumn(r *RLReport, name string) bool {
	for _, c := range r.Columns {
		if c.Name == name {
			return true
		}
	}
	return false
}

func checkPrompt(t *testing.T, format string, p *Prompt, got any) {
	t.Helper()
	list := fmt.Sprint(got)
	want := []any{}
	if p.System != "" {
		want = append(want, map[string]any{"content": p.System, "role": "system"})
	}
	want = append(want, map[string]any{"content": p.Say, "role": "user"})
	if list != fmt.Sprint(want) {
		t.Errorf("%s: the prompt is %s, want %v", format, list, want)
	}
}

func checkTools(t *testing.T, format string, got any) {
	t.Helper()
	if s, isText := got.(string); isText {
		if err := json.Unmarshal([]byte(s), &got); err != nil {
			t.Fatal(err)
		}
	}
	path := []any{0, "function", "name"}
	if format == "nemo-gym" {
		path = []any{0, "name"}
	}
	if at(t, got, path...) != "mail_search" || at(t, got, 0, "type") != "function" {
		t.Errorf("%s: the tools are %v", format, got)
	}
}

func TestPromptSetsAreDeterministicAndProtected(t *testing.T) {
	f, err := FindRLFormat("verl")
	if err != nil {
		t.Fatal(err)
	}
	into, first := set(t, "verl")
	o := &RLOptions{Format: f, URL: "http://127.0.0.1:8080", Reward: "dense"}
	if _, err := WritePrompts(Target{Into: into}, o, prompts(), nil); fault.KindOf(err) != fault.Conflict {
		t.Errorf("written over: %v", err)
	}
	second, err := WritePrompts(Target{Into: into, Force: true, Version: "1"}, o, prompts(), nil)
	if err != nil || second.Files[0] != first.Files[0] {
		t.Errorf("%+v %v", second, err)
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "mine"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := WritePrompts(Target{Into: foreign, Force: true}, o, prompts(), nil); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a foreign folder: %v", err)
	}
	if _, err := WritePrompts(Target{Into: into, Force: true}, o, nil, nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("nothing: %v", err)
	}
	if _, err := FindRLFormat("none"); fault.KindOf(err) != fault.Usage {
		t.Error(err)
	}
}
