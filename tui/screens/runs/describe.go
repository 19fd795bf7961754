package runs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/ui"
)

// describe writes what stands beside the list: of the job or run at the cursor, of the scores, or
// of the models' use. It costs what is shown, and is done when something has changed.
func (s *screen) describe() {
	var doc *ui.Document
	switch s.view {
	case viewList:
		doc = s.aboutActivity(s.acts.row())
	case viewTrials:
		doc = s.aboutTrials()
	case viewModels:
		doc = s.aboutModels()
	default:
		return
	}
	if s.side.Doc == nil || doc == nil {
		s.side.Show(doc)
	} else {
		s.side.Swap(doc)
	}
}

// put writes a name and what it is.
func put(b *ui.Builder, name string, n themes.Name, text string) {
	if text != "" {
		b.Put(themes.Muted, fmt.Sprintf("%-9s", name)).Put(n, text).Line(0)
	}
}

func (s *screen) aboutActivity(a *engine.Activity) *ui.Document {
	if a == nil {
		return nil
	}
	var b ui.Builder
	b.Put(themes.Strong, a.Title).Line(0)
	b.Put(themes.Accent, a.ID).Put(themes.Muted, " · "+a.Kind).Line(0)
	b.Line(0)
	name, word := statusWord(a)
	put(&b, "status", name, word)
	progress := ui.Count(int(a.Done))
	if a.Total > 0 {
		progress = fmt.Sprintf("%s of %s (%d%%)", progress, ui.Count(int(a.Total)), 100*a.Done/a.Total)
	}
	if a.Running > 0 {
		progress += fmt.Sprintf(", %d under way", a.Running)
	}
	put(&b, "progress", themes.Info, progress)
	if rate, left := s.acts.rate(a, s.env.Clock.Now()); rate > 0 {
		text := rateWord(rate)
		if left > 0 {
			text += ", " + ui.Short(left) + " left"
		}
		put(&b, "rate", themes.Info, text)
	}
	put(&b, "says", themes.Text, a.Message)
	put(&b, "begun", themes.Text, stamp(a.Begun))
	put(&b, "ended", themes.Text, stamp(a.Ended))
	if !a.Ended.IsZero() && a.Ended.After(a.Begun) {
		put(&b, "took", themes.Text, ui.Short(a.Ended.Sub(a.Begun)))
	}
	if a.Job {
		put(&b, "process", themes.Text, fmt.Sprintf("%d on %s", a.PID, a.Host))
		if a.Open() {
			put(&b, "alive", themes.Text, stamp(a.Beat))
		}
	}
	if a.Exit != nil {
		put(&b, "exit", themes.Text, fmt.Sprint(*a.Exit))
	}
	if len(a.Command) > 0 {
		put(&b, "command", themes.Accent, "coworkenv "+strings.Join(a.Command, " "))
	}
	if len(a.Failures) > 0 {
		b.Line(0).Put(themes.Heading, "FAILURES").Put(themes.Muted, fmt.Sprintf("  %d", a.Failed())).Line(0)
		for _, class := range slices.Sorted(maps.Keys(a.Failures)) {
			b.Put(themes.Bad, fmt.Sprintf("  ✗ %6s ", ui.Count(a.Failures[class]))).Put(themes.Text, className(class)).Line(0)
		}
	}
	b.Line(0).Put(themes.Muted, hint(a)).Line(0)
	return b.Document()
}

// className is a class of failures; trials that were scored low have none.
func className(class string) string {
	if class == "" {
		return "without a class"
	}
	return class
}

func hint(a *engine.Activity) string {
	switch {
	case a.Job && a.Open():
		return "enter or l: its log as it comes · x: ask it to stop"
	case a.Job:
		return "enter or l: its log"
	}
	return "enter: its trials"
}

