// Package cli is the command line: one file a command, each turning flags into
// a call of the engine and its result into a table, a JSON document or JSON
// lines.
//
// It decides nothing that the workbench would have to decide again. Invariant:
// results go to standard output, everything else to standard error, and the
// exit status follows from the error's kind alone.
package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
)

const rootLong = `CoworkEnv makes and runs training environments for office co-worker agents:
tasks with a request, records, tools and a grading that programs have tried to
cheat before anyone trusts it.`

// exitStatus follows the root help; it is the table of fault.ExitCode.
const exitStatus = `
EXIT STATUS
  0  ok                     6  invalid or unsupported input
  1  failure                7  denied
  2  wrong usage            8  unavailable, try later
  3  gate failed            9  conflict
  4  partly done           10  exhausted (disk, budget)
  5  not found            130  canceled

Errors go to standard error, with --json as one JSON object.
`

// The groups of the help, in its order.
const (
	groupTasks = "tasks"
	groupRuns  = "runs"
	groupServe = "serve"
	groupAbout = "about"
)

func groups() []*cobra.Group {
	return []*cobra.Group{
		{ID: groupTasks, Title: "Tasks:"},
		{ID: groupRuns, Title: "Runs and results:"},
		{ID: groupServe, Title: "Services:"},
		{ID: groupAbout, Title: "About this program:"},
	}
}

// commands is the list of all commands.
func commands(d *Deps) []*cobra.Command {
	return []*cobra.Command{
		newOpen(d),
		newTask(d),
		newServices(d),
		newCheck(d),
		newGate(d),
		newImport(d),
		newCoverage(d),
		newSynth(d),
		newReport(d),
		newDemo(d),
		newRun(d),
		newRollout(d),
		newWorker(d),
		newMerge(d),
		newTrials(d),
		newReplay(d),
		newCurves(d),
		newJudge(d),
		newSignal(d),
		newCurriculum(d),
		newRegrade(d),
		newEval(d),
		newCurate(d),
		newReview(d),
		newExport(d),
		newJobs(d),
		newModels(d),
		newHarnesses(d),
		newServe(d),
		newDoctor(d),
		newWorkbench(d),
		newVersion(d),
		newCompletion(d),
	}
}

// New builds the command tree on d.
func New(d *Deps) *cobra.Command {
	root := &cobra.Command{
		Use:     "coworkenv",
		Short:   "Training environments for office co-worker agents",
		Long:    rootLong,
		Version: buildVersion().Version,
		Example: `  coworkenv demo
  coworkenv task new my-first-task --family lookup
  coworkenv help gate`,
		SilenceErrors:     true, // Main prints them
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.Args, root.RunE = cobra.ArbitraryArgs, openByDefault(d)
	root.SetIn(d.Stdin)
	root.SetOut(d.Stdout)
	root.SetErr(d.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("coworkenv {{.Version}}\n")
	bindGlobals(d, root)

	root.AddCommand(commands(d)...)
	root.SetHelpCommand(newHelp(d, root))
	root.InitDefaultHelpCmd()
	fitHelp(d, root)
	addUsedGroups(root)
	prepare(d, root)
	return root
}

func bindGlobals(d *Deps, root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.BoolVar(&d.opts.json, "json", false, "print the result as JSON, and errors as one JSON object")
	flags.StringVarP(&d.opts.workspace, "workspace", "w", "", "`DIR` of the workspace (default $COWORKENV_WORKSPACE or ./.coworkenv)")
	flags.BoolVar(&d.opts.quiet, "quiet", false, "print no notes and no progress")
	flags.BoolVar(&d.opts.noColor, "no-color", false, "print without colour (as with NO_COLOR set)")
}

func addUsedGroups(root *cobra.Command) {
	for _, g := range groups() {
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && !root.ContainsGroup(g.ID) {
				root.AddGroup(g)
			}
		}
	}
}

// prepare goes over the tree once: a command that only groups others shows its
// help and refuses unknown names, arguments are checked against the use line,
// and every command notes when its own code is reached.
func prepare(d *Deps, cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		prepare(d, sub)
	}
	if !cmd.Runnable() {
		cmd.Args = cobra.ArbitraryArgs
		cmd.RunE = d.runGroup
	}
	if cmd.Args == nil {
		cmd.Args = argsOf(cmd.Use)
	}
	cmd.DisableFlagsInUseLine = true
	run := cmd.RunE
	if run == nil {
		return
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		d.running = true
		return run(cmd, args)
	}
}

func (d *Deps) runGroup(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return d.help(cmd)
	}
	return unknownCommand(cmd, args[0])
}

// unknownCommand is the error for a name that no command below parent has.
func unknownCommand(parent *cobra.Command, name string) error {
	var names []string
	for _, c := range parent.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	err := fault.New(fault.Usage, "unknown command %q for %q", name, parent.CommandPath())
	if near := nearest(name, names); len(near) > 0 {
		return err.WithHint("did you mean %s? `%s --help` lists all", strings.Join(near, " or "), parent.CommandPath())
	}
	return err.WithHint("`%s --help` lists all commands", parent.CommandPath())
}
