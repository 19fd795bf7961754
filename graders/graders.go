// Package graders holds the kinds of checks and of prohibitions, one file a kind.
//
// A kind knows only the contract in core/grade and judges any service by its records.
// Invariant: a kind looks at what was stored and shown, never at what the agent says it did.
package graders

import (
	"strconv"

	"coworkenv.dev/coworkenv/core/grade"
)

// Parameters that several kinds share.
func paramIn() grade.ParamDoc {
	return grade.ParamDoc{Name: "in", Type: "collection", Required: true, Doc: "the collection, e.g. gmail.sent"}
}

func paramEach() grade.ParamDoc {
	return grade.ParamDoc{Name: "each", Type: "list expression", Doc: "repeats the check for each member, which is then called it"}
}

func paramRecord() grade.ParamDoc {
	return grade.ParamDoc{Name: "record", Type: "record id", Doc: "the record's primary key; without it the item itself"}
}

// name shows a record in a reason.
func name(coll, id string) string { return coll + " " + id }

// number shows an entry in a reason.
func number(seq int) string { return "#" + strconv.Itoa(seq) }
