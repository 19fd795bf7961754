package cli

import (
	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
)

// openFlags are what open takes besides the global flags.
type openFlags struct {
	screen, of, where, text, theme string
	plain, list, fresh             bool
}

func newOpen(d *Deps) *cobra.Command {
	var f openFlags
	cmd := &cobra.Command{
		Use:   "open [PATH...]",
		Short: "Open the workbench on the workspace, or on task folders and libraries",
		Long: `Open the workbench: browse tasks, see why their reward can be trusted, step through trials, review.

Without PATH it shows the tasks of the workspace, and the shipped library where there is none. It begins
where it was left. Press ? for the keys that hold, : for everything that can be done.

--list prints what the library screen would show and opens nothing: for scripts and pipes.`,
		GroupID: groupTasks,
		Example: `  coworkenv open
  coworkenv open my-library --where 'svc:crm gate:failed'
  coworkenv open --list --where 'fam:escalation score<0.5' --json
  coworkenv open --plain`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.list:
				return d.listTasks(cmd.Context(), args, f.where, f.text)
			case f.text != "":
				return fault.New(fault.Usage, "--text needs --list").WithHint("in the workbench F searches")
			}
			return d.openWorkbench(cmd.Context(), args, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.screen, "screen", "", "begin with the screen of that `NAME`, e.g. library")
	flags.StringVar(&f.of, "of", "", "what that screen is about: the path of a task or the `ID` of a trial")
	flags.StringVar(&f.where, "where", "", "show only what matches the `QUERY`, e.g. 'svc:crm gate:failed score<0.5'")
	flags.StringVar(&f.text, "text", "", "with --list: only tasks whose file holds the `TEXT`")
	flags.StringVar(&f.theme, "theme", "", "colour `THEME`: dark, light, contrast, mono or a theme file")
	flags.BoolVar(&f.plain, "plain", false, "print changes line by line, for screen readers")
	flags.BoolVar(&f.list, "list", false, "print the list of tasks instead of opening the workbench")
	flags.BoolVar(&f.fresh, "fresh", false, "begin anew, not where it was left")
	return cmd
}

// openByDefault is what the program does without a command: the workbench on a terminal, the
// help elsewhere.
func openByDefault(d *Deps) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(cmd, args[0])
		}
		if !d.IsTTY || d.opts.json || !isTerminal(d.Stdin) {
			return d.help(cmd)
		}
		return d.openWorkbench(cmd.Context(), nil, openFlags{})
	}
}
