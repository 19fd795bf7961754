package gate

import (
	"cmp"
	"slices"

	"coworkenv.dev/coworkenv/core/world"
)

// columns are the ids, addresses and words that the records of s0 hold, field by field: what
// stands in the same column is taken for one another.
type columns struct {
	values [][]string          // short texts, in the order of the records
	likest map[string][]string // the others of a text's columns, once they were asked for
}

// longestText is the length above which a text is no name.
const longestText = 80

func (l *lab) columnsOf() *columns {
	if l.columns != nil {
		return l.columns
	}
	l.columns = &columns{likest: map[string][]string{}}
	state := l.s.seedState()
	for _, full := range l.bound.Image.Collections() {
		decl, _ := l.bound.Image.Collection(full)
		n := state.Len(full)
		for i := range decl.Fields {
			f := &decl.Fields[i]
			if f.Type != world.ID && f.Type != world.Address && f.Type != world.Text || f.List {
				continue
			}
			list := make([]string, 0, n)
			for r := range state.Records(full) {
				if v := r.Text(f.Name); v != "" && len(v) <= longestText {
					list = append(list, v)
				}
			}
			l.columns.values = append(l.columns.values, list)
		}
	}
	return l.columns
}

// others are the other texts of the columns in which one stands, the likest first.
func (c *columns) others(s string) []string {
	if list, known := c.likest[s]; known {
		return list
	}
	type other struct {
		text     string
		distance int
	}
	var found []other
	for _, list := range c.values {
		if !slices.Contains(list, s) {
			continue
		}
		for _, v := range list {
			if v != s {
				found = append(found, other{v, world.Distance(v, s)})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b other) int { return cmp.Compare(a.distance, b.distance) })
	found = slices.Compact(found) // equal texts are equally far
	out := make([]string, len(found))
	for i := range found {
		out[i] = found[i].text
	}
	c.likest[s] = out
	return out
}

// neighbours are other values of the columns of ids, addresses and words in which a text
// stands, the likest first.
func (l *lab) neighbours(s string, most int) []any {
	if s == "" || len(s) > longestText {
		return nil
	}
	list := l.columnsOf().others(s)
	out := make([]any, min(most, len(list)))
	for i := range out {
		out[i] = list[i]
	}
	return out
}
