package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
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

func newMade(cells []cover.Cell) *Made {
	return &Made{Cells: cells, Rejected: map[string]int{}, Codes: map[string]int{}, Altered: map[string]int{}, Escaped: map[string]int{}, Yield: []CellYield{}, Diagnoses: []Diagnosis{}}
}

func (m *Made) yieldOf(d *draftFate) *CellYield {
	for i := range m.Yield {
		if c := &m.Yield[i]; c.Scenario == d.Scenario && c.Language == d.Language && c.Level == d.Level {
			return c
		}
	}
	m.Yield = append(m.Yield, CellYield{Scenario: d.Scenario, Language: d.Language, Level: d.Level, Rejected: map[string]int{}})
	return &m.Yield[len(m.Yield)-1]
}

// count counts what became of a draft.
func (m *Made) count(d draftFate) {
	m.drafts = append(m.drafts, d)
	cell := m.yieldOf(&d)
	m.Drafts++
	cell.Drafts++
	if d.Class != "" {
		m.Altered[d.Class]++
	}
	if d.GivenUp {
		m.GivenUp++
	}
	if !d.Certified {
		m.Rejected[d.Round]++
		cell.Rejected[d.Round]++
		for _, c := range d.Codes {
			m.Codes[c]++
		}
		return
	}
	m.Tasks++
	cell.Certified++
	if d.Class != "" {
		m.Escaped[d.Class]++
	}
}

// sort puts in order what came as the workers were done.
func (m *Made) sort() {
	slices.SortFunc(m.Diagnoses, func(a, b Diagnosis) int { return cmp.Compare(a.Task, b.Task) })
	slices.SortFunc(m.Yield, func(a, b CellYield) int {
		return cmp.Or(cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Language, b.Language), cmp.Compare(a.Level, b.Level))
	})
	slices.SortFunc(m.drafts, func(a, b draftFate) int { return a.draftPlace.compare(b.draftPlace) })
}

// MadeFile keeps what a synthesis came to beside the library, and CostFile what it took.
const (
	MadeFile = "synth-report.json"
	CostFile = "synth-cost.json"
)

// mostMade bounds the size of a synthesis report that is read, in bytes.
const mostMade = 64 << 20

// WriteMade adds what a synthesis came to to what earlier ones into the library did, and writes the
// sum beside it, apart from it what it took, and what became of every draft.
func WriteMade(library string, made *Made) error {
	sum, err := made.withEarlier(library)
	if err != nil {
		return err
	}
	for name, doc := range map[string]any{MadeFile: sum, CostFile: sum.Cost} {
		data, err := json.MarshalIndent(doc, "", "  ")
		if err != nil {
			return fault.Wrap(fault.Internal, err, "write %s", name)
		}
		if err := replaceFile(filepath.Join(library, name), append(data, '\n')); err != nil {
			return err
		}
	}
	return writeDrafts(library, sum.drafts)
}

// readMade reads both again; nil where there is no report.
func readMade(library string) (*Made, error) {
	var m Made
	found, err := readBeside(library, MadeFile, &m)
	if err != nil || !found {
		return nil, err
	}
	if _, err := readBeside(library, CostFile, &m.Cost); err != nil {
		return nil, err
	}
	if m.drafts, err = readDrafts(library); err != nil {
		return nil, err
	}
	m.LastOnly = m.LastOnly || len(m.drafts) != m.Drafts // drafts were not kept when it was written
	return &m, nil
}

// readBeside reads a file that a synthesis left; found is false where there is none.
func readBeside(library, file string, into any) (found bool, err error) {
	data, err := bytesBeside(library, file)
	if err != nil || data == nil {
		return false, err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return false, notOurs(err, library, file)
	}
	return true, nil
}

func notOurs(err error, library, file string) error {
	return fault.Wrap(fault.Invalid, err, "read %s", filepath.Join(library, file)).WithHint("it is no report of a synthesis; move it away or make it anew")
}

// bytesBeside is what a file holds that a synthesis left; nil where there is none.
func bytesBeside(library, file string) ([]byte, error) {
	name := filepath.Join(library, file)
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
	return data, nil
}
