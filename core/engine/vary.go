package engine

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// VaryOptions say what variant of a task is wanted and where it goes.
type VaryOptions struct {
	Step int    // difficulty: +1 harder, -1 easier, 0 the same with other records
	Seed uint64 // the first to be tried; 0 = that of the task for another difficulty, else the one after it, and what the library holds is passed over
	Into string // folder of the library; made where it is missing
	// Force lets the variant of a seed that was asked for replace another task.
	Force bool
}

// mostVaried bounds the seeds that are looked at, mostGated those of them that are judged.
const (
	mostVaried = 64
	mostGated  = 8
)

// MostVarySeed is the largest seed to begin with.
const MostVarySeed = math.MaxInt64 - mostVaried

// Varied is a variant that was made.
type Varied struct {
	Task       string           `json:"task"`
	Parent     string           `json:"parent"`
	Scenario   string           `json:"scenario"`
	From       task.Difficulty  `json:"from"`
	Difficulty task.Difficulty  `json:"difficulty"`
	Seed       uint64           `json:"seed"`
	Passed     []PassedSeed     `json:"passed_over"` // lower seeds that were looked at
	Drafts     int              `json:"drafts"`      // judged
	Checks     bool             `json:"same_checks"`
	Workflow   bool             `json:"same_workflow"`
	Before     *gate.Difficulty `json:"measured_before,omitempty"` // nil where the parent is not certified
	After      *gate.Difficulty `json:"measured"`
	Path       string           `json:"path"`
	report     *gate.Report
	file       []byte
	assets     []task.Asset
	made       *Made // its drafts
}

// PassedSeed is a seed that gave no variant, or a worse one.
type PassedSeed struct {
	Seed uint64 `json:"seed"`
	Why  string `json:"why"`
}

// Vary makes a variant of a task that a scenario made: other records, or the next harder or
// easier form. It looks for one with the same checks and the same sequence of tools, and settles
// for the same scenario where the level changes them. The variant is certified and names its parent.
func (e *Engine) Vary(ctx context.Context, l *Loaded, o VaryOptions) (*Varied, error) {
	if l.Task == nil {
		return nil, l.Problems.Err()
	}
	origin, made := synth.OriginOf(l.Task)
	if place, written := synth.PlaceOf(l.Task); written && !made {
		return nil, fault.New(fault.Unsupported, "%s was written by a model for a cell of %s: a scenario can be drawn again, a model's text cannot", l.ID(), place.Scenario).
			WithHint("`coworkenv synth --by model --seed N` has another task of the cell written")
	}
	if !made {
		return nil, fault.New(fault.Unsupported, "%s was written by hand: there is no scenario to draw a variant from", l.ID()).
			WithHint("variants are made of tasks whose provenance names a scenario; `coworkenv synth` makes such tasks")
	}
	i := slices.IndexFunc(e.Scenarios, func(s *synth.Scenario) bool { return s.Name == origin.Scenario })
	if i < 0 {
		return nil, fault.New(fault.Unsupported, "%s comes of scenario %s, which this build does not have", l.ID(), origin.Scenario).WithHint("use the build that made it")
	}
	v := &Varied{Parent: l.ID(), Scenario: origin.Scenario, From: origin.Level, Passed: []PassedSeed{}, made: newMade(nil)}
	err := task.MakeLibrary(o.Into)
	if err != nil {
		return nil, err
	}
	if v.Difficulty, err = stepped(e.Scenarios[i], origin.Level, o.Step); err != nil {
		return nil, err
	}
	end := v.made.Cost.metered()
	if err := e.draw(ctx, l.Task, e.Scenarios[i], o, v); err != nil {
		return nil, err
	}
	end()
	if before, err := e.gate().Run(ctx, l.Task, l.Problems, gate.Options{}); err != nil {
		return nil, err
	} else if before.Status == gate.Verified {
		v.Before = before.Difficulty
	}
	v.Path = filepath.Join(o.Into, v.Task)
	if err := writeTask(o.Into, v.report, v.file, v.assets); err != nil {
		return nil, err
	}
	return v, WriteMade(o.Into, v.made)
}

// stepped is the next level of a scenario in a direction.
func stepped(s *synth.Scenario, from task.Difficulty, step int) (task.Difficulty, error) {
	levels := []task.Difficulty{"easy", "medium", "hard"}
	if step == 0 {
		return from, nil
	}
	for i := slices.Index(levels, from) + step; i >= 0 && i < len(levels); i += step {
		if s.Reaches(levels[i]) {
			return levels[i], nil
		}
	}
	word := map[bool]string{true: "harder", false: "easier"}[step > 0]
	return "", fault.New(fault.Unsupported, "scenario %s has no form that is %s than %s", s.Name, word, from).
		WithHint("it has %v; --other-records keeps the difficulty", s.Levels)
}

