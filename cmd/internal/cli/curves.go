package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
)

func newCurves(d *Deps) *cobra.Command {
	var svg string
	var at float64
	cmd := &cobra.Command{
		Use:   "curves FILE",
		Short: "Show figures over the course of a training, as a table or a picture",
		Long: `Show the curves of a file of format coworkenv.curves/v1: for each the mean and its interval at the last point, or at --at. The workbench draws
them too: coworkenv open --screen curves --of FILE. docs/learning has such files, and says how they were made.`,
		GroupID: groupRuns,
		Example: `  coworkenv curves docs/learning/learning.json
  coworkenv curves docs/learning/learning.json --at 12 --json
  coworkenv curves docs/learning/chain.json --svg chain.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := canWrite(svg); err != nil {
				return err
			}
			e, err := d.engine()
			if err != nil {
				return err
			}
			c, err := e.Curves(args[0])
			if err != nil {
				return err
			}
			if svg != "" {
				if err := os.WriteFile(svg, c.SVG(), 0o644); err != nil {
					return fault.Wrap("", err, "write %s", svg)
				}
			}
			p := d.printer()
			return p.emit(c, func() { showCurves(p, c, at, cmd.Flags().Changed("at")) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&svg, "svg", "", "draw the curves into this `FILE`")
	flags.Float64Var(&at, "at", 0, "show the figures at this `X` instead of the last")
	return cmd
}

func showCurves(p *printer, c *eval.Curves, at float64, chosen bool) {
	p.say("%s", c.Title)
	var rows [][]string
	for i := range c.Series {
		s := &c.Series[i]
		x := at
		if !chosen && len(s.Points) > 0 {
			x = s.Points[len(s.Points)-1].X
		}
		row := []string{s.Name, itoa(len(s.Points)), "-", "-", "-"}
		if point, ok := s.At(x); ok {
			row[2], row[3], row[4] = fmt.Sprintf("%g", x), fmt.Sprintf("%.3f", point.Mean), fmt.Sprintf("%.3f to %.3f", point.Low, point.High)
		}
		rows = append(rows, row)
	}
	p.table([]column{{title: "curve", flex: true}, {title: "points", right: true}, {title: c.X, right: true}, {title: c.Y, right: true}, {title: "interval", right: true}}, rows)
}
