package trace

import (
	"coworkenv.dev/coworkenv/core/world"
)

// Observe turns an audit entry into the call's record.
func Observe(index int, id string, e *world.Entry) Call {
	c := Call{Index: index, ID: id, Tool: e.Tool, Args: string(e.Raw), Outcome: e.Outcome, Cause: e.Cause,
		Status: e.Status, Seq: e.Seq, Observation: string(e.Body), Fault: e.Fault, Problems: e.Problems}
	c.Effects = Effects(e.Changes)
	for _, s := range e.Shown {
		c.Shown = append(c.Shown, Shown{Collection: s.Record.Collection(), ID: s.Record.ID(), Fields: s.Fields()})
	}
	return c
}

// Injected turns the audit entry of an injected change into its record: what it changed, or that
// it had nothing to change.
func Injected(in world.Injection, e *world.Entry) []Effect {
	if len(e.Changes) > 0 {
		return Effects(e.Changes)
	}
	why := "the record is so already"
	if len(e.Problems) > 0 {
		why = e.Problems[0].Message
	}
	return []Effect{{Op: in.Op.String(), Collection: in.Collection, ID: in.ID, NotMade: why}}
}

// Effects turns record changes into their record.
func Effects(changes []world.Change) []Effect {
	var out []Effect
	for _, ch := range changes {
		r := ch.Record()
		e := Effect{Op: ch.Op.String(), Collection: r.Collection(), ID: r.ID()}
		if ch.Op == world.Updated {
			e.Fields = ch.Fields()
		}
		if ch.Before != nil {
			e.Before = string(ch.Before.JSON())
		}
		if ch.After != nil {
			e.After = string(ch.After.JSON())
		}
		out = append(out, e)
	}
	return out
}
