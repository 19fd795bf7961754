package cli

import (
	"strconv"
	"strings"

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

// fitHelp makes help fit the terminal: texts and flags are wrapped at its width, and the exit
// status stands below the root help, so that the commands come first on a small screen.
func fitHelp(d *Deps, root *cobra.Command) {
	width := 0
	if d.IsTTY && d.Width >= minWrapWidth {
		width = d.Width
		root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped "+strconv.Itoa(width)))
	}
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if width > 0 {
			cmd.Long = reflow(cmd.Long, width)
		}
		show(cmd, args)
		if cmd == root {
			cmd.Print(exitStatus)
		}
	})
}

// reflow breaks each paragraph of a text anew. Indented lines stay as they are.
func reflow(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if strings.HasPrefix(p, " ") || strings.Contains(p, "\n ") {
			continue
		}
		paragraphs[i] = strings.ReplaceAll(wrap(strings.ReplaceAll(p, "\n", " "), width), "\n  ", "\n")
	}
	return strings.Join(paragraphs, "\n\n")
}

func subcommand(parent *cobra.Command, name string) *cobra.Command {
	for _, c := range parent.Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return c
		}
	}
	return nil
}
