// Package harness starts other people's agent programs, one a trial: it fills in a command that the
// person's own configuration names, gives it an environment of stated variables, minds its time and
// its output, ends its whole process group, and reads what it printed.
//
// It knows no episode and no task. Invariant: nothing is started that the person's own file does not
// name, and nothing of this process's environment is handed on but what is stated.
package harness

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Config is the person's own file of harnesses. No task or library can bring one.
type Config struct {
	Harnesses map[string]*Profile `json:"harnesses"`
}

// Profile says how one harness is started. Texts of command, env and files may hold the places of
// Places.
type Profile struct {
	Name     string            `json:"-"`
	Like     string            `json:"like,omitempty"`      // template that fills what is not given here
	Command  []string          `json:"command,omitempty"`   // the program and its arguments, started without a shell
	Env      map[string]string `json:"env,omitempty"`       // variables of the child
	Pass     []string          `json:"pass,omitempty"`      // NAMES of variables of ours that the child gets, keys among them
	Files    []File            `json:"files,omitempty"`     // written into the trial's folder before the start
	Model    string            `json:"model,omitempty"`     // what {model} stands for
	Seconds  int               `json:"seconds,omitempty"`   // time of a trial, 0 = 900; a task's own limit may be shorter
	OutputMB int               `json:"output_mb,omitempty"` // more output than this ends it, 0 = 64
}

// File is one file of a trial's folder.
type File struct {
	Path string `json:"path"` // relative, within the folder
	Text string `json:"text"`
}

// Where an unset limit stands.
const (
	defaultSeconds  = 900
	defaultOutputMB = 64
	mostConfig      = 1 << 20
)

// Names lists the profiles.
func (c *Config) Names() []string {
	var out []string
	for name := range c.Harnesses {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Profile returns the profile of that name, completed from its template.
func (c *Config) Profile(name string) (*Profile, error) {
	p, ok := c.Harnesses[name]
	if !ok {
		hint := "docs/harness.md shows how to set one up"
		if names := c.Names(); len(names) > 0 {
			hint = "choose one of " + strings.Join(names, ", ")
		}
		return nil, fault.New(fault.NotFound, "there is no harness profile %q", name).WithHint("%s", hint)
	}
	return p.complete()
}

// ReadConfig reads the file; one that is not there has no harnesses.
func ReadConfig(file string) (*Config, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &Config{}, nil
	}
	if err != nil {
		return nil, fault.Wrap("", err, "read the harnesses")
	}
	defer f.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(f, mostConfig+1))
	if err != nil {
		return nil, fault.Wrap("", err, "read the harnesses")
	}
	c, err := ParseConfig(data)
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", file)
	}
	return c, nil
}

// ParseConfig reads the text of the file.
func ParseConfig(data []byte) (*Config, error) {
	if len(data) > mostConfig {
		return nil, fault.New(fault.Invalid, "it is larger than 1 MB").WithHint("docs/harness.md shows what it holds")
	}
	var c Config
	if err := value.Strictly(bytes.NewReader(data), &c); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "it is not the harnesses' JSON").WithHint("docs/harness.md shows what it holds")
	}
	for _, name := range c.Names() {
		p := c.Harnesses[name]
		if p == nil {
			return nil, fault.New(fault.Invalid, "harness %q is null", name).WithHint("docs/harness.md shows what it holds")
		}
		p.Name = name
		full, err := p.complete()
		if err == nil {
			err = full.check()
		}
		if err != nil {
			return nil, fault.Wrap("", err, "harness %q", name)
		}
	}
	return &c, nil
}

// complete fills what is not given from the template.
func (p *Profile) complete() (*Profile, error) {
	if p.Like == "" {
		return p, nil
	}
	t, ok := Template(p.Like)
	if !ok {
		return nil, fault.New(fault.Invalid, "there is no template %q", p.Like).WithHint("choose one of %s", strings.Join(templateNames(), ", "))
	}
	out := t
	out.Name, out.Like = p.Name, p.Like
	if len(p.Command) > 0 {
		out.Command = p.Command
	}
	out.Env = map[string]string{}
	for _, from := range []map[string]string{t.Env, p.Env} {
		for k, v := range from {
			out.Env[k] = v
		}
	}
	out.Pass = slices.Concat(t.Pass, p.Pass)
	slices.Sort(out.Pass)
	out.Pass = slices.Compact(out.Pass)
	if p.Files != nil {
		out.Files = p.Files
	}
	for _, set := range []struct {
		to   *int
		from int
	}{{&out.Seconds, p.Seconds}, {&out.OutputMB, p.OutputMB}} {
		if set.from != 0 {
			*set.to = set.from
		}
	}
	if p.Model != "" {
		out.Model = p.Model
	}
	return &out, nil
}

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,99}$`)

func (p *Profile) check() error {
	bad := func(format string, args ...any) error {
		return fault.New(fault.Invalid, format, args...).WithHint("docs/harness.md shows what a profile holds")
	}
	switch {
	case len(p.Command) == 0 || p.Command[0] == "":
		return bad("command is missing")
	case p.Seconds < 0 || p.Seconds > 7*24*3600 || p.OutputMB < 0 || p.OutputMB > 1<<20:
		return bad("seconds or output_mb is out of range")
	}
	for name := range p.Env {
		if !envName.MatchString(name) {
			return bad("env names %q, which is no variable", name)
		}
	}
	for _, name := range p.Pass {
		if !envName.MatchString(name) { // the text is not repeated: it may be a key
			return fault.New(fault.Denied, "pass holds something that is no variable's name").WithHint(`give the variable's name, e.g. "pass": ["MY_KEY"], never the key`)
		}
	}
	for _, f := range p.Files {
		if !filepath.IsLocal(f.Path) {
			return bad("the file %q does not lie within the trial's folder", f.Path)
		}
	}
	return nil
}
