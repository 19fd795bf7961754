package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// TaskHistory is how a task was written, with what each round changed.
type TaskHistory struct {
	*author.History
	Folder  string        `json:"folder"`
	Changes []RoundChange `json:"changes"` // parallel to the rounds
}

// RoundChange is a draft beside the one before it.
type RoundChange struct {
	Round   int               `json:"round"`
	Text    string            `json:"text"`              // the draft
	Lines   []author.Line     `json:"lines,omitempty"`   // nil in the first round
	Meaning []task.Difference `json:"meaning,omitempty"` // where both drafts could be read
}

// History tells how a task that models wrote came to be. path is its folder in a library, whether it is
// there or was rejected, or the folder of its history.
func (e *Engine) History(path string) (*TaskHistory, error) {
	path = filepath.Clean(path)
	for _, dir := range []string{path, filepath.Join(filepath.Dir(path), HistoryFolder, filepath.Base(path))} {
		h, err := author.ReadHistory(dir)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		return withChanges(dir, h)
	}
	return nil, fault.New(fault.NotFound, "there is no history of %s", path).WithHint("name a task of a library that `coworkenv synth --by model` filled, e.g. my-library/ID; `coworkenv synth history LIBRARY` lists them")
}

func withChanges(dir string, h *author.History) (*TaskHistory, error) {
	out := &TaskHistory{History: h, Folder: dir, Changes: []RoundChange{}}
	var last *task.Task
	for i, r := range h.Rounds {
		data, err := author.ReadDraft(dir, r)
		if err != nil {
			return nil, err
		}
		c := RoundChange{Round: r.N, Text: string(data)}
		t, _ := task.Parse(h.Task, data)
		if i > 0 {
			c.Lines = author.Compare(out.Changes[i-1].Text, c.Text, besideDiff)
			if last != nil && t != nil {
				c.Meaning = task.Diff(last, t)
			}
		}
		last = t
		out.Changes = append(out.Changes, c)
	}
	return out, nil
}

// besideDiff is how many lines are shown beside a difference.
const besideDiff = 2

// Histories lists the histories of a library by task.
func (e *Engine) Histories(library string) ([]*author.History, error) {
	folder := filepath.Join(library, HistoryFolder)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "%s keeps no history", library).WithHint("`coworkenv synth --by model --into %s` writes tasks and keeps how", library)
	}
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", folder)
	}
	out := []*author.History{}
	for _, x := range entries {
		if !x.IsDir() {
			continue
		}
		h, err := author.ReadHistory(filepath.Join(folder, x.Name()))
		if fault.KindOf(err) == fault.NotFound {
			continue // it was begun and has no round yet
		}
		if err != nil {
			return nil, err
		}
		out = append(out, h)
	}
	return out, nil
}
