package engine

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/rollout"
)

// Standing is how far a rollout has come.
type Standing struct {
	Done     int // items with a trial, those of earlier runs included
	Total    int // 0 = nobody knows: a worker of a queue
	Fresh    int // run just now
	Again    int // tries that came to nothing and were followed by another
	Late     int // results that came after another had counted
	Rate     float64
	Left     time.Duration // by the rate so far; 0 = nobody knows
	Failures map[rollout.Class]int
	Silent   string // that no result came for long from a queue, and whether a worker asks for work; "" = one came
}

// String is the standing besides done and total, in a few words.
func (s Standing) String() string {
	parts := []string{fmt.Sprintf("%.0f/s", s.Rate)}
	if s.Rate < 10 {
		parts[0] = fmt.Sprintf("%.1f/s", s.Rate)
	}
	if s.Left > 0 {
		parts = append(parts, s.Left.Round(time.Second).String()+" left")
	}
	var failed []string
	for _, c := range rollout.Classes() {
		if n := s.Failures[c]; n > 0 {
			failed = append(failed, fmt.Sprintf("%s %d", c, n))
		}
	}
	if len(failed) > 0 {
		parts = append(parts, "failed: "+strings.Join(failed, " "))
	}
	if s.Again > 0 {
		parts = append(parts, fmt.Sprintf("tried again %d", s.Again))
	}
	if s.Late > 0 {
		parts = append(parts, fmt.Sprintf("late %d", s.Late))
	}
	if s.Silent != "" {
		parts = append(parts, s.Silent)
	}
	return strings.Join(parts, ", ")
}

// meter keeps a standing up to date.
type meter struct {
	mu    sync.Mutex
	clock det.Clock
	began time.Time
	told  time.Time
	now   Standing
	tell  func(Standing)
}

// tellEvery bounds how often a standing is told.
const tellEvery = 100 * time.Millisecond

func newMeter(clock det.Clock, total int, tell func(Standing)) *meter {
	return &meter{clock: clock, began: clock.Now(), now: Standing{Total: total, Failures: map[rollout.Class]int{}}, tell: tell}
}

// before counts items that were done already.
func (m *meter) before(n int) { m.change(func(s *Standing) { s.Done += n }) }

// again counts a try that came to nothing.
func (m *meter) again() { m.change(func(s *Standing) { s.Again++ }) }

// late sets how many results came too late, where somebody else counts them.
func (m *meter) late(n int) { m.change(func(s *Standing) { s.Late = n }) }

// quiet notes that no result came for a time.
func (m *meter) quiet(d time.Duration, waiting int) {
	m.change(func(s *Standing) {
		s.Silent = fmt.Sprintf("no result for %s, %d workers ask for work", d, waiting)
		if waiting == 0 {
			s.Silent = fmt.Sprintf("no result for %s, and no worker asks for work", d)
		}
		m.told = time.Time{} // it is told in any case
	})
}

// kept counts a trial that was run just now; one that came too late counts as that alone.
func (m *meter) kept(t *rollout.Trial, stored bool) {
	m.change(func(s *Standing) {
		if !stored {
			s.Late++
			return
		}
		s.Done++
		s.Fresh++
		s.Silent = ""
		if t.Failure != nil {
			s.Failures[t.Failure.Class]++
		}
	})
}

func (m *meter) change(how func(*Standing)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	how(&m.now)
	now := m.clock.Now()
	if m.tell == nil || now.Sub(m.told) < tellEvery && m.now.Done < m.now.Total {
		return
	}
	m.told = now
	m.tell(m.at(now))
}

func (m *meter) at(now time.Time) Standing {
	s := m.now
	s.Failures = map[rollout.Class]int{}
	for c, n := range m.now.Failures {
		s.Failures[c] = n
	}
	if spent := now.Sub(m.began).Seconds(); spent > 0 {
		s.Rate = float64(s.Fresh) / spent
	}
	if s.Rate > 0 && s.Total > s.Done {
		s.Left = time.Duration(float64(s.Total-s.Done) / s.Rate * float64(time.Second))
	}
	return s
}

// standing is how things stand now.
func (m *meter) standing() Standing {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at(m.clock.Now())
}
