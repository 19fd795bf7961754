package value

func (p *parser) object(depth int) (any, *SyntaxError) {
	if depth > maxDepth {
		return nil, p.fail(p.i, msgTooDeep)
	}
	p.i++
	p.blanks()
	if p.next('}') {
		p.i++
		return &Object{}, nil
	}
	// The members lie on the stack until their number is known.
	var room [16]Member
	members := room[:0]
	var index map[string]int
	for {
		name, v, err := p.member(depth)
		if err != nil {
			return nil, err
		}
		at := -1
		if index, at = findName(members, index, name); at >= 0 {
			members[at].Value = v
		} else {
			members = append(members, Member{name, v})
		}
		p.blanks()
		if p.next('}') {
			break
		}
		if !p.next(',') {
			return nil, p.fail(p.i, msgComma)
		}
		p.i++
		p.blanks()
	}
	p.i++
	o := &Object{members: make([]Member, len(members)), index: index}
	copy(o.members, members)
	return o, nil
}

// member reads a name, the colon and the value.
func (p *parser) member(depth int) (string, any, *SyntaxError) {
	if !p.next('"') {
		return "", nil, p.fail(p.i, msgName)
	}
	name, err := p.text()
	if err != nil {
		return "", nil, err
	}
	p.blanks()
	if !p.next(':') {
		return "", nil, p.fail(p.i, msgColon)
	}
	p.i++
	p.blanks()
	v, err := p.value(depth)
	return name, v, err
}

// findName returns the place of name among members, or -1 when it is to be
// appended. It returns the index too, which exists from indexAbove members on
// and holds the name that is to be appended.
func findName(members []Member, index map[string]int, name string) (map[string]int, int) {
	if index == nil {
		for at := range members {
			if members[at].Name == name {
				return nil, at
			}
		}
		if len(members) < indexAbove {
			return nil, -1
		}
		index = make(map[string]int, 2*indexAbove)
		for at := range members {
			index[members[at].Name] = at
		}
	} else if at, ok := index[name]; ok {
		return index, at
	}
	index[name] = len(members)
	return index, -1
}
