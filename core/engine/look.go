package engine

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// looker stamps the files of task folders again and again. A folder's own time tells whether its
// entries are the same as before, so that a look costs one question a folder and one a file.
type looker struct {
	now  func() time.Time
	dirs map[string]*listing
}

// listing is what a folder holds.
type listing struct {
	changed time.Time
	settled bool // it was read well after it had changed: what came later has another time
	files   []string
	folders []string
}

// unsettled is how long after a change a folder may change again without another time.
const unsettled = 2 * time.Second

// stamp tells one state of a file from another.
type stamp struct {
	name    string
	changed time.Time
	size    int64
}

func (s stamp) same(o stamp) bool {
	return s.name == o.name && s.size == o.size && s.changed.Equal(o.changed)
}

// seen is every file of every task folder, in the order of their names.
type seen map[string][]stamp

// changedFolders are the folders that are new or whose files are others than before, sorted.
// One that is gone is none: there is nothing to open.
func changedFolders(before, now seen) []string {
	var out []string
	for folder, files := range now {
		was, known := before[folder]
		if !known || !slices.EqualFunc(was, files, stamp.same) {
			out = append(out, folder)
		}
	}
	slices.Sort(out)
	return out
}

// look stamps the files of all task folders at the paths.
func (l *looker) look(paths []string) (seen, error) {
	out := make(seen, len(l.dirs))
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, fault.Wrap("", err, "watch %s", p).WithHint("--watch needs task folders or libraries on disk")
		}
		if !info.IsDir() {
			out[p] = []stamp{{"", info.ModTime(), info.Size()}}
			continue
		}
		if err := l.below(filepath.Clean(p), "", out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// below stamps the files of a folder and of those in it; owner is the task folder that they are
// in, "" = none so far.
func (l *looker) below(dir, owner string, out seen) error {
	held, err := l.list(dir)
	if err != nil {
		return err
	}
	if owner == "" && slices.Contains(held.files, task.FileName) {
		owner = dir
		out[owner] = nil
	}
	for _, name := range held.files {
		if owner == "" {
			break
		}
		full := filepath.Join(dir, name)
		if info, err := os.Lstat(full); err == nil { // one that vanishes is seen the next time
			out[owner] = append(out[owner], stamp{full, info.ModTime(), info.Size()})
		}
	}
	for _, name := range held.folders {
		full := filepath.Join(dir, name)
		if err := l.below(full, owner, out); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	return nil
}

// list is what a folder holds, without certificates, links and what is hidden.
func (l *looker) list(dir string) (*listing, error) {
	info, err := os.Stat(dir) // what is watched may be a link; nothing below it is followed
	if err != nil {
		delete(l.dirs, dir)
		return nil, fault.Wrap("", err, "look for tasks")
	}
	known := l.dirs[dir]
	if known != nil && known.settled && known.changed.Equal(info.ModTime()) {
		return known, nil
	}
	held := &listing{changed: info.ModTime(), settled: l.now().Sub(info.ModTime()) > unsettled}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fault.Wrap("", err, "look for tasks")
	}
	for _, e := range entries {
		switch {
		case e.Name()[0] == '.' || e.Name() == CertificateFile:
		case e.IsDir():
			held.folders = append(held.folders, e.Name())
		case e.Type()&fs.ModeType == 0:
			held.files = append(held.files, e.Name())
		}
	}
	l.dirs[dir] = held
	return held, nil
}
