// Package config reads the workbench's one configuration file and writes its JSON schema.
//
// Invariant: a setting that is not known is an error that says what was perhaps meant; nothing
// is passed over in silence.
package config

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/themes"
)

// Config is the file. The zero Config is what holds without one.
type Config struct {
	Schema  string              `json:"$schema,omitempty"`
	Theme   string              `json:"theme,omitempty"`   // a shipped theme or a file; "" = the default
	Mouse   *bool               `json:"mouse,omitempty"`   // nil = on
	FPS     int                 `json:"fps,omitempty"`     // frames a second, 0 = 60, over SSH 30
	Keys    map[string][]string `json:"keys,omitempty"`    // of an action, in place of its own
	Columns map[string][]string `json:"columns,omitempty"` // of a screen, in their order
}

// Known is what a file can name.
type Known struct {
	Actions []string
	Columns map[string][]string // by screen
}

// mostBytes bounds the file.
const mostBytes = 1 << 20

// Read reads a file; one that is not there is the zero Config.
func Read(file string, known Known) (*Config, error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &Config{}, nil
	}
	if err == nil && (!info.Mode().IsRegular() || info.Size() > mostBytes) {
		return nil, fault.New(fault.Invalid, "read %s: it is no plain file of at most 1 MB", file)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fault.Wrap("", err, "read the configuration")
	}
	c, err := Parse(data, known)
	if err != nil {
		return nil, fault.Wrap(fault.KindOf(err), err, "read %s", file).WithHint("%s", hintOf(err))
	}
	return c, nil
}

func hintOf(err error) string {
	if h := fault.HintOf(err); h != "" {
		return h
	}
	return "`coworkenv workbench schema` prints what the file may hold"
}

// Parse reads the text of a file.
func Parse(data []byte, known Known) (*Config, error) {
	var c Config
	if err := value.Strictly(bytes.NewReader(data), &c); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "it is not the configuration's JSON")
	}
	return &c, c.check(known)
}

func (c *Config) check(known Known) error {
	if c.FPS < 0 || c.FPS > 120 {
		return fault.New(fault.Invalid, "fps is %d", c.FPS).WithHint("1 to 120 frames a second")
	}
	for _, action := range slices.Sorted(maps.Keys(c.Keys)) {
		if err := oneOf("action", action, known.Actions, "`coworkenv workbench keys` lists them"); err != nil {
			return err
		}
	}
	screens := slices.Sorted(maps.Keys(known.Columns))
	for _, screen := range slices.Sorted(maps.Keys(c.Columns)) {
		if err := oneOf("screen with columns", screen, screens, "there are "+strings.Join(screens, ", ")); err != nil {
			return err
		}
		for _, column := range c.Columns[screen] {
			if err := oneOf("column", column, known.Columns[screen], "there are "+strings.Join(known.Columns[screen], ", ")); err != nil {
				return err
			}
		}
	}
	return nil
}

func oneOf(what, name string, known []string, hint string) error {
	if slices.Contains(known, name) {
		return nil
	}
	if near := nearest(name, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fault.New(fault.Invalid, "there is no %s %q", what, name).WithHint("%s", hint)
}

// Theme loads the theme of a name: a shipped one, or a file.
func Theme(name string) (*themes.Theme, error) {
	if name == "" {
		name = themes.Default
	}
	if slices.Contains(themes.Shipped(), name) {
		return wrapTheme(themes.Load(name))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fault.Wrap("", err, "read theme %s", name).WithHint("choose one of %s, or give a theme file", strings.Join(themes.Shipped(), ", "))
	}
	return wrapTheme(themes.Parse(name, data))
}

func wrapTheme(t *themes.Theme, err error) (*themes.Theme, error) {
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "").WithHint("choose one of %s, or copy one of them", strings.Join(themes.Shipped(), ", "))
	}
	return t, nil
}

// nearest is the known name with the fewest edits, "" where none is near.
func nearest(name string, known []string) string {
	best, least := "", len(name)/3+2
	for _, k := range known {
		if d := edits(name, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// edits is the number of letters to insert, drop or change.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			last, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, last+cost)
		}
	}
	return row[len(b)]
}
