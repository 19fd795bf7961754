package keys

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Table is all bindings with the keys that hold after configuration. It is read-only.
type Table struct {
	bindings []Binding
	focuses  []Focus
}

// New makes a table. override gives actions other keys, an empty list none at all. An error
// names an unknown action, a key that means two things in one focus, or a binding without help
// or equivalent.
func New(bindings []Binding, focuses []Focus, override map[string][]string) (*Table, error) {
	t := &Table{focuses: focuses}
	known := map[string]bool{}
	for _, b := range bindings {
		if known[b.Action] {
			return nil, fmt.Errorf("the action %s stands twice", b.Action)
		}
		known[b.Action] = true
		if b.Name == "" || b.Help == "" || b.In == "" {
			return nil, fmt.Errorf("the action %s lacks a name, help or context", b.Action)
		}
		if b.Look == (b.Command != "") {
			return nil, fmt.Errorf("the action %s needs either a command-line equivalent or to be a look", b.Action)
		}
		if own, ok := override[b.Action]; ok {
			b.Keys = slices.Clone(own)
		}
		t.bindings = append(t.bindings, b)
	}
	for _, action := range slices.Sorted(maps.Keys(override)) {
		if !known[action] {
			return nil, fmt.Errorf("there is no action %q to give keys to%s", action, nearest(action, t.Actions()))
		}
	}
	for _, f := range focuses {
		if err := t.collision(f); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// collision returns the key that means two things in a focus.
func (t *Table) collision(f Focus) error {
	seen := map[string]string{}
	for _, b := range t.In(f) {
		for _, k := range b.Keys {
			if other, twice := seen[k]; twice {
				return fmt.Errorf("in %s the key %s means both %s and %s", f.Name, Show(k), other, b.Action)
			}
			seen[k] = b.Action
		}
	}
	return nil
}

// Focus returns the focus of that name.
func (t *Table) Focus(name string) (Focus, bool) {
	i := slices.IndexFunc(t.focuses, func(f Focus) bool { return f.Name == name })
	if i < 0 {
		return Focus{}, false
	}
	return t.focuses[i], true
}

// Focuses lists them as given.
func (t *Table) Focuses() []Focus { return t.focuses }

// holds tells whether a binding holds in a focus.
func holds(b Binding, f Focus) bool {
	return !f.Typing && b.In == Anywhere || slices.Contains(f.Contexts, b.In)
}

// In lists the bindings that hold in a focus: its own first, then those of anywhere.
func (t *Table) In(f Focus) []Binding {
	var out []Binding
	for _, context := range append(slices.Clone(f.Contexts), Anywhere) {
		for _, b := range t.bindings {
			if b.In == context && holds(b, f) {
				out = append(out, b)
			}
		}
	}
	return out
}

// Find returns the binding of a key in a focus.
func (t *Table) Find(key string, f Focus) (Binding, bool) {
	for _, b := range t.bindings {
		if holds(b, f) && slices.Contains(b.Keys, key) {
			return b, true
		}
	}
	return Binding{}, false
}

// Action returns a binding by its action.
func (t *Table) Action(name string) (Binding, bool) {
	i := slices.IndexFunc(t.bindings, func(b Binding) bool { return b.Action == name })
	if i < 0 {
		return Binding{}, false
	}
	return t.bindings[i], true
}

// Actions lists the names of all actions in the order of the table.
func (t *Table) Actions() []string {
	out := make([]string, len(t.bindings))
	for i, b := range t.bindings {
		out[i] = b.Action
	}
	return out
}

// Bar lists what the bar shows in a focus, from left to right.
func (t *Table) Bar(f Focus) []Binding {
	var out []Binding
	for _, b := range t.In(f) {
		if b.Bar > 0 && len(b.Keys) > 0 {
			out = append(out, b)
		}
	}
	slices.SortStableFunc(out, func(a, b Binding) int { return cmp.Compare(a.Bar, b.Bar) })
	return out
}

// Show is a key as it is shown: "^d" for ctrl+d, "␣" never: words for what has no picture.
func Show(key string) string {
	switch key {
	case " ":
		return "space"
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "pgdown":
		return "pgdn"
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "^" + rest
	}
	return key
}

// ShowAll joins the keys of a binding.
func (b Binding) ShowAll() string {
	shown := make([]string, len(b.Keys))
	for i, k := range b.Keys {
		shown[i] = Show(k)
	}
	return strings.Join(shown, " ")
}

// First is its first key as shown, "" without one.
func (b Binding) First() string {
	if len(b.Keys) == 0 {
		return ""
	}
	return Show(b.Keys[0])
}

// nearest words a suggestion: a known name that shares the last part.
func nearest(name string, known []string) string {
	_, last, _ := strings.Cut(name, ".")
	for _, k := range known {
		if _, l, _ := strings.Cut(k, "."); l == last || strings.HasPrefix(k, name) {
			return ", perhaps " + k
		}
	}
	return "; `coworkenv workbench keys` lists them"
}
