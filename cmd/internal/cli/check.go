package cli

import (
	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
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

// kindDoc is one kind in JSON.
type kindDoc struct {
	Name    string           `json:"name"`
	Role    string           `json:"role"` // outcome, evidence or prohibition
	Version int              `json:"version"`
	Doc     string           `json:"doc"`
	Example string           `json:"example"`
	Params  []grade.ParamDoc `json:"params"`
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
	return out
}

func newCheckList(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the kinds of checks and prohibitions",
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
				p.table([]column{{title: "kind"}, {title: "role"}, {title: "holds, or is broken, when", flex: true}}, rows)
			})
		},
	}
}

func newCheckShow(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "show KIND",
		Short: "Show a kind: meaning, parameters, an example",
		Example: `  coworkenv check show answer
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
				return fault.New(fault.NotFound, "there is no kind %q", args[0]).WithHint("`coworkenv check list` shows them")
			}
			p := d.printer()
			return p.emit(doc, func() {
				for _, k := range doc {
					p.say("%s (%s, version %d): %s", k.Name, k.Role, k.Version, k.Doc)
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
