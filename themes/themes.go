// Package themes holds the colour themes of the workbench: a theme gives each meaning a colour
// and an emphasis, and knows nothing of terminals.
//
// Invariant: every theme gives every meaning, and no two states that stand beside one another
// differ by colour alone: screens put a letter or a sign to each.
package themes

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Name is a meaning that is drawn in its own way.
type Name string

// The meanings.
const (
	Text    Name = "text"
	Muted   Name = "muted"  // what may be passed over
	Strong  Name = "strong" // what is read first
	Title   Name = "title"  // of a screen or section
	Accent  Name = "accent" // ids and links
	Key     Name = "key"    // a key in a hint
	Good    Name = "good"
	Warn    Name = "warn"
	Bad     Name = "bad"
	Info    Name = "info"
	Border  Name = "border"
	Focus   Name = "focus"   // title and border of the pane that has the keys
	Heading Name = "heading" // of a table's columns
	Bar     Name = "bar"     // a ground: first and last line
	Row     Name = "row"     // a ground: the row of the cursor in the pane that has the keys
	RowIdle Name = "row-idle"
	Match   Name = "match" // what a search found
	Added   Name = "added"
	Removed Name = "removed"

	CodeKey     Name = "code-key"
	CodeString  Name = "code-string"
	CodeNumber  Name = "code-number"
	CodeComment Name = "code-comment"
	CodeMark    Name = "code-mark"

	Shade1 Name = "shade-1" // grounds from little to much, with text that can be read on each
	Shade2 Name = "shade-2"
	Shade3 Name = "shade-3"
	Shade4 Name = "shade-4"
	Shade5 Name = "shade-5"
)

// Names lists every meaning.
func Names() []Name {
	return []Name{Text, Muted, Strong, Title, Accent, Key, Good, Warn, Bad, Info, Border, Focus, Heading, Bar, Row, RowIdle, Match, Added, Removed,
		CodeKey, CodeString, CodeNumber, CodeComment, CodeMark, Shade1, Shade2, Shade3, Shade4, Shade5}
}

// Look is how a meaning is drawn. Colours are #rrggbb; "" leaves the terminal's own.
type Look struct {
	Fg        string `json:"fg,omitempty"`
	Bg        string `json:"bg,omitempty"`
	Bold      bool   `json:"bold,omitempty"`
	Faint     bool   `json:"faint,omitempty"`
	Italic    bool   `json:"italic,omitempty"`
	Underline bool   `json:"underline,omitempty"`
	Reverse   bool   `json:"reverse,omitempty"`
}

// Theme is one set of looks.
type Theme struct {
	Name  string        `json:"name"`
	Doc   string        `json:"doc"`
	Looks map[Name]Look `json:"looks"`
}

//go:embed *.json
var files embed.FS

// Default is the theme where none is chosen.
const Default = "dark"

// Shipped lists the names of the themes that come with the program.
func Shipped() []string { return []string{"dark", "light", "contrast", "mono"} }

// Load reads a shipped theme.
func Load(name string) (*Theme, error) {
	if !slices.Contains(Shipped(), name) {
		return nil, fmt.Errorf("there is no theme %q; there are %s", name, strings.Join(Shipped(), ", "))
	}
	data, err := files.ReadFile(name + ".json")
	if err != nil {
		return nil, fmt.Errorf("read theme %s: %w", name, err)
	}
	return Parse(name+".json", data)
}

var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// Parse reads a theme. A meaning that it leaves out, or one that there is not, is an error.
func Parse(file string, data []byte) (*Theme, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var t Theme
	if err := dec.Decode(&t); err != nil {
		return nil, fmt.Errorf("read theme %s: %w", file, err)
	}
	if t.Name == "" {
		return nil, fmt.Errorf("theme %s has no name", file)
	}
	for _, n := range Names() {
		look, ok := t.Looks[n]
		if !ok {
			return nil, fmt.Errorf("theme %s gives no look for %q", file, n)
		}
		for _, c := range []string{look.Fg, look.Bg} {
			if c != "" && !colour.MatchString(c) {
				return nil, fmt.Errorf("theme %s: colour %q of %q is not #rrggbb", file, c, n)
			}
		}
	}
	for n := range t.Looks {
		if !slices.Contains(Names(), n) {
			return nil, fmt.Errorf("theme %s: there is no meaning %q", file, n)
		}
	}
	return &t, nil
}
