package review

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Messages of the screen's Work.
type (
	queued struct {
		queue string
		rows  []*engine.QueueRow
		spot  *engine.SpotCheck
		ws    *engine.Workspace
		err   error
	}
	arranged struct {
		shown []int
		rows  int // how many rows there were
		err   error
	}
	toQueue string
	spotOf  string
)

func queueTitle(queue string) string {
	return map[string]string{queueTasks: "tasks", queueTrials: "trials", queueDrops: "what rules dropped", queueKeeps: "what rules kept",
		queueSpotTrials: "spot check of trials", queueSpotTasks: "spot check of tasks"}[queue]
}

// load reads the queue anew; what was shown stays until it is there.
func (s *screen) load() {
	env, which := s.env, s.queue
	o := engine.QueueOptions{Queue: s.kind(), Reviewer: env.User, Blind: s.blind}
	spot := engine.SpotOptions{Kind: s.kind(), Size: s.spotSize, Seed: s.spotSeed, Reviewer: env.User, Blind: s.blind}
	inSpot := s.inSpot()
	s.loading = env.Host.Restart(s.loading, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if fault.KindOf(err) == fault.NotFound {
			tell(queued{queue: which})
			return
		}
		msg := queued{queue: which, ws: ws, err: err}
		switch {
		case err != nil:
		case inSpot:
			if msg.spot, msg.err = ws.SpotCheck(ctx, spot); msg.err == nil {
				msg.rows = msg.spot.Rows
			}
		default:
			msg.rows, msg.err = ws.ReviewQueue(ctx, o)
		}
		tell(msg)
	})
}

// queued takes a queue that was read.
func (s *screen) queued(msg queued) {
	if msg.queue != s.queue {
		return
	}
	if msg.err != nil {
		if fault.KindOf(msg.err) != fault.Canceled {
			s.env.Host.Fail(msg.err)
		}
		return
	}
	s.keepCursor()
	s.ws, s.rows, s.spot, s.read = msg.ws, msg.rows, msg.spot, true
	s.shown = s.shown[:0:0]
	s.preview.of = ""
	s.noteReasons()
	s.rearrange()
}

// keepCursor notes the subject under the cursor, to find it again.
func (s *screen) keepCursor() {
	if row := s.row(); row != nil && s.want == "" {
		s.want = row.Subject
	}
}

// rearrange filters the rows.
func (s *screen) rearrange() {
	s.keepCursor()
	where := s.where
	if s.prompt.Typing {
		where = s.prompt.Value
	}
	if strings.TrimSpace(where) == "" {
		s.arrange.Stop()
		all := make([]int, len(s.rows))
		for i := range all {
			all[i] = i
		}
		s.arranged(arranged{shown: all, rows: len(all)})
		return
	}
	rows := s.rows
	s.arrange = s.env.Host.Restart(s.arrange, func(ctx context.Context, tell func(screens.Msg)) {
		shown, err := engine.SelectQueue(ctx, rows, where)
		tell(arranged{shown, len(rows), err})
	})
}

// arranged takes what a filter has selected. The cursor stays on its subject, or where it was.
func (s *screen) arranged(msg arranged) {
	if msg.err != nil {
		s.filterFailed(msg.err)
		return
	}
	if msg.rows != len(s.rows) {
		return // of rows that were read before
	}
	s.prompt.Problem = ""
	s.shown = msg.shown
	s.table.SetLen(len(s.shown))
	for i, r := range s.shown {
		if s.want != "" && s.rows[r].Subject == s.want {
			s.table.MoveTo(i)
			break
		}
	}
	if s.read {
		s.want = ""
	}
	s.showPreview()
}

// filterFailed shows what is wrong with a filter where it is typed, else as a failure.
func (s *screen) filterFailed(err error) {
	if !s.prompt.Refused(err) {
		s.env.Host.Fail(err)
	}
}

// beginFilter opens the line, or sets a filter that came from the palette.
func (s *screen) beginFilter(given string) {
	if given != "" {
		s.setFilter(given)
		return
	}
	s.inText = false
	if s.split.Zoom == 2 {
		s.split.Zoom = 0
	}
	s.prompt.Begin(s.where, engine.QueueSchema())
}

