package grade

import (
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// equals is deep equality in the field's own type: texts folded, numbers by value, mailboxes
// and instants by what they denote.
type equals struct {
	r    *reading
	s    Subject
	want any // folded
	raw  any // as written, for examples
	mail string
	at   time.Time
}

func buildEquals(r *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	raw, bad := r.jsonOf(a, s)
	if bad != nil {
		return nil, bad
	}
	m := &equals{r: r, s: s, raw: raw, want: foldAll(raw)}
	if text, ok := raw.(string); ok {
		switch s.Type {
		case world.Address:
			m.mail, _ = mailbox(text)
		case world.Instant:
			m.at, _ = r.instant(text)
		}
	}
	return m, nil
}

// foldAll folds every text of a value.
func foldAll(v any) any {
	switch v := v.(type) {
	case string:
		return value.Fold(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = foldAll(v[i])
		}
		return out
	case *value.Object:
		o := value.Room(v.Len())
		for _, m := range v.Members() {
			o.Set(m.Name, foldAll(m.Value))
		}
		return o
	}
	return v
}

func (m *equals) Match(v any, present bool) bool {
	if folds(v, m.want) {
		return true
	}
	got, isText := v.(string)
	_, wantsText := m.want.(string)
	return isText && wantsText && m.denotes(got)
}

// folds reports whether a value is one that is folded, but for folding.
func folds(got, want any) bool {
	switch got := got.(type) {
	case string:
		want, ok := want.(string)
		return ok && (got == want || value.Fold(got) == want)
	case []any:
		want, ok := want.([]any)
		return ok && slices.EqualFunc(got, want, folds)
	case *value.Object:
		want, ok := want.(*value.Object)
		return ok && got.Len() == want.Len() && !slices.ContainsFunc(got.Members(), func(m value.Member) bool {
			other, has := want.Get(m.Name)
			return !has || !folds(m.Value, other)
		})
	}
	return value.Equal(got, want)
}

// denotes compares mailboxes and instants.
func (m *equals) denotes(got string) bool {
	switch {
	case m.mail != "":
		mail, ok := mailbox(got)
		return ok && mail == m.mail
	case !m.at.IsZero():
		t, ok := m.r.instant(got)
		return ok && t.Equal(m.at)
	}
	return false
}

func (m *equals) Why(v any, present bool) string {
	return "expected " + show(m.raw) + ", " + found(v, present)
}

func (m *equals) Example() any { return m.raw }

func (m *equals) Spellings() []any {
	switch raw := m.raw.(type) {
	case string:
		if m.mail != "" {
			return others(m, addressForms(m.mail)...)
		}
		if !m.at.IsZero() {
			return others(m, instantForms(m.at, m.r.zone)...)
		}
		if m.s.Type == world.ID || m.s.Type == world.Day {
			return nil
		}
		return others(m, blankForms(raw)...)
	case value.Number:
		return others(m, numberForms(raw)...)
	}
	return nil
}

func (m *equals) Near() []any { return wrong(m, append(nearOf(m.raw), nil)...) }

// blankForms are other spellings of a text that folding makes equal.
func blankForms(s string) []any {
	if s == "" {
		return nil
	}
	return []any{" " + s + " ", strings.ReplaceAll(s, " ", "  "), strings.ReplaceAll(s, " ", "\u00a0"), decomposed(s)}
}

// decomposed writes the commonest accented letters as a letter and a mark, which looks the same.
func decomposed(s string) string {
	return strings.NewReplacer("ä", "a\u0308", "ö", "o\u0308", "ü", "u\u0308", "é", "e\u0301", "è", "e\u0300", "ë", "e\u0308",
		"á", "a\u0301", "ó", "o\u0301", "ñ", "n\u0303", "ç", "c\u0327", "Ä", "A\u0308", "Ö", "O\u0308", "Ü", "U\u0308").Replace(s)
}

// numberForms are other literals of a number.
func numberForms(n value.Number) []any {
	d, err := value.ParseDecimal(string(n))
	if err != nil {
		return nil
	}
	plain := d.String()
	if strings.Contains(plain, ".") {
		return []any{value.Number(plain), value.Number(plain + "0"), value.Number(plain + "e0")}
	}
	return []any{value.Number(plain), value.Number(plain + ".0"), value.Number(plain + ".00")}
}

// nearOf are values close to v that are not v.
func nearOf(v any) []any {
	switch v := v.(type) {
	case string:
		return nearTexts(v)
	case value.Number:
		d, err := value.ParseDecimal(string(v))
		if err != nil {
			return []any{value.Int(0)}
		}
		return nearNumbers(d, value.DecimalOf(1))
	case bool:
		return []any{!v}
	case []any:
		return nearLists(v)
	case nil:
		return []any{"x"}
	}
	return []any{}
}

func nearNumbers(d, step value.Decimal) []any {
	var out []any
	if up, err := d.Add(step); err == nil {
		out = append(out, value.Number(up.String()))
	}
	if down, err := d.Sub(step); err == nil {
		out = append(out, value.Number(down.String()))
	}
	return append(out, value.Number(d.Neg().String()), value.Int(0))
}

// nearLists drops, repeats and alters members.
func nearLists(list []any) []any {
	if len(list) == 0 {
		return []any{[]any{"x"}}
	}
	last := len(list) - 1
	out := []any{append([]any{}, list[:last]...), append(append([]any{}, list...), list[last])}
	for _, near := range nearOf(list[last]) {
		return append(out, append(append([]any{}, list[:last]...), near))
	}
	return out
}

// nearTexts are one edit, one word or one letter case away.
func nearTexts(s string) []any {
	if s == "" {
		return []any{"x"}
	}
	out := []any{}
	runes := []rune(s)
	last := len(runes) - 1
	if d := runes[last]; d >= '0' && d <= '9' { // ids: one digit off, a longer one
		next := '0' + (d-'0'+1)%10
		out = append(out, string(runes[:last])+string(next), s+"0")
	}
	out = append(out, s+"x", string(runes[:last]))
	if words := strings.Fields(s); len(words) > 1 {
		n := len(words)
		out = append(out, strings.Join(append([]string{words[n-1]}, words[:n-1]...), " "), words[0])
	}
	return append(out, strings.ToUpper(s), strings.ToLower(s), "")
}
