package review

import (
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// The queues, in the order of the keys that go through them.
const (
	queueTasks      = engine.QueueTasks
	queueTrials     = engine.QueueTrials
	queueDrops      = engine.QueueDrops
	queueKeeps      = engine.QueueKeeps
	queueSpotTasks  = "spot-task"
	queueSpotTrials = "spot-trial"
)

func queues() []string {
	return []string{queueTasks, queueTrials, queueDrops, queueKeeps, queueSpotTrials, queueSpotTasks}
}

// waiting is the filter that a queue begins with: what has no verdict.
const waiting = "decision:none"

// screen is the review.
type screen struct {
	env *screens.Env
	ws  *engine.Workspace // as the last reading found it; nil = none

	queue   string
	rows    []*engine.QueueRow
	shown   []int // places in rows
	marks   map[string]bool
	want    string // subject that the cursor is to stand on
	read    bool   // rows are those of queue
	loading *screens.Job
	arrange *screens.Job
	blind   bool

	spot      *engine.SpotCheck
	spotSize  int
	spotSeed  uint64
	given     []batch // verdicts given here, the latest last
	reasons   []string
	explained bool

	where  string
	prompt ui.Filter

	table      ui.Table
	ownColumns []string
	split      ui.Split
	preview    preview
	inText     bool
	main, side ui.Rect
}

// batch is what one key has decided.
type batch struct {
	what string
	list []store.Decision
	at   string // subject that the cursor stood on
}

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, marks: map[string]bool{}, queue: queueTasks, where: waiting, want: at.Cursor, spotSize: 30, spotSeed: 1,
		split: ui.Split{LeastMain: 58, LeastSide: 50, Share: 54, Stack: env.Plain}}
	if slices.Contains(queues(), at.More["queue"]) {
		s.queue = at.More["queue"]
	}
	switch {
	case at.Filter != "":
		s.where = at.Filter
	case at.Of != "":
		s.where = at.Of
	case at.More["queue"] != "":
		s.where = ""
	}
	s.blind = at.More["blind"] == "true"
	if n, err := strconv.Atoi(at.More["size"]); err == nil && n > 0 {
		s.spotSize = n
	}
	if n, err := strconv.ParseUint(at.More["seed"], 10, 64); err == nil {
		s.spotSeed = n
	}
	s.prompt.Label = "  filter: "
	s.ownColumns = env.Columns(Name)
	s.table.Cell = s.cell
	s.table.Marked = func(row int) bool { return s.marks[s.rows[s.shown[row]].Subject] }
	s.preview.pager.Hang, s.preview.pager.Cursor = true, true
	s.chooseColumns()
	return s
}

// chooseColumns takes the configured columns, else those of use in the queue.
func (s *screen) chooseColumns() {
	without := lacking(s.queue)
	s.table.Columns = slices.DeleteFunc(columns(), func(c ui.Column) bool {
		return without[c.Name] || len(s.ownColumns) > 0 && !slices.Contains(s.ownColumns, c.Name)
	})
}

// Init implements screens.Screen.
func (s *screen) Init() { s.load() }

// Title implements screens.Screen.
func (s *screen) Title() string { return queueTitle(s.queue) }

// Focus implements screens.Screen.
func (s *screen) Focus() string {
	switch {
	case s.prompt.Typing:
		return focusFilter
	case s.inText:
		return focusPreview
	}
	return focusList
}

// Place implements screens.Screen.
func (s *screen) Place() screens.Place {
	p := screens.Place{Screen: Name, Filter: s.where, Cursor: s.want, More: map[string]string{"queue": s.queue}}
	if row := s.row(); row != nil {
		p.Cursor = row.Subject
	}
	if s.blind {
		p.More["blind"] = "true"
	}
	if s.inSpot() {
		p.More["size"], p.More["seed"] = strconv.Itoa(s.spotSize), strconv.FormatUint(s.spotSeed, 10)
	}
	return p
}

// row is the subject at the cursor, nil in an empty queue.
func (s *screen) row() *engine.QueueRow {
	if s.table.At >= len(s.shown) {
		return nil
	}
	return s.rows[s.shown[s.table.At]]
}

