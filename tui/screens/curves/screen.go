package curves

import (
	"context"
	"strconv"

	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/tui/screens"
)

// screen shows one file of curves.
type screen struct {
	env    *screens.Env
	file   string
	curves *eval.Curves // nil = not read yet
	least  float64
	most   float64
	job    *screens.Job
	want   float64 // x at the cursor, once there is a chart
	chosen bool    // it was chosen; else the cursor stands at the end
	marked int
	alone  bool
	column int // of the cursor in the chart
	wide   int // columns of the chart as last drawn
}

type read struct {
	curves *eval.Curves
	err    error
}

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, file: at.Of, alone: at.More["alone"] == "yes"}
	s.marked, _ = strconv.Atoi(at.More["curve"]) // 0 where it says nothing
	if x, err := strconv.ParseFloat(at.Cursor, 64); err == nil {
		s.want, s.chosen = x, true
	}
	return s
}

// Init implements screens.Screen.
func (s *screen) Init() { s.load() }

func (s *screen) load() {
	s.job = s.env.Host.Restart(s.job, func(_ context.Context, tell func(screens.Msg)) {
		c, err := s.env.Engine.Curves(s.file)
		tell(read{c, err})
	})
}

// Title implements screens.Screen.
func (s *screen) Title() string { return s.file }

// Focus implements screens.Screen.
func (s *screen) Focus() string { return focusChart }

// Place implements screens.Screen.
func (s *screen) Place() screens.Place {
	p := screens.Place{Screen: Name, Of: s.file, More: map[string]string{"curve": strconv.Itoa(s.marked)}}
	if s.chosen {
		p.Cursor = number(s.want)
	}
	if s.alone {
		p.More["alone"] = "yes"
	}
	return p
}

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	v := map[string]string{"file": s.file}
	if _, _, ok := s.span(); ok {
		v["x"] = number(s.x())
	}
	return v
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	if _, _, ok := s.span(); !ok && action != actReload {
		return "there is no point to look at"
	}
	return ""
}

// Update implements screens.Screen.
func (s *screen) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case read:
		s.env.Host.Fail(msg.err)
		if msg.curves != nil {
			s.curves = msg.curves
			s.least, s.most = s.curves.Bounds()
			s.marked = min(max(s.marked, 0), max(len(s.curves.Series)-1, 0))
		}
	case screens.Action:
		s.act(msg.Name)
	}
}

func (s *screen) act(action string) {
	switch action {
	case actLeft:
		s.to(s.column - 1)
	case actRight:
		s.to(s.column + 1)
	case actFirst:
		s.to(0)
	case actLast:
		s.to(s.wide - 1)
	case actNext:
		if n := len(s.curves.Series); n > 0 {
			s.marked = (s.marked + 1) % n
		}
	case actAlone:
		s.alone = !s.alone
	case actShow:
		s.env.Host.Copy("the command", "coworkenv curves "+s.file+" --at "+number(s.x()))
	case actReload:
		s.load()
	}
}

// to puts the cursor on a column of the chart.
func (s *screen) to(column int) {
	low, high, _ := s.span()
	s.column = min(max(column, 0), max(s.wide-1, 0))
	s.want, s.chosen = high, true
	if s.wide > 1 {
		s.want = low + (high-low)*float64(s.column)/float64(s.wide-1)
	}
}

// span is the first and last x.
func (s *screen) span() (low, high float64, ok bool) {
	if s.curves == nil {
		return 0, 0, false
	}
	return s.curves.Range()
}

// x is where the cursor stands.
func (s *screen) x() float64 {
	low, high, _ := s.span()
	if !s.chosen {
		return high
	}
	return min(max(s.want, low), high)
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
