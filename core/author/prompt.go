package author

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

//go:embed prompts/*.tmpl
var shipped embed.FS

// Prompt is one text that a model is given, as its author wrote it.
type Prompt struct {
	Name string `json:"name"`
	For  string `json:"for"` // who is told what
	Text string `json:"text"`
	Own  bool   `json:"own"` // it stands in the folder of an author, and is not the shipped one
}

// promptEnding is the ending of a prompt's file.
const promptEnding = ".tmpl"

// The prompts by name.
const (
	generatorSystem     = "generator-system"
	generatorTask       = "generator-task"
	generatorRepair     = "generator-repair"
	requestSystem       = "request-system"
	discriminatorSystem = "discriminator-system"
	discriminatorTask   = "discriminator-task"
	discriminatorRepair = "discriminator-repair"
)

// promptList names every prompt, in the order in which they are used.
func promptList() []Prompt {
	return []Prompt{
		{Name: generatorSystem, For: "the generator: what a task is and by which rules it is written"},
		{Name: generatorTask, For: "the generator: the cell, its services, capabilities, two examples, the schema"},
		{Name: generatorRepair, For: "the generator: the diagnosis of a refused draft"},
		{Name: requestSystem, For: "the generator, where discriminators grade: request and records only"},
		{Name: discriminatorSystem, For: "a discriminator: how to say when a task is done"},
		{Name: discriminatorTask, For: "a discriminator: the situation, the request and the records, and nothing else"},
		{Name: discriminatorRepair, For: "a discriminator: the diagnosis of its refused grading"},
	}
}

// Prompts are the prompts of a run. They are immutable.
type Prompts struct {
	list []Prompt
	made map[string]*template.Template
}

// mostPrompt bounds a prompt's file, and mostAsked what is made of it, in bytes.
const (
	mostPrompt = 256 << 10
	mostAsked  = 4 << 20
)

// ReadPrompts takes the shipped prompts, and in place of each the one of that name in a folder of the
// author's; "" = none. A file of another name there is refused: it would be a prompt that nobody is given.
func ReadPrompts(dir string) (*Prompts, error) {
	p := &Prompts{list: promptList(), made: map[string]*template.Template{}}
	if err := foreignFiles(dir); err != nil {
		return nil, err
	}
	for i := range p.list {
		x := &p.list[i]
		data, err := shipped.ReadFile("prompts/" + x.Name + promptEnding)
		if err != nil {
			return nil, fault.Wrap(fault.Internal, err, "read prompt %s", x.Name)
		}
		if dir != "" {
			own, err := ownPrompt(filepath.Join(dir, x.Name+promptEnding))
			if err != nil {
				return nil, err
			}
			if own != nil {
				data, x.Own = own, true
			}
		}
		x.Text = string(data)
		t, err := template.New(x.Name).Option("missingkey=error").Funcs(template.FuncMap{"join": strings.Join}).Parse(x.Text)
		if err != nil {
			return nil, fault.Wrap(fault.Invalid, err, "prompt %s", x.Name).WithHint("it is a template of Go's text/template; `coworkenv synth prompts %s` shows the shipped one", x.Name)
		}
		p.made[x.Name] = t
	}
	return p, nil
}

func foreignFiles(dir string) error {
	if dir == "" {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fault.Wrap("", err, "read the prompts in %s", dir).WithHint("`coworkenv synth prompts --export DIR` writes the shipped ones")
	}
	var names []string
	for _, x := range promptList() {
		names = append(names, x.Name+promptEnding)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), promptEnding) && !slices.Contains(names, e.Name()) {
			return fault.New(fault.Invalid, "there is no prompt of the name %s", e.Name()).WithHint("prompts are %s", strings.Join(names, ", "))
		}
	}
	return nil
}

// ownPrompt reads an author's file; nil where there is none.
func ownPrompt(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && (!info.Mode().IsRegular() || info.Size() > mostPrompt) {
		return nil, fault.New(fault.Invalid, "%s is no plain file of at most %d bytes", name, mostPrompt).WithHint("write a shorter prompt")
	}
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", name)
	}
	return data, nil
}

// List are the prompts in the order in which they are used.
func (p *Prompts) List() []Prompt { return slices.Clone(p.list) }

// Digest names the prompts by what stands in them.
func (p *Prompts) Digest() string {
	var all []byte
	for _, x := range p.list {
		all = append(all, (x.Name + "\x00" + x.Text + "\x00")...)
	}
	return det.SHA256Hex(all)
}

// Export writes the prompts into a folder, to be changed there. A file that is there stays.
func (p *Prompts) Export(dir string) (written []string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fault.Wrap("", err, "make %s", dir)
	}
	for _, x := range p.list {
		name := filepath.Join(dir, x.Name+promptEnding)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return written, fault.Wrap("", err, "write %s", name)
		}
		_, err = f.WriteString(x.Text)
		if err = errors.Join(err, f.Close()); err != nil {
			return written, fault.Wrap("", err, "write %s", name)
		}
		written = append(written, name)
	}
	return written, nil
}

// fill makes a prompt's text.
func (p *Prompts) fill(name string, data any) (string, error) {
	var b bounded
	if err := p.made[name].Execute(&b, data); err != nil {
		return "", fault.Wrap(fault.Invalid, err, "fill prompt %s", name).WithHint("`coworkenv synth prompts %s` shows the shipped one with all that it may name", name)
	}
	return b.String(), nil
}

// bounded takes text up to a limit, so that a template cannot fill the memory.
type bounded struct{ strings.Builder }

func (b *bounded) Write(data []byte) (int, error) {
	if b.Len()+len(data) > mostAsked {
		return 0, fault.New(fault.Invalid, "it is longer than %d bytes", mostAsked)
	}
	return b.Builder.Write(data)
}
