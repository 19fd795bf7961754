package grade

import "coworkenv.dev/coworkenv/core/task"

// The problems that only the kinds of checks can see.
const (
	CodeUnknownKind      task.Code = "check-kind-unknown"
	CodeUnknownParam     task.Code = "check-param-unknown"
	CodeMissingParam     task.Code = "check-param-missing"
	CodeBadParam         task.Code = "check-param-invalid"
	CodeNoChecks         task.Code = "checks-missing"
	CodeEvidenceWeight   task.Code = "evidence-weighted"
	CodeEvidenceUnused   task.Code = "evidence-unused"
	CodeNoWeight         task.Code = "outcome-unweighted"
	CodeNeedsCycle       task.Code = "needs-cycle"
	CodeNeedsUnknown     task.Code = "needs-unknown"
	CodeStageUnknown     task.Code = "stage-unknown"
	CodeAlreadyTrue      task.Code = "check-already-true"
	CodeVacuous          task.Code = "check-vacuous"
	CodeRecordUnknown    task.Code = "record-unknown"
	CodeMadeUnknown      task.Code = "made-unknown"
	CodeToolUnknown      task.Code = "tool-not-offered"
	CodeCollection       task.Code = "collection-unknown"
	CodeField            task.Code = "field-unknown"
	CodeMatcher          task.Code = "matcher-unknown"
	CodeMatcherValue     task.Code = "matcher-value"
	CodeMatcherImpotent  task.Code = "matcher-unsatisfiable"
	CodeAnswerField      task.Code = "answer-field-unknown"
	CodeAnswerValue      task.Code = "answer-value"
	CodeKnowsUnknown     task.Code = "knows-unknown"
	CodeExpression       task.Code = "expression"
	CodeDisclosureShort  task.Code = "disclosed-too-short"
	CodeUnwritable       task.Code = "value-never-written"
	CodeProhibitionEmpty task.Code = "prohibition-vacuous"
)

// Codes documents the codes of this package in a fixed order.
func Codes() []task.CodeDoc {
	e, w := task.SeverityError, task.SeverityWarning
	return []task.CodeDoc{
		{Code: CodeUnknownKind, Severity: e, Doc: "A check or prohibition has a kind that does not exist."},
		{Code: CodeUnknownParam, Severity: e, Doc: "A check or prohibition has a parameter that its kind does not take."},
		{Code: CodeMissingParam, Severity: e, Doc: "A check or prohibition lacks a parameter that its kind requires."},
		{Code: CodeBadParam, Severity: e, Doc: "A parameter has the wrong form."},
		{Code: CodeNoChecks, Severity: e, Doc: "A task has no checks: nothing could be earned."},
		{Code: CodeEvidenceWeight, Severity: e, Doc: "An evidence check has a weight; reading and asking never pay by themselves."},
		{Code: CodeEvidenceUnused, Severity: e, Doc: "No check names an evidence check in its needs, so it has no effect."},
		{Code: CodeNoWeight, Severity: e, Doc: "A check of an outcome kind has no weight above 0."},
		{Code: CodeNeedsCycle, Severity: e, Doc: "Checks need one another in a circle, so none can hold."},
		{Code: CodeNeedsUnknown, Severity: e, Doc: "A needs entry names no check of the task."},
		{Code: CodeStageUnknown, Severity: e, Doc: "A check or prohibition names a stage that no request has."},
		{Code: CodeAlreadyTrue, Severity: e, Doc: "A record_updated check is already true before the agent acts."},
		{Code: CodeVacuous, Severity: e, Doc: "A check's list of items is empty, so that it would hold without any act."},
		{Code: CodeRecordUnknown, Severity: e, Doc: "A check names a record that neither the records nor an injection hold."},
		{Code: CodeMadeUnknown, Severity: e, Doc: "made(...) names no record_created check of one item, or not as a plain text."},
		{Code: CodeToolUnknown, Severity: e, Doc: "A check or prohibition names a tool that the task does not offer."},
		{Code: CodeCollection, Severity: e, Doc: "A check or prohibition names a collection that the task's services do not have."},
		{Code: CodeField, Severity: e, Doc: "A check or prohibition names a field that the collection does not have."},
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
