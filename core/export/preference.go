package export

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
)

const namePreference = "preference"

// Pair is two records of one task that are equal before a step: one that passed, one that did not.
type Pair struct {
	ID       string
	Chosen   *Record
	Rejected *Record
	Step     int // index of the first step that differs
	Split    Split
}

// preference writes TRL's preference rows: the common prompt, and what each trial did next. By
// default that is the one turn: the results that follow are not the agent's words, and a trainer of
// preferences has no mark to leave them out.
func preference() *Format {
	return &Format{Name: namePreference, Doc: "TRL preferences (DPO): prompt, chosen and rejected turn; needs --selection", Forms: []Form{Object, String},
		Columns: func(*Options) []Column {
			own := []Column{values("prompt"), values("chosen"), values("rejected"), text("tools"), text("rejected_trial"), decimal("rejected_reward")}
			return append(own, originColumns()...)
		},
		Pair: writePair,
	}
}

func writePair(p *Pair, o *Options) (*value.Object, error) {
	prompt, chosen := splitAt(p.Chosen.Messages, p.Step)
	other, rejected := splitAt(p.Rejected.Messages, p.Step)
	switch {
	case !sameMessages(prompt, other) || p.Chosen.Tools.Text != p.Rejected.Tools.Text:
		return nil, exclude(OtherPrefix, "%s: %s and %s differ before step %d", p.ID, p.Chosen.ID, p.Rejected.ID, p.Step)
	case len(chosen) == 0 || len(rejected) == 0:
		return nil, exclude(NoTurn, "%s: a trial has no step %d", p.ID, p.Step)
	case !chosen[0].Train:
		return nil, exclude(MaskedTurns, "%s: the turn of %s was cut off by the token limit", p.ID, p.Chosen.ID)
	}
	if !o.RestOfTrial {
		chosen, rejected = chosen[:1], rejected[:1]
	}
	s := style{form: o.form()}
	row := value.Obj(value.Member{Name: "prompt", Value: s.messages(prompt)}, value.Member{Name: "chosen", Value: s.messages(chosen)},
		value.Member{Name: "rejected", Value: s.messages(rejected)}, value.Member{Name: "tools", Value: p.Chosen.Tools.Text})
	p.Chosen.origin(row, p.ID)
	row.Set("split", string(p.Split))
	row.Set("rejected_trial", p.Rejected.ID)
	row.Set("rejected_reward", micros(p.Rejected.Reward))
	return row, nil
}

// splitAt parts messages before the first one of a step.
func splitAt(messages []Message, step int) (before, from []Message) {
	for i := range messages {
		if messages[i].Step >= step {
			return messages[:i], messages[i:]
		}
	}
	return messages, nil
}

func sameMessages(a, b []Message) bool {
	return slices.EqualFunc(a, b, func(x, y Message) bool {
		return x.Role == y.Role && x.Content == y.Content && len(x.Calls) == len(y.Calls) &&
			slices.EqualFunc(x.Calls, y.Calls, func(c, d Call) bool { return c.Name == d.Name && value.Equal(c.Arguments, d.Arguments) })
	})
}
