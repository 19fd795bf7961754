package engine

import (
	"encoding/json"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Comparison is two trials beside one another, their steps aligned where they are equal.
type Comparison struct {
	A, B  *Course
	Rows  []ComparedRow
	First int // first row that differs; -1 = none does
	Same  int // rows that are wholly the same
	Parts []ComparedPart
}

// ComparedRow is a step of one trial beside one of the other; -1 = there is none.
type ComparedRow struct {
	A, B  int
	Means string // how they differ: "", action, reply, only A, only B
}

// The ways in which the steps of a row differ.
const (
	SameStep     = ""
	OtherAction  = "action"
	OtherReply   = "reply"
	OnlyInFirst  = "only A"
	OnlyInSecond = "only B"
)

// ComparedPart is a part of the two rewards, as it is printed; "–" where there is none.
type ComparedPart struct {
	Name string `json:"name"`
	A    string `json:"a"`
	B    string `json:"b"`
	Diff bool   `json:"differs"`
}

// Compare aligns two trials.
func Compare(a, b *Course) *Comparison {
	c := &Comparison{A: a, B: b, First: -1}
	left, right := stepKeys(a.Trajectory), stepKeys(b.Trajectory)
	for _, pair := range align(left, right) {
		row := ComparedRow{A: pair[0], B: pair[1]}
		switch {
		case row.B < 0:
			row.Means = OnlyInFirst
		case row.A < 0:
			row.Means = OnlyInSecond
		case left[row.A] != right[row.B]:
			row.Means = OtherAction
		case !sameReply(&a.Trajectory.Steps[row.A], &b.Trajectory.Steps[row.B]):
			row.Means = OtherReply
		default:
			c.Same++
		}
		if row.Means != SameStep && c.First < 0 {
			c.First = len(c.Rows)
		}
		c.Rows = append(c.Rows, row)
	}
	c.Parts = compareScores(a, b)
	return c
}

// stepKeys are what the agent did in each step, so that equal acts are equal texts.
func stepKeys(t *trace.Trajectory) []string {
	out := make([]string, len(t.Steps))
	for i := range t.Steps {
		s := &t.Steps[i]
		if len(s.Calls) == 0 {
			out[i] = "says " + s.Text
			continue
		}
		key := ""
		for j := range s.Calls {
			args := s.Calls[j].Args
			if v, err := value.Parse([]byte(args)); err == nil {
				args = string(value.AppendCanonical(nil, v))
			}
			key += s.Calls[j].Tool + " " + args + "\n"
		}
		out[i] = key
	}
	return out
}

func sameReply(a, b *trace.Step) bool {
	for j := range a.Calls {
		if j >= len(b.Calls) || a.Calls[j].Outcome != b.Calls[j].Outcome || a.Calls[j].Observation != b.Calls[j].Observation {
			return false
		}
	}
	return said(a.User) == said(b.User)
}

// mostAligned bounds the table of the alignment; longer trials are set beside one another step
// by step between their equal beginning and end.
const mostAligned = 4 << 20

// align pairs equal steps in their order, as many as can be, and what lies between row by row.
func align(a, b []string) [][2]int {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out [][2]int
	for i := range head {
		out = append(out, [2]int{i, i})
	}
	out = between(out, a[:len(a)-tail], b[:len(b)-tail], head)
	for i := range tail {
		out = append(out, [2]int{len(a) - tail + i, len(b) - tail + i})
	}
	return out
}

// between pairs what lies between an equal head and an equal tail.
func between(out [][2]int, a, b []string, head int) [][2]int {
	n, m := len(a)-head, len(b)-head
	if n*m > mostAligned {
		return beside(out, head, len(a), head, len(b))
	}
	// longest[i*(m+1)+j] is the length of the longest common part of a[i:] and b[j:].
	longest := make([]int32, (n+1)*(m+1))
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a[head+i] == b[head+j] {
				longest[i*(m+1)+j] = longest[(i+1)*(m+1)+j+1] + 1
			} else {
				longest[i*(m+1)+j] = max(longest[(i+1)*(m+1)+j], longest[i*(m+1)+j+1])
			}
		}
	}
	i, j, fromI, fromJ := 0, 0, 0, 0
	for i < n && j < m {
		switch {
		case a[head+i] == b[head+j]:
			out = beside(out, head+fromI, head+i, head+fromJ, head+j)
			out = append(out, [2]int{head + i, head + j})
			i, j = i+1, j+1
			fromI, fromJ = i, j
		case longest[(i+1)*(m+1)+j] >= longest[i*(m+1)+j+1]:
			i++
		default:
			j++
		}
	}
	return beside(out, head+fromI, head+n, head+fromJ, head+m)
}

// beside pairs [i, iEnd) with [j, jEnd) row by row.
func beside(out [][2]int, i, iEnd, j, jEnd int) [][2]int {
	for i < iEnd || j < jEnd {
		pair := [2]int{-1, -1}
		if i < iEnd {
			pair[0] = i
			i++
		}
		if j < jEnd {
			pair[1] = j
			j++
		}
		out = append(out, pair)
	}
	return out
}

// compareScores sets the rewards beside one another, part by part.
func compareScores(a, b *Course) []ComparedPart {
	var out []ComparedPart
	put := func(name, left, right string) {
		out = append(out, ComparedPart{name, left, right, left != right})
	}
	parts := func(c *Course) [6]string {
		s := c.Score
		if s == nil || s.Status != grade.Scored {
			return [6]string{"–", "–", "–", "–", "–", string(c.Status)}
		}
		robust := "–"
		if s.Robustness != nil {
			robust = number(*s.Robustness)
		}
		return [6]string{s.Score.String(), s.Completion.String(), number(float64(s.Safety)), robust, passWord(s.Pass), string(c.Status)}
	}
	left, right := parts(a), parts(b)
	for i, name := range []string{"score", "completion", "safety", "robustness", "pass", "status"} {
		put(name, left[i], right[i])
	}
	seen := map[string]bool{}
	for _, c := range [2]*Course{a, b} {
		if c.Score == nil {
			continue
		}
		for i := range c.Score.Checks {
			if id := c.Score.Checks[i].ID; !seen[id] {
				seen[id] = true
				put(id, earned(a, id), earned(b, id))
			}
		}
	}
	put("forbidden acts", number(float64(len(a.Broken))), number(float64(len(b.Broken))))
	put("turns", number(float64(len(a.Turns))), number(float64(len(b.Turns))))
	return out
}

func passWord(pass bool) string {
	if pass {
		return "yes"
	}
	return "no"
}

// number writes a number as JSON does.
func number(v float64) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "–"
	}
	return string(b)
}

// earned is what a check earned of its weight; evidence holds or does not.
func earned(c *Course, id string) string {
	if c.Score == nil {
		return "–"
	}
	r, ok := c.Score.Check(id)
	switch {
	case !ok:
		return "–"
	case r.Weight == 0 && r.Holds:
		return "holds"
	case r.Weight == 0:
		return "fails"
	}
	return r.Earned.String() + " of " + r.Weight.String()
}
