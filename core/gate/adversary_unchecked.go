package gate

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// uncheckedAdversaries write and answer otherwise where nothing compares it.
func uncheckedAdversaries() []adversary {
	return []adversary{
		nearRight("written_otherwise", "writes another amount, day, time, choice, list or row than the solution does where no check compares it, or adds people to a list that it leaves out and the request speaks of",
			"a wrong value in the solution itself would pass for right; a person decides", 10, writtenOtherwise),
		nearRight("answered_otherwise", "hands in another value of an answer's field that no check compares, or makes one up where the solution gives none",
			"a field of the answer that nothing compares is asked for in vain; a person decides", 8, answeredOtherwise),
	}
}

// writtenOtherwise changes what the solution writes and no check compares, one argument at a time.
// Prose is none of it, but for what a fact gives: ungradedValues tells the author about that.
func writtenOtherwise(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.ungradedArgs() {
		says := fmt.Sprintf("the solution with %%s as %s of %s, which no check compares", w.param.Name, w.call.tool)
		var others []any
		severity := Info
		switch {
		case w.value == nil:
			if !w.param.List || !w.creates || !l.speaksOf(w.param) {
				continue
			}
			others, severity = l.filled(&w), Warning
			says = fmt.Sprintf("the solution with %%s as %s of %s, which it leaves out, the words speak of and no check compares", w.param.Name, w.call.tool)
		case aimed(w.param), prose(w.param) && !l.fromFacts(&w):
			continue // a target is another adversary's; so is prose
		default:
			others = l.otherValues(w.param, w.value)
			if l.meant(&w) {
				severity = Warning
			}
		}
		v, err := l.harmless(&w, others)
		if err != nil {
			return nil, err
		}
		if v == nil {
			continue
		}
		path := "checks"
		if n := l.nodeOf(&w); n != nil {
			path = n.Path
		}
		out = append(out, attempt{params: Params{"item": fmt.Sprint(w.call.item + 1), "call": fmt.Sprint(w.call.nth + 1), "argument": w.param.Name, "value": clip(text(v))},
			script: l.base.editAt(w.move, only(w.call.nth, func(c call) call { return c.with(w.param.Name, v) })),
			path:   path, code: UncheckedValue, severity: severity, says: fmt.Sprintf(says, clip(text(v)))})
	}
	return out, nil
}

// aimed reports whether an argument is one id or address: who gets it, or what it is about.
func aimed(p *world.Param) bool {
	return !p.List && (p.Type == world.ID || p.Type == world.Address)
}

// prose reports whether an argument is a text in free words.
func prose(p *world.Param) bool {
	return p.Type == world.Text && !p.List && !choice(p)
}

// choice reports whether an argument is one of a few words, such as a priority: a text that is
// something where nobody says what is one.
func choice(p *world.Param) bool {
	standard, _ := p.Default.(string)
	return len(p.Enum) > 0 || p.Type == world.Text && standard != ""
}

// harmless is the first of some values with which a call is taken and breaks no prohibition, which
// would notice them; nil where there is none.
func (l *lab) harmless(w *ungradedArg, values []any) (any, error) {
	for _, v := range values {
		c := w.call.with(w.param.Name, v)
		if !took(l.called(l.marks[w.move].e.World(), &c)) {
			continue
		}
		if broken, err := l.brokenBy(w.move, &c); err != nil || len(broken) == 0 {
			return v, err
		}
	}
	return nil, nil
}

// otherValues lists other values of an argument, the likest first; a service may refuse some.
func (l *lab) otherValues(p *world.Param, v any) []any {
	if list, ok := v.([]any); ok {
		return l.otherLists(p, list)
	}
	var out []any
	switch {
	case len(p.Enum) > 0:
		for _, e := range p.Enum {
			if e != text(v) {
				out = append(out, e)
			}
		}
	case p.Type == world.Tree:
		return append(l.neighboursOf(v, 1), otherMembers(v)...)
	case prose(p):
		out = append(l.neighboursOf(v, 1), "noted", otherOf(p.Type, v, l.bound.Task.Now))
	case p.Type == world.ID, p.Type == world.Address, p.Type == world.Text:
		out = append(l.neighboursOf(v, 1), otherOf(p.Type, v, l.bound.Task.Now))
	default:
		// later or more, and where the service has a bound on that, earlier or less
		out = append(out, otherOf(p.Type, v, l.bound.Task.Now), lessThan(p.Type, v))
	}
	return slices.DeleteFunc(out, func(o any) bool { return o == nil || value.Equal(o, v) })
}

