package whatif

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/themes"
)

// flipOrder is the order in which trials are shown.
func flipOrder() []engine.Flip {
	return []engine.Flip{engine.FailsNow, engine.PassesNow, engine.Rescored, engine.Unmoved, engine.Unscored}
}

func order(a, b *engine.TrialChange) int {
	return cmp.Or(cmp.Compare(slices.Index(flipOrder(), a.Flip), slices.Index(flipOrder(), b.Flip)),
		cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.Trial, b.Trial))
}

// flipWord is how a flip is drawn.
func flipWord(f engine.Flip) (themes.Name, string) {
	switch f {
	case engine.FailsNow:
		return themes.Bad, "✗ fails now"
	case engine.PassesNow:
		return themes.Good, "✓ passes now"
	case engine.Rescored:
		return themes.Warn, "~ rescored"
	case engine.Unscored:
		return themes.Muted, "– unscored"
	}
	return themes.Muted, "· same"
}

// cell is one cell of the trials.
func (s *screen) cell(row int, column string) (themes.Name, string) {
	c := s.trials[row]
	switch column {
	case "flip":
		return flipWord(c.Flip)
	case "before":
		return scoreWord(c.Before)
	case "after":
		return scoreWord(c.After)
	case "agent":
		return themes.Text, c.Agent
	case "attempt":
		return themes.Muted, fmt.Sprint(c.Attempt)
	case "checks":
		return themes.Text, changedWord(c)
	}
	return themes.Muted, c.Trial
}

func scoreWord(s *grade.Score) (themes.Name, string) {
	if s == nil {
		return themes.Muted, "–"
	}
	return themes.Text, s.Score.String()
}

// changedWord names the checks that say something else: + they hold now, - they do not any more.
func changedWord(c *engine.TrialChange) string {
	var out []string
	for i := range c.Checks {
		out = append(out, sign(&c.Checks[i])+c.Checks[i].ID)
	}
	if c.Diverged != nil {
		out = append(out, "(acts come to something else)")
	}
	return strings.Join(out, " ")
}

// sign says in which direction a check went.
func sign(c *engine.CheckChange) string {
	switch {
	case len(c.BrokenAfter) > len(c.BrokenBefore):
		return "-"
	case len(c.BrokenAfter) < len(c.BrokenBefore):
		return "+"
	case c.Before == nil && c.After == nil:
		return "~"
	case c.Before == nil:
		return "new "
	case c.After == nil:
		return "gone "
	case c.After.Holds && !c.Before.Holds:
		return "+"
	case c.Before.Holds && !c.After.Holds:
		return "-"
	}
	return "~"
}
