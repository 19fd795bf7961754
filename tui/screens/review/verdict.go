package review

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// intent is a verdict on its way: what is to be decided about which rows.
type intent struct {
	verdict store.Verdict
	reason  string
	note    string
	rows    []*engine.QueueRow
	many    bool   // marks or a whole filter: it is asked before
	at      string // subject that the cursor stood on
	spot    string // the check that it is part of
	advance bool   // the cursor goes on
}

// Messages on the way of a verdict.
type (
	reasoned  struct{ of intent } // the reason is chosen
	needsNote struct{ of intent } // the reason wants words
	confirmed struct{ of intent }
	recorded  struct {
		of    intent
		done  *engine.Judged
		words []engine.Words // of the rows, where they are few
		err   error
	}
	takenBack struct {
		of    batch
		words []engine.Words
		err   error
	}
)

// judging takes the messages of verdicts.
func (s *screen) judging(msg screens.Msg) {
	switch msg := msg.(type) {
	case reasoned:
		s.confirm(msg.of)
	case needsNote:
		s.askNote(msg.of)
	case confirmed:
		s.record(msg.of)
	case recorded:
		s.recorded(msg)
	case takenBack:
		s.takenBack(msg)
	}
}

// verdict begins a verdict on the row, the marked rows or all that the filter shows.
func (s *screen) verdict(v store.Verdict, whole bool) {
	in := intent{verdict: v, advance: true}
	if row := s.row(); row != nil {
		in.at = row.Subject
	}
	if s.inSpot() && s.spot != nil {
		in.spot = s.spot.Name
	}
	switch {
	case whole:
		for _, i := range s.shown {
			in.rows = append(in.rows, s.rows[i])
		}
		in.many = true
	case len(s.marks) > 0:
		in.rows, in.many = s.markedRows(), true
	default:
		in.rows = []*engine.QueueRow{s.row()}
	}
	if v == store.Reject {
		s.askReason(in)
		return
	}
	s.confirm(in)
}

// reasonsFor are the reasons that a kind of subject is commonly rejected for.
func reasonsFor(queue string) []string {
	switch queue {
	case queueTasks, queueSpotTasks:
		return []string{"ambiguous", "wrong-truth", "unrealistic", "leak", "duplicate", "too-easy"}
	case queueDrops:
		return []string{"rule-is-wrong", "worth-keeping"}
	case queueKeeps:
		return []string{"rule-is-wrong", "worthless"}
	}
	return []string{"wrong", "lucky", "unsafe", "leak", "incomplete", "bad-style"}
}

// noteReasons collects the reasons that were given before, the latest first, to be offered again.
func (s *screen) noteReasons() {
	s.reasons = s.reasons[:0]
	usual := reasonsFor(s.queue)
	for i := len(s.rows) - 1; i >= 0 && len(s.reasons) < 3; i-- {
		r := s.rows[i]
		if r.Decision == string(store.Reject) && r.Reason != "" && !slices.Contains(usual, r.Reason) && !slices.Contains(s.reasons, r.Reason) {
			s.reasons = append(s.reasons, r.Reason)
		}
	}
}

const otherReason = "other"

// askReason is the menu of reasons; a digit chooses.
func (s *screen) askReason(in intent) {
	q := screens.Question{Title: verb(in)}
	for _, r := range append(slices.Clone(reasonsFor(s.queue)), s.reasons...) {
		q.Choices = append(q.Choices, screens.Choice{Value: r, Text: r})
	}
	q.Choices = append(q.Choices, screens.Choice{Value: otherReason, Text: otherReason, Note: "in your own words"})
	q.Then = func(a screens.Answer) screens.Msg {
		if !a.Yes {
			return nil
		}
		in.reason = a.Value
		if a.Value == otherReason {
			return needsNote{in}
		}
		return reasoned{in}
	}
	s.env.Host.Ask(q)
}

