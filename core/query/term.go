package query

import (
	"math"
	"strings"
)

// term compiles field, operator and value of one token.
func (p *parser) term(t token) (Node, *Error) {
	f, ok := p.schema.Lookup(t.field)
	if !ok {
		e := errorAt(p.src, t.pos, t.pos+len(t.field), "there is no field %q", t.field)
		if near := nearest(t.field, p.schema.names()); near != "" {
			return nil, e.hint("did you mean %s?", near)
		}
		return nil, e.hint("the fields are %s; to look for this text, put it in quotes", list(fieldNames(p.schema)))
	}
	if t.text == "*" && !t.quoted && t.op == ":" {
		return Term{Field: f, Op: ":", Value: "*", Any: true}, nil
	}
	n := Term{Field: f, Op: t.op, Value: t.text}
	if strings.ContainsAny(t.op, "<>") && f.Kind != Number && f.Kind != Time {
		at := t.pos + len(t.field)
		return nil, errorAt(p.src, at, at+len(t.op), "%s has no order to compare by", f.Name).hint("write %s:%s", f.Name, t.text)
	}
	if e := p.compile(&n, t); e != nil {
		return nil, e
	}
	return n, nil
}

// compile reads the value by the field's kind.
func (p *parser) compile(n *Term, t token) *Error {
	bad := func(format string, args ...any) *Error {
		return errorAt(p.src, t.valPos, t.end, format, args...)
	}
	switch n.Field.Kind {
	case Exact, List, Text:
		if n.Field.Kind != Text {
			n.Op = ":"
		}
		if e := spell(n, bad); e != nil {
			return e
		}
		n.fold = foldNeedle(n.Value)
	case Bool:
		n.Op = ":"
		switch strings.ToLower(t.text) {
		case "true", "yes":
			n.truth, n.Value = true, "true"
		case "false", "no":
			n.Value = "false"
		default:
			return bad("%s is true or false, not %q", n.Field.Name, t.text).hint("write %s:true or %s:false", n.Field.Name, n.Field.Name)
		}
	case Number:
		if n.Op == ":" {
			n.Op = "="
		}
		r, text, ok := readNumber(t.text, n.Field.Decimals)
		if !ok {
			return bad("%q is not a number", t.text).hint("write digits with at most one point, such as 0.5")
		}
		n.Value = text
		n.lo, n.hi = r.interval(n.Op)
	case Time:
		if n.Op == "=" {
			n.Op = ":"
		}
		r, ok := readPeriod(t.text, p.schema.Zone)
		if !ok {
			return bad("%q is not a date", t.text).hint("write 2026, 2026-03, 2026-03-10 or 2026-03-10T09:00")
		}
		n.lo, n.hi = r.interval(n.Op)
	}
	return nil
}

// spell puts the value into the spelling of the field's list and refuses what
// a closed list does not have.
func spell(n *Term, bad func(string, ...any) *Error) *Error {
	want := foldNeedle(n.Value).text
	for _, v := range n.Field.Values {
		if foldNeedle(v).text == want {
			n.Value = v
			return nil
		}
	}
	if !n.Field.Closed {
		return nil
	}
	e := bad("%s is never %q", n.Field.Name, n.Value)
	if near := nearest(n.Value, n.Field.Values); near != "" {
		return e.hint("did you mean %s:%s?", n.Field.Name, near)
	}
	return e.hint("the values are %s", list(n.Field.Values))
}

// reach is what a written value stands for: from..to in a row's units, both
// included. from > to: it lies between its neighbours to and from. beyond is
// the sign of a value outside int64.
type reach struct {
	from, to int64
	beyond   int
}

// interval is what satisfies a comparison with r: lo..hi, both included;
// nothing where lo > hi.
func (r reach) interval(op string) (lo, hi int64) {
	lo, hi = math.MinInt64, math.MaxInt64
	less, more := op[0] == '<', op[0] == '>'
	switch {
	case r.beyond > 0 && less, r.beyond < 0 && more:
		return lo, hi
	case r.beyond != 0:
		return 1, 0
	case !less && !more:
		return r.from, r.to
	case less && (op == "<=" || r.from > r.to):
		return lo, r.to
	case more && (op == ">=" || r.from > r.to):
		return r.from, hi
	case less && r.from > lo:
		return lo, r.from - 1
	case more && r.to < hi:
		return r.to + 1, hi
	}
	return 1, 0
}
