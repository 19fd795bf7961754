package export

import "fmt"

// Exclusion says why a trial is no row. It is a result, not a failure: it is counted.
type Exclusion struct {
	Code   string
	Detail string
}

// Error makes an Exclusion an error, so that writers can return it.
func (e *Exclusion) Error() string { return e.Code + ": " + e.Detail }

func exclude(code, format string, args ...any) *Exclusion {
	return &Exclusion{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// The reasons for which a trial is no row.
const (
	Unfinished   = "unfinished"      // ended by the environment, an endpoint or its owner
	Ungraded     = "ungraded"        // a check could not be decided
	Imported     = "imported"        // a transcript of another program, which was never graded
	BadReward    = "bad_reward"      // the score lies outside of 0 to 1
	Rejected     = "rejected"        // reviewers rejected or flagged it or its task, or disagree
	Dropped      = "dropped"         // the curation dropped it
	SetAside     = "set_aside"       // the curation set its group aside
	Gone         = "gone"            // the trial is no longer in the workspace
	Unreadable   = "unreadable"      // the stored trajectory cannot be read
	NoTask       = "no_task"         // the task cannot be opened, so that its tools are not known
	BadArguments = "bad_arguments"   // a call's arguments are no JSON object
	CallGap      = "call_gap"        // the log has acts that the trajectory lacks
	NothingSaid  = "nothing_trained" // no turn is left to train on
	MaskedTurns  = "masked_turns"    // some turns must not be trained on and the format has no flag for that
	Marks        = "marks"           // a text holds the marks that the format sets calls off with
	BigNumber    = "big_number"      // an argument is a whole number beyond 64 bits, which readers of JSON refuse
	ToolName     = "tool_name"       // a called tool has a name that the target refuses
	Alternation  = "alternation"     // two turns of one side in a row, which the format cannot hold
	Unpaired     = "unpaired"        // a call without a result, or a result without a call
	NoSuccessor  = "no_observation"  // nothing followed the agent's turns
	OtherPrefix  = "other_prefix"    // the two trials of a pair differ before the step of the pair
	NoTurn       = "no_turn"         // a trial of a pair ended before the step of the pair
)

// Exclusions lists the reasons with what they mean, in the order of the report.
func Exclusions() []Meaning {
	return []Meaning{
		{Unfinished, "ended by the environment, an endpoint or its owner"},
		{Ungraded, "a check could not be decided"},
		{Imported, "it is a transcript of another program, which was never graded"},
		{BadReward, "the score lies outside of 0 to 1"},
		{Rejected, "reviewers rejected or flagged it or its task, or disagree about it"},
		{Dropped, "the curation dropped it"},
		{SetAside, "the curation set its group aside"},
		{Gone, "the trial is no longer in the workspace"},
		{Unreadable, "the stored trajectory cannot be read"},
		{NoTask, "the task cannot be opened, so that its tools are not known"},
		{BadArguments, "a call's arguments are no JSON object"},
		{CallGap, "the log has acts that the trajectory lacks"},
		{NothingSaid, "no turn is left to train on"},
		{MaskedTurns, "turns must not be trained on, which this format can only say with --explode-turns"},
		{Marks, "a text holds the marks that the format sets calls off with"},
		{BigNumber, "an argument is a whole number beyond 64 bits, which readers of JSON refuse"},
		{ToolName, "a called tool has a name that the target refuses"},
		{Alternation, "two turns of one side in a row, which the format cannot hold"},
		{Unpaired, "a call without a result, or a result without a call"},
		{NoSuccessor, "nothing followed the agent's turns"},
		{OtherPrefix, "the trials of the pair differ before the step of the pair"},
		{NoTurn, "a trial of the pair ended before the step of the pair"},
	}
}

// Meaning is a code and what it means.
type Meaning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// The ways in which a written row says less than its record.
const (
	LostResult = "trailing_result" // results after the last turn of the agent
	LostReason = "reasoning"       // reasoning was asked to be dropped
	LostText   = "invalid_utf8"    // bytes that are no UTF-8 became U+FFFD
	LostID     = "call_id"         // an absent or repeated call id was replaced
	LostJoin   = "joined_results"  // results of parallel calls stand in one turn
	LostDigit  = "last_digit"      // decimals that the datasets library misreads in JSON lines
	LostSpell  = "respelled"       // the marks of the format within a result are spelled otherwise
)

// Losses lists them with what they mean, in the order of the report.
func Losses() []Meaning {
	return []Meaning{
		{LostResult, "results after the last turn of the agent, which the format has no place for"},
		{LostReason, "turns whose reasoning was left out"},
		{LostText, "texts whose bytes were no UTF-8, replaced by U+FFFD"},
		{LostID, "call ids that were absent or repeated, replaced"},
		{LostDigit, "calls with decimals whose last digit the datasets library misreads in JSON lines; with --parquet it does not"},
		{LostSpell, "results in JSON that hold the marks of the format, spelled with an escape"},
		{LostJoin, "turns of parallel calls whose results stand in one text"},
	}
}

// Tally counts by code.
type Tally map[string]int

func (t Tally) count(code string, n int) {
	if n > 0 {
		t[code] += n
	}
}

// Add adds the counts of another.
func (t Tally) Add(other Tally) {
	for code, n := range other {
		t[code] += n
	}
}
