package cli

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/fault"
)

// flagError turns what pflag says into a usage error with a suggestion.
func flagError(cmd *cobra.Command, err error) error {
	usage := fault.Wrap(fault.Usage, err, "")
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		if near := nearest(unknown.GetSpecifiedName(), names); len(near) > 0 {
			return usage.WithHint("did you mean --%s? `%s --help` lists all flags", strings.Join(near, " or --"), cmd.CommandPath())
		}
	}
	return usage.WithHint("see `%s --help`", cmd.CommandPath())
}

// nearest returns at most three of the names that word was likely meant to be,
// best first: those it begins, and those at most two slips away.
func nearest(word string, names []string) []string {
	type candidate struct {
		name  string
		slips int
	}
	var found []candidate
	for _, name := range names {
		slips := distance(strings.ToLower(word), name)
		begins := len(word) >= 2 && strings.HasPrefix(name, strings.ToLower(word))
		if begins || slips <= min(2, (len(name)-1)/2) {
			found = append(found, candidate{name, slips})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.slips, b.slips), cmp.Compare(a.name, b.name))
	})
	var out []string
	for _, c := range found[:min(3, len(found))] {
		out = append(out, c.name)
	}
	return out
}

// distance counts the insertions, deletions, replacements and swaps of neighbouring bytes that
// lead from a to b. Long words are not compared: they are no slips of a name.
func distance(a, b string) int {
	const long = 64
	if len(a) > long || len(b) > long {
		return max(len(a), len(b))
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1) // the rows i-1, i, i+1
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(replaced, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
