package engine

import (
	"cmp"
	"context"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
)

// TrialSearch says what to look for in stored trajectories.
type TrialSearch struct {
	Text  string // the case of the letters a to z does not count
	Where string // only trials that match
	Limit int    // hits; 0 = all
}

// TrialHit is a part of a turn that holds a text.
type TrialHit struct {
	Trial   string `json:"trial"`
	Task    string `json:"task"`
	Agent   string `json:"agent"`
	Attempt int    `json:"attempt"`
	Step    int    `json:"step"`           // from 1; 0 = before the first
	Part    string `json:"part"`           // request, said, reasoning, call, reply, user, end
	Call    int    `json:"call,omitempty"` // audit entry of a call or reply
	Count   int    `json:"count"`          // places in the part
	Text    string `json:"text"`           // around the first of them
}

// SearchTrials looks for a text in what was asked, said, called and replied in stored trials and
// hands each part of a turn that holds it to tell, in the order in which the trials were stored.
// One trial at a time is in memory. Errors: Usage, Invalid (the query).
func (w *Workspace) SearchTrials(ctx context.Context, o TrialSearch, tell func(TrialHit), progress Progress) error {
	needle := foldASCII(strings.TrimSpace(o.Text))
	if needle == "" {
		return fault.New(fault.Usage, "there is no text to look for")
	}
	q, err := query.Parse(o.Where, store.TrialSchema())
	if err != nil {
		return err
	}
	of := store.TrialsOf{Where: q}
	total, err := w.Store.CountTrials(ctx, of)
	if err != nil {
		return err
	}
	s := trialSearcher{needle: needle, left: o.Limit, tell: tell, raw: rawNeedle(needle)}
	done := 0
	var unread error
	for row, err := range w.Store.TrialsWithBodies(ctx, of) {
		if err != nil {
			return err
		}
		if err := s.trial(&row); err != nil {
			unread = cmp.Or(unread, err) // one that cannot be read keeps no other from being searched
		}
		done++
		progress.tell(done, total, row.TaskID)
		if o.Limit > 0 && s.left == 0 {
			break
		}
	}
	return unread
}

// trialSearcher goes through trials one after the other.
type trialSearcher struct {
	needle string
	raw    bool // the needle stands in the stored bytes as it does in the text
	left   int  // hits that are still wanted; below 1 from the beginning = all
	tell   func(TrialHit)
	hit    TrialHit
	full   bool
}

// trial looks through one trial. Most do not hold the text: that can often be seen without
// decoding them.
func (s *trialSearcher) trial(row *store.TrialRow) error {
	if row.Damage != nil {
		return fault.Wrap("", row.Damage, "search the trial %s", row.ID)
	}
	if string(row.Trajectory) == "null" || s.raw && !containsASCII(row.Trajectory, s.needle) {
		return nil
	}
	t, err := trace.DecodeSaid(row.Trajectory)
	if err != nil {
		return fault.Wrap(fault.KindOf(err), err, "search the trial %s", row.ID)
	}
	s.hit = TrialHit{Trial: row.ID, Task: row.TaskID, Agent: row.Agent, Attempt: row.Attempt}
	s.part("request", t.Opening)
	for i := range t.Steps {
		s.step(&t.Steps[i])
	}
	s.hit.Step = len(t.Steps)
	s.part("end", t.End.Reason+" "+t.End.Detail)
	return nil
}

func (s *trialSearcher) step(step *trace.Step) {
	s.hit.Step = step.Index + 1
	s.part("reasoning", step.Reasoning)
	s.part("said", step.Text)
	for i := range step.Calls {
		c := &step.Calls[i]
		s.hit.Call = c.Seq
		s.part("call", c.Tool+" "+c.Args)
		s.part("reply", c.Observation)
	}
	s.hit.Call = 0
	if step.User != nil {
		s.part("user", step.User.Text)
	}
}

func (s *trialSearcher) part(name, text string) {
	if s.full || text == "" {
		return
	}
	folded := foldASCII(text)
	at := strings.Index(folded, s.needle)
	if at < 0 {
		return
	}
	s.hit.Part, s.hit.Count, s.hit.Text = name, strings.Count(folded, s.needle), around(text, at, len(s.needle))
	s.tell(s.hit)
	if s.left > 0 {
		s.left--
		s.full = s.left == 0
	}
}

// rawNeedle tells whether a text looks in JSON, and in JSON within a JSON text, as it is.
func rawNeedle(needle string) bool {
	return strings.IndexFunc(needle, func(r rune) bool {
		return r < ' ' || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&' || r == '/' || r > '~'
	}) < 0
}

// foldASCII makes A to Z small and keeps every offset.
func foldASCII(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return 'A' <= r && r <= 'Z' }) < 0 {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// containsASCII looks for a folded text without copying what it looks through.
func containsASCII(data []byte, needle string) bool {
	first := needle[0]
	upper := first
	if 'a' <= first && first <= 'z' {
		upper = first - 'a' + 'A'
	}
	for i := 0; i+len(needle) <= len(data); i++ {
		if c := data[i]; (c == first || c == upper) && equalASCII(data[i:i+len(needle)], needle) {
			return true
		}
	}
	return false
}

func equalASCII(data []byte, folded string) bool {
	for i, c := range data {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != folded[i] {
			return false
		}
	}
	return true
}

// around cuts a text around a place.
func around(text string, at, n int) string {
	const before, behind = 40, 120
	from, to := max(0, at-before), min(len(text), at+n+behind)
	for from > 0 && from < at && text[from]&0xC0 == 0x80 {
		from++
	}
	for to < len(text) && to > at+n && text[to]&0xC0 == 0x80 {
		to--
	}
	cut := strings.TrimSpace(text[from:to])
	if from > 0 {
		cut = "…" + cut
	}
	if to < len(text) {
		cut += "…"
	}
	return cut
}
