package trajectory

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// finder is the search within the trial. Letter case does not count.
type finder struct {
	prompt ui.Prompt
	typing bool
	past   []string

	text  string
	note  string
	rows  []int // of the outline that hold it, in order
	job   *screens.Job
	fresh bool // the next text that is shown goes to its first place
}

type found struct {
	course *engine.Course
	text   string
	rows   []int
	places int
	jump   bool
}

func (f *finder) clear() {
	f.job.Stop()
	f.text, f.note, f.rows, f.fresh = "", "", nil, false
}

// needle is what the pagers mark: small letters find capitals as well.
func (f *finder) needle() string { return strings.ToLower(f.text) }

// holds tells whether a row of the outline holds the text.
func (f *finder) holds(row int) bool {
	i := sort.SearchInts(f.rows, row)
	return i < len(f.rows) && f.rows[i] == row
}

func (s *screen) beginFind() {
	s.find.typing = true
	s.find.prompt.History = s.find.past
	s.find.prompt.Set("")
}

func (s *screen) typeAction(name string) {
	switch name {
	case ui.TypeDone:
		s.find.typing = false
		s.search(strings.TrimSpace(s.find.prompt.Value), true)
	case ui.TypeCancel:
		s.find.typing = false
	default:
		s.find.prompt.Do(name)
	}
}

// search finds the rows that hold a text, beside, and goes to the first from here on.
func (s *screen) search(text string, jump bool) {
	s.find.clear()
	s.turn.Search, s.audit.Search = "", ""
	if text == "" {
		return
	}
	s.find.text, s.find.note = text, "finding"
	if n := len(s.find.past); n == 0 || s.find.past[n-1] != text {
		s.find.past = append(s.find.past, text)
	}
	c := s.course
	s.find.job = s.env.Host.Restart(s.find.job, func(ctx context.Context, tell func(screens.Msg)) {
		rows, places := rowsWith(ctx, c, strings.ToLower(text))
		tell(found{c, text, rows, places, jump})
	})
}

// rowsWith are the rows of the outline whose text holds a small-lettered needle.
func rowsWith(ctx context.Context, c *engine.Course, needle string) (rows []int, places int) {
	count := func(texts ...string) int {
		n := 0
		for _, t := range texts {
			n += strings.Count(strings.ToLower(t), needle)
		}
		return n
	}
	put := func(row, n int) {
		if n > 0 {
			rows, places = append(rows, row), places+n
		}
	}
	t := c.Trajectory
	put(0, count(t.Opening, t.System))
	for i := range t.Steps {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, 0
		}
		st := &t.Steps[i]
		n := count(st.Text, st.Reasoning)
		for j := range st.Calls {
			n += count(st.Calls[j].Tool, st.Calls[j].Args, st.Calls[j].Observation)
			for _, e := range st.Calls[j].Effects {
				n += count(e.Collection+" "+e.ID, e.Before, e.After)
			}
		}
		if st.User != nil {
			n += count(st.User.Text)
		}
		for _, e := range st.World {
			n += count(e.Collection+" "+e.ID, e.Before, e.After)
		}
		put(i+1, n)
	}
	put(len(t.Steps)+1, count(t.End.Reason, t.End.Detail))
	return rows, places
}

// found takes the rows, and goes to the first from the cursor on.
func (s *screen) found(msg found) {
	f := &s.find
	if msg.course != s.course || msg.text != f.text {
		return
	}
	f.rows = msg.rows
	f.note = fmt.Sprintf("%s in %s turns", ui.Count(msg.places), ui.Count(len(msg.rows)))
	s.turn.Search, s.audit.Search = f.needle(), f.needle()
	if len(f.rows) == 0 {
		f.note = "stands nowhere in this trial"
		s.env.Host.Say(f.text + " " + f.note)
		return
	}
	if !msg.jump {
		return
	}
	i := sort.SearchInts(f.rows, s.outline.At)
	f.fresh = true
	if s.pane == paneOutline || s.pane == paneChecks {
		s.pane = paneTurn
	}
	s.toRow(f.rows[i%len(f.rows)])
}

// nextPlace goes to the next place in the text, and from the last one to the next turn.
func (s *screen) nextPlace(back bool) {
	p := &s.turn
	if s.pane == paneAudit && !s.showing {
		p = &s.audit
	}
	was := p.Line()
	if s.find.holds(s.outline.At) && p.Next(back) {
		if now := p.Line(); !back && now > was || back && now < was {
			return
		}
	}
	n := len(s.find.rows)
	if n == 0 {
		s.env.Host.Say(s.find.text + " " + s.find.note)
		return
	}
	i := sort.SearchInts(s.find.rows, s.outline.At)
	if back {
		i = (i - 1 + n) % n
	} else if i < n && s.find.rows[i] == s.outline.At {
		i++
	}
	s.find.fresh = true
	s.toRow(s.find.rows[i%n])
}
