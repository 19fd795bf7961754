package cli

import "github.com/spf13/cobra"

// newHelp shows the help of any command; unlike cobra's own it fails on a name
// that does not exist.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]...",
		Short:   "Show the help of a command",
		GroupID: groupAbout,
		Example: `  coworkenv help
  coworkenv help doctor`,
		RunE: func(_ *cobra.Command, args []string) error {
			cmd := root
			for _, name := range args {
				next := subcommand(cmd, name)
				if next == nil {
					return unknownCommand(cmd, name)
				}
				cmd = next
			}
			return cmd.Help()
		},
	}
}

func subcommand(parent *cobra.Command, name string) *cobra.Command {
	for _, c := range parent.Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return c
		}
	}
	return nil
}
