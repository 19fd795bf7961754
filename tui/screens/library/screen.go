package library

import (
	"slices"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// screen is the library.
type screen struct {
	env *screens.Env
	ws  *engine.Workspace // as the last listing found it; nil = none

	rows     []engine.Browsed
	incoming []engine.Browsed // of the listing under way
	again    bool             // rows were listed before: the listing under way replaces them
	shown    []int            // places in rows, as filtered and sorted
	marks    map[string]bool
	want     string // id that the cursor is to stand on once it is listed
	total    int
	loading  *screens.Job
	arrange  *screens.Job

	where  string // filter that holds
	prompt ui.Filter

	table      ui.Table
	ownColumns bool // they were configured
	split      ui.Split
	preview    preview
	inText     bool // the preview has the keys
	side       ui.Rect
	main       ui.Rect
	find       finder
}

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, marks: map[string]bool{}, where: at.Filter, want: at.Cursor,
		split: ui.Split{LeastMain: 58, LeastSide: 50, Share: 56, Stack: env.Plain}}
	s.prompt.Label = "  filter: "
	s.table.Columns = chosen(env.Columns(Name))
	s.ownColumns = len(env.Columns(Name)) > 0
	s.table.Cell = s.cell
	s.table.Marked = func(row int) bool { return s.marks[s.rows[s.shown[row]].ID] }
	s.table.Sorted, s.table.Down = at.More["sort"], at.More["down"] == "true"
	s.preview.yaml = at.More["view"] == "yaml"
	s.preview.pager.Hang, s.preview.pager.Cursor = true, true
	s.preview.pager.Numbers = s.preview.yaml
	return s
}

// chosen are the configured columns; those without a wish of their own.
func chosen(names []string) []ui.Column {
	all := columns()
	if len(names) == 0 {
		return all
	}
	var out []ui.Column
	for _, n := range names {
		for _, c := range all {
			if c.Name == n {
				out = append(out, c)
			}
		}
	}
	return out
}

// telling are the columns in which at least one task has something: a new library has neither
// trials nor decisions.
func telling(rows []engine.Browsed) []ui.Column {
	var measured, trials, score, decision bool
	for i := range rows {
		b := &rows[i]
		measured = measured || b.Measured != ""
		trials, score = trials || b.Trials > 0, score || b.Mean != nil
		decision = decision || b.Decision != "none"
	}
	empty := map[string]bool{"measured": !measured, "trials": !trials, "score": !score, "decision": !decision}
	return slices.DeleteFunc(columns(), func(c ui.Column) bool { return empty[c.Name] })
}

// Init implements screens.Screen.
func (s *screen) Init() { s.load() }

// Title implements screens.Screen.
func (s *screen) Title() string { return "" }

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
	p := screens.Place{Screen: Name, Filter: s.where, Cursor: s.want, More: map[string]string{}}
	if row := s.row(); row != nil {
		p.Cursor = row.ID
	}
	if s.table.Sorted != "" {
		p.More["sort"] = s.table.Sorted
	}
	if s.table.Down {
		p.More["down"] = "true"
	}
	if s.preview.yaml {
		p.More["view"] = "yaml"
	}
	return p
}

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	out := map[string]string{"where": s.where, "text": s.find.text}
	if len(s.env.Library) == 1 {
		out["library"] = s.env.Library[0]
	}
	row := s.row()
	if row == nil {
		return out
	}
	out["task"] = nameOf(row)
	out["tasks"] = nameOf(row)
	out["trials"] = "task:" + row.ID
	return out
}

// nameOf is how the command line finds a task.
func nameOf(b *engine.Browsed) string {
	if _, ok := b.File(); ok {
		return b.Path
	}
	return b.ID
}

// row is the task at the cursor, nil in an empty list.
func (s *screen) row() *engine.Browsed {
	if s.table.At >= len(s.shown) {
		return nil
	}
	return &s.rows[s.shown[s.table.At]]
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
	case listed:
		s.listed(msg)
	case listEnded:
		s.listEnded(msg.err)
	case arranged:
		s.arranged(msg)
	case previewed:
		s.previewed(msg)
	case refreshed:
		s.refreshed(msg)
	case edited:
		s.recheck(msg.id)
	case textHit, searchEnded:
		s.searching(msg)
	case sortBy:
		s.sortBy(string(msg))
	case copyPart:
		s.copyPart(string(msg))
	case searchFor:
		s.search(string(msg))
	}
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	row := s.row()
	switch action {
	case actOpen, actYAML, actCopy, actMark, actGate, actTrials, actWhatIf:
		if row == nil {
			return "there is no task here"
		}
	case actRounds:
		if row == nil {
			return "there is no task here"
		}
		if _, own := row.File(); !own {
			return "it is part of the program; rounds are kept in the library that `coworkenv synth --by model` wrote"
		}
	case actEdit:
		if row == nil {
			return "there is no task here"
		}
		if row.Shipped {
			return "it is part of the program; `coworkenv task new` makes one of your own"
		}
	case actNext, actPrev:
		if s.find.text == "" {
			return "nothing was searched for; F does"
		}
	}
	if action == actTrials && row.Trials == 0 {
		return "it has no trials; `coworkenv run` makes some"
	}
	return ""
}

// Back implements screens.Backer: out of the text, then out of search and filter.
func (s *screen) Back() bool {
	switch {
	case s.inText:
		s.inText, s.split.Zoom = false, 0
	case s.find.hits != nil:
		s.find.clear()
		s.preview.pager.Search = ""
		s.rearrange()
	case s.where != "":
		s.setFilter("")
	case len(s.marks) > 0:
		clear(s.marks)
	default:
		return false
	}
	return true
}

// action carries out a binding.
func (s *screen) action(a screens.Action) {
	switch {
	case s.prompt.Typing:
		s.typeAction(a.Name)
	case s.split.Act(a.Name, &s.inText, s.main, s.side):
	case s.inText && s.preview.pager.Move(a.Name):
	case s.table.Move(a.Name):
		s.showPreview()
	default:
		s.own(a)
	}
}

// own carries out the screen's own bindings.
func (s *screen) own(a screens.Action) {
	switch a.Name {
	case actFilter:
		s.beginFilter(a.Arg)
	case actOpen:
		s.inText = true
		if s.side.H == 0 {
			s.split.Zoom = 2
		}
	case actYAML:
		s.preview.yaml = !s.preview.yaml
		s.showPreview()
	case actEdit:
		s.edit()
	case actSearch:
		s.askSearch(a.Arg)
	case actNext, actPrev:
		s.nextHit(a.Name == actPrev)
	case actSort:
		s.askSort()
	case actMark:
		s.mark()
	case actUnmark:
		clear(s.marks)
	case actGate:
		s.env.Host.Open(screens.Place{Screen: "gate", Of: nameOf(s.row())})
	case actWhatIf:
		s.env.Host.Open(screens.Place{Screen: "whatif", Of: nameOf(s.row())})
	case actTrials:
		s.env.Host.Open(screens.Place{Screen: "runs", Filter: "task:" + s.row().ID})
	case actRounds:
		s.env.Host.Open(screens.Place{Screen: "rounds", Of: nameOf(s.row())})
	case actCopy:
		s.askCopy()
	case actReload:
		s.load()
	case actNextRow, actPrevRow:
		s.table.Move(map[string]string{actNextRow: keys.Down, actPrevRow: keys.Up}[a.Name])
		s.showPreview()
	}
}

func (s *screen) mark() {
	id := s.row().ID
	if s.marks[id] {
		delete(s.marks, id)
	} else {
		s.marks[id] = true
	}
	s.table.Move(keys.Down)
	s.showPreview()
}
