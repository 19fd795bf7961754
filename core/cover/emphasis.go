package cover

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// emphasisKeys are the keys of an emphasis.
var emphasisKeys = []string{"scenario", "language", "difficulty", "share", "why"}

// emphases reads the list of a plan: [{scenario, language, difficulty, share, why}].
func (r *planReader) emphases(root *task.Node, scenarios []string) []Emphasis {
	const form = "write {scenario: NAME, language: en, difficulty: hard, share: 2}"
	n := member(root, "emphasis")
	if n == nil {
		return nil
	}
	if n.Kind != task.List {
		r.bad(task.CodeWrongType, n, "write lines that begin with - and "+form, "emphasis must be a list, not %s", n.Kind)
		return nil
	}
	var out []Emphasis
	seen := map[Emphasis]bool{}
	for _, item := range n.Items {
		if item.Kind != task.Map {
			r.bad(task.CodeWrongType, item, form, "an emphasis must be a mapping, not %s", item.Kind)
			continue
		}
		r.keys(item, "an emphasis", emphasisKeys)
		e := Emphasis{Scenario: r.word(item, "scenario", scenarios, form), Language: r.word(item, "language", PlanLanguages(), form), Level: task.Difficulty(r.word(item, "difficulty", PlanLevels(), form))}
		if seen[e] {
			r.bad(task.CodeEqualIDs, item, "keep one of them", "two emphases are of one cell")
		}
		seen[e] = true
		if why := member(item, "why"); why != nil {
			e.Why = strings.TrimSpace(why.Text)
		}
		if share := member(item, "share"); share != nil {
			e.Share = r.share(share)
		} else {
			r.bad(task.CodeMissingKey, item, form, "an emphasis needs its share")
		}
		out = append(out, e)
	}
	return out
}

// word reads a member that is one of some words.
func (r *planReader) word(n *task.Node, key string, known []string, form string) string {
	item := member(n, key)
	switch {
	case item == nil:
		r.bad(task.CodeMissingKey, n, form, "an emphasis needs its %s", key)
		return ""
	case item.Kind != task.Scalar || known != nil && !slices.Contains(known, item.Text):
		r.bad(task.CodeWrongValue, item, remedy(key, item.Text, known), "%s cannot be %s", key, written(item))
	}
	return item.Text
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
