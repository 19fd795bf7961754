package world

import "coworkenv.dev/coworkenv/core/value"

// Members returns parameters as members of the same names, in this order: what a record made
// from arguments consists of.
func (a Args) Members(names ...string) []value.Member {
	out := make([]value.Member, 0, len(names)+2)
	for _, name := range names {
		out = append(out, value.Member{Name: name, Value: a.Value(name)})
	}
	return out
}

// GivenMembers is Members of those parameters that the call gave: what an update changes.
func (a Args) GivenMembers(names ...string) []value.Member {
	out := make([]value.Member, 0, len(names))
	for _, name := range names {
		if a.Given(name) {
			out = append(out, value.Member{Name: name, Value: a.Value(name)})
		}
	}
	return out
}

// ReplyMember makes an AuditSpec.Entry that lists a member of the reply. It is for tools whose
// audit lists a record even where the call changed nothing.
func ReplyMember(name string) func(e *Entry) []byte {
	return func(e *Entry) []byte {
		body, err := value.Parse(e.Body)
		if err != nil {
			return nil
		}
		o, _ := body.(*value.Object)
		v, ok := o.Get(name)
		if !ok {
			return nil
		}
		return value.Append(nil, v)
	}
}
