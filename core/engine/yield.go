package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// CellYield is what the drafts of one cell of a plan came to.
type CellYield struct {
	Scenario  string          `json:"scenario"`
	Language  string          `json:"language"`
	Level     task.Difficulty `json:"difficulty"`
	Drafts    int             `json:"drafts"`
	Certified int             `json:"certified"`
	Rejected  map[string]int  `json:"rejected"` // by the round that refused them
}

func (m *Made) yieldOf(s synth.Slot) *CellYield {
	for i := range m.Yield {
		if c := &m.Yield[i]; c.Scenario == s.Scenario.Name && c.Language == s.Language && c.Level == s.Level {
			return c
		}
	}
	m.Yield = append(m.Yield, CellYield{Scenario: s.Scenario.Name, Language: s.Language, Level: s.Level, Rejected: map[string]int{}})
	return &m.Yield[len(m.Yield)-1]
}

func (m *Made) sortYield() {
	slices.SortFunc(m.Yield, func(a, b CellYield) int {
		return cmp.Or(cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Language, b.Language), cmp.Compare(a.Level, b.Level))
	})
}

// MadeFile keeps what a synthesis came to beside the library, and CostFile what it took.
const (
	MadeFile = "synth-report.json"
	CostFile = "synth-cost.json"
)

// mostMade bounds the size of a synthesis report that is read, in bytes.
const mostMade = 64 << 20

// WriteMade writes what a synthesis came to beside the library, and apart from it what it took.
func WriteMade(library string, made *Made) error {
	for name, doc := range map[string]any{MadeFile: made, CostFile: made.Cost} {
		data, err := json.MarshalIndent(doc, "", "  ")
		if err != nil {
			return fault.Wrap(fault.Internal, err, "write %s", name)
		}
		if err := replaceFile(filepath.Join(library, name), append(data, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// readMade reads both again; nil where there is no report.
func readMade(library string) (*Made, error) {
	var m Made
	if found, err := readBeside(library, MadeFile, &m); err != nil || !found {
		return nil, err
	}
	if _, err := readBeside(library, CostFile, &m.Cost); err != nil {
		return nil, err
	}
	return &m, nil
}

// readBeside reads a file that a synthesis left; found is false where there is none.
func readBeside(library, file string, into any) (found bool, err error) {
	name := filepath.Join(library, file)
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return false, nil
	}
	if err != nil {
		return false, fault.Wrap("", err, "read %s", name)
	}
	if info.Size() > mostMade {
		return false, fault.New(fault.Exhausted, "%s is larger than %d bytes", name, mostMade).WithHint("it is no report of a synthesis; move it away")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return false, fault.Wrap("", err, "read %s", name)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return false, fault.Wrap(fault.Invalid, err, "read %s", name).WithHint("it is no report of a synthesis; move it away or make it anew")
	}
	return true, nil
}
