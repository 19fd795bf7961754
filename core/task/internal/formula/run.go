package formula

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"coworkenv.dev/coworkenv/core/value"
)

// Steps that a run may take, and what one list may hold.
const (
	RunSteps = 10_000_000
	maxItems = 1_000_000
	maxText  = 1 << 20 // bytes of a text that an expression makes
)

// Variables that no expression can name.
const (
	rowName   = "#"
	meterName = "#meter"
	madeName  = "#made"
)

// Now is the variable that holds the task's time.
const Now = "now"

// Machine runs programs one after the other; it is used by one goroutine.
type Machine struct{ vm vm.VM }

// Values are the variables of a run: names as in the context, collections as "service.name",
// and those set by the methods. A Values may be used for many runs, one at a time.
type Values map[string]any

// SetRow sets # and what .field is taken from.
func (v Values) SetRow(row any) { v[rowName] = row }

// SetMade sets what made("check") returns.
func (v Values) SetMade(made func(check string) (any, error)) { v[madeName] = made }

// Run evaluates a program. The result is a Go value: nil, bool, int, float64, string,
// value.Decimal, value.Money, value.Day, time.Time, time.Duration, []any or map[string]any.
func (m *Machine) Run(p *Program, vars Values, meter *Meter) (any, error) {
	vars[meterName] = meter
	m.vm.MemoryBudget = maxItems
	out, err := m.vm.Run(p.code, map[string]any(vars))
	if err != nil {
		return nil, plainError(err)
	}
	return normal(out, meter)
}

// plainError drops the library's picture of the expression: whoever reports the error knows
// where it stands.
func plainError(err error) error {
	var fe *file.Error
	if !errors.As(err, &fe) {
		return err
	}
	if fe.Prev != nil {
		return fe.Prev
	}
	return errors.New(firstLine(fe.Message))
}

// normal refuses what is no value of a task, or one too large to be written out.
func normal(v any, meter *Meter) (any, error) {
	switch v := v.(type) {
	case nil, bool, int, value.Decimal, value.Money, value.Day, time.Time, time.Duration:
		return v, nil
	case string, []any, map[string]any:
		return v, meter.Settle(v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, errors.New("the result is no number (a division by zero?)")
		}
		return v, nil
	}
	return nil, fmt.Errorf("an expression cannot yield a %T", v)
}
