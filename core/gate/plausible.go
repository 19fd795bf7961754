package gate

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// plausible makes up arguments for tools from their declarations: what the records of the task
// hold in the field that an argument becomes, else something of the declared type.
type plausible struct {
	state *world.State
	now   time.Time
	taken int  // instants made so far: a start comes before an end
	fresh bool // nothing is taken from the records but ids
}

func (l *lab) plausible(state *world.State) *plausible {
	return &plausible{state: state, now: l.bound.Task.Now}
}

// required adds what a call must have to what is given. It returns what was given itself where
// that is enough, so that neither may be changed afterwards.
func (p *plausible) required(o world.Offer, given *value.Object) *value.Object {
	missing := lacking(o, given)
	if missing == 0 {
		return given
	}
	return p.fill(o, roomy(given, missing))
}

// lacking counts what a call must have and is not given.
func lacking(o world.Offer, given *value.Object) int {
	n := 0
	for i := range o.Tool.Params {
		if lacks(given, &o.Tool.Params[i]) {
			n++
		}
	}
	return n
}

// fill adds to arguments that nobody else has what a call must have.
func (p *plausible) fill(o world.Offer, args *value.Object) *value.Object {
	for i := range o.Tool.Params {
		if param := &o.Tool.Params[i]; lacks(args, param) {
			args.Set(param.Name, p.value(o, param))
		}
	}
	return args
}

// lacks reports whether arguments are without a parameter that they must have.
func lacks(args *value.Object, param *world.Param) bool {
	if !param.Required && !param.Needed {
		return false
	}
	_, has := args.Get(param.Name)
	return !has
}

// roomy is a copy with room for more members.
func roomy(o *value.Object, more int) *value.Object {
	out := value.Room(o.Len() + more)
	for _, m := range o.Members() {
		out.Set(m.Name, m.Value)
	}
	return out
}

// value is a value for a parameter.
func (p *plausible) value(o world.Offer, param *world.Param) any {
	if len(param.Enum) > 0 {
		return listed(param, param.Enum[0])
	}
	if v, ok := p.stored(o, param); ok && !p.fresh {
		return v
	}
	if id, ok := p.anyID(o, param); ok {
		return listed(param, id)
	}
	var v any = "noted"
	switch param.Type {
	case world.Int, world.Number, world.Amount:
		v = value.Int(int64(max(param.Min, 1)))
	case world.Bool:
		v = true
	case world.Day:
		v = p.now.Format(time.DateOnly)
	case world.Instant:
		p.taken++
		v = p.now.Add(time.Duration(p.taken) * time.Hour).Format(time.RFC3339)
	case world.Address:
		v = "someone@example.test"
	case world.ID:
		v = "X-1"
	case world.Tree:
		v = value.Obj()
	}
	return listed(param, v)
}

func listed(param *world.Param, v any) any {
	if param.List {
		return []any{v}
	}
	return v
}

// stored is what some record holds in the field that the parameter becomes.
func (p *plausible) stored(o world.Offer, param *world.Param) (any, bool) {
	if param.Type == world.Instant || param.Type == world.Day {
		return nil, false // those of a call belong together
	}
	for i := range o.Tool.Effects {
		e := &o.Tool.Effects[i]
		for _, field := range fieldsOf(e, param.Name) {
			for r := range p.state.Records(o.Service.Name + "." + e.Collection) {
				if v, ok := r.Get(field); ok && v != nil && v != "" {
					return v, true
				}
			}
		}
	}
	return nil, false
}

// anyID is the id of a record that the parameter can name.
func (p *plausible) anyID(o world.Offer, param *world.Param) (string, bool) {
	for _, full := range p.named(o, param) {
		for r := range p.state.Records(full) {
			return r.ID(), true
		}
	}
	return "", false
}

// named lists the collections whose records a parameter can name.
func (p *plausible) named(o world.Offer, param *world.Param) []string {
	if param.Ref != "" {
		return []string{param.Ref}
	}
	if param.Type != world.ID {
		return nil
	}
	var out []string
	for i := range o.Service.Collections {
		if c := &o.Service.Collections[i]; c.Key == param.Name {
			out = append(out, o.Service.Name+"."+c.Name)
		}
	}
	return out
}

// other is a value that a record's field does not have: that of another record where the column
// has several, else one made up.
func (p *plausible) other(full string, f *world.Field, was any) any {
	for r := range p.state.Records(full) {
		if v, ok := r.Get(f.Name); ok && v != nil && v != "" && !value.Equal(v, was) {
			return v
		}
	}
	v := otherOf(f.Type, was, p.now)
	if f.List {
		return []any{v}
	}
	return v
}

func otherOf(t world.Type, was any, now time.Time) any {
	switch t {
	case world.Int, world.Number, world.Amount:
		n, _ := was.(value.Number)
		if d, err := value.ParseDecimal(string(n)); err == nil {
			if next, err := d.Add(value.DecimalOf(1)); err == nil {
				return value.Number(next.String())
			}
		}
		return value.Int(7)
	case world.Bool:
		return was != true
	case world.Day:
		s, _ := was.(string)
		if next := value.Day(s).Plus(1); next != "" {
			return string(next)
		}
		return now.Format(time.DateOnly)
	case world.Instant:
		s, _ := was.(string)
		if at, err := time.Parse(time.RFC3339, s); err == nil {
			return at.Add(time.Hour).Format(time.RFC3339)
		}
		return now.Format(time.RFC3339)
	case world.Address:
		return "someone.else@example.test"
	}
	s, _ := was.(string)
	return s + " (changed)"
}

// offers are the tools on offer by what they do; shared, read only.
type offers struct {
	writes []world.Offer // those that change office records: none that only hands in answers
	reads  []world.Offer // those that only show
}

func offersOf(img *world.Image) offers {
	var out offers
	for _, o := range img.Offered() {
		for _, e := range o.Tool.Effects {
			if c, ok := o.Service.Collection(e.Collection); ok && !c.Internal {
				out.writes = append(out.writes, o)
				break
			}
		}
		if !o.Tool.Writes() && len(o.Tool.Reads) > 0 {
			out.reads = append(out.reads, o)
		}
	}
	return out
}
