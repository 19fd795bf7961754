package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// DraftsFile keeps beside a library what became of each of its drafts, one a line. A draft that is
// made again is the same one, so that syntheses into one library add up whatever they have in common.
const DraftsFile = "synth-drafts.jsonl"

// draftPlace is all that a draft depends on.
type draftPlace struct {
	Scenario string          `json:"scenario"`
	Language string          `json:"language"`
	Level    task.Difficulty `json:"difficulty"`
	Seed     uint64          `json:"seed"`
}

func (p draftPlace) compare(q draftPlace) int {
	return cmp.Or(cmp.Compare(p.Scenario, q.Scenario), cmp.Compare(p.Language, q.Language), cmp.Compare(p.Level, q.Level), cmp.Compare(p.Seed, q.Seed))
}

// draftFate is what became of a draft.
type draftFate struct {
	draftPlace
	First     uint64   `json:"first"` // seed of the first draft of the same slot
	Certified bool     `json:"certified"`
	Round     string   `json:"refused_in,omitempty"`
	Codes     []string `json:"codes,omitempty"`
	GivenUp   bool     `json:"given_up,omitempty"` // it was the last of its slot, which has no task
	Class     string   `json:"altered,omitempty"`
}

// slot is the place of the first draft of the same slot.
func (d *draftFate) slot() draftPlace {
	p := d.draftPlace
	p.Seed = d.First
	return p
}

func draftOf(s synth.Slot, first uint64, a attempt) draftFate {
	d := draftFate{draftPlace: draftPlace{s.Scenario.Name, s.Language, s.Level, a.seed}, First: first, Class: a.class}
	switch {
	case a.err != nil:
		d.Round, d.Codes = "scenario", []string{a.err.Error()}
	case accepted(a.report):
		d.Certified = true
	default:
		d.Round, d.Codes, _ = refusalOf(a.report)
	}
	return d
}

// withEarlier is the sum of a synthesis and the earlier ones into a library. A slot that was drafted
// again counts once, as it came out now; the cost was paid each time.
func (m *Made) withEarlier(library string) (*Made, error) {
	old, err := readMade(library)
	if err != nil {
		return nil, err
	}
	sum := newMade(m.Cells)
	sum.Cost, sum.Elsewhere, sum.Diagnoses = m.Cost, m.Elsewhere, slices.Clone(m.Diagnoses)
	again := map[draftPlace]bool{}
	for _, d := range m.drafts {
		again[d.draftPlace], again[d.slot()] = true, true
		sum.count(d)
	}
	if old != nil {
		sum.addEarlier(old, again)
	}
	sum.sort()
	return sum, nil
}

func (m *Made) addEarlier(old *Made, again map[draftPlace]bool) {
	m.LastOnly = old.LastOnly
	m.Cost = old.Cost.and(m.Cost)
	if len(m.Cells) == 0 { // a variant fills no plan
		m.Cells = append([]cover.Cell{}, old.Cells...)
	}
	refused := map[string]bool{} // of these drafts the diagnoses still hold
	for _, d := range old.drafts {
		if again[d.draftPlace] || again[d.slot()] {
			continue
		}
		m.count(d)
		if !d.Certified {
			refused[synth.TaskID(d.Scenario, d.Language, d.Level, d.Seed)] = true
		}
	}
	for _, d := range old.Diagnoses {
		known := slices.ContainsFunc(m.Diagnoses, func(o Diagnosis) bool { return o.Scenario == d.Scenario })
		if refused[d.Task] && !known {
			m.Diagnoses = append(m.Diagnoses, d)
		}
	}
}

func writeDrafts(library string, drafts []draftFate) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for _, d := range drafts {
		if err := enc.Encode(d); err != nil {
			return fault.Wrap(fault.Internal, err, "write %s", DraftsFile)
		}
	}
	return replaceFile(filepath.Join(library, DraftsFile), out.Bytes())
}

func readDrafts(library string) ([]draftFate, error) {
	data, err := bytesBeside(library, DraftsFile)
	if err != nil {
		return nil, err
	}
	var out []draftFate
	for line := range bytes.Lines(data) {
		var d draftFate
		if err := json.Unmarshal(line, &d); err != nil {
			return nil, notOurs(err, library, DraftsFile)
		}
		out = append(out, d)
	}
	return out, nil
}
