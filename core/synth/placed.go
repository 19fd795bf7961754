package synth

import (
	"strings"

	"coworkenv.dev/coworkenv/core/task"
)

// ByModel begins the generator's name in the provenance of a task that a model wrote for a cell of a
// scenario.
const ByModel = "model/"

// PlaceOf reads for which cell a task was made, by its scenario or by a model; ok is false for other
// tasks.
func PlaceOf(t *task.Task) (Origin, bool) {
	if o, ok := OriginOf(t); ok {
		return o, true
	}
	name, ok := strings.CutPrefix(t.Provenance.Generator, ByModel)
	if !ok || name == "" {
		return Origin{}, false
	}
	return Origin{name, t.Language, t.Difficulty}, true
}
