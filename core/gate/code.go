package gate

// Code is a finding's stable name. Load problems keep the codes of package task.
type Code string

// CodeDoc explains a code for the generated page.
type CodeDoc struct {
	Code     Code
	Round    RoundName
	Severity Severity // that it usually has
	Means    string
	Do       string
}

// The codes of the rounds that run a task. Those of the load are task.Codes and grade.Codes.
const (
	UnknownCapability Code = "unknown_capability"
	NoRecords         Code = "no_records"
	DanglingReference Code = "dangling_reference"
	DateBeyondNow     Code = "date_contradicts_now"
	DeadProhibition   Code = "dead_prohibition"
	DeadAsset         Code = "dead_asset"

	LeakedValue Code = "leaked_value"
	AnswerGiven Code = "answer_given_away"

	SyntheticBelowOne  Code = "satisfying_evidence_below_one"
	EmptyAboveZero     Code = "empty_above_zero"
	ForbiddenIsSafe    Code = "forbidden_act_is_safe"
	WeightNotLost      Code = "weight_not_lost"
	EvidenceNotBuilt   Code = "evidence_not_built"
	ProhibitionUntried Code = "prohibition_untried"
	GraderError        Code = "grader_error"
	MutantSurvived     Code = "mutant_survived"

	NoSolution       Code = "no_solution"
	OracleBelowOne   Code = "oracle_below_one"
	OracleUnsafe     Code = "oracle_unsafe"
	OracleCallFailed Code = "oracle_call_failed"
	UnsourcedValue   Code = "unsourced_argument"
	UnreadRecord     Code = "unread_record"
	NeedlessWrite    Code = "needless_write"
	ChangeNotMade    Code = "change_not_made"
	StageOutOfStep   Code = "stage_out_of_step"

	NullAboveZero        Code = "null_above_zero"
	CheapAboveZero       Code = "cheap_above_zero"
	FixedAnswerPays      Code = "fixed_answer_pays"
	AnswerWithoutRead    Code = "answer_without_read"
	ReadsNotNeeded       Code = "reads_not_needed"
	AskingNotNeeded      Code = "asking_not_needed"
	ForbiddenRouteSafe   Code = "forbidden_route_is_safe"
	ForbiddenByName      Code = "forbidden_by_name_only"
	WriteEverythingPays  Code = "write_everything_unnoticed"
	NearRightIsOne       Code = "near_right_scores_one"
	NearRightKeepsWeight Code = "near_right_keeps_weight"
	ConstantPasses       Code = "constant_passes"
	DumpInText           Code = "dump_in_text"
	UngradedValue        Code = "ungraded_value"
	UngradedTarget       Code = "ungraded_target"
	UncheckedValue       Code = "unchecked_value"
	UncheckedAnswer      Code = "unchecked_answer"
	ReadNotDemanded      Code = "read_not_demanded"
	ExtraUnnoticed       Code = "extra_record_unnoticed"
	ExtraChange          Code = "extra_change_unnoticed"
	LooseComparison      Code = "loose_comparison"
	NeverDiffers         Code = "field_never_differs"
	CheckImplied         Code = "check_implied"
	OutOfReach           Code = "prohibition_out_of_reach"

	RightRefused  Code = "right_behaviour_refused"
	SlipForbidden Code = "slip_forbidden"

	NoNearMiss      Code = "no_near_miss"
	OrderDecides    Code = "order_decides"
	NoSays          Code = "no_says"
	EdgeUnnoticed   Code = "edge_unnoticed"
	OffsetMatters   Code = "offset_changes_fact"
	SaysDisagrees   Code = "says_disagrees"
	CurrencyDiffers Code = "currency_differs"
	NeverFilled     Code = "never_filled"
	IdleChange      Code = "idle_change"

	NotDeterministic   Code = "not_deterministic"
	StateSurvivesReset Code = "state_survives_reset"
	EpisodesTouch      Code = "episodes_touch"
	EnvironmentMatters Code = "environment_matters"
)

// Codes documents the codes in the order of their rounds.
func Codes() []CodeDoc {
	var out []CodeDoc
	for _, part := range [][]CodeDoc{staticCodes(), graderCodes(), oracleCodes(), adversaryCodes(), laterCodes()} {
		out = append(out, part...)
	}
	return out
}

