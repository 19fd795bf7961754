package engine

import (
	"os"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
)

// gramSets reads the named sets of requests.
func (e *Engine) gramSets(named []NamedSet) (map[string]*curate.GramSet, error) {
	out := map[string]*curate.GramSet{}
	for _, n := range named {
		if out[n.Name] != nil {
			return nil, fault.New(fault.Usage, "two sets are called %s", n.Name).WithHint("name them apart: NAME=PATH")
		}
		set := &curate.GramSet{}
		if err := e.readSet(n.Path, set); err != nil {
			return nil, fault.Wrap("", err, "read the set %s", n.Name)
		}
		if set.Texts() == 0 {
			return nil, fault.New(fault.Invalid, "the set %s holds no request", n.Name).WithHint("a set is a task, a library of tasks, a file of JSON lines or a text file with a request a line")
		}
		out[n.Name] = set
	}
	return out, nil
}

// readSet adds the requests of a task, a library, a file of JSON lines or a text file.
func (e *Engine) readSet(path string, set *curate.GramSet) error {
	switch ext := filepath.Ext(path); ext {
	case ".jsonl", ".txt":
		info, err := os.Stat(path)
		if err != nil {
			return fault.Wrap("", err, "open %s", path).WithHint("give a file that is there")
		}
		if !info.Mode().IsRegular() {
			return fault.New(fault.Invalid, "%s is no plain file", path).WithHint("give a file")
		}
		f, err := os.Open(path)
		if err != nil {
			return fault.Wrap("", err, "open %s", path)
		}
		defer f.Close()
		if err := curate.ReadTexts(f, ext == ".jsonl", set.Add); err != nil {
			return fault.Wrap("", err, "read %s", path)
		}
		return nil
	}
	tasks, err := e.Open(path)
	if err != nil {
		return err
	}
	for _, l := range tasks {
		if l.Task == nil {
			return fault.New(fault.Invalid, "%s cannot be read as a task", l.Path).WithHint("`coworkenv task lint %s` says why", strings.TrimSuffix(l.Path, "/task.yaml"))
		}
		for _, r := range l.Task.Requests {
			set.Add(r.Say)
		}
	}
	return nil
}