func (s *screen) askNote(in intent) {
	s.env.Host.Ask(screens.Question{
		Title: verb(in) + ": why?",
		Text:  "For people; \"WORD: text\" makes WORD the reason by which decisions are counted.",
		Input: &screens.Input{Label: "note: "},
		Then: func(a screens.Answer) screens.Msg {
			if !a.Yes || strings.TrimSpace(a.Value) == "" {
				return nil
			}
			in.note = strings.TrimSpace(a.Value)
			if word, rest, ok := strings.Cut(in.note, ":"); ok && word != "" && !strings.ContainsAny(word, " \t") {
				in.reason, in.note = word, strings.TrimSpace(rest)
			}
			return reasoned{in}
		},
	})
}

// verb is what the intent does, with the number: "reject 312".
func verb(in intent) string {
	if !in.many {
		return string(in.verdict) + " " + in.rows[0].Subject
	}
	return string(in.verdict) + " " + ui.Count(len(in.rows))
}

// confirm asks before many are judged; one is judged at once.
func (s *screen) confirm(in intent) {
	if !in.many {
		s.record(in)
		return
	}
	what := "the marked subjects"
	if len(s.marks) == 0 {
		what = "everything that the filter shows: " + s.where
		if s.where == "" {
			what = "all of the queue " + queueTitle(s.queue)
		}
	}
	decided := 0
	for i := range in.rows {
		if in.rows[i].Decision != "none" {
			decided++
		}
	}
	text := what
	if in.reason != "" {
		text += "\nreason: " + in.reason
	}
	if decided > 0 {
		text += fmt.Sprintf("\n%s of them have a verdict that would be replaced", ui.Count(decided))
	}
	s.env.Host.Ask(screens.Question{Title: verb(in), Text: text, Yes: verb(in), Then: func(a screens.Answer) screens.Msg {
		if !a.Yes {
			return nil
		}
		return confirmed{in}
	}})
}

// fewRows is up to how many rows are refreshed one by one; after more the queue is read anew.
const fewRows = 20

// record writes the verdict. It is finished also when the screen is left meanwhile.
func (s *screen) record(in intent) {
	env, blind := s.env, s.blind
	v := engine.Verdict{Verdict: in.verdict, Reason: in.reason, Note: in.note, Reviewer: env.User, Spot: in.spot}
	work := func(ctx context.Context, tell func(screens.Msg)) {
		ctx = context.WithoutCancel(ctx)
		ws, err := env.Workspace.Writable(ctx)
		if err != nil {
			tell(recorded{of: in, done: &engine.Judged{}, err: err})
			return
		}
		msg := recorded{of: in}
		msg.done, msg.err = ws.Judge(ctx, in.rows, v, nil)
		if msg.err == nil && len(in.rows) <= fewRows {
			msg.words, msg.err = wordsNow(ctx, ws, in.rows, env.User, blind)
		}
		tell(msg)
	}
	if in.many {
		env.Host.Keep(verb(in), work)
	} else {
		env.Host.Start(work)
	}
	if in.advance && !in.many {
		s.table.Move(keys.Down)
		s.moved()
	}
}

