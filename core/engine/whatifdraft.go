package engine

import (
	"bytes"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// Draft is a copy of a task's file that is edited and tried before anything of the task changes.
type Draft struct {
	Of   *Loaded // the task as it was when the draft was made
	File string  // the copy

	engine *Engine
	dir    string // temporary folder of the copy; "" = the copy is somebody else's
	before []byte
}

// Draft copies a task into a temporary folder, with the files that come with it. Remove takes the
// folder away.
func (e *Engine) Draft(l *Loaded) (*Draft, error) {
	before, err := l.Source()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "coworkenv-draft-")
	if err != nil {
		return nil, fault.Wrap("", err, "make a draft of %s", l.ID())
	}
	d := &Draft{Of: l, File: filepath.Join(dir, task.FileName), engine: e, dir: dir, before: before}
	if err := d.fill(); err != nil {
		return nil, keepFirst(err, d.Remove())
	}
	return d, nil
}

// DraftAt takes a file that was edited elsewhere for the draft of a task.
func (e *Engine) DraftAt(l *Loaded, file string) (*Draft, error) {
	before, err := l.Source()
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, task.FileName)
	}
	return &Draft{Of: l, File: file, engine: e, before: before}, nil
}

// Source is the task's file as it was read.
func (l *Loaded) Source() ([]byte, error) {
	if l.Task != nil && l.Task.File != nil {
		return l.Task.File.Data, nil
	}
	if file := l.OnDisk(); file != "" {
		return task.ReadFile(file)
	}
	return nil, fault.New(fault.NotFound, "there is no file of %s to copy", l.ID())
}

func (d *Draft) fill() error {
	if err := os.WriteFile(d.File, d.before, 0o600); err != nil {
		return fault.Wrap("", err, "make a draft of %s", d.Of.ID())
	}
	t := d.Of.Task
	if t == nil || t.File == nil || t.File.Dir == "" {
		return nil
	}
	root, err := os.OpenRoot(t.File.Dir)
	if err != nil {
		return fault.Wrap("", err, "make a draft of %s", d.Of.ID())
	}
	defer root.Close()
	for _, a := range t.Assets {
		data, err := root.ReadFile(filepath.FromSlash(a.Path))
		if err == nil {
			err = writeBelow(d.dir, a.Path, data)
		}
		if err != nil {
			return fault.Wrap("", err, "copy %s into the draft of %s", a.Path, d.Of.ID())
		}
	}
	return nil
}

func keepFirst(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// Remove takes the draft's folder away; one that is somebody else's stays.
func (d *Draft) Remove() error {
	if d.dir == "" {
		return nil
	}
	if err := os.RemoveAll(d.dir); err != nil {
		return fault.Wrap("", err, "take the draft of %s away", d.Of.ID())
	}
	return nil
}

// Before is the text that the draft began with.
func (d *Draft) Before() string { return string(d.before) }

// Text is the draft as it is now.
func (d *Draft) Text() (string, error) {
	data, err := task.ReadFile(d.File)
	return string(data), err
}

// Write puts another text in.
func (d *Draft) Write(text string) error { return replaceFile(d.File, []byte(text)) }

// Open loads the draft as it is now. Its problems stay with it; that it is another task is an
// error, since no trial would be of it.
func (d *Draft) Open() (*Loaded, error) {
	l, err := d.engine.One(d.File)
	if err != nil {
		return nil, err
	}
	if l.Task != nil && l.Task.ID != "" && l.Task.ID != d.Of.ID() {
		return nil, fault.New(fault.Conflict, "the draft has the id %s, and the task %s", l.Task.ID, d.Of.ID()).WithHint("keep the id: stored trials are found by it")
	}
	return l, nil
}

// Apply writes the draft into the task's file. It is refused where the draft does not load, the
// task has no file, or its file was changed since the draft was made.
func (d *Draft) Apply() error {
	file := d.Of.OnDisk()
	if file == "" {
		return fault.New(fault.Denied, "%s has no file on disk to change", d.Of.ID()).WithHint("the draft is at %s: copy it into a library of your own", d.File)
	}
	l, err := d.Open()
	if err != nil {
		return err
	}
	if err := l.Problems.Err(); err != nil {
		return err
	}
	now, err := task.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, d.before) {
		return fault.New(fault.Conflict, "%s was changed since the draft was made", file).WithHint("make the draft anew, or take what you want of %s by hand", d.File)
	}
	text, err := d.Text()
	if err != nil {
		return err
	}
	info, err := os.Lstat(file)
	switch {
	case err != nil:
		return fault.Wrap("", err, "write %s", file)
	case !info.Mode().IsRegular():
		return fault.New(fault.Invalid, "write %s: it is no plain file", file).WithHint("links are not followed; give the file itself")
	}
	if err := replaceFile(file, []byte(text)); err != nil {
		return err
	}
	if err := os.Chmod(file, info.Mode().Perm()); err != nil {
		return fault.Wrap("", err, "write %s", file)
	}
	return nil
}

// Again is the same copy as a draft of the task as it is now, such as after Apply.
func (d *Draft) Again() (*Draft, error) {
	l, err := d.engine.One(d.Of.Path)
	if err != nil {
		return nil, err
	}
	before, err := l.Source()
	if err != nil {
		return nil, err
	}
	return &Draft{Of: l, File: d.File, engine: d.engine, dir: d.dir, before: before}, nil
}
