package cli

import (
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// explained is one code with its meaning.
type explained struct {
	Code  string `json:"code"`
	Round string `json:"round"`
	Means string `json:"means"`
	Do    string `json:"do,omitempty"`
}

func newGateExplain(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE|NAME]",
		Short: "Explain a code or a piece of the gate, or list the codes",
		Example: `  coworkenv gate explain leaked_value
  coworkenv gate explain reads_and_prints
  coworkenv gate explain --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			var doc []explained
			for _, c := range explainedCodes() {
				if len(args) == 0 || c.Code == args[0] {
					doc = append(doc, c)
				}
			}
			if len(doc) == 0 {
				if piece, ok := gate.Explain(args[0]); ok {
					return printPiece(d.printer(), piece)
				}
				return unexplained(args[0])
			}
			p := d.printer()
			return p.emit(doc, func() {
				for _, c := range doc {
					p.say("%s (%s): %s", c.Code, c.Round, c.Means)
					if c.Do != "" {
						p.say("    do   %s", c.Do)
					}
				}
			})
		},
	}
}

// unexplained is the error for a word that is neither a code nor a piece.
func unexplained(word string) error {
	err := fault.New(fault.NotFound, "there is no code %q and no piece of the gate of that name", word)
	var names []string
	for _, c := range explainedCodes() {
		names = append(names, c.Code)
	}
	for _, x := range gate.Pieces() {
		names = append(names, x.Name)
	}
	if near := nearest(word, names); len(near) > 0 {
		return err.WithHint("did you mean %s?", strings.Join(near, " or "))
	}
	return err.WithHint("`coworkenv gate explain` lists the codes; docs/findings.md has the pieces too")
}

func printPiece(p *printer, x gate.Piece) error {
	return p.emit(x, func() {
		p.say("%s (%s): %s", x.Name, x.Round, x.Does)
		p.say("    why  %s", x.Why)
		p.say("    must %s; at most %d in a task", x.Bound, x.Most)
	})
}

func explainedCodes() []explained {
	var out []explained
	for _, c := range slices.Concat(gate.Codes(), author.Codes()) {
		out = append(out, explained{string(c.Code), string(c.Round), c.Means, c.Do})
	}
	for _, list := range [][]task.CodeDoc{task.Codes(), grade.Codes()} {
		for _, c := range list {
			out = append(out, explained{Code: string(c.Code), Round: "spec", Means: c.Doc, Do: c.Do})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Round < out[j].Round })
	return out
}
