package keys_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/tui/keys"
)

func binding(action, in string, k ...string) keys.Binding {
	return keys.Binding{Action: action, In: in, Keys: k, Name: action, Help: "do " + action, Look: true}
}

func TestTable(t *testing.T) {
	list := []keys.Binding{binding("app.help", keys.Anywhere, "?"), binding("a.open", "a", "enter", "o"), binding("b.open", "b", "enter"), binding("type.done", keys.Typing, "enter")}
	focuses := []keys.Focus{{Name: "a", Contexts: []string{"a"}}, {Name: "b", Contexts: []string{"b"}}, {Name: "line", Contexts: []string{keys.Typing}, Typing: true}}
	table, err := keys.New(list, focuses, map[string][]string{"b.open": {"ctrl+o"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ focus, key, want string }{{"a", "enter", "a.open"}, {"a", "?", "app.help"}, {"b", "enter", ""}, {"b", "ctrl+o", "b.open"}, {"line", "enter", "type.done"}, {"line", "?", ""}, {"a", "x", ""}} {
		f, ok := table.Focus(tt.focus)
		if !ok {
			t.Fatal(tt.focus)
		}
		if got, _ := table.Find(tt.key, f); got.Action != tt.want {
			t.Errorf("%s in %s does %q, want %q", tt.key, tt.focus, got.Action, tt.want)
		}
	}
	f, _ := table.Focus("a")
	if got := table.In(f); len(got) != 2 || got[0].Action != "a.open" {
		t.Errorf("in a hold %v", got)
	}
}

func TestTableRefuses(t *testing.T) {
	focus := []keys.Focus{{Name: "a", Contexts: []string{"a", "b"}}}
	command := binding("a.x", "a", "x")
	command.Command = "coworkenv x"
	silent := binding("a.x", "a", "x")
	silent.Help = ""
	mute := binding("a.x", "a", "x")
	mute.Look = false
	tests := []struct {
		name string
		list []keys.Binding
		over map[string][]string
		want string
	}{
		{"two meanings", []keys.Binding{binding("a.x", "a", "x"), binding("b.x", "b", "x")}, nil, "the key x means both a.x and b.x"},
		{"two meanings, one anywhere", []keys.Binding{binding("a.x", "a", "x"), binding("app.x", keys.Anywhere, "x")}, nil, "means both"},
		{"twice", []keys.Binding{binding("a.x", "a", "x"), binding("a.x", "a", "y")}, nil, "stands twice"},
		{"look and command", []keys.Binding{command}, nil, "command-line equivalent"},
		{"neither", []keys.Binding{mute}, nil, "command-line equivalent"},
		{"no help", []keys.Binding{silent}, nil, "lacks"},
		{"unknown action", []keys.Binding{binding("a.open", "a", "x")}, map[string][]string{"b.open": {"y"}}, "perhaps a.open"},
		{"override collides", []keys.Binding{binding("a.x", "a", "x"), binding("a.y", "a", "y")}, map[string][]string{"a.y": {"x"}}, "means both"},
	}
	for _, tt := range tests {
		if _, err := keys.New(tt.list, focus, tt.over); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestCommandLine(t *testing.T) {
	b := keys.Binding{Command: "coworkenv open {library} --where {where} --seed={seed} --list"}
	for _, tt := range []struct {
		values map[string]string
		want   string
	}{
		{nil, "coworkenv open --list"},
		{map[string]string{"where": "svc:crm (a OR b)", "library": "my lib"}, "coworkenv open 'my lib' --where 'svc:crm (a OR b)' --list"},
		{map[string]string{"where": "it's", "seed": "7"}, `coworkenv open --where 'it'\''s' --seed=7 --list`},
	} {
		if got := b.CommandLine(tt.values); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.values, got, tt.want)
		}
	}
	b.Command = "coworkenv trials search {text:TEXT} --where {where}"
	for text, want := range map[string]string{"": "coworkenv trials search TEXT", "two words": "coworkenv trials search 'two words'"} {
		if got := b.CommandLine(map[string]string{"text": text}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := (keys.Binding{}).CommandLine(nil); got != "" {
		t.Errorf("a look has the command %q", got)
	}
}

func TestShow(t *testing.T) {
	b := binding("a", "a", "ctrl+d", " ", "down", "pgdown", "G")
	if got := b.ShowAll(); got != "^d space ↓ pgdn G" {
		t.Errorf("shows %q", got)
	}
}
