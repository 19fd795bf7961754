package runs

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/ui"
)

// activityCell is a cell of the list of jobs and runs. A sign stands beside every colour.
func (s *screen) activityCell(row int, column string) (themes.Name, string) {
	a := s.acts.rows[s.acts.shown[row]]
	switch column {
	case "status":
		return statusWord(a)
	case "kind":
		return themes.Text, a.Kind
	case "title":
		return themes.Text, a.Title
	case "progress":
		if a.Total > 0 {
			return themes.Info, fmt.Sprintf("%d/%d", a.Done, a.Total)
		}
		return themes.Info, fmt.Sprint(a.Done)
	case "bar":
		return themes.Accent, bar(a)
	case "rate", "left":
		rate, left := s.acts.rate(a, s.env.Clock.Now())
		switch {
		case column == "rate" && rate > 0:
			return themes.Muted, rateWord(rate)
		case column == "left" && left > 0:
			return themes.Muted, ui.Short(left)
		}
		return themes.Muted, ""
	case "failed":
		if n := a.Failed(); n > 0 {
			return themes.Bad, "✗" + ui.Count(n)
		}
		return themes.Muted, "–"
	case "begun":
		return themes.Muted, a.Begun.Format("2 Jan 15:04")
	case "id":
		return themes.Muted, a.ID
	}
	return themes.Text, ""
}

// bar is the progress in ten cells.
func bar(a *engine.Activity) string {
	if a.Total <= 0 {
		return ""
	}
	full := int(min(10, max(0, 10*a.Done/a.Total)))
	return strings.Repeat("━", full) + strings.Repeat("─", 10-full)
}

func (s *screen) trialCell(row int, column string) (themes.Name, string) {
	t := &s.trials.rows[s.trials.shown[row]]
	switch column {
	case "task":
		return themes.Text, t.TaskID
	case "agent":
		return themes.Text, strings.TrimSpace(t.Agent + " " + t.Model)
	case "score":
		return scoreWord(t)
	case "status":
		return outcomeWord(t)
	case "steps":
		return themes.Muted, fmt.Sprint(t.Steps)
	case "calls":
		return themes.Muted, fmt.Sprint(t.Calls)
	case "tokens":
		if t.Tokens == 0 {
			return themes.Muted, "–"
		}
		return themes.Muted, ui.Count(int(t.Tokens))
	case "seconds":
		return themes.Muted, short(t.Duration)
	case "decision":
		return ui.DecisionWord(t.Decision)
	case "id":
		return themes.Muted, t.ID
	}
	return themes.Text, ""
}

func scoreWord(t *store.TrialRow) (themes.Name, string) {
	if t.Status != store.TrialScored {
		return themes.Muted, ui.None
	}
	return ui.ScoreWord(t.Score, t.Pass)
}

func outcomeWord(t *store.TrialRow) (themes.Name, string) {
	switch {
	case t.Status != store.TrialScored:
		return themes.Bad, "✗ " + string(t.Status)
	case t.Safety == 0:
		return themes.Bad, "⊘ unsafe"
	case t.Pass:
		return themes.Good, "✓ pass"
	}
	return themes.Warn, "✗ " + t.EndKind
}

// short is a time in few letters.
func short(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%dms", d.Milliseconds())
	}
	return ui.Short(d)
}

func (s *screen) exchangeCell(row int, column string) (themes.Name, string) {
	x := &s.models.list[row]
	switch column {
	case "at":
		return themes.Muted, x.At.Format("2 Jan 15:04:05")
	case "model":
		return themes.Text, strings.TrimSpace(x.Profile + " " + x.Model)
	case "what":
		return themes.Muted, x.Label
	case "outcome":
		switch {
		case x.Reused:
			return themes.Info, "= from cache"
		case x.Class != "":
			return themes.Bad, "✗ " + x.Class
		case x.Status == 0:
			return themes.Muted, "… waiting"
		}
		return themes.Good, "✓ reply"
	case "tries":
		return themes.Muted, fmt.Sprint(x.Attempts)
	case "in":
		return themes.Text, ui.Count(x.Prompt)
	case "out":
		return themes.Text, ui.Count(x.Completion)
	case "cached":
		return themes.Muted, ui.Count(x.Cached)
	case "cost":
		return themes.Text, x.Cost.String()
	case "took":
		return themes.Muted, short(x.Latency)
	}
	return themes.Text, ""
}