// drawn is a draft of a variant.
type drawn struct {
	seed             uint64
	file             []byte
	task             *task.Task
	problems         task.Problems
	checks, workflow bool // as the parent's
}

// draw looks through seeds for drafts like the parent and takes the first that is certified.
func (e *Engine) draw(ctx context.Context, parent *task.Task, s *synth.Scenario, o VaryOptions, v *Varied) error {
	first := o.Seed
	if first == 0 && parent.Provenance.Seed >= 0 {
		first = uint64(parent.Provenance.Seed)
		if o.Step == 0 {
			first++
		}
	}
	drafts, why, err := e.drafts(parent, s, first, o, v.Difficulty)
	if err != nil {
		return err
	}
	for _, d := range drafts[:min(len(drafts), mostGated)] {
		there, same := placed(o.Into, &d)
		if there && !same && !o.Force {
			return fault.New(fault.Conflict, "%s is another task that the library has: seed %d would replace it", filepath.Join(o.Into, d.task.ID), d.seed).
				WithHint("without --seed the next id is taken that is free; or give another --seed or --into, or add --force to replace it")
		}
		report, err := e.gate().Run(ctx, d.task, d.problems, gate.Options{})
		if err != nil {
			return err
		}
		v.Drafts++
		a := attempt{seed: d.seed, report: report}
		v.made.Cost.add(report)
		v.made.count(draftOf(synth.Slot{Scenario: s, Language: parent.Language, Level: v.Difficulty}, d.seed, a))
		if accepted(report) {
			v.Task, v.Seed, v.Checks, v.Workflow = report.TaskID, d.seed, d.checks, d.workflow
			v.After, v.report, v.file, v.assets = report.Difficulty, report, d.file, d.task.Assets
			for seed := first; seed < d.seed; seed++ {
				v.Passed = append(v.Passed, PassedSeed{seed, why[seed]})
			}
			return nil
		}
		why[d.seed] = "not certified"
	}
	return fault.New(fault.GateFailed, "no variant of %s with a seed from %d on is certified", parent.ID, first).WithHint("try another --seed")
}

// drafts are those of the seeds from the first on, the likest first, and what speaks against each
// seed. Where no seed was asked for, one whose task the library has is passed over.
func (e *Engine) drafts(parent *task.Task, s *synth.Scenario, first uint64, o VaryOptions, level task.Difficulty) (drafts []drawn, why map[uint64]string, err error) {
	lex, err := e.Lexicon(parent.Language)
	if err != nil {
		return nil, nil, err
	}
	why = map[uint64]string{}
	var failed error
	for seed, end := first, first+mostVaried; seed < end; seed++ {
		d := drawn{seed: seed}
		d.file, d.task, d.problems, err = synth.Draw(s, synth.Dials{Seed: seed, Language: parent.Language, Level: level, Parent: parent.ID}, lex)
		if err != nil || d.task == nil {
			failed, why[seed] = err, "draws no task" // that none does is told below
			continue
		}
		if d.task.ID == parent.ID {
			why[seed] = "is the task itself"
			continue
		}
		if there, _ := placed(o.Into, &d); there && o.Seed == 0 {
			why[seed] = "the library has it"
			end++
			continue
		}
		d.checks = slices.Equal(checkList(parent), checkList(d.task))
		d.workflow = slices.Equal(toolList(parent), toolList(d.task))
		switch {
		case !d.checks:
			why[seed] = "other checks"
		case !d.workflow:
			why[seed] = "other tools"
		}
		drafts = append(drafts, d)
	}
	if len(drafts) == 0 && failed != nil {
		return nil, nil, failed
	}
	slices.SortStableFunc(drafts, func(a, b drawn) int { return b.likeness() - a.likeness() })
	return drafts, why, nil
}

// placed reports whether something stands where a draft would go, and whether it is the same task.
func placed(into string, d *drawn) (there, same bool) {
	folder := filepath.Join(into, d.task.ID)
	if _, err := os.Lstat(folder); err != nil {
		return false, false
	}
	file, err := os.ReadFile(filepath.Join(folder, task.FileName))
	return true, err == nil && bytes.Equal(file, d.file)
}

func (d *drawn) likeness() int {
	n := 0
	if d.checks {
		n += 2
	}
	if d.workflow {
		n++
	}
	return n
}

// checkList is what grades a task, apart from its values.
func checkList(t *task.Task) []string {
	var out []string
	for _, c := range t.Checks {
		out = append(out, c.ID+" "+c.Kind)
	}
	for _, f := range t.Forbid {
		out = append(out, f.ID+" forbid "+f.Kind)
	}
	return out
}

// toolList is the sequence of the solution's tools.
func toolList(t *task.Task) []string {
	var out []string
	for _, a := range t.Solution {
		out = append(out, a.Tool)
	}
	return out
}
