package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/trace"
)

// compareDoc is the JSON form of trials compare.
type compareDoc struct {
	A     string                `json:"a"`
	B     string                `json:"b"`
	First *comparedRow          `json:"first_divergence,omitempty"` // absent where there is none
	Same  int                   `json:"same_steps"`
	Steps []comparedRow         `json:"steps"`
	Parts []engine.ComparedPart `json:"parts"`
}

// comparedRow is a step beside a step, from 1; 0 = none.
type comparedRow struct {
	A    int    `json:"a"`
	B    int    `json:"b"`
	Diff string `json:"differs,omitempty"`
}

func newTrialsCompare(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "compare TRIAL TRIAL",
		Short: "Set two trials beside one another: where they part, and what that cost",
		Long:  "Align two trials where the agent did the same, name the first step in which they part, and set score, components and checks beside one another.",
		Example: `  coworkenv trials compare tri_0123456789ab tri_ba9876543210
  coworkenv trials compare tri_0123456789ab tri_ba9876543210 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			a, err := w.Course(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			b, err := w.Course(cmd.Context(), args[1])
			if err != nil {
				return err
			}
			c := engine.Compare(a, b)
			doc := compareDoc{A: a.ID, B: b.ID, Same: c.Same, Steps: []comparedRow{}, Parts: c.Parts}
			for _, r := range c.Rows {
				doc.Steps = append(doc.Steps, comparedRow{r.A + 1, r.B + 1, r.Means})
			}
			if c.First >= 0 {
				doc.First = &doc.Steps[c.First]
			}
			p := d.printer()
			return p.emit(doc, func() { printComparison(p, c) })
		},
	}
}

func printComparison(p *printer, c *engine.Comparison) {
	var rows [][]string
	for i, r := range c.Rows {
		sign := "="
		switch {
		case i == c.First:
			sign = "≠ first"
		case r.Means != engine.SameStep:
			sign = "≠"
		}
		rows = append(rows, []string{stepNumber(r.A), stepDid(c.A.Trajectory, r.A), stepNumber(r.B), stepDid(c.B.Trajectory, r.B), sign, r.Means})
	}
	p.table([]column{{title: "a", right: true}, {title: c.A.ID, name: true, flex: true}, {title: "b", right: true}, {title: c.B.ID, name: true, flex: true}, {title: "same"}, {title: "differs in"}}, rows)
	p.say("")
	rows = nil
	for _, part := range c.Parts {
		sign := "="
		if part.Diff {
			sign = "≠"
		}
		rows = append(rows, []string{part.Name, part.A, part.B, sign})
	}
	p.table([]column{{title: "part", flex: true}, {title: "a", right: true}, {title: "b", right: true}, {title: "same"}}, rows)
}

func stepNumber(i int) string {
	if i < 0 {
		return "-"
	}
	return itoa(i + 1)
}

// stepDid is a step in a few words.
func stepDid(t *trace.Trajectory, i int) string {
	if i < 0 {
		return ""
	}
	s := &t.Steps[i]
	if len(s.Calls) == 0 {
		return clip("says "+s.Text, 60)
	}
	var parts []string
	for j := range s.Calls {
		parts = append(parts, s.Calls[j].Tool+" "+s.Calls[j].Args)
	}
	return clip(strings.Join(parts, "; "), 60)
}
