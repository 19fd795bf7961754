// Package textdiff compares two texts line by line, by their longest common subsequence.
//
// Invariant: what is kept and what is removed make the first text again, what is kept and what is
// added the second.
package textdiff

import "strings"

// Line is one line of two texts held side by side.
type Line struct {
	Kind byte // ' ' in both, '-' in the first alone, '+' in the second alone
	Text string
	At   int // line in the second text, or where a '-' would stand in it; from 1
}

// mostPairs bounds the work of a diff, in pairs of lines: beyond it what lies between the first and
// the last difference is taken for replaced as a whole.
const mostPairs = 4 << 20

// Lines holds two texts side by side, line by line.
func Lines(before, after string) []Line {
	a, b := split(before), split(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	d := &differ{a: a, b: b}
	d.same(head)
	d.between(len(a)-tail, len(b)-tail)
	d.same(tail)
	return d.out
}

func split(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// differ walks through two texts.
type differ struct {
	a, b []string
	i, j int
	out  []Line
}

func (d *differ) same(n int) {
	for range n {
		d.out = append(d.out, Line{' ', d.b[d.j], d.j + 1})
		d.i++
		d.j++
	}
}

func (d *differ) removed() {
	d.out = append(d.out, Line{'-', d.a[d.i], d.j + 1})
	d.i++
}

func (d *differ) added() {
	d.out = append(d.out, Line{'+', d.b[d.j], d.j + 1})
	d.j++
}

// between takes the lines up to (not with) those at the given places, by their longest common
// subsequence.
func (d *differ) between(toA, toB int) {
	n, m := toA-d.i, toB-d.j
	if n > 0 && m > 0 && n*m <= mostPairs {
		d.common(toA, toB)
	}
	for d.i < toA {
		d.removed()
	}
	for d.j < toB {
		d.added()
	}
}

func (d *differ) common(toA, toB int) {
	n, m, a, b := toA-d.i, toB-d.j, d.a[d.i:toA], d.b[d.j:toB]
	long := make([][]int32, n+1) // length of the longest common subsequence of what is left
	for i := range long {
		long[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a[i] == b[j] {
				long[i][j] = long[i+1][j+1] + 1
			} else {
				long[i][j] = max(long[i+1][j], long[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case a[i] == b[j]:
			d.same(1)
			i++
			j++
		case long[i+1][j] >= long[i][j+1]:
			d.removed()
			i++
		default:
			d.added()
			j++
		}
	}
}

// Hunks keeps the differences with some lines around them. A line of Kind '@' stands where
// lines were left out.
func Hunks(lines []Line, around int) []Line {
	keep := make([]bool, len(lines))
	for i := range lines {
		if lines[i].Kind == ' ' {
			continue
		}
		for j := max(0, i-around); j <= min(len(lines)-1, i+around); j++ {
			keep[j] = true
		}
	}
	var out []Line
	for i := range lines {
		switch {
		case keep[i]:
			out = append(out, lines[i])
		case i > 0 && keep[i-1]:
			out = append(out, Line{Kind: '@', At: lines[i].At})
		}
	}
	if n := len(out); n > 0 && out[n-1].Kind == '@' {
		out = out[:n-1]
	}
	return out
}
