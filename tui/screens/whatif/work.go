package whatif

import (
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/tui/highlight"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Messages of Work.
type (
	// made is the draft, copied.
	made struct {
		draft *engine.Draft
		file  string
		err   error
	}
	// read is the draft as it is now.
	read struct {
		text     string
		doc      *ui.Document
		problems task.Problems
		marks    []int
		err      error
	}
	// graded is one trial under it.
	graded struct {
		change *engine.TrialChange
		total  int
	}
	// tried ends the grading.
	tried struct {
		oracle oracle
		none   bool // there is no workspace
		err    error
	}
	edited struct{}
)

// workspace is the one there is, nil for none.
func workspace(ctx context.Context, env *screens.Env) (*engine.Workspace, error) {
	ws, err := env.Workspace.Existing(ctx)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	return ws, err
}

// makeDraft copies the task, and takes the copy away when the screen is left.
func (s *screen) makeDraft() {
	env, of := s.env, s.of
	s.busy = true
	env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := workspace(ctx, env)
		if err != nil {
			tell(made{err: err})
			return
		}
		l, err := env.Engine.Named(ctx, ws, of)
		if err != nil {
			tell(made{err: err})
			return
		}
		d, err := env.Engine.Draft(l)
		if err != nil {
			tell(made{err: err})
			return
		}
		tell(made{draft: d, file: l.OnDisk()})
		tell(screens.Waiting{})
		<-ctx.Done()
		if err := d.Remove(); err != nil {
			tell(made{err: err})
		}
	})
}

func (s *screen) made(msg made) {
	s.busy = false
	if msg.err != nil {
		s.failed = msg.err
		s.env.Host.Fail(msg.err)
		return
	}
	s.draft, s.file = msg.draft, msg.file
	s.try(nil, false)
}

// try reads the draft and grades the trials under it, in place of a grading that goes on. write is
// put into the draft before; nil = it is taken as it is. undo says that what it was can be had
// back.
func (s *screen) try(write *string, undo bool) {
	if undo && s.pager.Doc != nil {
		if s.undo = append(s.undo, s.text); len(s.undo) > mostUndo {
			s.undo = s.undo[1:]
		}
	}
	env, d := s.env, s.draft
	s.busy, s.failed, s.total, s.sum, s.oracle = true, nil, 0, engine.WhatIf{}, oracle{}
	s.keepTrial()
	s.trials, s.elders = nil, 0
	s.layTrials()
	s.job = env.Host.Restart(s.job, func(ctx context.Context, tell func(screens.Msg)) {
		if write != nil {
			if err := d.Write(*write); err != nil {
				tell(read{err: err})
				return
			}
		}
		r := readDraft(d)
		tell(r)
		if r.err == nil && len(r.problems) == 0 {
			tell(gradeTrials(ctx, env, d, tell))
		}
	})
}

func readDraft(d *engine.Draft) read {
	var r read
	if r.text, r.err = d.Text(); r.err != nil {
		return r
	}
	runs, err := highlight.YAML(r.text)
	if err != nil {
		r.err = err
		return r
	}
	r.doc = ui.NewDocument(r.text, runs)
	r.doc.Prepare()
	l, err := d.Open()
	if err != nil {
		r.err = err
		return r
	}
	r.problems = l.Problems.Errors()
	r.marks = marksOf(l.Task)
	return r
}

