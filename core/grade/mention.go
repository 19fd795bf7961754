package grade

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// mention is one thing to look for.
type mention interface {
	in(prepared string) bool
	text() string    // as it would be written
	forms() []string // other ways to write it
}

// mostMentions bounds what is looked for in every text of every run.
const mostMentions = 2000

// mentionList reads one member or a list of them.
func (r *reading) mentionList(a Arg) ([]mention, *Fit) {
	list, ok := a.List()
	if !ok {
		list = []Arg{a}
	}
	if len(list) > mostMentions {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: fmt.Sprintf("mentions names %d things, and at most %d are looked for", len(list), mostMentions), hint: "name fewer; what must not be mentioned are those that can be mistaken for the right ones"}
	}
	out := make([]mention, len(list))
	for i, item := range list {
		var bad *Fit
		if out[i], bad = r.mention(item); bad != nil {
			return nil, bad
		}
	}
	return out, nil
}

// mention reads an id or name, or a typed member such as {money: 12.50 EUR}.
func (r *reading) mention(a Arg) (mention, *Fit) {
	keys, items, ok := a.Members()
	if !ok {
		return r.plainMention(a)
	}
	if len(keys) != 1 {
		return nil, misvalue(a, "an id, a name, or {money|date|time|number: v}")
	}
	arg := items[0]
	switch keys[0] {
	case "money":
		m, ok := moneyArg(arg)
		if !ok {
			return nil, misvalue(arg, "an amount with its currency")
		}
		return moneyMention{m, r.lex}, nil
	case "number":
		d, bad := decimalArg(arg)
		return numberMention{d, r.lex}, bad
	case "date":
		d, bad := r.dayArg(arg)
		return dayMention{d, r.now}, bad
	case "time":
		return r.clockMention(arg)
	}
	return nil, &Fit{node: a.Node, code: CodeMatcher, msg: "there is no typed mention " + show(keys[0]),
		hint: suggest(keys[0], []string{"money", "date", "time", "number"})}
}

func (r *reading) plainMention(a Arg) (mention, *Fit) {
	switch v := a.v.(type) {
	case value.Money:
		return moneyMention{v, r.lex}, nil
	case time.Time, bool, nil:
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "a mention is an id or a name, not " + a.describe(), hint: "write {date: v} or {time: v}"}
	case value.Decimal, int, int64, float64:
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "a mention is an id or a name, not the number " + a.describe(), hint: "write {number: v} or {money: v}"}
	case value.Day:
		return dayMention{v, r.now}, nil
	}
	text, ok := a.Text()
	if !ok || prepare(text) == "" {
		return nil, misvalue(a, "an id or a name")
	}
	return tokenMention{r.lex.token(text)}, nil
}

func (r *reading) clockMention(a Arg) (mention, *Fit) {
	if t, ok := a.v.(time.Time); ok {
		t = t.In(r.zone)
		return clockMention(t.Hour()*60 + t.Minute()), nil
	}
	text, _ := a.Text()
	if m, ok := value.ReadClock(text); ok {
		return clockMention(m), nil
	}
	if t, ok := value.ReadInstant(text, r.zone); ok && !strings.HasSuffix(text, "Z") {
		return clockMention(t.Hour()*60 + t.Minute()), nil
	}
	return nil, misvalue(a, "a time of day such as 15:00")
}

type tokenMention struct{ token token }

func (m tokenMention) in(s string) bool { return m.token.in(s) }
func (m tokenMention) text() string     { return m.token.text }
func (m tokenMention) forms() []string  { return nil }

type moneyMention struct {
	want value.Money
	lex  *lexicon
}

func (m moneyMention) in(s string) bool { return m.lex.hasMoney(s, m.want) }
func (m moneyMention) text() string     { return m.want.String() }
func (m moneyMention) forms() []string  { return texts(moneyForms(m.want)) }

type numberMention struct {
	want value.Decimal
	lex  *lexicon
}

func (m numberMention) in(s string) bool { return m.lex.hasNumber(s, m.want) }
func (m numberMention) text() string     { return m.want.String() }
func (m numberMention) forms() []string {
	return []string{grouped(m.want.String(), ","), m.want.String() + "%"}
}

type dayMention struct {
	want value.Day
	now  time.Time
}

func (m dayMention) in(s string) bool { return hasDay(s, m.want, m.now) }
func (m dayMention) text() string     { return string(m.want) }
func (m dayMention) forms() []string {
	t := m.want.Time(time.UTC)
	return append(texts(dayForms(m.want)), t.Format("January 2"), t.Format("2 Jan"), fmt.Sprintf("%d月%d日", t.Month(), t.Day()))
}

type clockMention int

func (m clockMention) in(s string) bool { return hasClock(s, int(m)) }
func (m clockMention) text() string     { return fmt.Sprintf("%02d:%02d", int(m)/60, int(m)%60) }
func (m clockMention) forms() []string {
	t := time.Date(2026, 1, 2, int(m)/60, int(m)%60, 0, 0, time.UTC)
	return []string{t.Format("15:04"), t.Format("3:04 PM"), t.Format("3:04pm"), t.Format("15.04 h"), t.Format("15:04") + " Uhr"}
}

func texts(list []any) []string {
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
