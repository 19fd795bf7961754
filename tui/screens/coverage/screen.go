package coverage

import (
	"cmp"
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// view is one way to look at the plan.
type view int

const (
	viewServices view = iota
	viewCapabilities
	viewGaps
	views
)

func (v view) name() string { return [...]string{"services", "capabilities", "gaps"}[v] }

// screen is the coverage.
type screen struct {
	env     *screens.Env
	ws      *engine.Workspace // nil = none
	plan    string
	count   int
	made    []string // libraries that were filled from here
	cov     *engine.Coverage
	ofCell  [][]int // places of tasks by cell
	strange []int   // of those that the plan does not ask for
	loading *screens.Job
	read    progress

	view   view
	byName bool
	rows   []int // of the matrix, as sorted
	cursor ui.Cursor
	column int
	atGap  [2]int // row and column where the key to the next gap led last
	want   string // name of the row that the cursor is to stand on
	gaps   []int  // cells that lack something
	table  ui.Table

	making *making
	side   ui.Pager
	inSide bool
	split  ui.Split
	main   ui.Rect
	rest   ui.Rect
}

// progress is how far counting is.
type progress struct{ done, total int }

type (
	counted struct {
		cov *engine.Coverage
		ws  *engine.Workspace
		err error
	}
	toPlan  string
	toCount string
)

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, plan: cmp.Or(at.Of, "default"), want: at.Cursor, split: ui.Split{LeastMain: 74, LeastSide: 44, Share: 62, Stack: env.Plain}}
	if n, err := strconv.Atoi(at.More["count"]); err == nil && n > 0 {
		s.count = n
	}
	for v := range views {
		if at.More["view"] == v.name() {
			s.view = v
		}
	}
	s.column, _ = strconv.Atoi(at.More["column"]) // 0 where it says nothing
	s.byName = at.More["sort"] == "name"
	s.table.Columns = columns()
	if own := env.Columns(Name); len(own) > 0 {
		s.table.Columns = slices.DeleteFunc(s.table.Columns, func(c ui.Column) bool { return !slices.Contains(own, c.Name) })
	}
	s.table.Cell = s.cell
	s.side.Hang = true
	return s
}

// Init implements screens.Screen.
func (s *screen) Init() { s.load() }

// Title implements screens.Screen.
func (s *screen) Title() string { return s.plan }

// Focus implements screens.Screen.
func (s *screen) Focus() string { return focusCells }

// Place implements screens.Screen.
func (s *screen) Place() screens.Place {
	p := screens.Place{Screen: Name, Of: s.plan, Cursor: s.want, More: map[string]string{"view": s.view.name(), "column": strconv.Itoa(s.column)}}
	if name := s.rowName(); name != "" {
		p.Cursor = name
	}
	if s.count > 0 {
		p.More["count"] = strconv.Itoa(s.count)
	}
	if s.byName {
		p.More["sort"] = "name"
	}
	return p
}

// matrix is the matrix of the view; empty before it is read.
func (s *screen) matrix() *cover.Matrix {
	switch {
	case s.cov == nil:
		return &cover.Matrix{}
	case s.view == viewCapabilities:
		return &s.cov.Capabilities
	}
	return &s.cov.Services
}

// rowName names the row at the cursor.
func (s *screen) rowName() string {
	if s.view == viewGaps {
		if c := s.gap(); c != nil {
			return c.Scenario + " " + c.Language + " " + string(c.Level)
		}
		return ""
	}
	if s.cursor.At >= len(s.rows) {
		return ""
	}
	return s.matrix().Rows[s.rows[s.cursor.At]]
}

// gap is the cell at the cursor of the list of gaps.
func (s *screen) gap() *cover.Cell {
	if s.view != viewGaps || s.table.At >= len(s.gaps) {
		return nil
	}
	return &s.cov.Cells[s.gaps[s.table.At]]
}

// filter is what the cursor stands on; false where it stands on nothing.
func (s *screen) filter() (f engine.CellFilter, ok bool) {
	if c := s.gap(); c != nil {
		return engine.CellFilter{Scenario: c.Scenario, Family: string(c.Family), Language: c.Language, Level: string(c.Level)}, true
	}
	m, row := s.matrix(), s.rowName()
	if s.view == viewGaps || row == "" || s.column >= len(m.Columns) {
		return f, false
	}
	if s.view == viewCapabilities {
		return engine.CellFilter{Capability: row, Level: m.Columns[s.column]}, true
	}
	return engine.CellFilter{Service: row, Family: m.Columns[s.column]}, true
}

// sum adds up what the cursor stands on.
func (s *screen) sum() cover.Sum {
	if c := s.gap(); c != nil {
		return cover.Sum{Target: c.Target, Generated: c.Generated, Verified: c.Verified, Accepted: c.Accepted}
	}
	if _, ok := s.filter(); !ok {
		return cover.Sum{}
	}
	return s.matrix().Cells[s.rows[s.cursor.At]][s.column]
}

