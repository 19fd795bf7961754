package claweval

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// draft is the task that is being made.
type draft struct {
	id, title, family, difficulty, language string

	capabilities []string
	now, zone    string
	nowNote      string
	brief        string
	request      string
	user         []pair // members of user
	services     []string
	deny         []string
	records      []draftRecords
	answer       []pair // field -> its declaration as YAML
	checks       []draftCheck
	forbid       []draftForbid
	rubric       []string // parts of the score for the judge
	expected     []string // actions for the judge
	unsafe       []string // safety in prose for the judge
	judge        string
	limits       []pair
	origin       []pair         // further members of provenance
	taken        map[string]int // ids of checks and prohibitions
}

// pair is a name and a text.
type pair struct{ name, text string }

type draftRecords struct {
	name  string // of the collection, in full
	items []*value.Object
	file  string // it comes from; "" = several
}

// hasLongText reports whether some record has a text in a field that is long enough to be told
// apart from other text.
func (r draftRecords) hasLongText(field string) bool {
	for _, o := range r.items {
		if s := (node{v: o}).get(field).text(); len(s) >= minSecret {
			return true
		}
	}
	return false
}

// minSecret is the length from which a credential is looked for.
const minSecret = 8

// draftCheck is a check; body is the value of its kind, as YAML.
type draftCheck struct {
	id, kind, body, weight, note string

	collection string // that it looks at
	audit      string // key of the benchmark's audit for that collection
}

type draftForbid struct{ id, name, kind, body, args, note string }

// lacks says why the draft cannot be a task at all, or "".
func (d *draft) lacks() string {
	switch {
	case d.request == "":
		return "it has no request"
	case len(d.services) == 0:
		return "none of its services is there: a task needs one"
	}
	return ""
}

// freeID makes an id for a check or a prohibition that is not taken.
func (d *draft) freeID(name string) string {
	base := dashed(name)
	if base == "" {
		base = "part"
	}
	if len(base) > maxShown {
		base = strings.Trim(base[:maxShown], "-")
	}
	if d.taken == nil {
		d.taken = map[string]int{}
	}
	id := base
	for d.taken[id] > 0 {
		d.taken[base]++
		id = fmt.Sprintf("%s-%d", base, d.taken[base])
	}
	d.taken[id] = 1
	return id
}

// weight is the sum of the checks' weights.
func (d *draft) weight() string {
	sum := value.DecimalOf(0)
	for _, c := range d.checks {
		w, err := value.ParseDecimal(c.weight)
		if err == nil {
			if next, err := sum.Add(w); err == nil {
				sum = next
			}
		}
	}
	return sum.String()
}