// otherLists are a list with another member, with one less, and with one more.
func (l *lab) otherLists(p *world.Param, list []any) []any {
	out := l.neighboursOf(list, 1)
	if n := len(list); n > 1 {
		out = append(out, slices.Clone(list[:n-1]))
	}
	member := *p
	member.List = false
	for i := range list {
		for _, v := range l.otherValues(&member, list[i]) {
			changed := slices.Clone(list)
			changed[i] = v
			out = append(out, changed)
		}
	}
	return out
}

// lessThan is a value before or below another one; nil where there is none.
func lessThan(t world.Type, was any) any {
	switch t {
	case world.Int, world.Number, world.Amount:
		n, _ := was.(value.Number)
		d, err := value.ParseDecimal(string(n))
		if err != nil {
			return nil
		}
		less, err := d.Add(value.DecimalOf(-1))
		if err != nil || less.Sign() <= 0 && t != world.Int {
			return value.Number("0.01") // most amounts are above nothing
		}
		return value.Number(less.String())
	case world.Day:
		s, _ := was.(string)
		if before := value.Day(s).Plus(-1); before != "" {
			return string(before)
		}
	case world.Instant:
		s, _ := was.(string)
		if at, err := time.Parse(time.RFC3339, s); err == nil {
			return at.Add(-time.Hour).Format(time.RFC3339)
		}
	}
	return nil
}

// otherMembers are an object with another value of one member, each in its turn.
func otherMembers(v any) []any {
	o, ok := v.(*value.Object)
	if !ok {
		return nil
	}
	var out []any
	for _, m := range slices.Backward(o.Members()) {
		var other any
		switch was := m.Value.(type) {
		case value.Number:
			other = otherOf(world.Number, was, time.Time{})
		case string:
			other = was + " (changed)"
		case bool:
			other = !was
		}
		if other != nil {
			changed := o.Clone()
			changed.Set(m.Name, other)
			out = append(out, changed)
		}
	}
	return out
}

// filled are values for a list that the solution leaves out: a record's that it can name, else
// somebody's address or a word.
func (l *lab) filled(w *ungradedArg) []any {
	p := l.plausible(l.s.seedState())
	o, ok := l.bound.Image.Offer(w.call.tool)
	if !ok {
		return nil
	}
	var out []any
	if v := p.value(o, w.param); !value.Equal(v, []any{}) {
		out = append(out, v)
	}
	return append(out, []any{otherOf(world.Address, nil, l.bound.Task.Now)}, []any{"noted"})
}

// company are words in which people speak of who else is to be there or to get it, by the
// arguments that list them. Other lists, such as tags, are named for many reasons.
var company = map[string]*regexp.Regexp{
	"attendees":    regexp.MustCompile(`(?i)\battendees?\b|invit|participant|\bguests?\b|\b(?:just|only) me\b|nobody else|参会|与会|参加者|参加人|邀请`),
	"participants": regexp.MustCompile(`(?i)participant|\battendees?\b|invit|参会|与会|参与人|参加者|参加人|邀请`),
	"recipients":   regexp.MustCompile(`(?i)\brecipients?\b|收件人|接收人|收信人`),
	"members":      regexp.MustCompile(`(?i)\bmembers?\b|成员`),
}

// speaksOf reports whether the words that the agent is told speak of the people in a list.
func (l *lab) speaksOf(p *world.Param) bool {
	said := company[p.Name]
	return said != nil && slices.ContainsFunc(wordsTold(l.bound.Task), func(w worded) bool { return said.MatchString(w.text) })
}
