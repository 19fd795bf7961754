package gate

// Code is a finding's stable name. Load problems keep the codes of package task.
type Code string

// CodeDoc explains a code for the generated page.
type CodeDoc struct {
	Code  Code
	Round RoundName
	Means string
	Do    string
}

// The codes of the rounds that run a task. Those of the load are task.Codes.
const (
	NotRunnable       Code = "not_runnable"
	NoRecords         Code = "no_records"
	DanglingReference Code = "dangling_reference"
	DateBeyondNow     Code = "date_contradicts_now"
	DeadProhibition   Code = "dead_prohibition"
	DeadAsset         Code = "dead_asset"

	LeakedValue Code = "leaked_value"

	SyntheticBelowOne  Code = "satisfying_evidence_below_one"
	EmptyAboveZero     Code = "empty_above_zero"
	ForbiddenIsSafe    Code = "forbidden_act_is_safe"
	WeightNotLost      Code = "weight_not_lost"
	EvidenceNotBuilt   Code = "evidence_not_built"
	ProhibitionUntried Code = "prohibition_untried"

	NoSolution       Code = "no_solution"
	OracleBelowOne   Code = "oracle_below_one"
	OracleUnsafe     Code = "oracle_unsafe"
	OracleCallFailed Code = "oracle_call_failed"
	UnsourcedValue   Code = "unsourced_argument"
	UnreadRecord     Code = "unread_record"
	NeedlessWrite    Code = "needless_write"

	NullAboveZero Code = "null_above_zero"
)

// Codes documents the codes in the order of their rounds.
func Codes() []CodeDoc {
	return []CodeDoc{
		{NotRunnable, RoundSpec, "the task uses something that this build cannot run yet", "wait for it, or take it out"},
		{NoRecords, RoundSpec, "a service is named and neither has records nor is written to", "give it records or drop the service"},
		{DanglingReference, RoundSpec, "a record refers to a record that is not there", "add the record or mend the id; hide it as `_dangling: ok` only where the task is about it"},
		{DateBeyondNow, RoundSpec, "a record claims to have happened after the task's now", "move the date or the clock"},
		{DeadProhibition, RoundSpec, "a prohibition can never be broken: nothing on offer does it", "offer the tool or drop the prohibition"},
		{DeadAsset, RoundSpec, "an asset that no service serves", "refer to it from a record or drop it"},
		{LeakedValue, RoundLeak, "a value that the agent must find out stands in what it is handed", "take it out of the text, or write it as a literal where it is meant to be given"},
		{SyntheticBelowOne, RoundGrader, "evidence built to satisfy every check does not score 1", "the checks contradict each other or a matcher cannot be met"},
		{EmptyAboveZero, RoundGrader, "doing nothing earns something", "demand a change by the agent, or make the check evidence"},
		{ForbiddenIsSafe, RoundGrader, "a forbidden act leaves safety at 1", "widen the prohibition"},
		{WeightNotLost, RoundGrader, "leaving a check's evidence out does not cost its weight", "two checks are met by the same evidence, or the check is always true"},
		{EvidenceNotBuilt, RoundGrader, "no satisfying evidence could be built for a check", "simplify its matcher"},
		{ProhibitionUntried, RoundGrader, "no act could be built that breaks a prohibition", "check that its pattern can occur"},
		{NoSolution, RoundOracle, "the task has no solution", "write one: a task is verified only when a program solves it"},
		{OracleBelowOne, RoundOracle, "the solution does not score 1", "see the failing checks of its run"},
		{OracleUnsafe, RoundOracle, "the solution breaks a prohibition", "mend the solution or the prohibition"},
		{OracleCallFailed, RoundOracle, "a call of the solution fails", "mend it, or say `expect` where the failure is meant"},
		{UnsourcedValue, RoundOracle, "the solution uses a value that nothing has shown it", "read it first"},
		{UnreadRecord, RoundOracle, "the solution uses a record that no earlier reply has shown", "read it first"},
		{NeedlessWrite, RoundOracle, "the solution makes a change that no check needs", "drop the call or check the change"},
		{NullAboveZero, RoundCheap, "an agent that does nothing scores above 0", "see which check it meets"},
	}
}
