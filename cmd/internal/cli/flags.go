package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"
)

// countVar binds a flag to a number that has a least value: what is below it is wrong usage, told
// before anything is done.
func countVar(flags *pflag.FlagSet, n *int, name string, value, least int, usage string) {
	*n = value
	flags.Var(&count{n, least}, name, usage)
}

type count struct {
	n     *int
	least int
}

func (c *count) String() string {
	if c.n == nil {
		return "0"
	}
	return strconv.Itoa(*c.n)
}

func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < c.least {
		return fmt.Errorf("give a whole number from %d on", c.least)
	}
	*c.n = n
	return nil
}

func (c *count) Type() string { return "int" }

// shareVar binds a flag to a number from 0 to 1.
func shareVar(flags *pflag.FlagSet, x *float64, name string, value float64, usage string) {
	*x = value
	flags.Var(&share{x}, name, usage)
}

type share struct{ x *float64 }

func (s *share) String() string {
	if s.x == nil {
		return "0"
	}
	return strconv.FormatFloat(*s.x, 'g', -1, 64)
}

func (s *share) Set(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= 1) { // NaN is neither
		return fmt.Errorf("give a share from 0 to 1")
	}
	*s.x = x
	return nil
}

func (s *share) Type() string { return "float64" }
