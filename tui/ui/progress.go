package ui

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/themes"
)

// Progress draws how far something is, with its rate and the time that is left, on one line.
type Progress struct {
	Label       string
	Done, Total int
	Elapsed     time.Duration
}

// Put adds it to a line: "gate 12/40 ━━━───── 3.1/s 9s left". A total of 0 is unknown.
func (p Progress) Put(l *Line) {
	l.Put(themes.Text, p.Label).Space(1)
	if p.Total <= 0 {
		l.Put(themes.Info, fmt.Sprintf("%d", p.Done))
	} else {
		l.Put(themes.Info, fmt.Sprintf("%d/%d", p.Done, p.Total))
		const cells = 20
		full := min(cells, cells*p.Done/p.Total)
		if l.Left() > cells+16 {
			l.Space(1).Put(themes.Accent, strings.Repeat("━", full)).Put(themes.Border, strings.Repeat("─", cells-full))
		}
	}
	if p.Done > 0 && p.Elapsed > time.Second {
		rate := float64(p.Done) / p.Elapsed.Seconds()
		l.Put(themes.Muted, fmt.Sprintf(" %.1f/s", rate))
		if p.Total > p.Done {
			l.Put(themes.Muted, " "+Short(time.Duration(float64(p.Total-p.Done)/rate*float64(time.Second)))+" left")
		}
	}
}

// Short writes a time as people say it: 8s, 3m10s, 2h05m.
func Short(d time.Duration) string {
	switch s := int(d.Seconds()); {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	default:
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	}
}
