package cover

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// Emphasis multiplies the share of one cell: a curriculum asks for more where a student can learn.
type Emphasis struct {
	Scenario string          `json:"scenario"`
	Language string          `json:"language"`
	Level    task.Difficulty `json:"difficulty"`
	Share    float64         `json:"share"`
	Why      string          `json:"why"`
}

// mostShare bounds what a cell's share can be multiplied by.
const mostShare = 1e6

// emphases reads the list of a plan: [{scenario, language, difficulty, share, why}].
func emphases(o *value.Object) ([]Emphasis, error) {
	v, ok := o.Get("emphasis")
	if !ok || v == nil {
		return nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fault.New(fault.Invalid, "emphasis is no list")
	}
	var out []Emphasis
	for i, item := range list {
		m, ok := item.(*value.Object)
		if !ok {
			return nil, fault.New(fault.Invalid, "emphasis[%d] is no mapping", i)
		}
		e := Emphasis{Scenario: text(m, "scenario"), Language: text(m, "language"), Level: task.Difficulty(text(m, "difficulty")), Why: text(m, "why")}
		share, _ := m.Get("share")
		n, isNumber := share.(value.Number)
		f, err := strconv.ParseFloat(string(n), 64)
		if !isNumber || err != nil || !(f >= 0 && f <= mostShare) || e.Scenario == "" || e.Language == "" || !slices.Contains(planLevels[:], e.Level) {
			return nil, fault.New(fault.Invalid, "emphasis[%d] lacks scenario, language, difficulty or share", i).
				WithHint("write {scenario: NAME, language: en, difficulty: hard, share: 2}")
		}
		e.Share = f
		out = append(out, e)
	}
	return out, nil
}

// emphasised is what a cell's share is multiplied by.
func (p *Plan) emphasised(c *Cell) float64 {
	for _, e := range p.Emphasis {
		if e.Scenario == c.Scenario && e.Language == c.Language && e.Level == c.Level {
			return e.Share
		}
	}
	return 1
}

// YAML writes the plan as a file that ParsePlan reads.
func (p *Plan) YAML(comment string) []byte {
	var b strings.Builder
	for line := range strings.Lines(comment) {
		b.WriteString("# " + strings.TrimRight(line, "\n") + "\n")
	}
	fmt.Fprintf(&b, "schema: %s\ntarget: %d\n", PlanFormat, p.Target)
	for _, s := range []struct {
		key    string
		shares map[string]float64
	}{{"families", p.Families}, {"languages", p.Languages}, {"difficulties", p.Levels}, {"turns", p.Turns}} {
		if s.shares == nil {
			continue
		}
		var parts []string
		for _, name := range sortedNames(s.shares) {
			parts = append(parts, quoted(name)+": "+number(s.shares[name]))
		}
		b.WriteString(s.key + ": {" + strings.Join(parts, ", ") + "}\n")
	}
	for _, l := range []struct {
		key   string
		words []string
	}{{"scenarios", p.Scenarios}, {"services", p.Services}, {"capabilities", p.Capability}} {
		if len(l.words) == 0 {
			continue
		}
		var parts []string
		for _, w := range l.words {
			parts = append(parts, quoted(w))
		}
		b.WriteString(l.key + ": [" + strings.Join(parts, ", ") + "]\n")
	}
	if len(p.Emphasis) > 0 {
		b.WriteString("emphasis:\n")
	}
	for _, e := range p.Emphasis {
		fmt.Fprintf(&b, "  - {scenario: %s, language: %s, difficulty: %s, share: %s, why: %s}\n", quoted(e.Scenario), quoted(e.Language), e.Level, number(e.Share), quoted(e.Why))
	}
	return []byte(b.String())
}

func quoted(s string) string { return string(value.Append(nil, s)) }

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func sortedNames(m map[string]float64) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
