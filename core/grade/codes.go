package grade

import "coworkenv.dev/coworkenv/core/task"

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
		{Code: CodeUnknownKind, Severity: e, Doc: "A check or prohibition has a kind that does not exist."},
		{Code: CodeUnknownParam, Severity: e, Doc: "A check or prohibition has a parameter that its kind does not take."},
		{Code: CodeMissingParam, Severity: e, Doc: "A check or prohibition lacks a parameter that its kind requires."},
		{Code: CodeBadParam, Severity: e, Doc: "A parameter has the wrong form."},
		{Code: CodeEvidenceWeight, Severity: e, Doc: "An evidence check has a weight; reading and asking never pay by themselves."},
		{Code: CodeEvidenceUnused, Severity: e, Doc: "No check names an evidence check in its needs, so it has no effect."},
		{Code: CodeNoWeight, Severity: e, Doc: "A check of an outcome kind has no weight above 0."},
		{Code: CodeAlreadyTrue, Severity: e, Doc: "A record_updated check is already true before the agent acts."},
		{Code: CodeVacuous, Severity: e, Doc: "A check's list of items is empty, so that it would hold without any act."},
		{Code: CodeRecordUnknown, Severity: e, Doc: "A check names a record that neither the records nor an injection hold."},
		{Code: CodeMadeUnknown, Severity: e, Doc: "made(...) names no record_created check of one item, or not as a plain text."},
		{Code: CodeToolUnknown, Severity: e, Doc: "A check or prohibition names a tool that the task does not offer."},
		{Code: CodeMatcher, Severity: e, Doc: "A matcher does not exist."},
		{Code: CodeMatcherValue, Severity: e, Doc: "A matcher's value does not fit the matcher or the field's type."},
		{Code: CodeMatcherImpotent, Severity: e, Doc: "No value can satisfy a matcher, e.g. a number that is also a known id."},
		{Code: CodeAnswerField, Severity: e, Doc: "An answer check names a field that the task's answer does not declare."},
		{Code: CodeAnswerValue, Severity: e, Doc: "An answer check's value does not fit the declared type of its field."},
		{Code: CodeKnowsUnknown, Severity: e, Doc: "A revealed check names no entry of the user's knows."},
		{Code: CodeExpression, Severity: e, Doc: "An expression in a check or prohibition fails when it is evaluated."},
		{Code: CodeDisclosureShort, Severity: e, Doc: "A disclosed value has fewer than 4 letters and digits, so that it would stand in innocent text."},
		{Code: CodeUnwritable, Severity: w, Doc: "A check asks for a value that no tool of the task can write into that field."},
		{Code: CodeProhibitionEmpty, Severity: w, Doc: "A prohibition can never be broken: its list of records or values is empty."},
	}
}
