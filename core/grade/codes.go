package grade

import (
	"sync"

	"coworkenv.dev/coworkenv/core/task"
)

// The problems that only the kinds of checks can see. Unknown collections, fields, needs and
// stages have the codes of core/task.
const (
	CodeUnknownKind      task.Code = "unknown_kind"
	CodeUnknownParam     task.Code = "unknown_param"
	CodeMissingParam     task.Code = "missing_param"
	CodeBadParam         task.Code = "wrong_param"
	CodeEvidenceWeight   task.Code = "evidence_weighted"
	CodeEvidenceUnused   task.Code = "evidence_unused"
	CodeNoWeight         task.Code = "outcome_unweighted"
	CodeAlreadyTrue      task.Code = "already_true"
	CodeVacuous          task.Code = "vacuous_check"
	CodeRecordUnknown    task.Code = "unknown_check_record"
	CodeMadeUnknown      task.Code = "unknown_made"
	CodeToolUnknown      task.Code = "tool_not_offered"
	CodeMatcher          task.Code = "unknown_matcher"
	CodeMatcherValue     task.Code = "matcher_value"
	CodeMatcherImpotent  task.Code = "matcher_impossible"
	CodeAnswerField      task.Code = "unknown_answer_field"
	CodeAnswerValue      task.Code = "answer_value"
	CodeKnowsUnknown     task.Code = "unknown_knows"
	CodeExpression       task.Code = "check_expression"
	CodeDisclosureShort  task.Code = "disclosed_too_short"
	CodeUnwritable       task.Code = "value_never_written"
	CodeProhibitionEmpty task.Code = "vacuous_prohibition"
)

// Codes documents the codes of this package in a fixed order.
func Codes() []task.CodeDoc {
	e, w := task.SeverityError, task.SeverityWarning
	return []task.CodeDoc{
		{Code: CodeUnknownKind, Severity: e, Doc: "A check or prohibition has a kind that does not exist.", Do: "docs/checks.md lists the kinds"},
		{Code: CodeUnknownParam, Severity: e, Doc: "A check or prohibition has a parameter that its kind does not take.", Do: "take it out, or write the parameter that is meant; docs/checks.md lists them"},
		{Code: CodeMissingParam, Severity: e, Doc: "A check or prohibition lacks a parameter that its kind requires.", Do: "add it; docs/checks.md says what it takes"},
		{Code: CodeBadParam, Severity: e, Doc: "A parameter has the wrong form.", Do: "write it as docs/checks.md shows"},
		{Code: CodeEvidenceWeight, Severity: e, Doc: "An evidence check has a weight; reading and asking never pay by themselves.", Do: "take the weight away and let checks with a weight need it"},
		{Code: CodeEvidenceUnused, Severity: e, Doc: "No check names an evidence check in its needs, so it has no effect.", Do: "name it in the needs of a check with a weight, or take it out"},
		{Code: CodeNoWeight, Severity: e, Doc: "A check of an outcome kind has no weight above 0.", Do: "give it a weight above 0"},
		{Code: CodeAlreadyTrue, Severity: e, Doc: "A record_updated check is already true before the agent acts.", Do: "demand what is not so at the start, or change the record"},
		{Code: CodeVacuous, Severity: e, Doc: "A check's list of items is empty, so that it would hold without any act.", Do: "let the list hold something, or take the check out"},
		{Code: CodeRecordUnknown, Severity: e, Doc: "A check names a record that neither the records nor an injection hold.", Do: "name a record by its id; an expression begins with ="},
		{Code: CodeMadeUnknown, Severity: e, Doc: "made(...) names no record_created check of one item, or not as a plain text.", Do: "name a record_created check without each, as a plain text"},
		{Code: CodeToolUnknown, Severity: e, Doc: "A check or prohibition names a tool that the task does not offer.", Do: "name a tool of the task's services that is not denied"},
		{Code: CodeMatcher, Severity: e, Doc: "A matcher does not exist.", Do: "docs/checks.md lists the matchers"},
		{Code: CodeMatcherValue, Severity: e, Doc: "A matcher's value does not fit the matcher or the field's type.", Do: "write a value of the matcher's kind; docs/checks.md shows them"},
		{Code: CodeMatcherImpotent, Severity: e, Doc: "No value can satisfy a matcher, e.g. a number that is also a known id.", Do: "take one of the contradicting parts out"},
		{Code: CodeAnswerField, Severity: e, Doc: "An answer check names a field that the task's answer does not declare.", Do: "name a field that answer: declares"},
		{Code: CodeAnswerValue, Severity: e, Doc: "An answer check's value does not fit the declared type of its field.", Do: "write a value of the type that answer: declares"},
		{Code: CodeKnowsUnknown, Severity: e, Doc: "A revealed check names no entry of the user's knows.", Do: "list it under user.knows"},
		{Code: CodeExpression, Severity: e, Doc: "An expression in a check or prohibition fails when it is evaluated.", Do: "mend the expression, or what it reads"},
		{Code: CodeDisclosureShort, Severity: e, Doc: "A disclosed value has fewer than 4 letters and digits, so that it would stand in innocent text.", Do: "name a longer value"},
		{Code: CodeUnwritable, Severity: w, Doc: "A check asks for a value that no tool of the task can write into that field.", Do: "ask for a value that a tool writes"},
		{Code: CodeProhibitionEmpty, Severity: w, Doc: "A prohibition can never be broken: its list of records or values is empty.", Do: "let the list hold something, or take the prohibition out"},
	}
}

// remedies are those of the codes, for problems that know no better one.
var remedies = sync.OnceValue(func() map[task.Code]string {
	out := map[task.Code]string{}
	for _, d := range Codes() {
		out[d.Code] = d.Do
	}
	return out
})
