package gate

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// quantities finds a number in a quote that the condition's comparison does not have, in no unit.
func (t *truth) quantities() {
	for i := range t.b.Task.Facts {
		f := &t.b.Task.Facts[i]
		for _, c := range f.Where {
			said := quantitiesIn(c.Says)
			numbers := numbersOf(c.Expr)
			if len(said) != 1 || len(numbers) == 0 || !strings.ContainsAny(blankTexts(c.Expr), "<>") {
				continue
			}
			wrong := true
			for _, n := range numbers {
				wrong = wrong && !alike(said[0], n)
			}
			t.tried("values_said", wrong)
			if wrong {
				t.s.find(Warning, SaysDisagrees, c.Path, fmt.Sprintf("%s of %s: the words say %q, and the comparison is with %v", c.Name, f.Name, c.Says, numbers[0]), nil)
			}
		}
	}
}

var (
	notQuantity = regexp.MustCompile(`[A-Za-z]+[-_]?[0-9]+|[0-9]+:[0-9]+|[0-9]{4}[-年].*|[0-9]+月|[0-9]+[日号]`)
	quantity    = regexp.MustCompile(`[0-9][0-9,]*(?:\.[0-9]+)?`)
)

// quantitiesIn lists the numbers of a quote that are neither part of an id nor of a date or time.
func quantitiesIn(quote string) []float64 {
	if len(daysIn(value.Fold(quote), "2000-01-01")) > 0 {
		return nil
	}
	var out []float64
	for _, m := range quantity.FindAllString(notQuantity.ReplaceAllString(value.Fold(quote), " "), -1) {
		if n, err := strconv.ParseFloat(strings.ReplaceAll(m, ",", ""), 64); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// alike reports whether two numbers are the same quantity in some units of time, share or count,
// or stand on the two sides of an edge between whole numbers.
func alike(said, n float64) bool {
	const small = 10
	return said <= small && (n == said+1 || n == said-1) || sameQuantity(said, n)
}

// sameQuantity reports whether two numbers are the same quantity in some units.
func sameQuantity(said, n float64) bool {
	for _, unit := range []float64{1, 7, 12, 24, 60, 100, 7 * 24, 1000, 24 * 60, 60 * 60, 7 * 24 * 60, 10000, 24 * 60 * 60} {
		if inUnit(said, n, unit) {
			return true
		}
	}
	return false
}

// inUnit reports whether one of two numbers is the other one in units of so many. The products are
// rounded by themselves, so that no machine fuses them with the differences.
func inUnit(a, b, unit float64) bool {
	const precise = 1e-9 // 0.07 is 7 percent
	return math.Abs(b-float64(a*unit)) <= precise*b || math.Abs(float64(b*unit)-a) <= precise*a
}

var threshold = regexp.MustCompile(`([<>]=?) *([0-9]+(?:\.[0-9]+)?)\b`)

// clauseEnds is where a clause ends.
var clauseEnds = regexp.MustCompile(`[,;!?\n()]|\. |\.$|[，；。：！？、（）]|: `)

// edges holds the comparisons with numbers that quote no words beside the clauses that hold those
// numbers: both say to which side the number itself belongs.
func (t *truth) edges() error {
	var clauses []string
	for i := range t.b.Task.Facts {
		f := &t.b.Task.Facts[i]
		for _, e := range expressionsOf(f) {
			if says(f, e.Path) {
				continue
			}
			for _, m := range threshold.FindAllStringSubmatch(blankTexts(e.Expr), -1) {
				if len(m[2]) == 1 && m[2] < "2" {
					continue // none, or one: counts
				}
				if clauses == nil {
					clauses = t.clauses()
				}
				t.edge(e, m[1], m[2], clauses)
			}
		}
	}
	return nil
}

func (t *truth) edge(e task.Named, op, number string, clauses []string) {
	above := op == ">=" || op == "<" // the number itself belongs to those above
	agrees, differs := 0, ""
	for _, c := range clauses {
		if !containsWord(c, number) || len(quantity.FindAllString(c, -1)) > 1 {
			continue
		}
		w, ok := comparing(c)
		if !ok || w.sideless || w.point {
			continue
		}
		if w.up != w.strict == above {
			agrees++
		} else if differs == "" {
			differs = strings.TrimSpace(c)
		}
	}
	if agrees == 0 && differs == "" {
		return
	}
	wrong := agrees == 0
	t.tried("edges_said", wrong)
	if wrong {
		t.s.find(Warning, SaysDisagrees, e.Path, fmt.Sprintf("%q puts %s on the other side than the comparison %s %s", differs, number, op, number), nil)
	}
}

func says(f *task.FactSpec, path string) bool {
	for _, c := range f.Where {
		if c.Path == path && c.Says != "" {
			return true
		}
	}
	return false
}

// clauses are those of what the agent is told and of the longer texts of records.
func (t *truth) clauses() []string {
	const long, digits = 40, "0123456789"
	var out []string
	add := func(text string) {
		if !strings.ContainsAny(text, digits) {
			return
		}
		for _, c := range clauseEnds.Split(text, -1) {
			if strings.ContainsAny(c, digits) {
				out = append(out, c)
			}
		}
	}
	for _, w := range t.words() {
		add(w.text)
	}
	state := t.s.seedState()
	for _, full := range t.b.Image.Collections() {
		for r := range state.Records(full) {
			for _, m := range r.Fields() {
				if s, ok := m.Value.(string); ok && len(s) >= long {
					add(value.Fold(s))
				}
			}
		}
	}
	return out
}

var amountIn = regexp.MustCompile(`money\(\.([a-z_]+), *['"]([A-Z]{3})['"]\)`)

// currencies finds an amount of a record that is counted as of another currency than the record's.
func (t *truth) currencies() error {
	state := t.s.seedState()
	for i := range t.b.Task.Facts {
		f := &t.b.Task.Facts[i]
		for _, e := range expressionsOf(f) {
			for _, m := range amountIn.FindAllStringSubmatch(e.Expr, -1) {
				rows := t.s.rowsOfFact(f.Name)
				if rows == nil || rows.Collection == "" {
					continue
				}
				for k := range rows.Items {
					rec, ok := state.Get(rows.Collection, rows.Items[k].ID)
					if !ok || len(rows.Failed(k)) > 0 || rec.Text("currency") == "" {
						continue
					}
					wrong := rec.Text("currency") != m[2]
					t.tried("currencies", wrong)
					if wrong {
						t.s.find(Warning, CurrencyDiffers, e.Path, fmt.Sprintf("%s of %s counts as %s, and the record is in %s", m[1], rec.ID(), m[2], rec.Text("currency")), nil)
						break
					}
				}
			}
		}
	}
	return nil
}
