package task

import "sync"

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
	CodeLanguage      Code = "wrong_language"
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
	Do       string   `json:"do"`  // the remedy, where the problem itself knows no better one
}

// Codes documents every code of loading, in the order in which a file is checked.
func Codes() []CodeDoc {
	e, w := SeverityError, SeverityWarning
	return []CodeDoc{
		{CodeReadFailed, e, "The task file or folder cannot be read.", "check the path and its permissions; a task is a folder with a task.yaml"},
		{CodeSyntax, e, "The file is not readable as YAML, is empty, is not UTF-8 or holds more than one document.", "write one YAML document in UTF-8; quote texts with : # { } [ ] in them"},
		{CodeYAMLFeature, e, "An anchor, alias or tag is used; a task file is plain data.", "write the value out where it is used"},
		{CodeTooLarge, e, "The file exceeds a bound: 4 MiB, 64 levels, 200,000 values.", "split the task, or take records out"},
		{CodeEqualKeys, e, "A key stands twice in one mapping.", "keep one of them, or join their values"},
		{CodeSchema, e, "schema is missing or names a format that this build does not read.", "write schema: coworkenv.task/v1"},
		{CodeUnknownKey, e, "A key that the format does not have.", "take it out, or write the key that is meant; docs/keys.md lists them"},
		{CodeMissingKey, e, "A key that must be there is missing or empty.", "add it; docs/keys.md says what it takes"},
		{CodeWrongType, e, "A value has another form than its key needs, such as a list where a text is expected.", "write it as docs/keys.md shows"},
		{CodeWrongValue, e, "A value is not one of those allowed, or out of its range.", "write a value within the bounds, or one of those allowed"},
		{CodeBadID, e, "An id or name has characters that it may not have.", "use letters, digits and -"},
		{CodeEqualIDs, e, "Two checks, forbidden acts, requests, things known, facts, assets or records have the same id.", "give one of them another id"},
		{CodeBadTime, e, "A date-time is not written as 2026-03-16T09:00:00+08:00.", "write it as 2026-03-16T09:00:00+08:00"},
		{CodeBadZone, e, "zone is no IANA time zone.", "write a zone such as Europe/Berlin"},
		{CodeZoneOffset, w, "The offset of a date-time is not the one that the zone has then.", "write the offset that the zone has at that time, or mend the zone"},
		{CodeLanguage, w, "The language is not that of the request, or none that simulated users speak.", "write en or zh, as the request is written"},
		{CodeStageOrder, e, "Stages are named out of order, or some requests name a stage and the first does not.", "name the stages in the order of the requests, the first one too"},
		{CodeStageTime, e, "A stage has no time, or one that is not after the stage before it.", "give each stage a time after that of the stage before"},
		{CodeUnknownStage, e, "A stage is named that no request begins.", "name a stage that a request begins"},
		{CodeInjection, e, "An injection is not exactly one of insert, update and delete, or lacks what that needs.", "write one of insert, update with record and set, and delete with record"},
		{CodeUnknownFact, e, "A fact is named that does not exist.", "name a fact of facts:, or take it out"},
		{CodeUnknownNeed, e, "A check needs a check that does not exist.", "name the id of a check"},
		{CodeNeedsCycle, e, "Checks need each other in a circle.", "remove one of the needs"},
		{CodeNoChecks, e, "The task has no checks; an imported task with a rubric needs none.", "add a check: what must be so at the end"},
		{CodeCheckKind, e, "A check or forbidden act does not name exactly one kind.", "write one kind beside the id, e.g. record_created"},
		{CodeBadWeight, e, "A weight is not a decimal between 0 and 1 with at most six places.", "write a decimal such as 0.5"},
		{CodeWeightsSum, e, "The weights do not sum to exactly 1; those of an imported task with a rubric may sum to less.", "change the weights so that they sum to 1"},
		{CodeBadName, e, "The name of a fact, condition, let, column or reply cannot be used: not a word, or taken by the expression language.", "choose another name"},
		{CodeSolutionItem, e, "An item of the solution is not exactly one call, say, stage or answer, or has keys that do not fit it.", "write one call, say, stage or answer an item"},
		{CodeNoSolution, w, "The task has no solution, so it can be run but not certified.", "write a solution: the calls that do it right"},
		{CodeExpressionCut, w, "A blank and # cut an unquoted expression: YAML takes the rest of the line as a comment.", "quote the expression"},
		{CodeBadExpression, e, "An expression does not compile: syntax, an unknown name, a misspelt field, types that do not fit.", "mend the expression; docs/authoring.md shows what can stand in one"},
		{CodeSaysNotFound, e, "The words that a condition says it stands for are not in the request or the brief.", "quote the words of the request"},
		{CodeFactError, e, "A fact cannot be evaluated on the records of the task.", "mend the expression or the records that it reads; at: STAGE lets a fact see a later stage's records"},
		{CodeFactEmpty, e, "A fact is an empty list and is not listed under empty.", "check its conditions, or list it under empty: if nothing must be found"},
		{CodeFactNotEmpty, e, "A fact is listed under empty and is not an empty list.", "remove it from empty, or what it finds from the records"},
		{CodeService, e, "A service is named that does not exist or that the task does not list.", "list it under services; `coworkenv services list` shows what there is"},
		{CodeCollection, e, "A collection is named that its service does not have.", "`coworkenv services show NAME` lists the collections"},
		{CodeField, e, "A record has a field that its collection does not declare.", "`coworkenv services show NAME` lists the fields"},
		{CodeFieldType, e, "A field's value is not of the type that its collection declares.", "write a value of the field's type"},
		{CodeMissingField, e, "A record lacks a field that its collection requires.", "add the field"},
		{CodeNaiveTime, w, "A date-time of a record has no offset; it is taken in the task's zone.", "write the offset"},
		{CodeUnknownRecord, e, "An injection changes or deletes a record that is not there then, or inserts one that is.", "name a record that is there at that time, or insert it before"},
		{CodeUnknownTool, e, "A tool is named that the task's services do not have.", "`coworkenv services show NAME` lists the tools"},
		{CodeDeniedTool, e, "A tool that the solution, a fault or a forbidden act names is denied, so nobody can call it.", "take it out of deny, or do without it"},
		{CodeUnknownAct, e, "A grant names an act that the service does not have.", "name an act of the service"},
		{CodeAssetPath, e, "An asset's path leaves the task's folder, or is not written as a plain relative path.", "write it as assets/name.ext"},
		{CodeAssetMissing, e, "An asset's file is not there, or is not a plain file.", "put the file there; links are not followed"},
		{CodeAssetDigest, e, "An asset's file does not have the SHA-256 that is written down.", "write the digest of the file if the file is right"},
		{CodeAssetUnpinned, w, "An asset has no SHA-256, so the digest of the task does not cover its file.", "add its sha256"},
	}
}

var remedies = sync.OnceValue(func() map[Code]string {
	out := map[Code]string{}
	for _, d := range Codes() {
		out[d.Code] = d.Do
	}
	return out
})

// Remedy is what to do about problems of the code, where nothing better is known.
func (c Code) Remedy() string { return remedies()[c] }

// Severity is the severity that problems of the code have.
func (c Code) Severity() Severity {
	switch c {
	case CodeZoneOffset, CodeLanguage, CodeNoSolution, CodeExpressionCut, CodeNaiveTime, CodeAssetUnpinned:
		return SeverityWarning
	}
	return SeverityError
}
