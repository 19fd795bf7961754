package cli

import (
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/cover"
)

// countVar binds a flag to a number that has a least value: what is below it is wrong usage, told
// before anything is done.
func countVar(flags *pflag.FlagSet, n *int, name string, value, least int, usage string) {
	*n = value
	flags.Var(&count{n, least, math.MaxInt}, name, usage)
}

// planCountVar binds a flag to how many tasks are planned, 0 = as many as the plan says.
func planCountVar(flags *pflag.FlagSet, n *int, name, usage string) {
	flags.Var(&count{n, 0, cover.MostTasks}, name, usage)
}

type count struct {
	n           *int
	least, most int
}

func (c *count) String() string {
	if c.n == nil {
		return "0"
	}
	return strconv.Itoa(*c.n)
}

func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	switch {
	case err == nil && c.least <= n && n <= c.most:
		*c.n = n
		return nil
	case c.most < math.MaxInt:
		return fmt.Errorf("give a whole number from %d to %d", c.least, c.most)
	}
	return fmt.Errorf("give a whole number from %d on", c.least)
}

func (c *count) Type() string { return "int" }

// mostSeed bounds seeds: they are written as whole numbers of 64 bits with a sign.
const mostSeed = math.MaxInt64

// seedVar binds a flag to a seed, from 0 to most: what is beyond is no other seed in disguise.
func seedVar(flags *pflag.FlagSet, seed *uint64, name string, value, most uint64, usage string) {
	*seed = value
	flags.Var(&seedValue{seed, most}, name, usage)
}

type seedValue struct {
	seed *uint64
	most uint64
}

func (s *seedValue) String() string {
	if s.seed == nil {
		return "0"
	}
	return strconv.FormatUint(*s.seed, 10)
}

func (s *seedValue) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > s.most {
		return fmt.Errorf("a seed is a whole number from 0 to %d", s.most)
	}
	*s.seed = n
	return nil
}

func (s *seedValue) Type() string { return "uint64" }

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
