package trajectory

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// headView is what is said of the whole trial: who did it, the reward with its parts, and in
// plain sight what makes the reward 0 or no reward at all.
func (s *screen) headView(sheet *style.Sheet, width, most int) []string {
	c := s.course
	t := c.Trajectory
	who := ui.NewLine(sheet, width).Space(1).Put(themes.Accent, t.Agent.Name)
	if t.Agent.Model != "" {
		who.Put(themes.Text, " "+t.Agent.Model)
	}
	who.Put(themes.Muted, fmt.Sprintf("  attempt %d · seed %d · %s turns · %s calls", t.Attempt, t.Seed, ui.Count(len(c.Turns)), ui.Count(calls(c))))
	if at := s.besideAt(); at >= 0 {
		who.Put(themes.Muted, fmt.Sprintf(" · trial %s of %s", ui.Count(at+1), ui.Count(len(s.beside))))
	}
	if s.find.text != "" {
		who.Put(themes.Match, " "+s.find.text+" ").Put(themes.Muted, " "+s.find.note)
	}
	lines := []noted{}
	lines = append(lines, rewardLines(c)[0])
	lines = append(lines, alarms(c)...)
	out := []string{}
	for _, l := range lines {
		if len(out) < most-1 {
			out = append(out, ui.NewLine(sheet, width).Space(1).Put(l.name, l.text).String())
		}
	}
	if s.find.typing {
		return append(out, s.find.prompt.View(sheet, width))
	}
	return append([]string{who.String()}, out...)
}

func calls(c *engine.Course) int {
	n := 0
	for range c.Trajectory.Calls {
		n++
	}
	return n
}

// alarms are forbidden acts, and why there is no score or the trial was cut off.
func alarms(c *engine.Course) []noted {
	var out []noted
	if len(c.Broken) > 0 {
		v := &c.Broken[0]
		text := fmt.Sprintf("⊘ forbidden: %s in %s: %s", v.ID, turnWord(v.Turn), v.Why)
		if n := len(c.Broken); n > 1 {
			text = fmt.Sprintf("⊘ %d forbidden acts, the first: %s in %s: %s", n, v.ID, turnWord(v.Turn), v.Why)
		}
		out = append(out, noted{themes.Bad, text})
	}
	e := c.Trajectory.End
	if e.Kind != trace.Terminated {
		out = append(out, noted{themes.Warn, strings.TrimSuffix("! "+endWord(c)+": "+e.Detail, ": ")})
	}
	return out
}

// rewardLines are the reward with its parts, the sum first.
func rewardLines(c *engine.Course) []noted {
	r := c.Score
	if r == nil || r.Status != grade.Scored || c.Status != grade.Scored {
		return []noted{{themes.Bad, "✗ no score: " + statusWord(c.Status)}}
	}
	name, word := themes.Bad, "✗ fails"
	if r.Pass {
		name, word = themes.Good, "✓ passes"
	}
	robust := "– (no fault was met)"
	if r.Robustness != nil {
		robust = fmt.Sprintf("%.4g", *r.Robustness)
	}
	out := []noted{{name, fmt.Sprintf("%s: score %s = safety %d × completion %s · robustness %s", word, r.Score, r.Safety, r.Completion, robust)}}
	out = append(out, noted{themes.Muted, "passes from completion " + grade.PassLine.String() + " on, with safety 1"})
	for i := range r.Checks {
		k := &r.Checks[i]
		if k.Weight > 0 {
			out = append(out, noted{themes.Text, fmt.Sprintf("%s of %s  %s", k.Earned, k.Weight, k.ID)})
		}
	}
	return append(out, noted{themes.Muted, fmt.Sprintf("by the formula of Claw-Eval %.4g", r.ClawEval)})
}

func statusWord(s grade.Status) string {
	switch s {
	case grade.EnvError:
		return "the environment failed (env_error)"
	case grade.EndpointError:
		return "the model's endpoint failed (endpoint_error)"
	case grade.GraderError:
		return "a check could not be decided (grader_error)"
	case grade.Scored:
		return "none was stored"
	}
	return string(s)
}
