package author

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// HistoryFormat is the format's name and version.
const HistoryFormat = "coworkenv.history/v1"

// HistoryFile is its name in the folder of a task's history.
const HistoryFile = "history.json"

// Status is how the writing of a task stands.
type Status string

// The statuses.
const (
	StatusOpen     Status = "open"     // it was interrupted, or an endpoint failed
	StatusAccepted Status = "accepted" // its last draft is the task
	StatusRejected Status = "rejected" // no draft of its rounds was accepted
)

// History is how a task came to be: every round with its draft, what spoke against it, and the
// exchanges with models that it comes from.
type History struct {
	Format    string          `json:"format"`
	Task      string          `json:"task"`
	Scenario  string          `json:"scenario"`
	Family    task.Family     `json:"family"`
	Language  string          `json:"language"`
	Level     task.Difficulty `json:"difficulty"`
	Seed      uint64          `json:"seed"`
	Profile   string          `json:"profile"` // of the generator
	Model     string          `json:"model"`
	Prompts   string          `json:"prompts"`           // their digest
	Graders   int             `json:"graders,omitempty"` // discriminators; 0 = the generator graded
	Status    Status          `json:"status"`
	Rounds    []Round         `json:"rounds"`
	Ambiguity *Ambiguity      `json:"ambiguity,omitempty"`
}

// Round is one draft.
type Round struct {
	N        int            `json:"round"`
	Draft    string         `json:"draft"` // file beside the history: the document, or a reply that holds none
	Digest   string         `json:"digest,omitempty"`
	Stopped  gate.RoundName `json:"stopped,omitempty"` // the first round that refused it; "" = none did
	Findings []Finding      `json:"findings"`          // why it was refused; none = it was accepted
	Notes    []string       `json:"notes,omitempty"`   // for a person; they refuse nothing
	By       []Exchange     `json:"by"`
}

func (a *Author) history(s Slot) *History {
	p := a.Generator.Profile()
	return &History{Format: HistoryFormat, Task: s.ID(), Scenario: s.Scenario.Name, Family: s.Scenario.Family, Language: s.Language, Level: s.Level,
		Seed: s.Seed, Profile: p.Name, Model: p.Model, Prompts: a.Prompts.Digest(), Status: StatusOpen, Rounds: []Round{}}
}

// keep writes the last round's draft, then the history that names it: killed between the two, the
// former history is whole.
func (h *History) keep(dir string, d *draft) error {
	r := &h.Rounds[len(h.Rounds)-1]
	if r.Findings == nil {
		r.Findings = []Finding{}
	}
	data := d.file
	r.Draft = fmt.Sprintf("round-%d.yaml", r.N)
	if data == nil {
		r.Draft, data = fmt.Sprintf("round-%d.txt", r.N), []byte(clip(strings.ToValidUTF8(d.said, "\uFFFD"), mostReply))
	}
	if err := replace(filepath.Join(dir, r.Draft), data); err != nil {
		return err
	}
	return h.Save(dir)
}

// Save writes the history into its folder, whole or not at all.
func (h *History) Save(dir string) error {
	data, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the history of %s", h.Task)
	}
	return replace(filepath.Join(dir, HistoryFile), append(data, '\n'))
}

func replace(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".new-")
	if err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	defer os.Remove(tmp.Name()) //nolint:errcheck // it is gone once it was renamed
	_, err = tmp.Write(data)
	if err := errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	if err := os.Rename(tmp.Name(), name); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	return nil
}

// mostHistory bounds a history that is read, in bytes, and mostRounds its rounds.
const (
	mostHistory = 16 << 20
	mostRounds  = 1000
)

// ReadHistory reads the history in a folder. One that is not there is of kind NotFound.
func ReadHistory(dir string) (*History, error) {
	data, err := plainFile(filepath.Join(dir, HistoryFile), mostHistory)
	if err != nil {
		return nil, err
	}
	h, err := ParseHistory(data)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read %s", filepath.Join(dir, HistoryFile)).WithHint("%s", fault.HintOf(err))
	}
	return h, nil
}

// ParseHistory reads a history's text. What it names is checked: ids, and files beside it.
func ParseHistory(data []byte) (*History, error) {
	var h History
	if err := json.Unmarshal(data, &h); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "it is no history").WithHint("move it away; the task is written again from the replies that are kept")
	}
	switch {
	case h.Format != HistoryFormat:
		return nil, fault.New(fault.Invalid, "its format is %q and not %q", clip(h.Format, 100), HistoryFormat).WithHint("use the build that wrote it")
	case !slices.Contains([]Status{StatusOpen, StatusAccepted, StatusRejected}, h.Status) || len(h.Rounds) > mostRounds:
		return nil, fault.New(fault.Invalid, "its status is %q, with %d rounds", clip(string(h.Status), 100), len(h.Rounds)).WithHint("move it away")
	}
	if err := task.CheckID(h.Task); err != nil {
		return nil, err
	}
	for i, r := range h.Rounds {
		if r.N != i+1 || r.Draft != fmt.Sprintf("round-%d.yaml", r.N) && r.Draft != fmt.Sprintf("round-%d.txt", r.N) {
			return nil, fault.New(fault.Invalid, "round %d has number %d and draft %q", i+1, r.N, clip(r.Draft, 100)).WithHint("move it away")
		}
	}
	return &h, nil
}

// ReadDraft reads the draft of a round.
func ReadDraft(dir string, r Round) ([]byte, error) {
	return plainFile(filepath.Join(dir, r.Draft), mostHistory)
}

func plainFile(name string, most int64) ([]byte, error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(fault.NotFound, "there is no %s", name)
	case err != nil:
		return nil, fault.Wrap("", err, "read %s", name)
	case !info.Mode().IsRegular() || info.Size() > most:
		return nil, fault.New(fault.Invalid, "%s is no plain file of at most %d bytes", name, most).WithHint("move it away")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", name)
	}
	return data, nil
}