// opened is the screen that shows a subject.
func opened(r *engine.QueueRow) screens.Place {
	if r.Kind == store.KindTask {
		return screens.Place{Screen: "gate", Of: r.Task}
	}
	return screens.Place{Screen: "trajectory", Of: r.Trial}
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	row := s.row()
	switch action {
	case actAccept, actReject, actSkip, actFlag:
		if row == nil && len(s.marks) == 0 {
			return "there is nothing to judge here"
		}
		return s.nobody()
	case actAcceptAll, actRejectAll:
		if row == nil {
			return "the filter shows nothing"
		}
		return s.nobody()
	case actUndo:
		if len(s.given) == 0 && (row == nil || row.ID == "" || row.By != s.env.User) {
			return "no verdict of yours to take back here"
		}
		return s.nobody()
	case actOpen, actLibrary, actCopy, actMark:
		if row == nil {
			return "there is nothing here"
		}
	case actExplain:
		if row == nil || row.Trial == "" {
			return "rules speak about trials; choose one"
		}
	}
	return ""
}

// nobody refuses verdicts without a name.
func (s *screen) nobody() string {
	if s.env.User == "" {
		return "a verdict needs a name: open it with COWORKENV_REVIEWER=NAME"
	}
	return ""
}

// Back implements screens.Backer: out of the text, the marks and the filter.
func (s *screen) Back() bool {
	switch {
	case s.inText:
		s.inText, s.split.Zoom = false, 0
	case len(s.marks) > 0:
		clear(s.marks)
	case s.start() != s.where:
		s.setFilter(s.start())
	default:
		return false
	}
	return true
}

// start is the filter that the queue begins with.
func (s *screen) start() string {
	if s.inSpot() {
		return ""
	}
	return waiting
}

// Update implements screens.Screen.
func (s *screen) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case screens.Action:
		s.action(msg)
	case screens.Text:
		s.prompt.Insert(msg.Text)
		s.typed()
	case screens.Mouse:
		s.mouse(msg)
	case screens.Shown:
		s.load()
	case queued:
		s.queued(msg)
	case arranged:
		s.arranged(msg)
	case previewed:
		s.previewed(msg)
	case toQueue:
		s.goTo(string(msg))
	case spotOf:
		s.spotOf(string(msg))
	default:
		s.judging(msg)
	}
}

// action carries out a binding.
func (s *screen) action(a screens.Action) {
	switch {
	case s.prompt.Typing:
		s.typeAction(a.Name)
	case s.split.Act(a.Name, &s.inText, s.main, s.side):
	case s.inText && s.preview.pager.Move(a.Name):
	case s.table.Move(a.Name):
		s.moved()
	default:
		s.own(a)
	}
}

// moved shows what the cursor stands on now.
func (s *screen) moved() {
	s.explained = false
	s.showPreview()
}

// own carries out the screen's own bindings.
func (s *screen) own(a screens.Action) {
	switch a.Name {
	case actAccept:
		s.verdict(store.Accept, false)
	case actReject:
		s.verdict(store.Reject, false)
	case actSkip:
		s.verdict(store.Skip, false)
	case actFlag:
		s.verdict(store.Flag, false)
	case actAcceptAll:
		s.verdict(store.Accept, true)
	case actRejectAll:
		s.verdict(store.Reject, true)
	case actUndo:
		s.undo()
	case actMark:
		s.mark()
	case actUnmark:
		clear(s.marks)
	default:
		s.look(a)
	}
}

// look carries out what changes only what is looked at.
func (s *screen) look(a screens.Action) {
	switch a.Name {
	case actFilter:
		s.beginFilter(a.Arg)
	case actQueue:
		s.askQueue(a.Arg)
	case actNextQueue, actPrevQueue:
		s.turn(a.Name == actPrevQueue)
	case actSpot:
		s.askSpot(a.Arg)
	case actDiffer:
		s.onlyDiffering()
	case actBlind:
		s.blind = !s.blind
		s.load()
	case actExplain:
		s.explained = !s.explained
		s.preview.of = ""
		s.showPreview()
	case actOpen:
		s.env.Host.Open(opened(s.row()))
	case actLibrary:
		s.env.Host.Open(screens.Place{Screen: "library", Cursor: s.row().Task})
	case actCopy:
		s.env.Host.Copy("the name of the subject", s.row().Subject)
	case actReload:
		s.load()
	}
}

func (s *screen) mark() {
	id := s.row().Subject
	if s.marks[id] {
		delete(s.marks, id)
	} else {
		s.marks[id] = true
	}
	s.table.Move(keys.Down)
	s.moved()
}
