package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// CurriculumOptions say whose trials the next plan follows from.
type CurriculumOptions struct {
	Run    string // trials of this run; "" = all
	Agent  string // and only of this agent; "" = all
	Where  string // and only those that match
	Plan   string // plan to go on from: file or name; "" = the default
	Target int    // tasks of the next plan; 0 = as many as that
	Least  int    // trials that a cell needs before anything is said of it; 0 = 4
}

// Curriculum is the next plan, with the reason for each cell.
type Curriculum struct {
	Plan      *cover.Plan      `json:"-"`
	File      string           `json:"file,omitempty"`
	Base      string           `json:"base"`
	Target    int              `json:"target"`
	Trials    int              `json:"trials"`
	Missing   int              `json:"missing"`   // trials without a reward, which say nothing
	Strangers int              `json:"strangers"` // trials of tasks that were made for no cell
	Cells     []CurriculumCell `json:"cells"`
}

// CurriculumCell is what the trials say of one cell.
type CurriculumCell struct {
	Scenario string          `json:"scenario"`
	Language string          `json:"language"`
	Level    task.Difficulty `json:"difficulty"`
	Trials   int             `json:"trials"`
	Passed   int             `json:"passed"`
	Mean     float64         `json:"mean"`
	Groups   int             `json:"groups"`
	Flat     int             `json:"flat"` // groups of two or more without variance
	Verdict  CurriculumWord  `json:"verdict"`
	Share    float64         `json:"share"`
	Why      string          `json:"why"`
}

// CurriculumWord sums a cell up.
type CurriculumWord string

// The verdicts.
const (
	TooEasy  CurriculumWord = "too_easy"
	TooHard  CurriculumWord = "too_hard"
	Learning CurriculumWord = "learning" // passes and fails: here is the signal
	Unknown  CurriculumWord = "unknown"  // too few trials
	Neighbor CurriculumWord = "neighbor" // not tried; beside one that is too easy or too hard
)

// The bounds of what can be learned from, by share of passed trials, and what shares become.
const (
	easyFrom  = 0.9
	hardBelow = 0.1
	flatShare = 0.25 // of a cell without signal: a little, since students change
	stepShare = 2.0  // of the next level where this one is too easy, of the one before where it is too hard
)

type cellKey struct {
	scenario, language string
	level              task.Difficulty
}

// Curriculum writes the next coverage plan from where a student fails. Errors: NotFound where no
// trial is of a scenario's task.
func (w *Workspace) Curriculum(ctx context.Context, o CurriculumOptions) (*Curriculum, error) {
	base, err := w.Plan(o.Plan)
	if err != nil {
		return nil, err
	}
	groups, err := w.trialGroups(ctx, SignalOptions{Run: o.Run, Where: o.Where})
	if err != nil {
		return nil, err
	}
	if o.Least == 0 {
		o.Least = 4
	}
	c := &Curriculum{Base: base.Name, Target: base.Target}
	if o.Target > 0 {
		c.Target = o.Target
	}
	if groups, err = ofAgent(groups, o.Agent); err != nil {
		return nil, err
	}
	cells := map[cellKey]*CurriculumCell{}
	for _, rows := range groups {
		key, made, err := w.cellOf(ctx, rows[0].TaskDigest)
		if err != nil {
			return nil, err
		}
		c.count(rows, key, made, cells)
	}
	if len(cells) == 0 {
		return nil, fault.New(fault.NotFound, "no trial with a reward is of a task that a scenario made").
			WithHint("`coworkenv synth` makes such tasks; roll them out and try again")
	}
	c.judge(cells, o.Least, w.Scenarios)
	next := *base
	next.Name, next.Target, next.Emphasis = "curriculum", c.Target, nil
	for _, cell := range c.Cells {
		next.Emphasis = append(next.Emphasis, cover.Emphasis{Scenario: cell.Scenario, Language: cell.Language, Level: cell.Level, Share: cell.Share, Why: cell.Why})
	}
	c.Plan = &next
	return c, nil
}

// ofAgent keeps the groups of one agent, named with or without its model; of all where none is named.
func ofAgent(groups [][]store.TrialRow, agent string) ([][]store.TrialRow, error) {
	if agent == "" {
		return groups, nil
	}
	var out [][]store.TrialRow
	there := map[string]bool{}
	for _, rows := range groups {
		name := actor(rows[0].Agent, rows[0].Model)
		there[name] = true
		if name == agent || rows[0].Agent == agent {
			out = append(out, rows)
		}
	}
	if len(out) == 0 {
		return nil, fault.New(fault.NotFound, "there is no trial of an agent %s", agent).
			WithHint("there are trials of %s", strings.Join(slices.Sorted(maps.Keys(there)), ", "))
	}
	return out, nil
}

