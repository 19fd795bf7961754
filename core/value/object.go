package value

import "slices"

// indexAbove is the size from which an object keeps a map of its names. Below
// it a scan over the members is faster than hashing; above it a scan would
// make the parsing of a hostile object quadratic.
const indexAbove = 24

// Member is one name and its value in an Object.
type Member struct {
	Name  string
	Value any
}

// Object is a JSON object that keeps the order in which its names were set.
// The zero value is an empty object; a nil *Object reads as empty. An object
// may be read from many goroutines as long as none of them changes it.
type Object struct {
	members []Member
	index   map[string]int // nil while there are few members
}

// Obj returns an object with the given members, in this order. A repeated name
// keeps its first place and takes the last value.
func Obj(members ...Member) *Object {
	o := &Object{members: make([]Member, 0, len(members))}
	for _, m := range members {
		o.Set(m.Name, m.Value)
	}
	return o
}

// Room returns an empty object with room for n members.
func Room(n int) *Object { return &Object{members: make([]Member, 0, n)} }

// find returns the place of name, or -1.
func (o *Object) find(name string) int {
	if o == nil {
		return -1
	}
	if o.index != nil {
		if i, ok := o.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range o.members {
		if o.members[i].Name == name {
			return i
		}
	}
	return -1
}

// Get returns the value of name and whether it is there.
func (o *Object) Get(name string) (any, bool) {
	if i := o.find(name); i >= 0 {
		return o.members[i].Value, true
	}
	return nil, false
}

// Set gives name the value v: in its place when it is there, else at the end.
func (o *Object) Set(name string, v any) {
	if i := o.find(name); i >= 0 {
		o.members[i].Value = v
		return
	}
	o.members = append(o.members, Member{name, v})
	switch {
	case o.index != nil:
		o.index[name] = len(o.members) - 1
	case len(o.members) > indexAbove:
		o.reindex()
	}
}

// Delete removes name; the order of the others stays. Unknown names are ignored.
func (o *Object) Delete(name string) {
	i := o.find(name)
	if i < 0 {
		return
	}
	o.members = slices.Delete(o.members, i, i+1)
	if o.index == nil {
		return
	}
	delete(o.index, name)
	for ; i < len(o.members); i++ {
		o.index[o.members[i].Name] = i
	}
}

// Len returns the number of members.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.members)
}

// Members returns the members in order. The slice is shared with the object:
// it must not be changed, and the next Set or Delete may change it.
func (o *Object) Members() []Member {
	if o == nil {
		return nil
	}
	return o.members[:len(o.members):len(o.members)]
}

// Clone returns a new object with the same members; the values are shared.
// See the function Clone for a deep copy.
func (o *Object) Clone() *Object {
	if o == nil {
		return &Object{}
	}
	c := &Object{members: slices.Clone(o.members)}
	if o.index != nil {
		c.reindex()
	}
	return c
}

// Equal reports whether both objects have equal members, in whatever order.
func (o *Object) Equal(p *Object) bool {
	if o.Len() != p.Len() {
		return false
	}
	for i, m := range o.Members() {
		// Objects of one kind nearly always have one order.
		if p.members[i].Name == m.Name {
			if !Equal(m.Value, p.members[i].Value) {
				return false
			}
			continue
		}
		v, ok := p.Get(m.Name)
		if !ok || !Equal(m.Value, v) {
			return false
		}
	}
	return true
}

// String returns the object as compact JSON.
func (o *Object) String() string { return string(Append(nil, o)) }

func (o *Object) reindex() {
	o.index = make(map[string]int, 2*len(o.members))
	for i := range o.members {
		o.index[o.members[i].Name] = i
	}
}
