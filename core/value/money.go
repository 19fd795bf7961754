package value

import "coworkenv.dev/coworkenv/core/fault"

// Money is an amount in whole minor units of a currency: 118000 and EUR are
// 1180.00 EUR, 1200 and JPY are 1200 JPY (ISO 4217 gives the exponent). Equal
// amounts are equal by ==. MoneyOf makes one with a checked currency.
type Money struct {
	Minor    int64
	Currency string
}

// MoneyOf returns amount in currency. It is an error when currency is not three
// letters A-Z or when amount is not a whole number of minor units.
func MoneyOf(amount Decimal, currency string) (Money, error) {
	if !isCurrency(currency) {
		return Money{}, fault.New(fault.Invalid, "money %s %q: no currency code", amount, clip(currency)).
			WithHint("write the currency as three letters A-Z, such as EUR")
	}
	minor, err := amount.Mul(DecimalOf(pow10(minorDigits(currency))))
	if err != nil {
		return Money{}, outOfRange("money %s %s", amount, currency)
	}
	whole, ok := minor.Int()
	if !ok {
		return Money{}, fault.New(fault.Invalid, "money %s %s: no whole number of minor units", amount, currency).
			WithHint("%s has %d decimals", currency, minorDigits(currency))
	}
	return Money{whole, currency}, nil
}

// Amount returns the amount in major units.
func (m Money) Amount() Decimal { return makeDecimal(m.Minor, minorDigits(m.Currency)) }

// Add returns m + n. Both must have the same currency.
func (m Money) Add(n Money) (Money, error) {
	if m.Currency != n.Currency {
		return Money{}, fault.New(fault.Invalid, "add %s and %s: the currencies differ", m, n).
			WithHint("add up each currency by itself, or convert with a rate that the data gives")
	}
	sum := m.Minor + n.Minor
	if (sum > m.Minor) != (n.Minor > 0) {
		return Money{}, outOfRange("add %s and %s", m, n)
	}
	return Money{sum, m.Currency}, nil
}

// Times returns m x factor. It is an error when that is not a whole number of
// minor units: rounding is a rule of the task, not of arithmetic.
func (m Money) Times(factor Decimal) (Money, error) {
	product, err := DecimalOf(m.Minor).Mul(factor)
	if err != nil {
		return Money{}, outOfRange("%s times %s", m, factor)
	}
	whole, ok := product.Int()
	if !ok {
		return Money{}, fault.New(fault.Invalid, "%s times %s: no whole number of minor units", m, factor).
			WithHint("round by a rule that the task states, before making money of it")
	}
	return Money{whole, m.Currency}, nil
}

// String returns "1180.00 EUR", with all decimals of the currency.
func (m Money) String() string { return m.digits() + " " + m.Currency }

func (m Money) digits() string {
	var room [24]byte
	return string(appendFixed(room[:0], m.Minor, minorDigits(m.Currency)))
}
