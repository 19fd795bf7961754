package graders

import (
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Read is the evidence that the agent was shown records.
func Read() grade.Kind {
	params := []grade.ParamDoc{
		paramIn(), paramRecord(), paramEach(),
		{Name: "fields", Type: "field or fields", Doc: "what the reply must have held of the record"},
	}
	return grade.Kind{
		Name: "read", Version: 1, Evidence: true, Params: params,
		Doc:     "A successful reply, of any tool, held the record with those fields.",
		Example: "{in: kb.articles, record: KB-12, fields: [content]}",
		Compile: func(c *grade.Compiler, spec task.CheckSpec) grade.Check {
			mark := c.Mark()
			p := c.Params(spec.Params, params)
			if p == nil {
				return nil
			}
			coll := c.Collection(p.Node("in"))
			items := c.Items(p.Node("each"))
			ids := c.IDs(p.Node("record"), items, coll, p.Whole())
			fields := fieldNames(c, p, coll)
			if c.Failed(mark) || ids == nil {
				return nil
			}
			c.Known(ids, items, coll, orWhole(p, "record"))
			return &read{coll.Name, items, ids, fields}
		},
	}
}

// fieldNames decodes the parameter fields.
func fieldNames(c *grade.Compiler, p *grade.Params, coll *grade.Collection) []string {
	if coll == nil {
		return nil
	}
	var out []string
	for _, n := range p.Texts("fields") {
		if c.Field(coll, n.Literal(), n) != nil {
			out = append(out, n.Literal())
		}
	}
	return out
}

type read struct {
	coll   string
	items  *grade.Items
	ids    *grade.Late[string]
	fields []string
}

var _ grade.Check = (*read)(nil)

// shown returns, for each record, the first entry whose reply held it with all fields; 0 where none
// did. The replies are gone through once for all records: they hold far more of them.
func (k *read) shown(l *grade.Log, ids []string, room []int) []int {
	seqs, left := append(room, make([]int, len(ids))...), len(ids)
	for _, e := range l.Shows() {
		if left == 0 {
			break
		}
		if !strings.HasPrefix(k.coll, e.Service) {
			continue // a tool shows records of its own service only
		}
		for i := range e.Shown {
			s := &e.Shown[i]
			if s.Record.Collection() != k.coll {
				continue
			}
			shown := s.Record.ID()
			for n, id := range ids {
				if id == shown && seqs[n] == 0 && hasAll(s, k.fields) {
					seqs[n] = e.Seq
					left--
				}
			}
		}
	}
	return seqs
}

func hasAll(s *world.Shown, fields []string) bool {
	for _, f := range fields {
		if !s.Has(f) {
			return false
		}
	}
	return true
}

// Judge counts the records that were shown.
func (k *read) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: k.items.Len(), First: grade.NoEvidence}
	ids, err := k.ids.Each(l, v.Of)
	var room [8]int
	for i, seq := range k.shown(l, ids, room[:0]) {
		if seq == 0 {
			if l.Explains() {
				v.Because(k.why(l, i, ids[i]))
			}
			continue
		}
		v.Got++
		v.See(seq)
		v.Since = max(v.Since, seq)
	}
	if err != nil {
		return late(v, err)
	}
	if v.Got < v.Of {
		v.Since = 0
	}
	return v
}

// why tells a record that was never shown from one whose reply lacked a field.
func (k *read) why(l *grade.Log, i int, id string) grade.Reason {
	r := grade.Reason{Item: k.items.Label(i), Record: name(k.coll, id), Text: "no successful reply held it"}
	for _, e := range l.Shows() {
		for n := range e.Shown {
			s := &e.Shown[n]
			if s.Record.ID() != id || s.Record.Collection() != k.coll {
				continue
			}
			var missing []string
			for _, f := range k.fields {
				if !s.Has(f) {
					missing = append(missing, f)
				}
			}
			r.Seq, r.Text = []int{e.Seq}, "the reply "+number(e.Seq)+" held it without "+strings.Join(missing, ", ")
			return r
		}
	}
	return r
}

// Needed lists the records that are still to be shown.
func (k *read) Needed(l *grade.Log) ([]grade.Needed, error) {
	ids, err := k.ids.Each(l, k.items.Len())
	if err != nil {
		return nil, err
	}
	var out []grade.Needed
	for i, seq := range k.shown(l, ids, nil) {
		if seq == 0 {
			out = append(out, grade.Needed{Item: i, Act: grade.Act{Read: &grade.ReadAct{Collection: k.coll, ID: ids[i], Fields: k.fields}}})
		}
	}
	return out, nil
}
