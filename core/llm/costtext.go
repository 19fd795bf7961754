package llm

import (
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// parseCost reads an amount and its currency.
func parseCost(text string) (Cost, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return Cost{}, fault.New(fault.Invalid, "%q is no amount with a currency", text)
	}
	amount, err := value.ParseDecimal(fields[0])
	if err != nil {
		return Cost{}, err
	}
	if _, err := value.MoneyOf(value.DecimalOf(1), fields[1]); err != nil {
		return Cost{}, err
	}
	if amount.Sign() <= 0 {
		return Cost{}, fault.New(fault.Invalid, "%s is nothing to spend", fields[0])
	}
	return Cost{amount, fields[1]}, nil
}