func wordsNow(ctx context.Context, ws *engine.Workspace, rows []*engine.QueueRow, me string, blind bool) ([]engine.Words, error) {
	out := make([]engine.Words, len(rows))
	for i := range rows {
		var err error
		if out[i], err = ws.WordsOn(ctx, rows[i].Kind, rows[i].Digest, me, blind); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// recorded takes what became of a verdict.
func (s *screen) recorded(msg recorded) {
	in := msg.of
	if n := len(msg.done.Decisions); n > 0 {
		s.given = append(s.given, batch{what: verb(in), list: msg.done.Decisions, at: in.at})
		if in.many {
			clear(s.marks)
		}
		if len(msg.done.Refused) == 0 {
			s.env.Host.Say(said(in, n))
		}
	}
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
	}
	s.renew(in.rows, msg.words)
	if len(msg.done.Refused) > 0 {
		s.askOverride(in, msg.done.Refused)
	}
}

func said(in intent, n int) string {
	past := map[store.Verdict]string{store.Accept: "accepted", store.Reject: "rejected", store.Flag: "flagged", store.Skip: "skipped"}[in.verdict]
	if in.many {
		return fmt.Sprintf("%s %s; u takes it back", ui.Count(n), past)
	}
	return in.rows[0].Subject + " " + past + "; u takes it back"
}

// renew shows what is said of rows now.
func (s *screen) renew(rows []*engine.QueueRow, words []engine.Words) {
	if words == nil || s.inSpot() {
		s.load()
		return
	}
	at := map[string]engine.Words{}
	for i := range rows {
		at[rows[i].Subject] = words[i]
	}
	s.keepCursor()
	s.rows = slices.Clone(s.rows) // Work may be reading the old ones
	for i := range s.rows {
		if w, ok := at[s.rows[i].Subject]; ok {
			row := *s.rows[i]
			row.Words = w
			s.rows[i] = &row
		}
	}
	s.noteReasons()
	s.preview.of = ""
	s.rearrange()
}

// askOverride tells why verdicts were refused; a note gives them all the same.
func (s *screen) askOverride(in intent, refused []engine.Refusal) {
	why := map[string]bool{}
	for _, r := range refused {
		why[r.Subject] = true
	}
	in.rows = slices.DeleteFunc(slices.Clone(in.rows), func(r *engine.QueueRow) bool { return !why[r.Subject] })
	in.advance = false
	title := fmt.Sprintf("no %s: %s", in.verdict, refused[0].Why)
	text := refused[0].Subject
	if len(refused) > 1 {
		title = fmt.Sprintf("%s got no verdict", ui.Count(len(refused)))
		text = fmt.Sprintf("the first is %s: %s", refused[0].Subject, refused[0].Why)
	}
	s.want = refused[0].Subject
	s.rearrange()
	s.env.Host.Ask(screens.Question{
		Title: title,
		Text:  text + "\nThe gate's word on the task does not hold: take it through the gate, or say why it is judged all the same.",
		Input: &screens.Input{Label: "note: "},
		Then: func(a screens.Answer) screens.Msg {
			if in.note = strings.TrimSpace(a.Value); !a.Yes || in.note == "" {
				return nil
			}
			return confirmed{in}
		},
	})
}

// undo takes back the last verdict given here, else one's own on the row.
func (s *screen) undo() {
	var of batch
	if n := len(s.given); n > 0 {
		of, s.given = s.given[n-1], s.given[:n-1]
	} else {
		row := s.row()
		of = batch{what: row.Decision + " " + row.Subject, list: []store.Decision{{ID: row.ID, Kind: row.Kind, Digest: row.Digest}}, at: row.Subject}
	}
	env, blind := s.env, s.blind
	env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		ctx = context.WithoutCancel(ctx)
		ws, err := env.Workspace.Writable(ctx)
		if err != nil {
			tell(takenBack{of: of, err: err})
			return
		}
		msg := takenBack{of: of}
		_, msg.err = ws.TakeBack(ctx, of.list, env.User)
		if len(of.list) <= fewRows {
			var err error
			if msg.words, err = wordsNow(ctx, ws, rowsOf(of.list), env.User, blind); err != nil && msg.err == nil {
				msg.err = err
			}
		}
		tell(msg)
	})
}

// rowsOf are rows that name the subjects of decisions.
func rowsOf(list []store.Decision) []*engine.QueueRow {
	out := make([]*engine.QueueRow, len(list))
	for i, d := range list {
		out[i] = &engine.QueueRow{Kind: d.Kind, Digest: d.Digest}
	}
	return out
}

// takenBack shows the subject again whose verdict was taken back.
func (s *screen) takenBack(msg takenBack) {
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		if fault.KindOf(msg.err) != fault.Conflict {
			s.given = append(s.given, msg.of) // it may be tried again
		}
	} else {
		s.env.Host.Say("taken back: " + msg.of.what)
	}
	s.want = msg.of.at
	if msg.words == nil {
		s.load()
		return
	}
	of := map[string]int{}
	for i, d := range msg.of.list {
		of[subjectOf(d)] = i
	}
	var rows []*engine.QueueRow
	var words []engine.Words
	for i := range s.rows {
		if at, ok := of[s.rows[i].Kind+":"+s.rows[i].Digest]; ok {
			rows, words = append(rows, s.rows[i]), append(words, msg.words[at])
		}
	}
	s.renew(rows, words)
}
