package ui

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/themes"
)

// None stands where there is nothing to say.
const None = "–"

// ScoreText is a score in millionths with two decimals, cut and never rounded up: 1.00 means all.
func ScoreText(millionths int64) string {
	hundredths := millionths / (int64(grade.One) / 100)
	return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
}

// ScoreWord is ScoreText with its meaning: good where the caller says so, a warning below the half.
func ScoreWord(millionths int64, good bool) (themes.Name, string) {
	name := themes.Text
	switch {
	case good:
		name = themes.Good
	case millionths < int64(grade.One)/2:
		name = themes.Warn
	}
	return name, ScoreText(millionths)
}

// GateWord is the state of a task's certificate.
func GateWord(state string) (themes.Name, string) {
	switch state {
	case "passed":
		return themes.Good, "✓ passed"
	case "failed":
		return themes.Bad, "✗ failed"
	case "stale":
		return themes.Warn, "~ stale"
	}
	return themes.Muted, None
}

// DecisionWord is a person's verdict.
func DecisionWord(verdict string) (themes.Name, string) {
	switch verdict {
	case "accept":
		return themes.Good, "✓ accept"
	case "reject":
		return themes.Bad, "✗ reject"
	case "flag":
		return themes.Warn, "⚑ flag"
	case "skip":
		return themes.Muted, "· skip"
	}
	return themes.Muted, None
}
