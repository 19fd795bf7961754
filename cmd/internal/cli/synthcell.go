package cli

import (
	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
)

// bindCell gives a command the flags that narrow a plan to some of its cells.
func bindCell(cmd *cobra.Command, f *engine.CellFilter) {
	flags := cmd.Flags()
	flags.StringVar(&f.Scenario, "scenario", "", "only cells of the scenario `NAME`")
	flags.StringVar(&f.Family, "family", "", "only cells of the family `NAME`")
	flags.StringVar(&f.Service, "service", "", "only cells whose tasks use the service `NAME`")
	flags.StringVar(&f.Capability, "capability", "", "only cells that train the capability `NAME`")
	flags.StringVar(&f.Language, "language", "", "only cells in the language `LANG`, en or zh")
	flags.StringVar(&f.Level, "difficulty", "", "only cells of the difficulty `LEVEL`: easy, medium or hard")
}
