package value

import (
	"errors"
	"math"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
)

// Every failure is the input's, and tells its reader what to do.
func TestErrorsHaveKindAndHint(t *testing.T) {
	parse := func(_ any, err error) error { return err }
	decimal := func(_ Decimal, err error) error { return err }
	money := func(_ Money, err error) error { return err }
	day := func(_ Day, err error) error { return err }
	top, one := DecimalOf(math.MaxInt64), DecimalOf(1)
	eur := Money{math.MaxInt64, "EUR"}
	tests := []struct {
		err   error
		want  string
		outOf bool
	}{
		{parse(Parse([]byte("{"))), "line 1 column 2: Expecting property name enclosed in double quotes", false},
		{decimal(ParseDecimal("1,5")), `parse decimal "1,5": not a plain number`, false},
		{decimal(ParseDecimal("1e30")), `parse decimal "1e30": decimal out of range (18 digits)`, true},
		{decimal(top.Add(one)), "9223372036854775807 + 1: decimal out of range (18 digits)", true},
		{decimal(top.Mul(top)), "9223372036854775807 x 9223372036854775807: decimal out of range (18 digits)", true},
		{money(MoneyOf(one, "euro")), `money 1 "euro": no currency code`, false},
		{money(MoneyOf(mustDecimal(t, "1.005"), "EUR")), "money 1.005 EUR: no whole number of minor units", false},
		{money(MoneyOf(top, "EUR")), "money 9223372036854775807 EUR: decimal out of range (18 digits)", true},
		{money(eur.Add(Money{1, "USD"})), "add 92233720368547758.07 EUR and 0.01 USD: the currencies differ", false},
		{money(eur.Add(Money{1, "EUR"})), "add 92233720368547758.07 EUR and 0.01 EUR: decimal out of range (18 digits)", true},
		{money(Money{333, "EUR"}.Times(mustDecimal(t, "0.5"))), "3.33 EUR times 0.5: no whole number of minor units", false},
		{day(ParseDay("17 March")), `parse day "17 March": no calendar day`, false},
	}
	for _, tt := range tests {
		if tt.err == nil || tt.err.Error() != tt.want {
			t.Errorf("error %q, want %q", tt.err, tt.want)
			continue
		}
		if kind, hint := fault.KindOf(tt.err), fault.HintOf(tt.err); kind != fault.Invalid || hint == "" {
			t.Errorf("%s: kind %s, hint %q", tt.err, kind, hint)
		}
		if errors.Is(tt.err, ErrRange) != tt.outOf {
			t.Errorf("%s: ErrRange is %v", tt.err, !tt.outOf)
		}
	}
}
