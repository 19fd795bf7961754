package engine

import (
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// SynthOptions say what to make and where.
type SynthOptions struct {
	Plan  *cover.Plan
	Count int // 0 = the plan's target
	Seed  uint64
	Into  string // folder of the library; made where it is missing
	Tries int    // attempts at a slot before it is given up; 0 = 4
	// Alter changes a draft before it is judged; tests use it to sabotage.
	Alter func(slot synth.Slot, seed uint64, file []byte) (changed []byte, class string)
}

// defaultTries is how often a slot is tried with another seed.
const defaultTries = 4

// Made is what a synthesis came to, or several into one library; the cells are those of the last.
type Made struct {
	Cells     []cover.Cell   `json:"cells"`
	Tasks     int            `json:"tasks"`    // certified
	Drafts    int            `json:"drafts"`   // made, certified or not
	GivenUp   int            `json:"given_up"` // slots without a certified task
	Rejected  map[string]int `json:"rejected"` // drafts by the round that refused them
	Codes     map[string]int `json:"codes"`    // refusals by finding
	Yield     []CellYield    `json:"yield"`    // by cell of the plan
	Altered   map[string]int `json:"altered,omitempty"`
	Escaped   map[string]int `json:"escaped,omitempty"`   // altered drafts that were certified all the same
	Diagnoses []Diagnosis    `json:"diagnoses"`           // the first of each scenario, for its author or a generator
	LastOnly  bool           `json:"last_only,omitempty"` // of the last synthesis: what came of earlier ones is not known
	Cost      Cost           `json:"-"`                   // kept apart: it differs from run to run
	Elsewhere *gate.Cost     `json:"-"`                   // it differs from run to run
	drafts    []draftFate
}

// Diagnosis is a refused draft with what the gate found: what a generator repairs by.
type Diagnosis struct {
	Scenario string         `json:"scenario"`
	Task     string         `json:"task"`
	Seed     uint64         `json:"seed"`
	Attempt  int            `json:"attempt"`
	Findings []gate.Finding `json:"findings"`
}

// attempt is one draft with the gate's word.
type attempt struct {
	seed   uint64
	report *gate.Report
	class  string // of an alteration
	err    error  // the scenario itself failed
}

// slotResult is what became of a slot.
type slotResult struct {
	slot     synth.Slot
	attempts []attempt
	file     []byte
	assets   []task.Asset
	report   *gate.Report // nil = given up
}

// Synth makes tasks for every cell of a plan, takes each through the gate, tries a refused one
// again with another seed, and writes the certified ones.
func (e *Engine) Synth(ctx context.Context, o SynthOptions, progress Progress) (*Made, error) {
	if o.Tries <= 0 {
		o.Tries = defaultTries
	}
	if o.Seed > synth.MostSeed {
		return nil, fault.New(fault.Usage, "the seed %d is too large", o.Seed).WithHint("a seed is a whole number from 0 to %d", synth.MostSeed)
	}
	made := newMade(o.Plan.Cells(e.Scenarios, o.Count))
	slots := e.slots(made.Cells)
	if len(slots) == 0 {
		return nil, noTask(o.Plan)
	}
	if err := task.MakeLibrary(o.Into); err != nil {
		return nil, err
	}
	there, err := e.begin(ctx, len(slots))
	if err != nil {
		return nil, err
	}
	done := 0
	defer made.Cost.metered()()
	m := &making{e, e.gate(), there, &o}
	err = rollout.Each(ctx, slots, e.Workers, m.fillSlot, func(r slotResult) error {
		done++
		made.take(r)
		progress.tell(done, len(slots), r.slot.Scenario.Name)
		if r.report == nil {
			return nil
		}
		return writeTask(o.Into, r.report, r.file, r.assets)
	})
	made.Elsewhere, err = there.end(ctx, err)
	made.sort()
	return made, err
}

// noTask is the error of a plan that has nothing to be made.
func noTask(p *cover.Plan) error {
	return fault.New(fault.Invalid, "the plan %s asks for no task", p.Name).WithHint("`coworkenv coverage plan` shows its cells, and --count N asks for N tasks of those that are meant")
}

func (e *Engine) slots(cells []cover.Cell) []synth.Slot {
	byName := map[string]*synth.Scenario{}
	for _, s := range e.Scenarios {
		byName[s.Name] = s
	}
	var out []synth.Slot
	for _, c := range cells {
		for i := range c.Target {
			out = append(out, synth.Slot{Scenario: byName[c.Scenario], Language: c.Language, Level: c.Level, Index: i})
		}
	}
	return out
}

// making is what the slots of one synthesis share.
type making struct {
	e     *Engine
	gate  *gate.Gate
	there *elsewhere
	o     *SynthOptions
}

// fillSlot tries seeds until one gives a certified task.
func (m *making) fillSlot(ctx context.Context, s synth.Slot) (slotResult, error) {
	r, o := slotResult{slot: s}, m.o
	lex, err := m.e.Lexicon(s.Language)
	if err != nil {
		return r, err
	}
	for i := range o.Tries {
		a := attempt{seed: s.Seed(o.Seed, i, o.Tries)}
		file, t, problems, err := synth.Draw(s.Scenario, synth.Dials{Seed: a.seed, Language: s.Language, Level: s.Level}, lex)
		if err != nil {
			a.err = err
			r.attempts = append(r.attempts, a)
			continue
		}
		if o.Alter != nil {
			file, a.class = o.Alter(s, a.seed, file)
			t, problems = task.Parse(s.Scenario.Name, file)
		}
		if a.report, err = m.judged(ctx, t, problems); err != nil {
			return r, err
		}
		r.attempts = append(r.attempts, a)
		if accepted(a.report) {
			r.file, r.report, r.assets = file, a.report, t.Assets
			break
		}
	}
	return r, nil
}

// judged takes a draft through the gate, and its print in another process.
func (m *making) judged(ctx context.Context, t *task.Task, problems task.Problems) (*gate.Report, error) {
	judge, err := m.there.ask(t, problems)
	if err != nil {
		return nil, err
	}
	r, err := m.gate.Run(ctx, t, problems, gate.Options{})
	if err == nil {
		err = judge(r)
	}
	return r, err
}

// accepted reports whether a draft may stand. Where the truth round asks for a person's decision
// there is none to decide, so that such a draft is refused though the gate would certify it.
func accepted(r *gate.Report) bool {
	return r.Status == gate.Verified && !slices.ContainsFunc(r.Findings, asksPerson)
}

func asksPerson(f gate.Finding) bool {
	return f.Severity == gate.Warning && f.Round == gate.RoundTruth
}

func (m *Made) take(r slotResult) {
	for i, a := range r.attempts {
		m.Cost.add(a.report)
		d := draftOf(r.slot, r.attempts[0].seed, a)
		d.GivenUp = r.report == nil && i == len(r.attempts)-1
		m.count(d)
		if a.err == nil && !accepted(a.report) {
			m.diagnose(r.slot, i, a)
		}
	}
	cover.Count(m.Cells, r.slot.Scenario.Name, r.slot.Language, r.slot.Level, r.report != nil, false)
}

// diagnose keeps what was found in the first refused draft of a scenario.
func (m *Made) diagnose(s synth.Slot, i int, a attempt) {
	if slices.ContainsFunc(m.Diagnoses, func(d Diagnosis) bool { return d.Scenario == s.Scenario.Name }) {
		return
	}
	_, _, errs := refusalOf(a.report)
	m.Diagnoses = append(m.Diagnoses, Diagnosis{s.Scenario.Name, a.report.TaskID, a.seed, i + 1, errs})
}

// refusalOf is the round that refused a draft first, the codes of what was found, and the findings.
func refusalOf(r *gate.Report) (round string, codes []string, errs []gate.Finding) {
	for _, f := range r.Findings {
		if f.Severity == gate.Error || asksPerson(f) {
			if round == "" {
				round = string(f.Round)
			}
			codes = append(codes, string(f.Code))
			errs = append(errs, f)
		}
	}
	slices.Sort(codes)
	return round, slices.Compact(codes), errs
}
