package task

import (
	"strings"

	"coworkenv.dev/coworkenv/core/world"
)

// The service that every task has, for its typed answer.
const (
	AnswerServiceName = "answer"
	AnswerTool        = "submit_answer"
	AnswerCollection  = "answer.submissions"
	OutcomeField      = "outcome"
)

// AnswerAct is what the tool does; it is always granted.
const AnswerAct world.Act = "answer"

// Outcomes are the words of outcome, which every task offers so that a task that cannot be
// done does not give itself away.
func Outcomes() []string { return []string{"done", "not_found", "not_allowed", "unclear"} }

const submissions = "submissions"

// AnswerService makes the service "answer" of a task. Its one tool submit_answer takes the
// declared fields and outcome, all optional but at least one, checks that each value can be
// read as its type, and keeps them as they were sent in the collection "submissions".
func AnswerService(fields []AnswerField) *world.Service {
	params := make([]world.Param, 0, len(fields)+1)
	declared := make([]world.Field, 0, len(fields)+1)
	effect := world.Effect{Op: world.Created, Collection: submissions, Fields: map[string]string{}}
	for _, f := range fields {
		params = append(params, world.Param{Name: f.Name, Type: world.Tree, Custom: answerType(f), Doc: answerDoc(f)})
		declared = append(declared, world.Field{Name: f.Name, Type: world.Tree, Optional: true, Doc: answerDoc(f)})
	}
	params = append(params, world.Param{Name: OutcomeField, Type: world.Text, Enum: Outcomes(), Doc: "How the request ended."})
	declared = append(declared, world.Field{Name: OutcomeField, Type: world.Text, Optional: true, Doc: "How the request ended."})
	names := make([]string, len(params))
	for i, p := range params {
		effect.Fields[p.Name] = p.Name
		names[i] = p.Name
	}
	return &world.Service{
		Name: AnswerServiceName, Title: "Answer", Version: 1,
		Doc:         "Takes the result of the request as typed fields.",
		Collections: []world.Collection{{Name: submissions, Doc: "Submitted answers.", Fields: declared, Internal: true}},
		Tools: []world.Tool{{Name: AnswerTool, Act: AnswerAct, Route: "/answer/submit_answer",
			Doc:    "Hand in the result of the request. Give the fields that apply; a later call replaces an earlier one.",
			Params: params, Effects: []world.Effect{effect}, Handle: submit(names)}},
	}
}

// submit keeps the given fields as a record.
func submit(names []string) world.Handler {
	return func(tx *world.Tx, in world.Args, out *world.Reply) error {
		members := in.GivenMembers(names...)
		if len(members) == 0 {
			return world.Refuse(world.Invalid, "give at least one of %s", strings.Join(names, ", "))
		}
		tx.Insert(submissions, members...)
		out.Text("status", "received")
		return nil
	}
}

func answerDoc(f AnswerField) string {
	doc := map[AnswerType]string{
		AnswerID: "An id, exactly as it is written.", AnswerText: "A text.", AnswerNumber: "A number.",
		AnswerMoney: "An amount with its currency, e.g. 1180.00 EUR.", AnswerDate: "A date, e.g. 2026-03-17.",
		AnswerDateTime: "A date-time, e.g. 2026-03-17T15:00:00+08:00.", AnswerAddress: "An e-mail address.",
		AnswerYesNo: "true or false.",
	}[f.Type]
	switch {
	case f.Type == AnswerOneOf:
		doc = "One of " + strings.Join(f.OneOf, ", ") + "."
	case f.Type == AnswerRows:
		doc = "A list of rows, one for each " + f.Key + "."
	}
	switch f.List {
	case "set":
		return doc + " A list, in any order."
	case "list":
		return doc + " A list, in order."
	}
	return doc
}
