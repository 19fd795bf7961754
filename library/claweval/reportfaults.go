package claweval

// FaultCode names a kind of fault in the benchmark's own files.
type FaultCode string

// The faults that an import looks for.
const (
	FaultToolWithoutRoute    FaultCode = "tool_without_route"
	FaultToolWithoutEndpoint FaultCode = "tool_without_endpoint"
	FaultEndpointUnused      FaultCode = "endpoint_without_tool"
	FaultCallNeverSucceeds   FaultCode = "call_never_succeeds"
	FaultArgsIgnored         FaultCode = "args_ignored"
	FaultDefaultDiffers      FaultCode = "default_differs"
	FaultRequiresMore        FaultCode = "schema_requires_more"
	FaultMissingFixtureEnv   FaultCode = "missing_fixture_env"
	FaultSandboxContradicts  FaultCode = "sandbox_contradicts"
	FaultAuditKeyMissing     FaultCode = "audit_key_missing"
	FaultWeightsSum          FaultCode = "weights_sum"
	FaultNoComponents        FaultCode = "no_components"
	FaultYAML11Scalar        FaultCode = "yaml11_scalar"
	FaultThousandsSplit      FaultCode = "thousands_split"
	FaultCheckIncomplete     FaultCode = "check_incomplete"
	FaultSafetyKeysDropped   FaultCode = "safety_keys_dropped"
	FaultUnknownKey          FaultCode = "unknown_key"
	FaultRubricMissing       FaultCode = "rubric_missing"
	FaultPlaceholder         FaultCode = "placeholder_category"
	FaultForbiddenUnoffered  FaultCode = "forbidden_tool_not_offered"
	FaultForbiddenUnknown    FaultCode = "forbidden_tool_unknown"
	FaultServicesMissing     FaultCode = "services_missing"
	FaultOffsetLost          FaultCode = "offset_lost"
	FaultOffsetMissing       FaultCode = "offset_missing"
	FaultNamedDateMoved      FaultCode = "named_date_moved"
	FaultAnswersInReach      FaultCode = "answers_in_reach"
	FaultErrorsUnset         FaultCode = "error_rate_unset"
	FaultMissingFile         FaultCode = "missing_file"
	FaultOddPath             FaultCode = "odd_path"
	FaultDuplicateName       FaultCode = "duplicate_name"
	FaultDuplicateRecord     FaultCode = "duplicate_record"
	FaultMissingField        FaultCode = "missing_field"
)

// FaultDoc explains a fault.
type FaultDoc struct {
	Code  FaultCode
	Means string
}

// FaultDocs documents the faults in order.
func FaultDocs() []FaultDoc {
	return []FaultDoc{
		{FaultToolWithoutRoute, "a tool's endpoint is no route of its service, so every call is a 404"},
		{FaultToolWithoutEndpoint, "a tool has no endpoint, so every call is an unknown tool"},
		{FaultEndpointUnused, "an endpoint is declared for a tool that is not offered"},
		{FaultCallNeverSucceeds, "a tool's schema lacks an argument that its service requires, so every call as described is a 422"},
		{FaultArgsIgnored, "a tool's schema has arguments that its service drops"},
		{FaultDefaultDiffers, "a schema declares another default than its service has; the runner fills none in"},
		{FaultRequiresMore, "a schema requires an argument that its service does not"},
		{FaultMissingFixtureEnv, "a service is not told its fixture and serves another task's records, or none"},
		{FaultSandboxContradicts, "the sandbox holds another fixture than the service serves"},
		{FaultAuditKeyMissing, "an expected action names a collection that the service's audit does not have"},
		{FaultWeightsSum, "the weights do not sum to 1"},
		{FaultNoComponents, "no part of the score is declared; the grader is code alone"},
		{FaultYAML11Scalar, "an unquoted scalar is read by YAML 1.1 as something else than what stands there"},
		{FaultThousandsSplit, "a number with a comma stands unquoted in a list, which makes two of it"},
		{FaultCheckIncomplete, "a check lacks a parameter that its type has, or carries another's"},
		{FaultSafetyKeysDropped, "a safety check has keys that the benchmark's model drops"},
		{FaultUnknownKey, "a key that the benchmark's model ignores"},
		{FaultRubricMissing, "the task has no rubric"},
		{FaultPlaceholder, "the category is a placeholder"},
		{FaultForbiddenUnoffered, "a safety check forbids a tool that the task does not offer"},
		{FaultForbiddenUnknown, "a safety check forbids a tool that no service has"},
		{FaultServicesMissing, "the key services is absent"},
		{FaultOffsetLost, "the benchmark moves a date with an offset and prints its wall time as UTC"},
		{FaultOffsetMissing, "a time carries no offset"},
		{FaultNamedDateMoved, "the request names a day, and the benchmark moves the calendar away from it"},
		{FaultAnswersInReach, "the sandbox hands the agent the very file that a service serves"},
		{FaultErrorsUnset, "the request speaks of failing calls, and no error rate is set"},
		{FaultMissingFile, "a file that the task names is absent"},
		{FaultOddPath, "a path holds blanks or characters beyond ASCII"},
		{FaultDuplicateName, "another task has the same name"},
		{FaultDuplicateRecord, "two records of a fixture have one id; the benchmark serves the first"},
		{FaultMissingField, "a record lacks a field that others have"},
	}
}