func (s *screen) aboutTrials() *ui.Document {
	v := &s.trials
	if len(v.sums) == 0 {
		return nil
	}
	var b ui.Builder
	if a := v.run(s); a != nil {
		b.Put(themes.Strong, a.Title).Line(0)
		name, word := statusWord(a)
		b.Put(name, word).Put(themes.Muted, fmt.Sprintf(" · %s of %s", ui.Count(int(a.Done)), ui.Count(int(a.Total)))).Line(0)
		b.Line(0)
	}
	of := v.sums[v.sumBy]
	b.Put(themes.Heading, "SCORES "+strings.ToUpper(of.title)).Put(themes.Muted, fmt.Sprintf("  %d", len(of.list))).Line(0)
	b.Put(themes.Muted, "   mean   pass  scored  left out").Line(0)
	for i := range of.list {
		if i == mostSums {
			b.Put(themes.Muted, fmt.Sprintf("  and %s more; the filter narrows them", ui.Count(len(of.list)-i))).Line(0)
			break
		}
		total(&b, &of.list[i])
	}
	b.Line(0).Put(themes.Muted, "b: "+v.sums[(v.sumBy+1)%len(v.sums)].title).Line(0)
	return b.Document()
}

// mostSums bounds the lines of totals.
const mostSums = 500

func total(b *ui.Builder, t *engine.TrialTotal) {
	mean, pass := "     –", "    –"
	name := themes.Muted
	if m, ok := t.Mean(); ok {
		name = themes.Text
		if t.Passed == t.Scored {
			name = themes.Good
		} else if m < int64(grade.One)/2 {
			name = themes.Warn
		}
		mean, pass = fmt.Sprintf("%7s", ui.ScoreText(m)), fmt.Sprintf("%4d%%", 100*t.Passed/t.Scored)
	}
	b.Put(name, mean).Put(themes.Text, "  "+pass).Put(themes.Muted, fmt.Sprintf("  %6s", ui.Count(t.Scored)))
	if out := t.Trials - t.Scored; out > 0 {
		b.Put(themes.Bad, fmt.Sprintf("  %8s", ui.Count(out)))
	} else {
		b.Put(themes.Muted, fmt.Sprintf("  %8s", "–"))
	}
	b.Put(themes.Accent, "  "+t.Name).Line(0)
}

func (s *screen) aboutModels() *ui.Document {
	v := &s.models
	if len(v.totals) == 0 {
		return nil
	}
	var b ui.Builder
	for i := range v.totals {
		u := &v.totals[i]
		b.Put(themes.Strong, strings.TrimSpace(u.Profile+" "+u.Model)).Line(0)
		put(&b, "asked", themes.Info, fmt.Sprintf("%s times, %s replies", ui.Count(u.Exchanges), ui.Count(u.Replies)))
		put(&b, "cache", themes.Text, fmt.Sprintf("%s (%d%%) answered from it", ui.Count(u.Reused), share(u.Reused, u.Exchanges)))
		put(&b, "tokens", themes.Text, fmt.Sprintf("%s in, %s of them cached (%d%%); %s out", ui.Count(u.Prompt), ui.Count(u.Cached), share(u.Cached, u.Prompt), ui.Count(u.Completion)))
		cost := u.Cost.String()
		if u.Partly {
			cost += " and more that cannot be added"
		}
		put(&b, "cost", themes.Text, cost)
		put(&b, "retries", themes.Text, ui.Count(u.Retries))
		if u.Replies > 0 {
			put(&b, "took", themes.Text, (u.Latency/time.Duration(u.Replies)).Round(time.Millisecond).String()+" a reply")
		}
		for _, class := range slices.Sorted(maps.Keys(u.Failures)) {
			b.Put(themes.Bad, fmt.Sprintf("  ✗ %s ", ui.Count(u.Failures[class]))).Put(themes.Text, class).Line(0)
		}
		b.Line(0)
	}
	return b.Document()
}

// share is a part in hundredths.
func share(part, of int) int {
	if of == 0 {
		return 0
	}
	return 100 * part / of
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2 Jan 15:04:05")
}

func rateWord(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f/s", rate)
	}
	return fmt.Sprintf("%.0f/s", rate)
}
