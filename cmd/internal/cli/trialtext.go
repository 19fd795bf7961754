package cli

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// Where texts are cut unless they are asked for whole.
const (
	observationWidth = 240
	writtenWidth     = 2000 // what the agent wrote
)

// printStep prints one step with its calls and what they changed.
func printStep(p *printer, s *trace.Step, full bool) {
	cut := func(s string, width int) string {
		if full {
			return s
		}
		return clip(s, width)
	}
	p.say("\nstep %d", s.Index+1)
	if s.Text != "" {
		p.say("  says   %s", clean(cut(s.Text, writtenWidth)))
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		colour := good
		if c.Outcome != world.OK {
			colour = bad
		}
		p.say("  %d call   %s %s", c.Seq, clean(c.Tool), clean(cut(c.Args, writtenWidth)))
		p.say("    %s  %s", p.paint(colour, c.Outcome.String()), clean(cut(c.Observation, observationWidth)))
		for _, e := range c.Effects {
			p.say("%s", strings.TrimRight(fmt.Sprintf("    effect %s %s %s %s", e.Op, clean(e.Collection), clean(e.ID), clean(strings.Join(e.Fields, ", "))), " "))
		}
	}
	if s.User != nil {
		p.say("  user   %s", clean(s.User.Text))
	}
	for _, e := range s.World {
		p.say("  world  %s", injected(e))
	}
}

// injected is a change that the world made, or could not make.
func injected(e trace.Effect) string {
	if e.NotMade != "" {
		return fmt.Sprintf("%s nothing: %s", e.Op, clean(e.NotMade))
	}
	return fmt.Sprintf("%s %s %s", e.Op, clean(e.Collection), clean(e.ID))
}

// printScore prints the checks with what they rest on and why they fail.
func printScore(p *printer, s *grade.Score) {
	p.say("\nscore %s: completion %s, safety %d, pass %v", s.Score, s.Completion, s.Safety, s.Pass)
	for _, c := range s.Checks {
		mark, colour := "holds", good
		if !c.Holds {
			mark, colour = "fails", bad
		}
		p.say("  %s  %-16s %s of %s%s", p.paint(colour, mark), clean(c.ID), c.Earned, c.Weight, moment(c))
		for _, why := range c.Why {
			p.say("         %s", clean(why.Sentence("call ")))
		}
	}
	for _, v := range s.Forbidden {
		p.say("  %s  %-16s call %d: %s", p.paint(bad, "broken"), clean(v.ID), v.Seq, clean(v.Why))
	}
}

func moment(c grade.CheckResult) string {
	switch {
	case c.Since > 0 && c.Until > 0:
		return fmt.Sprintf(", true from call %d until call %d", c.Since, c.Until)
	case c.Since > 0:
		return fmt.Sprintf(", true since call %d", c.Since)
	}
	return ""
}