func staticCodes() []CodeDoc {
	return []CodeDoc{
		{UnknownCapability, RoundSpec, Warning, "a task names a capability that is in no list", "name one that `coworkenv coverage capabilities` lists, unless the library has its own"},
		{NoRecords, RoundSpec, Error, "a service is named and neither has records nor is written to", "give it records or drop the service"},
		{DanglingReference, RoundSpec, Error, "a record refers to a record that is not there", "add the record or mend the id"},
		{DateBeyondNow, RoundSpec, Error, "a record claims to have happened after the task's now", "move the date or the clock"},
		{DeadProhibition, RoundSpec, Error, "a prohibition can never be broken: no tool on offer can have such an effect", "offer the tool or drop the prohibition"},
		{DeadAsset, RoundSpec, Error, "an asset that no service serves", "refer to it from a record or drop it"},
		{LeakedValue, RoundLeak, Error, "a value that the agent must find out stands in what it is handed", "take it out of the text, or write it as a literal where it is meant to be given"},
		{AnswerGiven, RoundLeak, Error, "what the user must be asked for is told before anybody can ask", "take it out of the request, or do not demand the question"},
	}
}

func graderCodes() []CodeDoc {
	return []CodeDoc{
		{SyntheticBelowOne, RoundGrader, Error, "evidence built to satisfy every check does not score 1", "the checks contradict each other or a matcher cannot be met"},
		{EmptyAboveZero, RoundGrader, Error, "the empty record or the untouched start earns something", "demand a change by the agent, or make the check evidence"},
		{ForbiddenIsSafe, RoundGrader, Error, "a forbidden act leaves safety at 1", "widen the prohibition"},
		{WeightNotLost, RoundGrader, Error, "leaving a check's evidence out does not cost its weight", "two checks are met by the same evidence, or the check is always true"},
		{EvidenceNotBuilt, RoundGrader, Error, "no satisfying evidence could be built for a check", "ask for what can come about: see what keeps it from being done"},
		{ProhibitionUntried, RoundGrader, Error, "no act could be built that breaks a prohibition", "check that its pattern can occur"},
		{GraderError, RoundGrader, Error, "a check cannot be decided in some run", "see the check's status in that run; an expression may fail on what the agent made"},
		{MutantSurvived, RoundGrader, Info, "no run tells the grader from a weaker one", "add a near miss or a second item that the weaker grader gets wrong"},
	}
}

func oracleCodes() []CodeDoc {
	return []CodeDoc{
		{NoSolution, RoundOracle, Error, "the task has no solution", "write one: a task is verified only when a program solves it"},
		{StageOutOfStep, RoundOracle, Warning, "the solution's mark of a stage stands elsewhere than where the stage begins in its run; an error where the solution fails", "end each stage with a `say` and write `- stage: NAME` right after it"},
		{OracleBelowOne, RoundOracle, Error, "the solution does not score 1", "see the failing checks of its run: `coworkenv run TASK --agent oracle --trials 1`, then `coworkenv trials show TRIAL`"},
		{OracleUnsafe, RoundOracle, Error, "the solution breaks a prohibition", "mend the solution or the prohibition"},
		{OracleCallFailed, RoundOracle, Error, "a call of the solution fails", "mend it, or say `expect` where the failure is meant"},
		{UnsourcedValue, RoundOracle, Error, "the solution uses a value that nothing has shown it", "read it first"},
		{UnreadRecord, RoundOracle, Error, "the solution uses a record that no earlier reply has shown", "read it first"},
		{NeedlessWrite, RoundOracle, Warning, "the solution makes a change that no check needs", "drop the call or check the change"},
		{ChangeNotMade, RoundOracle, Error, "a change that the world makes between stages has nothing to change in the solution's run", "change another record or value, or do not let the solution make it first"},
	}
}

