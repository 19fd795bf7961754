package task

import (
	"reflect"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/value"
)

// TestVaryRowByRow gives each field of each record the value that the next record has: what is
// evaluated on the changed rows alone is what comes of all rows.
func TestVaryRowByRow(t *testing.T) {
	collections, facts := 0, 0
	for name, src := range examples(t) {
		b := bindToy(t, name, src)
		whole := *b
		whole.facts = slices.Clone(b.facts)
		for i, f := range b.facts {
			own := *f
			own.kept = nil
			whole.facts[i] = &own
			switch source := f.source(); {
			case b.byName[source] != nil:
				facts++
			case source != "":
				collections++
			}
		}
		for _, recs := range b.Task.Records {
			key := b.tables[recs.Collection].decl.Key
			for i, o := range recs.Items {
				id, _ := o.Get(key)
				for _, m := range recs.Items[(i+1)%len(recs.Items)].Members() {
					if id, isText := id.(string); isText && m.Name != key {
						sameFacts(t, b, &whole, RecordChange{Collection: recs.Collection, ID: id, Set: []value.Member{m}})
					}
				}
			}
		}
	}
	if collections == 0 || facts == 0 {
		t.Fatalf("%d facts go through a collection row by row, %d through a fact", collections, facts)
	}
}

func sameFacts(t *testing.T, b, whole *Bound, c RecordChange) {
	t.Helper()
	v, err := b.Vary(Variation{Changes: []RecordChange{c}})
	w, errWhole := whole.Vary(Variation{Changes: []RecordChange{c}})
	if (err == nil) != (errWhole == nil) {
		t.Fatalf("%+v: %v, %v", c, err, errWhole)
	}
	for i := 0; err == nil && i < len(v.facts); i++ {
		f, g := v.facts[i], w.facts[i]
		if !reflect.DeepEqual(f.out, g.out) || (f.err == nil) != (g.err == nil) {
			t.Errorf("%+v: %s is %v (%v), and %v (%v) over all rows", c, f.spec.Name, f.out, f.err, g.out, g.err)
		}
	}
}
