// Package query is the one filter language: `--where` on every command, the
// filter line of the workbench, the filters of the store.
//
//	svc:crm fam:escalation gate:failed score<0.5 -lang:zh ("free text" OR a)
//
// Terms side by side must all hold; OR (in capitals) binds weaker; - negates;
// parentheses group. A schema says which fields there are. It imports only
// core/fault. Invariant: Match and SQL of one query select the same rows,
// missing values included: a term about a missing value is false, its negation
// true.
package query

// Limits on a query's text; longer ones are refused as invalid.
const (
	MaxLen   = 4096 // bytes
	MaxTerms = 200
	MaxDepth = 32 // nested parentheses and negations
)

// Query is a parsed query. The zero Query holds of everything. It is
// read-only and safe for concurrent use.
type Query struct {
	schema Schema
	root   Node // nil: everything
}

// Parse reads src against schema. An error is an *Error, whose kind is
// fault.Invalid, that tells where the text is wrong and what was perhaps meant.
func Parse(src string, schema Schema) (*Query, error) {
	if err := checkSource(src); err != nil {
		return nil, err
	}
	p := &parser{src: src, schema: schema}
	root, err := p.query()
	if err != nil {
		return nil, err
	}
	return &Query{schema: schema, root: root}, nil
}

// Root is the query's tree, nil for the empty query.
func (q *Query) Root() Node { return q.root }

// Empty tells whether the query holds of everything because it says nothing.
func (q *Query) Empty() bool { return q == nil || q.root == nil }

// String is the query in its canonical form: parsing it gives an equal query.
func (q *Query) String() string {
	if q.Empty() {
		return ""
	}
	return q.root.String()
}

// Fields lists the names of the fields that the query reads, in the order of
// the schema.
func (q *Query) Fields() []string {
	if q.Empty() {
		return nil
	}
	used := map[string]bool{}
	q.walk(q.root, used)
	var out []string
	for _, f := range q.schema.Fields {
		if used[f.Name] {
			out = append(out, f.Name)
		}
	}
	return out
}

func (q *Query) walk(n Node, used map[string]bool) {
	switch n := n.(type) {
	case And:
		for _, c := range n {
			q.walk(c, used)
		}
	case Or:
		for _, c := range n {
			q.walk(c, used)
		}
	case Not:
		q.walk(n.Of, used)
	case Word:
		for _, name := range q.schema.Words {
			used[name] = true
		}
	case Term:
		used[n.Field.Name] = true
	}
}
