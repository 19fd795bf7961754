package task

// Code names a kind of problem. Codes are stable: documents, tests and repair loops use them.
type Code string

// The codes of loading a task. core/grade adds those that need check kinds.
const (
	CodeReadFailed    Code = "read_failed"
	CodeSyntax        Code = "syntax"
	CodeYAMLFeature   Code = "yaml_feature"
	CodeTooLarge      Code = "too_large"
	CodeEqualKeys     Code = "equal_keys"
	CodeSchema        Code = "schema_version"
	CodeUnknownKey    Code = "unknown_key"
	CodeMissingKey    Code = "missing_key"
	CodeWrongType     Code = "wrong_type"
	CodeWrongValue    Code = "wrong_value"
	CodeBadID         Code = "bad_id"
	CodeEqualIDs      Code = "equal_ids"
	CodeBadTime       Code = "bad_time"
	CodeBadZone       Code = "bad_zone"
	CodeZoneOffset    Code = "zone_offset"
	CodeStageOrder    Code = "stage_order"
	CodeStageTime     Code = "stage_time"
	CodeUnknownStage  Code = "unknown_stage"
	CodeInjection     Code = "bad_injection"
	CodeUnknownFact   Code = "unknown_fact"
	CodeUnknownNeed   Code = "unknown_need"
	CodeNeedsCycle    Code = "needs_cycle"
	CodeNoChecks      Code = "no_checks"
	CodeCheckKind     Code = "check_kind"
	CodeBadWeight     Code = "bad_weight"
	CodeWeightsSum    Code = "weights_sum"
	CodeBadName       Code = "bad_name"
	CodeSolutionItem  Code = "solution_item"
	CodeNoSolution    Code = "no_solution"
	CodeExpressionCut Code = "expression_cut"
	CodeBadExpression Code = "bad_expression"
	CodeSaysNotFound  Code = "says_not_found"
	CodeFactError     Code = "fact_error"
	CodeFactEmpty     Code = "fact_empty"
	CodeFactNotEmpty  Code = "fact_not_empty"
	CodeService       Code = "unknown_service"
	CodeCollection    Code = "unknown_collection"
	CodeField         Code = "unknown_field"
	CodeFieldType     Code = "field_type"
	CodeMissingField  Code = "missing_field"
	CodeNaiveTime     Code = "naive_datetime"
	CodeUnknownRecord Code = "unknown_record"
	CodeUnknownTool   Code = "unknown_tool"
	CodeDeniedTool    Code = "denied_tool"
	CodeUnknownAct    Code = "unknown_act"
	CodeAssetPath     Code = "asset_path"
	CodeAssetMissing  Code = "asset_missing"
	CodeAssetDigest   Code = "asset_digest"
	CodeAssetUnpinned Code = "asset_unpinned"
)

// CodeDoc documents a code.
type CodeDoc struct {
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"`
	Doc      string   `json:"doc"` // one sentence: when it is reported
}

