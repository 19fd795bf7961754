package cli

import (
	"bytes"

	"github.com/spf13/cobra"
)

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

// fitHelp wraps help at the width of the terminal, and puts the exit status below the root help,
// so that the commands come first on a small screen.
func fitHelp(d *Deps, root *cobra.Command) {
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if d.IsTTY && d.Width >= minWrapWidth {
			var text bytes.Buffer
			cmd.Long = reflow(cmd.Long, d.Width)
			cmd.SetOut(&text)
			show(cmd, args)
			cmd.SetOut(d.Stdout)
			cmd.Print(wrapLines(text.String(), d.Width))
		} else {
			show(cmd, args)
		}
		if cmd == root {
			cmd.Print(exitStatus)
		}
	})
}

func subcommand(parent *cobra.Command, name string) *cobra.Command {
	for _, c := range parent.Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return c
		}
	}
	return nil
}