func adversaryCodes() []CodeDoc {
	return []CodeDoc{
		{NullAboveZero, RoundAdversary, Error, "an agent that does nothing scores above 0", "see which check it meets"},
		{CheapAboveZero, RoundAdversary, Error, "cheap behaviour scores above 0", "demand what only the work can give; see which check it meets"},
		{FixedAnswerPays, RoundAdversary, Error, "one fixed answer scores above 0", "let the answer check need a read or another check"},
		{AnswerWithoutRead, RoundAdversary, Error, "the right answer earns something although nothing was read", "add `needs: [a read]` to the answer check"},
		{ReadsNotNeeded, RoundAdversary, Warning, "the right acts score although nothing was read", "a person decides; a `read` or `searched` check in `needs` demands the looking"},
		{AskingNotNeeded, RoundAdversary, Warning, "the right acts score although the user was not asked for what only the user knows", "a person decides; a `revealed` check in `needs` demands the question"},
		{ReadNotDemanded, RoundAdversary, Warning, "the solution opens a record that nothing demands to be read and no fact is derived from, or what decides need not be looked at", "demand it with a `read` check in `needs` (every record that decides, with the fields that do) if the work must rest on it, or drop the call"},
		{ForbiddenRouteSafe, RoundAdversary, Error, "a tool does what a prohibition forbids and safety stays 1", "forbid the effect instead of the manner"},
		{ForbiddenByName, RoundAdversary, Warning, "a tool is forbidden by name, and another one has the same effect", "forbid the effect where that is what is meant"},
		{WriteEverythingPays, RoundAdversary, Error, "an agent that first writes to everything still scores 1", "forbid changing the others, or add `only: true`"},
		{NearRightIsOne, RoundAdversary, Error, "wrong behaviour scores 1", "add what tells it from the right one: `only`, `count`, a prohibition, a field, a near miss"},
		{NearRightKeepsWeight, RoundAdversary, Error, "a check still earns its weight although what it asks for was got wrong", "let the check or a prohibition notice what was done too much"},
		{ConstantPasses, RoundAdversary, Warning, "the same label for every item passes", "spread the labels more evenly, or ask for more"},
		{DumpInText, RoundAdversary, Warning, "listing every id in a text still scores 1", "add `none` to the mentions, if naming the others is wrong"},
		{UngradedTarget, RoundAdversary, Warning, "an id or address of a written record may be anybody's", "compare it in `match` or `set`, unless it is of no account"},
		{UncheckedValue, RoundAdversary, Warning, "an amount, day, time, list or row that the solution writes may be another one", "compare the field in `match` or `set`, with {set_equals: []} where a list must stay empty, unless it is of no account"},
		{UncheckedAnswer, RoundAdversary, Warning, "a field of the answer may hold anything", "name it in an `answer` check that has a weight, as {absent: true} where there is nothing to hand in, or take it out of `answer`"},
		{ExtraUnnoticed, RoundAdversary, Info, "one more record of a kind that the task asks for is not noticed", "add `only: true`, if one too many is wrong"},
		{ExtraChange, RoundAdversary, Warning, "another field of a record that is to be changed may be changed too", "forbid what goes `beyond` the fields that the request names"},
		{LooseComparison, RoundAdversary, Warning, "another value than the solution's earns as much", "narrow the matcher, unless the other value is as good"},
		{NeverDiffers, RoundGrader, Warning, "a compared field is always the same, whatever the agent does", "compare the field that the request is about"},
		{CheckImplied, RoundGrader, Warning, "a check holds whenever another one does, so that one thing is paid twice", "ask for something of its own, or join the two"},
		{OutOfReach, RoundGrader, Info, "every tool that could break a prohibition refuses, whatever record it is called on", "add a record on which the act would succeed, or drop the prohibition"},
		{UngradedValue, RoundAdversary, Info, "written values that no check compares", "nothing, unless one of them matters"},
	}
}

func laterCodes() []CodeDoc {
	return []CodeDoc{
		{RightRefused, RoundBenign, Error, "right behaviour in another manner does not score 1", "use the matcher of the value's kind (text, address, money, date), or forbid less"},
		{SlipForbidden, RoundBenign, Warning, "a slip that was put right breaks a prohibition", "a person decides; `own` and narrower prohibitions spare slips"},
		{OrderDecides, RoundTruth, Warning, "what is right depends on the order in which records happen to be listed", "say which one is meant where two are equal, or make them differ"},
		{NoNearMiss, RoundTruth, Warning, "no record fails only this condition", "add a record that fails it alone, or drop the condition"},
		{NoSays, RoundTruth, Info, "a condition quotes no words of the request", "add `says`, so that its words can be held beside the comparison"},
		{EdgeUnnoticed, RoundTruth, Error, "a near miss that is moved across the edge changes no fact", "complete the record, or mend the fact: it must be able to become a member"},
		{OffsetMatters, RoundTruth, Error, "the same instant in another offset changes a fact", "compare instants, not their texts"},
		{SaysDisagrees, RoundTruth, Warning, "the words and what is compared disagree", "a person decides which of them is meant"},
		{CurrencyDiffers, RoundTruth, Warning, "an amount is counted as of another currency than its record's", "take the currency from the record, or take the record out"},
		{NeverFilled, RoundTruth, Warning, "a fact that must be empty could never be anything else", "look for what a record could hold"},
		{IdleChange, RoundTruth, Warning, "a change that the world makes alters no fact and no check", "let it matter, or drop it"},
		{NotDeterministic, RoundDeterminism, Error, "the same acts give another result", "see the entry at which the runs part: a service or a check depends on something besides the task"},
		{StateSurvivesReset, RoundDeterminism, Error, "a reset leaves something behind", "a service keeps state outside of its records"},
		{EpisodesTouch, RoundDeterminism, Error, "an episode is changed by another one beside it", "a service or check shares state between worlds"},
		{EnvironmentMatters, RoundDeterminism, Error, "the result depends on time zone, language, process or clock", "take clock and zone from the task"},
	}
}
