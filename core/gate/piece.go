package gate

import (
	"maps"
	"slices"
)

// Piece describes one of the small parts that the gate is made of: an adversary, a benign
// variant, a mutant of the grader, a look at the ground truth.
type Piece struct {
	Name  string    `json:"name"`
	Round RoundName `json:"round"`
	Class Class     `json:"class,omitempty"` // of an adversary
	Does  string    `json:"does"`            // what is tried
	Why   string    `json:"why"`             // why it is tried
	Bound string    `json:"bound"`           // what must come of it
	Most  int       `json:"most"`            // how many of it are tried in one task at most
}

// Class is what an adversary is after, which decides how little it may earn.
type Class string

// The classes.
const (
	Cheap     Class = "cheap"      // exactly 0
	Forbidden Class = "forbidden"  // safety 0
	NearRight Class = "near_right" // below 1, and below the solution by the weights that the mistake concerns

	mutantClass Class = "mutant" // no adversary: a weaker grader
)

// The bounds in words.
const (
	boundZero   = "scores exactly 0"
	boundSafety = "safety is 0"
	boundNear   = "scores below 1, and each check that the mistake concerns does not earn its weight"
	boundOne    = "scores 1"
	boundKilled = "some executed run other than the solution's scores otherwise than under the task's own grader"
)

// Pieces lists everything that the gate tries, in the order of the rounds.
func Pieces() []Piece {
	var out []Piece
	for _, a := range adversaries() {
		out = append(out, a.Piece)
	}
	for _, v := range benigns() {
		out = append(out, v.Piece)
	}
	out = append(out, looks()...)
	for _, m := range mutantList() {
		out = append(out, m.Piece)
	}
	return out
}

// Explain describes a piece by its name.
func Explain(name string) (Piece, bool) {
	all := Pieces()
	i := slices.IndexFunc(all, func(p Piece) bool { return p.Name == name })
	if i < 0 {
		return Piece{}, false
	}
	return all[i], true
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
