package gate

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// sized is a number of an expression that what is right may depend on.
type sized struct {
	n       float64
	op      string // that a field is compared with it by; "" = none
	decides bool   // no words are quoted for it: it must come from what the agent reads
	in      task.Named
}

// measure is a number that words name.
type measure struct {
	n      float64
	clause string
}

var (
	bound    = regexp.MustCompile(`([<>]=?) *(?:money\()?([0-9]+(?:\.[0-9]+)?)\b`)
	branches = regexp.MustCompile(`([<>]=?) *\(([^()]*)\)`)
	ofTime   = regexp.MustCompile(`(?i)second|minute|hour|day|week|month|year|秒|分钟|小时|天|日|周|月|年`)

	inThousands = regexp.MustCompile(`(?i)[0-9] ?k\b|thousand|千|万`)

	grouped = regexp.MustCompile(`([0-9]),([0-9]{3})\b`)
)

// houseRules holds the numbers of expressions that quote no words beside the rules that evidence
// demands to be read: one that no words say decides, while a rule names another one near it that
// nothing is compared with.
func (t *truth) houseRules() {
	sizes := t.sizes()
	if !slices.ContainsFunc(sizes, func(x sized) bool { return x.decides }) {
		return
	}
	rules := t.rules()
	if len(rules) == 0 {
		return
	}
	for i := range sizes {
		x := &sizes[i]
		if !x.decides || x.saidIn(rules) || x.saidIn(t.measured()) || x.saidIn(t.shownMeasures()) {
			continue
		}
		at := slices.IndexFunc(rules, func(q measure) bool {
			return q.near(x) && !slices.ContainsFunc(sizes, func(o sized) bool { return o.means(q) })
		})
		t.tried("values_said", at >= 0)
		if at >= 0 {
			t.s.find(Warning, SaysDisagrees, x.in.Path, fmt.Sprintf("the rules say %q, and nothing is compared with %v; %v, which no words say, decides", strings.TrimSpace(rules[at].clause), rules[at].n, x.n), nil)
		}
	}
}

// sizes lists the numbers of the facts' expressions.
func (t *truth) sizes() []sized {
	var out []sized
	for i := range t.b.Task.Facts {
		f := &t.b.Task.Facts[i]
		for _, e := range expressionsOf(f) {
			if !strings.ContainsAny(e.Expr, "0123456789") {
				continue
			}
			own := !says(f, e.Path)
			add := func(number, op string, decides bool) {
				if n, err := strconv.ParseFloat(number, 64); err == nil {
					out = append(out, sized{n, op, decides && own && (n >= 2 || n != math.Trunc(n)), e})
				}
			}
			src := blankTexts(e.Expr)
			for _, m := range bound.FindAllStringSubmatch(src, -1) {
				add(m[2], m[1], true)
			}
			rest := bound.ReplaceAllString(src, " ")
			for _, m := range branches.FindAllStringSubmatch(rest, -1) {
				for _, n := range plainNumber.FindAllStringSubmatch(m[2], -1) {
					add(n[2], m[1], true)
				}
			}
			for _, n := range plainNumber.FindAllStringSubmatch(branches.ReplaceAllString(rest, " "), -1) {
				add(n[2], "", false)
			}
			if strings.Contains(src, "number(") {
				for _, text := range textsOf(e.Expr) {
					add(text, "", true)
				}
			}
		}
	}
	return out
}

// rules are the numbers in the longer texts of the single records that evidence demands to be read.
func (t *truth) rules() []measure {
	if t.s.lab == nil {
		return nil
	}
	var out []measure
	state := t.s.seedState()
	for i, list := range t.s.lab.allSights() {
		if _, several := t.b.Task.Checks[i].Params.Get("each"); several {
			continue
		}
		for _, s := range list {
			if r, ok := state.Get(s.coll, s.id); ok {
				out = measuresOf(out, r)
			}
		}
	}
	return out
}

// measured are the numbers in what the agent is told.
func (t *truth) measured() []measure {
	var out []measure
	for _, w := range t.words() {
		out = measuresIn(out, w.text)
	}
	return out
}

// shownMeasures are the numbers in the longer texts that the solution was shown, but for those of
// the records that the work goes through.
func (t *truth) shownMeasures() []measure {
	var out []measure
	seen := map[recordName]bool{}
	for i, list := range t.s.lab.allSights() {
		if _, several := t.b.Task.Checks[i].Params.Get("each"); several {
			for _, s := range list {
				seen[recordName{s.coll, s.id}] = true
			}
		}
	}
	for _, e := range t.s.lab.oracle.episode.World().Entries() {
		for _, x := range e.Shown {
			if k := nameOf(x.Record); !seen[k] {
				seen[k] = true
				out = measuresOf(out, x.Record)
			}
		}
	}
	return out
}

func measuresOf(out []measure, r interface{ Fields() []value.Member }) []measure {
	const long = 40
	for _, m := range r.Fields() {
		if s, ok := m.Value.(string); ok && len(s) >= long {
			out = measuresIn(out, value.Fold(s))
		}
	}
	return out
}

func measuresIn(out []measure, text string) []measure {
	const digits = "0123456789"
	if !strings.ContainsAny(text, digits) {
		return out
	}
	for _, c := range clauseEnds.Split(grouped.ReplaceAllString(text, "$1$2"), -1) {
		if strings.Trim(c, digits+" .") == "" {
			continue // the number of a rule
		}
		for _, n := range quantitiesIn(c) {
			out = append(out, measure{n, c})
		}
	}
	return out
}

func (x *sized) saidIn(list []measure) bool { return slices.ContainsFunc(list, x.means) }

// means reports whether a number is the one that words name: the same quantity in some unit, or the
// next whole number where only one of the two counts the edge itself.
func (x *sized) means(q measure) bool {
	switch {
	case x.n == q.n, slices.ContainsFunc(unitsOf(q.clause), func(unit float64) bool { return inUnit(q.n, x.n, unit) }):
		return true
	case x.op == "":
		return false
	}
	w, ok := comparing(q.clause)
	above := x.op == ">=" || x.op == "<" // the number itself belongs to those above
	switch {
	case !ok || w.sideless:
		return math.Abs(q.n-x.n) == 1
	case above && w.up == w.strict:
		return x.n == q.n+1
	case !above && w.up != w.strict:
		return x.n == q.n-1
	}
	return false
}

// unitsOf are the factors between the units that the words of a clause may speak of.
func unitsOf(clause string) []float64 {
	const hour, day, week = 60, 24 * 60, 7 * 24 * 60
	var out []float64
	if isShare(clause) {
		out = append(out, 100)
	}
	if ofTime.MatchString(clause) {
		out = append(out, 7, 12, 24, hour, 7*24, day, 60*hour, week, 60*day)
	}
	if inThousands.MatchString(clause) {
		out = append(out, 1000, 10000)
	}
	return out
}

func isShare(clause string) bool {
	return strings.Contains(clause, "percent") || strings.Contains(clause, "%") || strings.Contains(clause, "百分之")
}

// near reports whether words name a quantity of the like of a number: a share beside a share, and
// no more than twice or half of it.
func (q *measure) near(x *sized) bool {
	const farthest = 2
	n := x.n
	switch {
	case n < 1 && isShare(q.clause):
		n *= 100
	case n < 1:
		return false
	}
	return q.n >= 1 && n <= q.n*farthest && q.n <= n*farthest
}
