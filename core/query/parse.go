package query

// parser is a recursive descent over the tokens of src:
//
//	query = [or]              or    = and { OR and }
//	and   = unary { [AND] unary }
//	unary = "-" unary | NOT unary | "(" or ")" | word | term
type parser struct {
	src    string
	schema Schema
	tok    token
	depth  int
	terms  int
}

func (p *parser) advance() *Error {
	t, err := next(p.src, p.tok.end)
	if err != nil {
		return err
	}
	p.tok = t
	return nil
}

// query returns an error as an interface, nil and not a typed nil when all is
// well.
func (p *parser) query() (Node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind == tokEnd {
		return nil, nil
	}
	n, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.tok.kind == tokClose {
		return nil, p.fail("this parenthesis closes nothing").hint("remove it, or open one before")
	}
	return n, nil
}

func (p *parser) fail(format string, args ...any) *Error {
	return errorAt(p.src, p.tok.pos, p.tok.end, format, args...)
}

func (p *parser) or() (Node, *Error) {
	var all Or
	for {
		n, err := p.and()
		if err != nil {
			return nil, err
		}
		if inner, ok := n.(Or); ok {
			all = append(all, inner...)
		} else {
			all = append(all, n)
		}
		if p.tok.kind != tokOr {
			break
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return all, nil
}

func (p *parser) and() (Node, *Error) {
	var all And
	for {
		n, err := p.unary()
		if err != nil {
			return nil, err
		}
		if inner, ok := n.(And); ok {
			all = append(all, inner...)
		} else {
			all = append(all, n)
		}
		if k := p.tok.kind; k == tokEnd || k == tokClose || k == tokOr {
			break
		}
		if p.tok.kind == tokAnd {
			if err := p.advance(); err != nil {
				return nil, err
			}
		}
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return all, nil
}

func (p *parser) unary() (Node, *Error) {
	if p.depth++; p.depth > MaxDepth {
		return nil, p.fail("more than %d levels of parentheses and negations", MaxDepth).hint("write it flatter")
	}
	defer func() { p.depth-- }()
	switch p.tok.kind {
	case tokNot:
		return p.negated()
	case tokOpen:
		return p.group()
	case tokWord, tokTerm:
		return p.leaf()
	}
	what := map[tokenKind]string{tokEnd: "the end of the query", tokClose: "this parenthesis", tokOr: "this OR", tokAnd: "this AND"}[p.tok.kind]
	return nil, p.fail("a term is missing before %s", what).hint("write a word, or field:value")
}

func (p *parser) negated() (Node, *Error) {
	not := p.tok
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.src[not.pos] == '-' && (p.tok.kind == tokEnd || p.tok.pos != not.end) {
		return nil, errorAt(p.src, not.pos, not.end, "nothing follows the minus").hint(`write -term without a blank; to look for a minus, put it in quotes`)
	}
	n, err := p.unary()
	if err != nil {
		return nil, err
	}
	if inner, ok := n.(Not); ok {
		return inner.Of, nil
	}
	return Not{Of: n}, nil
}

func (p *parser) group() (Node, *Error) {
	open := p.tok
	if err := p.advance(); err != nil {
		return nil, err
	}
	n, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.tok.kind != tokClose {
		return nil, errorAt(p.src, open.pos, open.end, "this parenthesis is not closed").hint("add )")
	}
	return n, p.advance()
}

func (p *parser) leaf() (Node, *Error) {
	if p.terms++; p.terms > MaxTerms {
		return nil, p.fail("more than %d terms", MaxTerms).hint("split the query")
	}
	t := p.tok
	var n Node
	var err *Error
	if t.kind == tokWord {
		n, err = p.word(t)
	} else {
		n, err = p.term(t)
	}
	if err != nil {
		return nil, err
	}
	return n, p.advance()
}

func (p *parser) word(t token) (Node, *Error) {
	if len(p.schema.Words) == 0 {
		return nil, p.fail("there is no text to look for words in").hint("write field:value; the fields are %s", list(fieldNames(p.schema)))
	}
	return Word{Text: t.text, fold: foldNeedle(t.text)}, nil
}

func fieldNames(s Schema) []string {
	var out []string
	for _, f := range s.Fields {
		out = append(out, f.Name)
	}
	return out
}
