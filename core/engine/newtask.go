package engine

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// NewTask makes the folder of a new task in dir, with the starter of a family under the new id, and
// returns the path of its file. What stands there already is a conflict and stays.
func (e *Engine) NewTask(dir, id string, family task.Family) (string, error) {
	if err := task.CheckID(id); err != nil {
		return "", err
	}
	data, err := fs.ReadFile(e.Starters, string(family)+".yaml")
	if err != nil {
		var known []string
		for _, f := range task.Families() {
			known = append(known, string(f))
		}
		return "", fault.New(fault.Usage, "unknown family %q", family).WithHint("one of %s", strings.Join(known, ", "))
	}
	if err := task.MakeLibrary(dir); err != nil {
		return "", err
	}
	path := filepath.Join(dir, id, task.FileName)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", fault.Wrap("", err, "create folder of %s", id)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return "", fault.New(fault.Conflict, "%s exists already", path).WithHint("choose another id, or edit it")
	}
	if err != nil {
		return "", fault.Wrap("", err, "create %s", path)
	}
	_, err = file.Write(named(data, id))
	if err = errors.Join(err, file.Close()); err != nil {
		return "", fault.Wrap("", err, "write %s", path)
	}
	return path, nil
}

// named puts an id in the place of a starter's own.
func named(starter []byte, id string) []byte {
	head, rest, ok := bytes.Cut(starter, []byte("\nid: "))
	if !ok {
		return starter
	}
	_, rest, _ = bytes.Cut(rest, []byte("\n"))
	return bytes.Join([][]byte{head, []byte("\nid: " + id + "\n"), rest}, nil)
}
