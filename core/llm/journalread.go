package llm

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

// ReadJournal visits the entries of a journal, the oldest file first, until visit returns false. path
// is a folder, or one of its files.
func ReadJournal(path string, visit func(Entry) bool) error {
	files, err := journalFiles(path)
	if err != nil {
		return err
	}
	for _, file := range files {
		more, err := readJournalFile(file, visit)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

func readJournalFile(file string, visit func(Entry) bool) (more bool, err error) {
	f, err := os.Open(file)
	if err != nil {
		return false, fault.Wrap("", err, "read the journal")
	}
	defer f.Close() //nolint:errcheck // only read
	enough := errors.New("enough")
	_, err = readLines(f, func(n int, line []byte) error {
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fault.Wrap(fault.Invalid, err, "line %d of %s", n, file).WithHint("the file is damaged; `coworkenv models purge` removes old ones")
		}
		if !visit(e) {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		return false, nil
	}
	return true, err
}

func journalFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap("", err, "read the journal")
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	list, err := os.ReadDir(path)
	if err != nil {
		return nil, fault.Wrap("", err, "read the journal")
	}
	var out []string
	for _, d := range list {
		if !d.IsDir() && strings.HasSuffix(d.Name(), ".jsonl") {
			out = append(out, filepath.Join(path, d.Name()))
		}
	}
	slices.Sort(out) // a name begins with the time
	return out, nil
}

// Retention says what of a journal is kept.
type Retention struct {
	Before time.Time // files last written before are removed; zero = none for their age
	Bytes  int64     // the oldest files beyond this size are removed; 0 = none for their size
}

// Purged is what a purge removed.
type Purged struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

// PurgeJournal removes whole files of a journal, the oldest first. The file that was written last stays
// unless it is too old.
func PurgeJournal(dir string, r Retention) (Purged, error) {
	var done Purged
	files, err := journalFiles(dir)
	if err != nil {
		return done, err
	}
	infos := make([]fs.FileInfo, len(files))
	total := int64(0)
	for i, f := range files {
		if infos[i], err = os.Stat(f); err != nil {
			return done, fault.Wrap("", err, "purge the journal")
		}
		total += infos[i].Size()
	}
	for i, f := range files {
		old := infos[i].ModTime().Before(r.Before)
		large := r.Bytes > 0 && total > r.Bytes && i < len(files)-1
		if !old && !large {
			continue
		}
		if err := os.Remove(f); err != nil {
			return done, fault.Wrap("", err, "purge the journal")
		}
		total -= infos[i].Size()
		done.Files++
		done.Bytes += infos[i].Size()
	}
	return done, nil
}
