package cli

import (
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/harness"
)

func newHarnesses(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "harnesses",
		Short:   "Look after the agent programs that trials can start",
		GroupID: groupRuns,
		Example: `  coworkenv harnesses list
  coworkenv harnesses show claude-code`,
	}
	cmd.AddCommand(newHarnessesList(d), newHarnessesShow(d))
	return cmd
}

func newHarnessesList(d *Deps) *cobra.Command {
	var templates bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List your harness profiles, or the built-in templates",
		Long: `List the profiles of $COWORKENV_HARNESSES, by default harnesses.json in the configuration folder. A trial starts what stands there and nothing
else; no task or library can bring a command. Values of variables are shown nowhere.`,
		Example: `  coworkenv harnesses list
  coworkenv harnesses list --templates --json`,
		RunE: func(*cobra.Command, []string) error {
			list, file, err := d.harnesses(templates)
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(list, func() {
				if len(list) == 0 {
					p.note("no profiles; they go into %s, as docs/harness.md shows", clean(file))
					return
				}
				var rows [][]string
				for _, h := range list {
					rows = append(rows, []string{h.Name, h.Like, h.Command[0], strings.Join(h.Pass, " "), strings.Join(h.Set, " ")})
				}
				p.table([]column{{title: "harness"}, {title: "like"}, {title: "program"}, {title: "variables passed", flex: true}, {title: "of them set", flex: true}}, rows)
			})
		},
	}
	cmd.Flags().BoolVar(&templates, "templates", false, "list the built-in templates that a profile can be made like")
	return cmd
}

// harnesses lists profiles or templates, and says where profiles stand.
func (d *Deps) harnesses(templates bool) ([]engine.Harness, string, error) {
	e, err := d.engine()
	if err != nil {
		return nil, "", err
	}
	if templates {
		return e.HarnessTemplates(d.Env), "", nil
	}
	file, err := d.harnessesFile()
	if err != nil {
		return nil, "", err
	}
	list, err := e.Harnesses(file, d.Env)
	return list, file, err
}

func newHarnessesShow(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Show a profile, or a template, and what its child process is given",
		Example: `  coworkenv harnesses show claude-code
  coworkenv harnesses show my-agent --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := d.oneHarness(args[0])
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(h, func() {
				text, err := json.MarshalIndent(h, "", "  ")
				if err != nil {
					p.failure = fault.Wrap(fault.Internal, err, "show a harness")
					return
				}
				p.say("%s", clean(string(text)))
				p.note("the child also gets %s where they are set, and HOME, TMPDIR, TERM and NO_COLOR of its own", strings.Join(harness.HandedOn(), ", "))
				for _, place := range harness.Places() {
					p.note("%s stands for %s", place[0], place[1])
				}
			})
		},
	}
}

// oneHarness is the profile of that name, else the template.
func (d *Deps) oneHarness(name string) (engine.Harness, error) {
	var names []string
	for _, templates := range []bool{false, true} {
		list, _, err := d.harnesses(templates)
		if err != nil {
			return engine.Harness{}, err
		}
		for _, h := range list {
			if h.Name == name {
				return h, nil
			}
			names = append(names, h.Name)
		}
	}
	return engine.Harness{}, fault.New(fault.NotFound, "there is no harness profile or template %q", name).WithHint("choose one of %s", strings.Join(names, ", "))
}
