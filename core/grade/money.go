package grade

import (
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// money compares exact minor units and the currency. A bare number field holds the amount
// alone; a text must name the currency.
type money struct {
	want   value.Money
	amount value.Decimal
	bare   bool // the expectation has no currency: the field is a number
	s      Subject
}

func buildMoney(_ *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	if s.List {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds a list; one amount never equals it", hint: "use set_equals: {money: [..]}"}
	}
	if want, ok := moneyArg(a); ok {
		return &money{want: want, amount: want.Amount(), s: s}, nil
	}
	if amount, bad := decimalArg(a); bad == nil && numeric(s.Type) {
		return &money{amount: amount, bare: true, s: s}, nil
	}
	f := misvalue(a, "an amount with its currency")
	f.hint = "write {amount: 12.50, currency: EUR} or money(AMOUNT, CURRENCY)"
	return nil, f
}

func numeric(t world.Type) bool { return t == world.Amount || t == world.Number || t == world.Int }

// moneyArg reads a matcher's amount and currency.
func moneyArg(a Arg) (value.Money, bool) {
	switch v := a.v.(type) {
	case value.Money:
		return v, true
	case literal:
		return value.ReadMoney(v.text)
	case string:
		return value.ReadMoney(v)
	case nil, value.Day, time.Time:
		return value.Money{}, false
	}
	amount, ok1 := a.Member("amount")
	currency, ok2 := a.Member("currency")
	if !ok1 || !ok2 {
		return value.Money{}, false
	}
	d, bad := decimalArg(amount)
	code, ok := currency.Text()
	if bad != nil || !ok {
		return value.Money{}, false
	}
	m, err := value.MoneyOf(d, code)
	return m, err == nil
}

func (m *money) Match(v any, _ bool) bool {
	switch v := v.(type) {
	case value.Number:
		if m.s.Currency || m.s.Type == world.Text {
			return false
		}
		got, err := value.ParseDecimal(string(v))
		return err == nil && got == m.amount
	case string:
		if m.bare {
			return false
		}
		got, ok := value.ReadMoney(v)
		return ok && got == m.want
	case *value.Object:
		got, ok := moneyOf(v)
		return ok && !m.bare && got == m.want
	}
	return false
}

// moneyOf reads {amount, currency}.
func moneyOf(o *value.Object) (value.Money, bool) {
	amount, _ := o.Get("amount")
	code, _ := o.Get("currency")
	d, ok := decimalOf(amount, true)
	text, isText := code.(string)
	if !ok || !isText || o.Len() != 2 {
		return value.Money{}, false
	}
	m, err := value.MoneyOf(d, strings.ToUpper(text))
	return m, err == nil
}

func (m *money) Why(v any, present bool) string {
	if m.bare {
		return "expected the amount " + m.amount.String() + ", " + found(v, present)
	}
	if _, isNumber := v.(value.Number); isNumber && m.s.Currency {
		return "expected " + m.want.String() + ", found " + show(v) + " without a currency"
	}
	return "expected " + m.want.String() + ", " + found(v, present)
}

func (m *money) Example() any {
	switch {
	case numeric(m.s.Type):
		return value.Number(m.amount.String())
	case m.s.Type == world.Text:
		return m.want.String()
	}
	return value.FromGo(m.want)
}

func (m *money) Spellings() []any {
	if numeric(m.s.Type) {
		return others(m, numberForms(value.Number(m.amount.String()))...)
	}
	return others(m, moneyForms(m.want)...)
}

// moneyForms are other ways to write an amount.
func moneyForms(want value.Money) []any {
	whole := want.String()
	plain := whole[:len(whole)-4]
	code := want.Currency
	english, german := grouped(plain, ","), swapped(grouped(plain, ","))
	forms := []any{whole, code + " " + english, english + " " + code, german + " " + code, want.Amount().String() + " " + code}
	for _, sign := range [...]string{"€", "$", "£", "¥", "￥"} {
		forms = append(forms, sign+english, german+" "+sign)
	}
	if code == "CNY" {
		forms = append(forms, want.Amount().String()+"元", "人民币"+english)
	}
	return append(forms, value.FromGo(want))
}

// swapped exchanges points and commas, as German and French papers write numbers.
func swapped(s string) string {
	b := []byte(s)
	for i, c := range b {
		switch c {
		case '.':
			b[i] = ','
		case ',':
			b[i] = '.'
		}
	}
	return string(b)
}

func (m *money) Near() []any {
	if numeric(m.s.Type) {
		hair, err := value.ParseDecimal("0.01")
		if err != nil {
			return nil
		}
		return wrong(m, append(nearNumbers(m.amount, hair), nil)...)
	}
	w := m.want
	other := "USD"
	if w.Currency == other {
		other = "EUR"
	}
	var out []any
	for _, v := range []value.Money{{Minor: w.Minor + 1, Currency: w.Currency}, {Minor: w.Minor - 1, Currency: w.Currency},
		{Minor: w.Minor * 10, Currency: w.Currency}, {Minor: w.Minor, Currency: other}} {
		if m.s.Type == world.Text {
			out = append(out, v.String())
		} else {
			out = append(out, value.FromGo(v))
		}
	}
	return wrong(m, append(out, w.Amount().String(), value.Number(w.Amount().String()), "", nil)...)
}
