package graders

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// RecordDeleted is the check that the agent deleted records.
func RecordDeleted() grade.Kind {
	params := []grade.ParamDoc{paramIn(), paramRecord(), paramEach()}
	return grade.Kind{
		Name: "record_deleted", Version: 1, Params: params,
		Doc:     "The agent deleted the record and it is still gone.",
		Example: "{in: calendar.events, record: evt_7}",
		Compile: func(c *grade.Compiler, spec task.CheckSpec) grade.Check {
			mark := c.Mark()
			p := c.Params(spec.Params, params)
			if p == nil {
				return nil
			}
			coll := c.Collection(p.Node("in"))
			items := c.Items(p.Node("each"))
			ids := c.IDs(p.Node("record"), items, coll, p.Whole())
			if c.Failed(mark) || ids == nil {
				return nil
			}
			c.Known(ids, items, coll, orWhole(p, "record"))
			return &recordDeleted{coll.Name, items, ids}
		},
	}
}

type recordDeleted struct {
	coll  string
	items *grade.Items
	ids   *grade.Late[string]
}

var _ grade.Check = (*recordDeleted)(nil)

// gone returns the entry with which the agent deleted a record that does not exist as of an
// entry; 0 where it exists or somebody else deleted it.
func gone(t *grade.Track, end int) int {
	if t == nil {
		return 0
	}
	r, v := t.At(end)
	if r != nil || v == nil || !v.Agent {
		return 0
	}
	return v.Seq
}

// Judge counts the records that are gone.
func (k *recordDeleted) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: k.items.Len(), First: grade.NoEvidence}
	tracks := make([]*grade.Track, k.items.Len())
	var points []int
	for i := range k.items.Values {
		id, err := k.ids.For(l, i)
		if err != nil {
			return late(v, err)
		}
		t, ok := l.Track(k.coll, id)
		if ok {
			tracks[i] = t
			t.Versions(l.End(), func(ver *grade.Version) bool { points = append(points, ver.Seq); return true })
		}
		if seq := gone(tracks[i], l.End()); seq > 0 {
			v.Got++
			v.See(seq)
			continue
		}
		if l.Explains() {
			v.Because(k.why(l, i, id))
		}
	}
	if !l.Explains() {
		return v
	}
	v.Since, v.Until = grade.Span(ascending(points), func(seq int) bool {
		for _, t := range tracks {
			if gone(t, seq) == 0 {
				return false
			}
		}
		return true
	})
	return v
}

func (k *recordDeleted) why(l *grade.Log, i int, id string) grade.Reason {
	r := grade.Reason{Item: k.items.Label(i), Record: name(k.coll, id), Text: "it still exists"}
	if _, ok := l.Record(k.coll, id); !ok {
		r.Text = "it is gone, but the agent did not delete it"
	}
	if e, struck := attempt(l, id, k.coll); struck {
		r.Seq, r.Text = []int{e}, r.Text+"; the attempt "+number(e)+" met a fault before it took effect"
	}
	return r
}

// Needed lists the records that are still to be deleted.
func (k *recordDeleted) Needed(l *grade.Log) ([]grade.Needed, error) {
	var out []grade.Needed
	for i := range k.items.Values {
		id, err := k.ids.For(l, i)
		if err != nil {
			return nil, err
		}
		if t, ok := l.Track(k.coll, id); ok && gone(t, l.End()) > 0 {
			continue
		}
		out = append(out, grade.Needed{Item: i, Act: grade.Act{Change: &grade.ChangeAct{Op: world.Deleted, Collection: k.coll, ID: id}}})
	}
	return out, nil
}