// where selects the tasks of the cell in the library.
func where(f engine.CellFilter) string {
	out := ""
	for _, p := range [][2]string{{"svc", f.Service}, {"fam", f.Family}, {"cap", f.Capability}, {"lang", f.Language}, {"diff", f.Level}} {
		if p[1] != "" {
			out += " " + p[0] + ":" + p[1]
		}
	}
	if out == "" {
		return ""
	}
	return out[1:]
}

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	out := map[string]string{"plan": s.plan}
	if s.count > 0 {
		out["count"] = strconv.Itoa(s.count)
	}
	if len(s.env.Library) == 1 {
		out["library"] = s.env.Library[0]
	}
	f, ok := s.filter()
	if !ok {
		return out
	}
	out["where"] = where(f)
	out["scenario"], out["family"], out["service"], out["capability"], out["language"], out["difficulty"] = f.Scenario, f.Family, f.Service, f.Capability, f.Language, f.Level
	out["gap"], out["seed"], out["into"] = strconv.Itoa(max(s.sum().Gap(), 1)), strconv.FormatUint(s.freshSeed(), 10), s.into()
	return out
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	switch action {
	case actOpen, actMake:
		if _, ok := s.filter(); !ok {
			return "there is no cell here"
		}
	case actNextGap:
		if s.cov == nil {
			return "the tasks are still being counted"
		}
	}
	if action == actMake {
		if s.making != nil {
			return "tasks are being made already; B stops it"
		}
		if why := s.unfillable(); why != "" {
			return why
		}
	}
	return ""
}

// unfillable is why nothing can be made for the cell, "" where something can.
func (s *screen) unfillable() string {
	f, ok := s.filter()
	if !ok {
		return ""
	}
	why := "no scenario of the plan makes such tasks"
	for i := range s.cov.Cells {
		c := &s.cov.Cells[i]
		if !f.Has(c) {
			continue
		}
		if c.Why == "" || c.Why == cover.NoShare || c.Target > 0 {
			return ""
		}
		why = c.Scenario + ": " + c.Why
	}
	return why
}

// Back implements screens.Backer.
func (s *screen) Back() bool {
	was := s.inSide
	s.inSide, s.split.Zoom = false, 0
	return was
}

// Update implements screens.Screen.
func (s *screen) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case screens.Action:
		s.action(msg)
	case screens.Mouse:
		s.mouse(msg)
	case screens.Shown:
		s.load()
	case progress:
		s.read = msg
	case counted:
		s.counted(msg)
	case toPlan:
		s.goTo(string(msg), s.count)
	case toCount:
		s.planCount(string(msg))
	default:
		s.makes(msg)
	}
}

func (s *screen) action(a screens.Action) {
	c := &s.cursor
	if s.view == viewGaps {
		c = &s.table.Cursor
	}
	switch {
	case s.split.Act(a.Name, &s.inSide, s.main, s.rest):
	case s.inSide && s.side.Doc != nil && s.side.Move(a.Name):
	case !s.inSide && c.Move(a.Name):
		s.describe()
	default:
		s.own(a)
	}
}

// own carries out the screen's own bindings.
func (s *screen) own(a screens.Action) {
	switch a.Name {
	case actLeft, actRight:
		by := 1
		if a.Name == actLeft {
			by = -1
		}
		s.column = max(0, min(s.column+by, len(s.matrix().Columns)-1))
		s.describe()
	case actView:
		s.view, s.want = (s.view+1)%views, ""
		s.cursor, s.table.Cursor, s.column = ui.Cursor{}, ui.Cursor{}, 0
		s.arrange()
	case actSort:
		s.want, s.byName = s.rowName(), !s.byName
		s.arrange()
	case actNextGap:
		s.nextGap()
	case actOpen:
		f, _ := s.filter()
		s.env.Host.Open(screens.Place{Screen: "library", Filter: where(f)})
	case actMake:
		s.askMake()
	case actPlan:
		s.askPlan(a.Arg)
	case actCount:
		s.askCount(a.Arg)
	case actReload:
		s.load()
	}
}

// nextGap goes to the cell that lacks most, from there to the one that lacks next most.
func (s *screen) nextGap() {
	if s.view == viewGaps {
		s.table.Move(keys.Down)
		s.describe()
		return
	}
	m := s.matrix()
	type spot struct{ row, column, lacks int }
	var all []spot
	for i, r := range s.rows {
		for j, c := range m.Cells[r] {
			if c.Gap() > 0 {
				all = append(all, spot{i, j, c.Gap()})
			}
		}
	}
	if len(all) == 0 {
		s.env.Host.Say("no cell lacks anything")
		return
	}
	slices.SortStableFunc(all, func(a, b spot) int { return b.lacks - a.lacks })
	at := slices.IndexFunc(all, func(p spot) bool { return p.row == s.cursor.At && p.column == s.column })
	if at > 0 && s.atGap != [2]int{s.cursor.At, s.column} {
		at = -1 // it was not this key that led here: begin with the largest
	}
	next := all[(at+1)%len(all)]
	s.cursor.MoveTo(next.row)
	s.column = next.column
	s.atGap = [2]int{next.row, next.column}
	s.describe()
}
