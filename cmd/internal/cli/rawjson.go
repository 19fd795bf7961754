package cli

import (
	"encoding/json"
	"strconv"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// rawJSON is a JSON text that goes into a document as it is, its key order kept.
type rawJSON = json.RawMessage

func rawOf(v any) rawJSON { return value.Append(nil, v) }

// showJSON is a Go value of an expression as JSON.
func showJSON(b *task.Bound, v any) rawJSON { return rawOf(b.JSON(v)) }

func itoa(n int) string { return strconv.Itoa(n) }
