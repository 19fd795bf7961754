package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
)

// newGatePrints is what the process runs in which the gate finds again what it found; people do not
// call it.
func newGatePrints(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:     "prints",
		Short:   "Take prints of the tasks that standard input names",
		Hidden:  true,
		Example: "  coworkenv gate prints",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			later := det.Fixed(time.Date(2061, time.March, 4, 5, 6, 7, 0, time.UTC)) // nothing may depend on when it is
			g := e.GateAt(later)
			// An interrupt reaches this process too. It goes on until the one that asks has ended.
			return g.Answer(context.WithoutCancel(cmd.Context()), d.Stdin, d.Stdout)
		},
	}
}

// noChild is the text of the flag --no-child.
const noChild = "do not find the results again in another process (another time zone and language, one processor)"

// child is the process in which the gate finds again what it found; nil where it shall not, or
// where nobody knows this program.
func (d *Deps) child(without bool) (*gate.Child, error) {
	if without || d.Self == nil {
		return nil, nil
	}
	self, err := d.Self()
	if err != nil {
		return nil, fault.Wrap("", err, "find this program").WithHint("--no-child does without another process")
	}
	return &gate.Child{Path: self, Args: []string{"gate", "prints"}}, nil
}

// noteChild tells what the other process did and cost.
func (p *printer) noteChild(c *gate.Cost) {
	if c == nil || c.Tasks == 0 {
		return
	}
	p.note("%s found again in %s: %d in every round, %d by the solution alone; %.1f s of processor time",
		plural(c.Tasks, "task"), c.Surrounding, c.Whole, c.Tasks-c.Whole, c.CPU.Seconds())
}
