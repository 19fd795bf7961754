package grade

import (
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Kind declares one kind of check. It is a value returned by a function and listed in
// graders/all; nothing registers itself.
type Kind struct {
	Name     string // as a task writes it, e.g. "record_created"
	Version  int    // raised whenever a verdict can change; certificates record it
	Evidence bool   // it carries no weight and counts only where another check needs it
	Doc      string // one or two sentences: when it holds
	Example  string // one line of YAML, the value under the kind's name
	Params   []ParamDoc
	// Compile decodes the parameters and evaluates all that does not depend on the run. It
	// reports what is wrong through c and then returns nil.
	Compile func(c *Compiler, spec task.CheckSpec) Check
}

// ProhibitionKind declares one kind of forbidden act.
type ProhibitionKind struct {
	Name    string
	Version int
	Doc     string
	Example string
	Params  []ParamDoc
	Compile func(c *Compiler, spec task.ForbidSpec) Prohibition
}

// ParamDoc documents one parameter of a kind.
type ParamDoc struct {
	Name     string
	Type     string // collection, matchers by field, list expression, record id, text, number, yes or no, ...
	Required bool
	Doc      string
}

// Check is a compiled check. It holds no state of a run and may be used by many goroutines.
type Check interface {
	// Judge says how far the check holds on the log up to the end of its stage.
	Judge(l *Log) Verdict
	// Needed lists acts that make it hold, given what the log already holds.
	Needed(l *Log) ([]Needed, error)
}

// Verdict is a check's own outcome, before its needs are looked at.
type Verdict struct {
	Got, Of  int // items that hold, items in all; Of is at least 1
	First    int // entry of the first evidence; NoEvidence where there is none
	Since    int // entry with which it last became true; 0 = never
	Until    int // entry with which it ceased to be true; 0 = it did not
	Evidence []int
	Why      []Reason
	Err      error // it cannot be decided
}

// NoEvidence is a Verdict's First where there is no evidence.
const NoEvidence = -1

// Holds reports whether every item holds.
func (v *Verdict) Holds() bool { return v.Err == nil && v.Got == v.Of }

// See notes an entry as evidence; entries may come in any order.
func (v *Verdict) See(seq int) {
	if v.First == NoEvidence || seq < v.First {
		v.First = seq
	}
	v.Link(seq)
}

// Link notes an entry that belongs to the evidence without being its first.
func (v *Verdict) Link(seq int) {
	for _, known := range v.Evidence {
		if known == seq {
			return
		}
	}
	if v.Evidence == nil {
		v.Evidence = make([]int, 0, 4)
	}
	v.Evidence = append(v.Evidence, seq)
}

// maxReasons bounds what a check says about its failure; the first are the most useful.
const maxReasons = 5

// Because adds a reason, up to a readable number.
func (v *Verdict) Because(r Reason) {
	if len(v.Why) < maxReasons {
		v.Why = append(v.Why, r)
	}
}

// Maker is a check that accepts records of the agent, for made("check") and for "only".
type Maker interface {
	Check
	// Accepted lists the records that the check accepts at the end of its stage.
	Accepted(l *Log) ([]*world.Record, error)
	// Accepts reports whether the check accepts the record of a track at the log's end, or
	// did at the end of its own stage.
	Accepts(l *Log, t *Track) (bool, error)
	// Collection is the full name of the collection it looks at.
	Collection() string
}

// Prohibition is a compiled prohibition.
type Prohibition interface {
	// Broken returns the acts that break it, at most one violation an entry. The log reaches to
	// the end of the run; stages are looked after by the caller.
	Broken(l *Log, report func(seq int, stage, why string))
	// Breach lists acts of which each breaks it, for probing that it bites.
	Breach(l *Log) ([]Breach, error)
}

// Permitter is a prohibition that can tell what a record needs so as not to break it.
type Permitter interface {
	Prohibition
	// Permit returns fields to add to a record that is to be created; nil where it is allowed.
	Permit(c *ChangeAct) []FieldValue
}