// Codes documents every code of loading, in the order in which a file is checked.
func Codes() []CodeDoc {
	e, w := SeverityError, SeverityWarning
	return []CodeDoc{
		{CodeReadFailed, e, "The task file or folder cannot be read."},
		{CodeSyntax, e, "The file is not readable as YAML, is empty, is not UTF-8 or holds more than one document."},
		{CodeYAMLFeature, e, "An anchor, alias or tag is used; a task file is plain data."},
		{CodeTooLarge, e, "The file exceeds a bound: 4 MiB, 64 levels, 200,000 values."},
		{CodeEqualKeys, e, "A key stands twice in one mapping."},
		{CodeSchema, e, "schema is missing or names a format that this build does not read."},
		{CodeUnknownKey, e, "A key that the format does not have."},
		{CodeMissingKey, e, "A key that must be there is missing or empty."},
		{CodeWrongType, e, "A value has another form than its key needs, such as a list where a text is expected."},
		{CodeWrongValue, e, "A value is not one of those allowed, or out of its range."},
		{CodeBadID, e, "An id or name has characters that it may not have."},
		{CodeEqualIDs, e, "Two checks, forbidden acts, requests, things known, facts, assets or records have the same id."},
		{CodeBadTime, e, "A date-time is not written as 2026-03-16T09:00:00+08:00."},
		{CodeBadZone, e, "zone is no IANA time zone."},
		{CodeZoneOffset, w, "The offset of a date-time is not the one that the zone has then."},
		{CodeStageOrder, e, "Stages are named out of order, or some requests name a stage and the first does not."},
		{CodeStageTime, e, "A stage has no time, or one that is not after the stage before it."},
		{CodeUnknownStage, e, "A stage is named that no request begins."},
		{CodeInjection, e, "An injection is not exactly one of insert, update and delete, or lacks what that needs."},
		{CodeUnknownFact, e, "A fact is named that does not exist."},
		{CodeUnknownNeed, e, "A check needs a check that does not exist."},
		{CodeNeedsCycle, e, "Checks need each other in a circle."},
		{CodeNoChecks, e, "The task has no checks; an imported task with a rubric needs none."},
		{CodeCheckKind, e, "A check or forbidden act does not name exactly one kind."},
		{CodeBadWeight, e, "A weight is not a decimal between 0 and 1 with at most six places."},
		{CodeWeightsSum, e, "The weights do not sum to exactly 1; those of an imported task with a rubric may sum to less."},
		{CodeBadName, e, "The name of a fact, condition, let, column or reply cannot be used: not a word, or taken by the expression language."},
		{CodeSolutionItem, e, "An item of the solution is not exactly one call, say, stage or answer, or has keys that do not fit it."},
		{CodeNoSolution, w, "The task has no solution, so it can be run but not certified."},
		{CodeExpressionCut, w, "A blank and # cut an unquoted expression: YAML takes the rest of the line as a comment."},
		{CodeBadExpression, e, "An expression does not compile: syntax, an unknown name, a misspelt field, types that do not fit."},
		{CodeSaysNotFound, e, "The words that a condition says it stands for are not in the request or the brief."},
		{CodeFactError, e, "A fact cannot be evaluated on the records of the task."},
		{CodeFactEmpty, e, "A fact is an empty list and is not listed under empty."},
		{CodeFactNotEmpty, e, "A fact is listed under empty and is not an empty list."},
		{CodeService, e, "A service is named that does not exist or that the task does not list."},
		{CodeCollection, e, "A collection is named that its service does not have."},
		{CodeField, e, "A record has a field that its collection does not declare."},
		{CodeFieldType, e, "A field's value is not of the type that its collection declares."},
		{CodeMissingField, e, "A record lacks a field that its collection requires."},
		{CodeNaiveTime, w, "A date-time of a record has no offset; it is taken in the task's zone."},
		{CodeUnknownRecord, e, "An injection changes or deletes a record that is not there then, or inserts one that is."},
		{CodeUnknownTool, e, "A tool is named that the task's services do not have."},
		{CodeDeniedTool, e, "A tool that the solution, a fault or a forbidden act names is denied, so nobody can call it."},
		{CodeUnknownAct, e, "A grant names an act that the service does not have."},
		{CodeAssetPath, e, "An asset's path leaves the task's folder, or is not written as a plain relative path."},
		{CodeAssetMissing, e, "An asset's file is not there, or is not a plain file."},
		{CodeAssetDigest, e, "An asset's file does not have the SHA-256 that is written down."},
		{CodeAssetUnpinned, w, "An asset has no SHA-256, so the digest of the task does not cover its file."},
	}
}

// Severity is the severity that problems of the code have.
func (c Code) Severity() Severity {
	switch c {
	case CodeZoneOffset, CodeNoSolution, CodeExpressionCut, CodeNaiveTime, CodeAssetUnpinned:
		return SeverityWarning
	}
	return SeverityError
}
