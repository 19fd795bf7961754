package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

func newCheck(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "check",
		Short:   "Show the kinds of checks and try checks on stored trials",
		GroupID: groupTasks,
		Example: `  coworkenv check list
  coworkenv check show record_created
  coworkenv check try tri_0123456789ab --task tasks/edited`,
	}
	cmd.AddCommand(newCheckList(d), newCheckShow(d), newCheckTry(d))
	return cmd
}

// kindDoc is one word of the grading's language in JSON.
type kindDoc struct {
	Name    string           `json:"name"`
	Role    string           `json:"role"`              // outcome, evidence, prohibition, matcher or function
	Version int              `json:"version,omitempty"` // of kinds
	Doc     string           `json:"doc"`
	Example string           `json:"example,omitempty"`
	Params  []grade.ParamDoc `json:"params,omitempty"`
}

func kindDocs(reg *grade.Registry) []kindDoc {
	var out []kindDoc
	for _, k := range reg.Kinds() {
		role := "outcome"
		if k.Evidence {
			role = "evidence"
		}
		out = append(out, kindDoc{k.Name, role, k.Version, k.Doc, k.Example, k.Params})
	}
	for _, k := range reg.Prohibitions() {
		out = append(out, kindDoc{k.Name, "prohibition", k.Version, k.Doc, k.Example, k.Params})
	}
	for _, m := range grade.Matchers() {
		out = append(out, kindDoc{Name: m.Name, Role: "matcher", Doc: m.Doc, Example: m.Example})
	}
	for _, f := range task.Functions() {
		out = append(out, kindDoc{Name: f.Name, Role: "function", Doc: f.Doc, Example: f.Usage})
	}
	return out
}

func newCheckList(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the kinds of checks and prohibitions, matchers and functions",
		Example: `  coworkenv check list
  coworkenv check list --json`,
		RunE: func(*cobra.Command, []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			doc := kindDocs(e.Checks)
			p := d.printer()
			return p.emit(doc, func() {
				var rows [][]string
				for _, k := range doc {
					rows = append(rows, []string{k.Name, k.Role, k.Doc})
				}
				p.table([]column{{title: "name"}, {title: "role"}, {title: "holds, is broken, matches or gives", flex: true}}, rows)
			})
		},
	}
}

func newCheckShow(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Show a kind, matcher or function: meaning, parameters, an example",
		Example: `  coworkenv check show answer
  coworkenv check show mentions
  coworkenv check show effect --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			var doc []kindDoc // read is a check and a prohibition
			for _, k := range kindDocs(e.Checks) {
				if k.Name == args[0] {
					doc = append(doc, k)
				}
			}
			if len(doc) == 0 {
				return unknownKind(args[0], kindDocs(e.Checks))
			}
			p := d.printer()
			return p.emit(doc, func() {
				for _, k := range doc {
					role := k.Role
					if k.Version > 0 {
						role = fmt.Sprintf("%s, version %d", role, k.Version)
					}
					p.say("%s (%s): %s", k.Name, role, k.Doc)
					for _, prm := range k.Params {
						need := ""
						if prm.Required {
							need = ", required"
						}
						p.say("  %s: %s%s. %s", prm.Name, prm.Type, need, prm.Doc)
					}
					p.say("  example: %s", k.Example)
				}
			})
		},
	}
}

func unknownKind(name string, known []kindDoc) error {
	err := fault.New(fault.NotFound, "there is no kind, matcher or function %q", name)
	var names []string
	for _, k := range known {
		names = append(names, k.Name)
	}
	slices.Sort(names)
	if near := nearest(name, slices.Compact(names)); len(near) > 0 {
		return err.WithHint("did you mean %s? `coworkenv check list` shows all", strings.Join(near, " or "))
	}
	return err.WithHint("`coworkenv check list` shows them")
}

func newCheckTry(d *Deps) *cobra.Command {
	var path, id string
	cmd := &cobra.Command{
		Use:   "try TRIAL",
		Short: "Run the checks of a task, as stored or as edited, on a stored trial",
		Example: `  coworkenv check try tri_0123456789ab
  coworkenv check try tri_0123456789ab --task tasks/edited --check notified --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, again, err := d.replayed(cmd.Context(), args[0], path)
			if err != nil {
				return err
			}
			score := again.Score
			if id != "" {
				c, ok := score.Check(id)
				if !ok {
					return fault.New(fault.NotFound, "the task has no check %q", id).WithHint("leave --check out to see all")
				}
				score.Checks, score.Forbidden = []grade.CheckResult{*c}, nil
			}
			p := d.printer()
			return p.emit(score, func() { printScore(p, score) })
		},
	}
	cmd.Flags().StringVar(&path, "task", "", "use the checks of the task at this `PATH`")
	cmd.Flags().StringVar(&id, "check", "", "show only this `CHECK`")
	return cmd
}
