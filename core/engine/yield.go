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

// MadeFile keeps what a synthesis came to beside the library.
const MadeFile = "synth-report.json"

// mostMade bounds the size of a synthesis report that is read, in bytes.
const mostMade = 64 << 20

// WriteMade writes what a synthesis came to beside the library.
func WriteMade(library string, made *Made) error {
	data, err := json.MarshalIndent(made, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write %s", MadeFile)
	}
	return replaceFile(filepath.Join(library, MadeFile), append(data, '\n'))
}

// readMade reads it again; nil where there is none.
func readMade(library string) (*Made, error) {
	name := filepath.Join(library, MadeFile)
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", name)
	}
	if info.Size() > mostMade {
		return nil, fault.New(fault.Exhausted, "%s is larger than %d bytes", name, mostMade).WithHint("it is no report of a synthesis; move it away")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", name)
	}
	var m Made
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read %s", name).WithHint("it is no report of a synthesis; move it away or make it anew")
	}
	return &m, nil
}
