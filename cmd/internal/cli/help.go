package cli

import (
	"bytes"

	"github.com/spf13/cobra"
)

// newHelp shows the help of any command; unlike cobra's own it fails on a name
// that does not exist.
func newHelp(d *Deps, root *cobra.Command) *cobra.Command {
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
			return d.help(cmd)
		},
	}
}

// help shows a command's help.
func (d *Deps) help(cmd *cobra.Command) error {
	if err := cmd.Help(); err != nil {
		return err
	}
	return d.helpFailed
}

// fitHelp wraps help at the width of the terminal, and puts the exit status below the root help,
// so that the commands come first on a small screen.
func fitHelp(d *Deps, root *cobra.Command) {
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		wrap := d.IsTTY && d.Width >= minWrapWidth && !d.opts.json
		if wrap {
			cmd.Long = reflow(cmd.Long, d.Width)
		}
		var text bytes.Buffer
		cmd.SetOut(&text)
		show(cmd, args)
		cmd.SetOut(d.Stdout)
		if cmd == root {
			text.WriteString(exitStatus)
		}
		p := d.printer()
		switch {
		case d.opts.json:
			p.failure = p.document(helpDoc{cmd.CommandPath(), text.String()})
		case wrap:
			p.write([]byte(wrapLines(text.String(), d.Width)))
		default:
			p.write(text.Bytes())
		}
		d.helpFailed = p.failure // cobra's function cannot return it
	})
}

// helpDoc is help as JSON.
type helpDoc struct {
	Command string `json:"command"`
	Help    string `json:"help"`
}

func subcommand(parent *cobra.Command, name string) *cobra.Command {
	for _, c := range parent.Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return c
		}
	}
	return nil
}