// typed filters by what stands in the line so far.
func (s *screen) typed() { s.rearrange() }

func (s *screen) typeAction(name string) {
	where, done, changed := s.prompt.Type(name)
	switch {
	case done:
		s.setFilter(where)
	case changed:
		s.typed()
	}
}

func (s *screen) setFilter(where string) {
	s.where = where
	s.prompt.Remember(where)
	s.rearrange()
}

const differing = "differ:true"

// onlyDiffering turns the filter for disagreements on and off.
func (s *screen) onlyDiffering() {
	if s.where == differing {
		s.setFilter(s.start())
		return
	}
	if s.blind {
		s.env.Host.Say("blind: only what you have decided yourself is compared")
	}
	s.setFilter(differing)
}

// askQueue chooses a queue.
func (s *screen) askQueue(given string) {
	if given != "" {
		s.goTo(given)
		return
	}
	q := screens.Question{Title: "Look at", Then: func(a screens.Answer) screens.Msg {
		if !a.Yes {
			return nil
		}
		return toQueue(a.Value)
	}}
	notes := map[string]string{queueTasks: "generated and loaded tasks", queueTrials: "trajectories for training", queueDrops: "objections of the newest selection",
		queueKeeps: "what its rules let pass", queueSpotTrials: "a random sample of accepted and kept trials", queueSpotTasks: "a random sample of accepted tasks"}
	for _, name := range queues() {
		q.Choices = append(q.Choices, screens.Choice{Value: name, Text: queueTitle(name), Note: notes[name]})
	}
	s.env.Host.Ask(q)
}

// turn goes to the next queue.
func (s *screen) turn(back bool) {
	all := queues()
	by := 1
	if back {
		by = len(all) - 1
	}
	s.goTo(all[(slices.Index(all, s.queue)+by)%len(all)])
}

// goTo shows a queue from its beginning.
func (s *screen) goTo(name string) {
	if !slices.Contains(queues(), name) {
		s.env.Host.Fail(fault.New(fault.Usage, "there is no queue %q", name).WithHint("there are %s", strings.Join(queues(), ", ")))
		return
	}
	s.queue, s.rows, s.shown, s.spot, s.read, s.want = name, nil, nil, nil, false, ""
	clear(s.marks)
	s.table.SetLen(0)
	s.where = s.start()
	s.explained = false
	s.showPreview()
	s.chooseColumns()
	s.load()
}

// askSpot begins a spot check.
func (s *screen) askSpot(given string) {
	if given != "" {
		s.spotOf(given)
		return
	}
	what := "accepted tasks"
	if s.spotKind() != queueTasks {
		what = "trials that were accepted, or that the newest selection keeps"
	}
	s.env.Host.Ask(screens.Question{
		Title: "Spot check of " + what,
		Text:  "How many to look at, and the seed of the drawing: equal seeds draw equal samples.\na: rightly accepted, x: wrongly. The error rate of all is estimated from your verdicts.",
		Input: &screens.Input{Label: "size seed: ", Value: fmt.Sprintf("%d %d", s.spotSize, s.spotSeed), Check: func(line string) error {
			_, _, err := sizeAndSeed(line)
			return err
		}},
		Then: func(a screens.Answer) screens.Msg {
			if !a.Yes {
				return nil
			}
			return spotOf(a.Value)
		},
	})
}

// mostSample bounds a sample that a person looks at.
const mostSample = 10_000

func sizeAndSeed(line string) (size int, seed uint64, err error) {
	words := strings.Fields(line)
	seed = 1
	if len(words) == 2 {
		seed, err = strconv.ParseUint(words[1], 10, 64)
	}
	if err == nil && len(words) > 0 {
		size, err = strconv.Atoi(words[0])
	}
	if err != nil || size < 1 || size > mostSample || len(words) > 2 {
		return 0, 0, fault.New(fault.Usage, "give a number from 1 to %d and a seed, e.g. 30 1", mostSample)
	}
	return size, seed, nil
}

func (s *screen) spotOf(line string) {
	size, seed, err := sizeAndSeed(line)
	if err != nil {
		s.env.Host.Fail(err)
		return
	}
	s.spotSize, s.spotSeed = size, seed
	s.goTo("spot-" + s.spotKind())
}