// marksOf are the lines where checks, prohibitions and facts begin.
func marksOf(t *task.Task) []int {
	if t == nil || t.File == nil {
		return nil
	}
	var out []int
	add := func(path string) {
		if line, _ := t.File.Place(path, 0); line > 0 {
			out = append(out, line)
		}
	}
	for i := range t.Facts {
		add("facts." + t.Facts[i].Name)
	}
	for i := range t.Checks {
		add(t.Checks[i].Path)
	}
	for i := range t.Forbid {
		add(t.Forbid[i].Path)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// gradeTrials grades the stored trials; without a workspace the solution alone.
func gradeTrials(ctx context.Context, env *screens.Env, d *engine.Draft, tell func(screens.Msg)) tried {
	var out tried
	ws, err := workspace(ctx, env)
	if err != nil {
		return tried{err: err}
	}
	if ws == nil {
		out.none = true
		l, err := d.Open()
		if err != nil {
			return tried{err: err}
		}
		score, err := env.Engine.OracleScore(ctx, l)
		out.oracle, out.err = oracleOf(score), err
		return out
	}
	sum, err := ws.WhatIf(ctx, d, func(c *engine.TrialChange, total int) { tell(graded{c, total}) })
	out.err = err
	if sum != nil {
		out.oracle = oracleOf(sum.Oracle)
	}
	return out
}

func oracleOf(score *grade.Score) oracle {
	if score == nil {
		return oracle{known: true, none: true}
	}
	return oracle{known: true, score: score.Score.String(), one: score.Score == grade.One}
}

// read takes the draft as it is now.
func (s *screen) read(msg read) {
	if msg.doc != nil {
		first := s.pager.Doc == nil
		s.text, s.marks = msg.text, msg.marks
		if n := len(s.undo); n > 0 && s.undo[n-1] == msg.text {
			s.undo = s.undo[:n-1] // nothing came of the change
		}
		s.pager.Swap(msg.doc)
		if first {
			s.toBegin()
		}
	}
	s.problems = msg.problems
	switch {
	case msg.err != nil:
		s.busy, s.failed = false, msg.err
		s.env.Host.Fail(msg.err)
	case len(msg.problems) > 0:
		s.busy = false
		s.opened = &opened{title: "Problems", note: plural(len(msg.problems), "error")}
		s.opened.pager = ui.Pager{Hang: true, Cursor: true}
		s.opened.pager.Show(problemsDoc(msg.problems))
	case s.opened != nil && s.opened.title == "Problems":
		s.opened = nil
	}
	s.layTrials()
}

// toBegin puts the cursor where the person comes from, else on the first check.
func (s *screen) toBegin() {
	line := s.begin
	if line == 0 {
		line = s.firstCheck()
	}
	s.pager.GoTo(max(0, min(line, s.pager.Doc.Lines())-1))
}

func (s *screen) firstCheck() int {
	for i, line := range strings.Split(s.text, "\n") {
		if strings.HasPrefix(line, "checks:") {
			return i + 2
		}
	}
	return 1
}

// graded takes one trial: those that flip stand first.
func (s *screen) graded(msg graded) {
	s.total = msg.total
	s.sum.Count(msg.change.Flip)
	if msg.change.Elder {
		s.elders++
	}
	s.keepTrial()
	at, _ := slices.BinarySearchFunc(s.trials, msg.change, order)
	s.trials = slices.Insert(s.trials, at, msg.change)
	s.layTrials()
}

func (s *screen) tried(msg tried) {
	s.busy, s.oracle, s.none, s.failed = false, msg.oracle, msg.none, msg.err
	s.env.Host.Fail(msg.err)
	s.layTrials()
	s.want = ""
}

// keepTrial notes the trial under the cursor, to find it again.
func (s *screen) keepTrial() {
	if c := s.trial(); c != nil && s.want == "" && s.chosen {
		s.want = c.Trial
	}
}

// layTrials tells the table what there is.
func (s *screen) layTrials() {
	n := len(s.trials)
	if s.only {
		n = s.flips()
	}
	s.table.SetLen(n)
	if s.want == "" {
		if !s.chosen {
			s.table.MoveTo(0) // what flips is seen first
		}
		return
	}
	for i := range n {
		if s.trials[i].Trial == s.want {
			s.table.MoveTo(i)
			s.want = ""
			return
		}
	}
}

// flips is how many trials flip; they stand first.
func (s *screen) flips() int { return s.sum.FailsNow + s.sum.PassesNow }
