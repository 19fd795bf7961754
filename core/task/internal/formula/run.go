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
type Machine struct {
	vm    *vm.VM // made when an expression needs it
	frame frame
}

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
	if err := meter.spend(1 + p.nodes); err != nil {
		return nil, err
	}
	vars[meterName] = meter
	if p.direct != nil {
		out, err := m.closures(p, vars, meter)
		switch {
		case err == nil:
			return normal(out, meter)
		case err != errMachine: //nolint:errorlint // it is never wrapped
			return nil, err
		}
	}
	if m.vm == nil {
		m.vm = &vm.VM{}
	}
	code, err := p.code.made()
	if err != nil {
		return nil, err
	}
	m.vm.MemoryBudget = maxItems
	out, err := m.vm.Run(code, map[string]any(vars))
	if err != nil {
		return nil, plainError(err)
	}
	return normal(out, meter)
}

// closures runs a program without the library's machine.
func (m *Machine) closures(p *Program, vars Values, meter *Meter) (any, error) {
	f := &m.frame
	f.vars, f.meter, f.elem, f.memory, f.args = vars, meter, nil, 0, f.args[:0]
	if len(f.locals) < p.locals {
		f.locals = make([]any, p.locals)
	}
	left := meter.left
	out, err := guard(p.direct, f)
	clear(f.locals)
	f.vars, f.elem = nil, nil
	if err == errMachine { //nolint:errorlint // it is never wrapped
		meter.left = left
	}
	return out, err
}

// guard makes an error of a panic, as the machine does.
func guard(d direct, f *frame) (out any, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = r
		default:
			err = errors.New(firstLine(fmt.Sprint(r)))
		}
	}()
	return d(f)
}

// Scratch is what one run of a program needs besides the program: it is borrowed, so that the
// many short runs of a task do not each make their own.
type Scratch struct {
	Values  Values
	machine Machine
	meter   Meter
}

// Borrow returns an empty scratch for one goroutine; give it back with Return.
func (l *Language) Borrow() *Scratch {
	s, ok := l.scratch.Get().(*Scratch)
	if !ok {
		s = &Scratch{Values: Values{}}
	}
	return s
}

// Return gives a scratch back. What a run yielded stays valid.
func (l *Language) Return(s *Scratch) {
	clear(s.Values)
	l.scratch.Put(s)
}

// Run evaluates a program with the scratch's values. The meter is the caller's, or nil for RunSteps.
func (s *Scratch) Run(p *Program, meter *Meter) (any, error) {
	if meter == nil {
		s.meter = Meter{left: RunSteps}
		meter = &s.meter
	}
	return s.machine.Run(p, s.Values, meter)
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
	if fe.Message == "memory budget exceeded" {
		return errMemory
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