// cellOf is the cell that a stored task belongs to.
func (w *Workspace) cellOf(ctx context.Context, digest string) (cellKey, bool, error) {
	row, err := w.Store.Task(ctx, digest)
	if fault.KindOf(err) == fault.NotFound {
		return cellKey{}, false, nil
	}
	if err != nil {
		return cellKey{}, false, err
	}
	t, problems := task.Parse(row.ID+"/"+task.FileName, row.Source)
	if t == nil || problems.Err() != nil {
		return cellKey{}, false, nil
	}
	// Models write for the same cells. A scenario that is gone has none: no plan may name it.
	origin, made := synth.PlaceOf(t)
	made = made && slices.ContainsFunc(w.Scenarios, func(s *synth.Scenario) bool { return s.Name == origin.Scenario })
	return cellKey{origin.Scenario, origin.Language, origin.Level}, made, nil
}

// count takes one group in.
func (c *Curriculum) count(rows []store.TrialRow, key cellKey, made bool, cells map[cellKey]*CurriculumCell) {
	var scores []int64
	passed := 0
	for i := range rows {
		if rows[i].Status != store.TrialScored {
			c.Missing++
			continue
		}
		scores = append(scores, rows[i].Score)
		if rows[i].Pass {
			passed++
		}
	}
	c.Trials += len(scores)
	if !made {
		c.Strangers += len(scores)
		return
	}
	if len(scores) == 0 {
		return
	}
	cell := cells[key]
	if cell == nil {
		cell = &CurriculumCell{Scenario: key.scenario, Language: key.language, Level: key.level}
		cells[key] = cell
	}
	sum := 0.0
	for _, s := range scores {
		sum += grade.Micros(s).Float()
	}
	cell.Mean = (cell.Mean*float64(cell.Trials) + sum) / float64(cell.Trials+len(scores))
	cell.Trials, cell.Passed = cell.Trials+len(scores), cell.Passed+passed
	cell.Groups++
	if len(scores) > 1 && slices.Min(scores) == slices.Max(scores) {
		cell.Flat++
	}
}

// judge gives every cell its verdict, and their untried neighbours a share.
func (c *Curriculum) judge(cells map[cellKey]*CurriculumCell, least int, scenarios []*synth.Scenario) {
	for key, cell := range cells {
		cell.judge(least)
		step := 0
		switch cell.Verdict {
		case TooEasy:
			step = 1
		case TooHard:
			step = -1
		}
		if level, ok := besideLevel(key, step, scenarios); ok && cells[cellKey{key.scenario, key.language, level}] == nil {
			beside := fmt.Sprintf("not tried; %s is %s", cell.Level, strings.ReplaceAll(string(cell.Verdict), "_", " "))
			c.Cells = append(c.Cells, CurriculumCell{Scenario: key.scenario, Language: key.language, Level: level, Verdict: Neighbor, Share: stepShare, Why: beside})
		}
		c.Cells = append(c.Cells, *cell)
	}
	order := func(l task.Difficulty) int { return slices.Index(curriculumLevels[:], l) }
	slices.SortFunc(c.Cells, func(a, b CurriculumCell) int {
		return cmp.Or(strings.Compare(a.Scenario, b.Scenario), strings.Compare(a.Language, b.Language), order(a.Level)-order(b.Level), strings.Compare(string(a.Verdict), string(b.Verdict)), strings.Compare(a.Why, b.Why))
	})
	c.Cells = slices.CompactFunc(c.Cells, func(a, b CurriculumCell) bool { // a neighbour of two
		return a.Scenario == b.Scenario && a.Language == b.Language && a.Level == b.Level
	})
}

var curriculumLevels = [...]task.Difficulty{"easy", "medium", "hard"}

// besideLevel is the level a step harder or easier that the scenario reaches.
func besideLevel(key cellKey, step int, scenarios []*synth.Scenario) (task.Difficulty, bool) {
	at := slices.Index(curriculumLevels[:], key.level) + step
	if step == 0 || at < 0 || at >= len(curriculumLevels) {
		return "", false
	}
	for _, s := range scenarios {
		if s.Name == key.scenario {
			return curriculumLevels[at], s.Reaches(curriculumLevels[at])
		}
	}
	return "", false
}

// judge says what a cell's trials mean for the next plan.
func (c *CurriculumCell) judge(least int) {
	rate := float64(c.Passed) / float64(c.Trials)
	told := fmt.Sprintf("%d of %d trials pass, mean score %.2f, %d of %d groups flat", c.Passed, c.Trials, c.Mean, c.Flat, c.Groups)
	flat := c.Groups > 0 && c.Flat == c.Groups
	switch {
	case c.Trials < least:
		c.Verdict, c.Share, c.Why = Unknown, 1, told+": too few to say"
	case rate > easyFrom || flat && c.Mean >= 0.5:
		c.Verdict, c.Share, c.Why = TooEasy, flatShare, told+": too easy, little is left to learn"
	case rate < hardBelow && c.Mean < hardBelow || flat:
		c.Verdict, c.Share, c.Why = TooHard, flatShare, told+": too hard, no trial shows how"
	default:
		// Most where it fails most, as long as trials differ.
		c.Verdict, c.Share, c.Why = Learning, math.Round(100*(1+3*(1-c.Mean)))/100, told+": it fails here and can learn"
	}
}
