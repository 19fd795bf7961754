package whatif

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/gate"
	"coworkenv.dev/coworkenv/tui/ui"
)

// explainedTrial says why a trial is graded otherwise.
type explainedTrial struct {
	trial string
	doc   *ui.Document
	err   error
}

// explain reads the trial at the cursor, for what its audit entries say.
func (s *screen) explain() {
	c := s.trial()
	env, d := s.env, s.draft
	s.showing = env.Host.Restart(s.showing, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if err != nil {
			tell(explainedTrial{err: err})
			return
		}
		stored, err := ws.Trial(ctx, c.Trial)
		if err != nil {
			tell(explainedTrial{err: err})
			return
		}
		var t *task.Task
		if l, err := d.Open(); err == nil { // one that does not load leaves the lines out
			t = l.Task
		}
		tell(explainedTrial{trial: c.Trial, doc: trialDoc(c, stored.Trajectory, t)})
	})
}

func (s *screen) explained(msg explainedTrial) {
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		return
	}
	s.open("Why", msg.trial, msg.doc)
}

// trialDoc says what a draft does to a trial: check by check, before and after, with the audit
// entries that the checks are about. Targets are lines of the draft.
func trialDoc(c *engine.TrialChange, course *trace.Trajectory, t *task.Task) *ui.Document {
	var b ui.Builder
	name, word := flipWord(c.Flip)
	_, was := scoreWord(c.Before)
	_, now := scoreWord(c.After)
	b.Put(name, word).Put(themes.Strong, "  "+was+" → "+now).Put(themes.Muted, fmt.Sprintf("  %s, attempt %d", c.Agent, c.Attempt)).Line(0)
	if c.Elder {
		b.Put(themes.Warn, "! ").Put(themes.Text, "it was run on another version of the task than the draft is of").Line(0)
	}
	if d := c.Diverged; d != nil {
		b.Put(themes.Warn, "! ").Put(themes.Text, fmt.Sprintf("from step %d on its acts come to something else under the draft: the %s", d.Step+1, d.What)).Line(0)
		b.Put(themes.Removed, "    - "+short(d.Stored)).Line(0)
		b.Put(themes.Added, "    + "+short(d.Now)).Line(0)
	}
	if len(c.Checks) == 0 {
		b.Line(0).Put(themes.Muted, "every check says the same").Line(0)
	}
	for i := range c.Checks {
		x := &c.Checks[i]
		line := lineOf(t, x.ID)
		b.Line(0).Put(themes.Accent, x.ID)
		if line > 0 {
			b.Put(themes.Muted, fmt.Sprintf("  line %d of the draft", line))
		}
		b.Line(line)
		putChange(&b, x, line)
		putEntries(&b, course, seqsOf(x), line)
	}
	return b.Document()
}

func putChange(b *ui.Builder, x *engine.CheckChange, line int) {
	if x.Before == nil && x.After == nil {
		putBroken(b, "stored", x.BrokenBefore, line)
		putBroken(b, "draft ", x.BrokenAfter, line)
		return
	}
	putResult(b, "stored", x.Before, line)
	putResult(b, "draft ", x.After, line)
}

func putBroken(b *ui.Builder, when string, list []grade.Violation, line int) {
	if len(list) == 0 {
		b.Put(themes.Muted, "  "+when+"  ").Put(themes.Good, "✓ kept").Line(line)
	}
	for _, v := range list {
		b.Put(themes.Muted, "  "+when+"  ").Put(themes.Bad, "✗ broken").Put(themes.Text, fmt.Sprintf("  entry %d: %s", v.Seq, v.Why)).Line(line)
	}
}

func putResult(b *ui.Builder, when string, c *grade.CheckResult, line int) {
	b.Put(themes.Muted, "  "+when+"  ")
	if c == nil {
		b.Put(themes.Muted, "– there is no such check").Line(line)
		return
	}
	if c.Holds {
		b.Put(themes.Good, "✓ holds")
	} else {
		b.Put(themes.Bad, "✗ fails")
	}
	b.Put(themes.Text, fmt.Sprintf("  %s of %s", c.Earned, c.Weight))
	if c.Of > 1 {
		b.Put(themes.Muted, fmt.Sprintf("  %d of %d items", c.Got, c.Of))
	}
	b.Put(themes.Muted, gate.Moment(c)).Line(line)
	if len(c.Needs) > 0 {
		b.Put(themes.Muted, "            needs ").Put(themes.Text, strings.Join(c.Needs, ", ")).Line(line)
	}
	for _, why := range c.Why {
		b.Put(themes.Text, "            "+why.Sentence("entry ")).Line(line)
	}
}

// seqsOf are the audit entries that a change is about.
func seqsOf(x *engine.CheckChange) []int {
	var out []int
	for _, c := range []*grade.CheckResult{x.Before, x.After} {
		if c == nil {
			continue
		}
		out = append(out, c.Evidence...)
		out = append(out, c.Since, c.Until)
		for _, why := range c.Why {
			out = append(out, why.Seq...)
		}
	}
	for _, list := range [][]grade.Violation{x.BrokenBefore, x.BrokenAfter} {
		for _, v := range list {
			out = append(out, v.Seq)
		}
	}
	out = slices.DeleteFunc(out, func(n int) bool { return n <= 0 })
	slices.Sort(out)
	return slices.Compact(out)
}

// mostEntries bounds the audit entries that are shown of one check.
const mostEntries = 12

func putEntries(b *ui.Builder, course *trace.Trajectory, seqs []int, line int) {
	shown := 0
	for _, c := range course.Calls {
		if !slices.Contains(seqs, c.Seq) {
			continue
		}
		if shown++; shown > mostEntries {
			b.Put(themes.Muted, fmt.Sprintf("  and %d entries more", len(seqs)-mostEntries)).Line(line)
			return
		}
		b.Put(themes.Muted, fmt.Sprintf("  entry %d  ", c.Seq)).Put(themes.Accent, c.Tool).Put(themes.Text, " "+short(c.Args)).Line(line)
		if c.Outcome != world.OK {
			b.Put(themes.Bad, "            ✗ "+c.Outcome.String()).Line(line)
		}
		for i := range c.Effects {
			e := &c.Effects[i]
			b.Put(themes.Muted, "            "+e.Op+" ").Put(themes.Text, strings.TrimSpace(e.Collection+" "+e.ID+" "+strings.Join(e.Fields, ", "))).Line(line)
		}
	}
}

// lineOf is where a check or prohibition stands, 0 = nowhere.
func lineOf(t *task.Task, id string) int {
	if t == nil || t.File == nil {
		return 0
	}
	path := ""
	for i := range t.Checks {
		if t.Checks[i].ID == id {
			path = t.Checks[i].Path
		}
	}
	for i := range t.Forbid {
		if t.Forbid[i].ID == id {
			path = t.Forbid[i].Path
		}
	}
	if path == "" {
		return 0
	}
	line, _ := t.File.Place(path, 0)
	return line
}

// mostText bounds what is shown of a text, in bytes.
const mostText = 600

func short(s string) string {
	if len(s) <= mostText {
		return s
	}
	return strings.ToValidUTF8(s[:mostText], "") + " …"
}
