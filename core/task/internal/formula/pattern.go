package formula

import (
	"fmt"
	"regexp"
	resyntax "regexp/syntax"
)

// Bounds of a regular expression. All states of its machine may be live at each character of
// the text.
const (
	maxPattern = 500 // bytes
	maxStates  = 1000
)

// pattern is a regular expression with the price of using it.
type pattern struct {
	re     *regexp.Regexp
	states int
}

func compilePattern(src string) (*pattern, error) {
	if len(src) > maxPattern {
		return nil, fmt.Errorf("a pattern of %d bytes is too long; at most %d are taken", len(src), maxPattern)
	}
	tree, err := resyntax.Parse(src, resyntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("the pattern %q is not valid: %w", clip(src), err)
	}
	// Counted before it is compiled: repeats of repeats are written out then.
	states := countStates(tree)
	if states > maxStates {
		return nil, fmt.Errorf("the pattern %q is too large: its repeats amount to more than %d parts", clip(src), maxStates)
	}
	re, err := regexp.Compile(src)
	if err != nil {
		return nil, fmt.Errorf("the pattern %q is not valid: %w", clip(src), err)
	}
	return &pattern{re: re, states: states}, nil
}

// countStates is about the number of states of an expression, cut off above maxStates.
func countStates(re *resyntax.Regexp) int {
	n := 0
	for _, sub := range re.Sub {
		n += countStates(sub)
	}
	switch re.Op {
	case resyntax.OpRepeat:
		n *= max(re.Min, re.Max, 1)
	case resyntax.OpLiteral:
		n = len(re.Rune)
	default:
		n++
	}
	return min(n, maxStates+1)
}

// pay pays for matching a text.
func (p *pattern) pay(m *Meter, s string) error {
	return m.spend(1 + len(s)*(16+p.states)/16)
}

// pattern compiles a pattern that is made while an expression runs, each one once.
func (m *Meter) pattern(src string) (*pattern, error) {
	if p := m.patterns[src]; p != nil {
		return p, nil
	}
	if err := m.spend(1000); err != nil {
		return nil, err
	}
	p, err := compilePattern(src)
	if err != nil {
		return nil, err
	}
	const most = 100
	if m.patterns == nil || len(m.patterns) >= most {
		m.patterns = map[string]*pattern{}
	}
	m.patterns[src] = p
	return p, nil
}
