package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
)

func newCoverage(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "coverage",
		Short:   "Plan what a library should hold and see what it lacks",
		GroupID: groupTasks,
		Example: `  coworkenv coverage plan
  coworkenv coverage status my-library
  coworkenv coverage gaps my-library --json`,
	}
	cmd.AddCommand(newCoveragePlan(d), newCoverageStatus(d), newCoverageGaps(d), newCoverageCapabilities(d))
	return cmd
}

// coverageDoc is the JSON form of coverage.
type coverageDoc struct {
	Plan         string       `json:"plan"`
	Cells        []cover.Cell `json:"cells"`
	Strangers    int          `json:"not_in_the_plan"`
	Services     cover.Matrix `json:"services_by_family"`
	Capabilities cover.Matrix `json:"capabilities_by_difficulty"`
}

// coverageFlags are common to the coverage commands.
type coverageFlags struct {
	plan  string
	count int
}

func (f *coverageFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.plan, "plan", "default", "`PLAN` file, or the name of a shipped plan")
	planCountVar(cmd.Flags(), &f.count, "count", "plan `N` tasks instead of the plan's target")
}

// coverage lays a plan out; counted, with what there is in libraries, or in the workspace where none is named.
func (d *Deps) coverage(ctx context.Context, f coverageFlags, counted bool, paths []string) (*coverageDoc, error) {
	e, err := d.engine()
	if err != nil {
		return nil, err
	}
	plan, err := e.Plan(f.plan)
	if err != nil {
		return nil, err
	}
	src := engine.CoverSource{Plan: plan, Count: f.count}
	if counted {
		w, err := e.Existing(ctx, d.workspace())
		switch {
		case err == nil:
			defer w.Close()
			src.Workspace = w
		case fault.KindOf(err) != fault.NotFound:
			return nil, err
		}
		if src.Paths = paths; len(paths) == 0 {
			src.Stored = true
		}
	}
	c, err := e.Coverage(ctx, src, nil)
	if err != nil {
		return nil, err
	}
	return &coverageDoc{c.Plan, c.Cells, c.Strangers, c.Services, c.Capabilities}, nil
}

func newCoveragePlan(d *Deps) *cobra.Command {
	var f coverageFlags
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Show the cells of a plan: what it asks for, and what cannot be filled and why",
		Long: `Lay a plan out over the scenarios: a cell is a scenario in a language at a difficulty. Whatever the count, families, languages and
difficulties have their shares of it as nearly as whole tasks allow; a cell without a task says why. The plan file is described in docs/plans.md.`,
		Example: `  coworkenv coverage plan
  coworkenv coverage plan --plan plans/finance.yaml --count 200 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			doc, err := d.coverage(cmd.Context(), f, false, nil)
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(doc, func() { printCells(p, doc.Cells, false) })
		},
	}
	f.bind(cmd)
	return cmd
}

// coverageLong says what is counted; which tasks reviewers accepted stands in the workspace.
const coverageLong = "Hold the tasks of libraries, or without PATH those that the workspace has stored, against a plan."

func newCoverageStatus(d *Deps) *cobra.Command {
	var f coverageFlags
	cmd := &cobra.Command{
		Use:   "status [PATH...]",
		Short: "Show libraries against a plan: services by family, capabilities by difficulty",
		Long:  coverageLong + " Each number is what is certified of what is wanted.",
		Example: `  coworkenv coverage status my-library
  coworkenv coverage status my-library --count 1000 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			doc, err := d.coverage(cmd.Context(), f, true, args)
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(doc, func() {
				printMatrix(p, "service", doc.Services)
				p.say("")
				printMatrix(p, "capability", doc.Capabilities)
				p.say("")
				filled, wanted := filledOf(doc.Cells)
				p.say("%d of %s filled", filled, plural(wanted, "wanted cell"))
				p.say("each number: certified of wanted; %s accepted by reviewers; %s that the plan does not ask for", plural(acceptedOf(doc.Cells), "task"), plural(doc.Strangers, "task"))
			})
		},
	}
	f.bind(cmd)
	return cmd
}

func newCoverageGaps(d *Deps) *cobra.Command {
	var f coverageFlags
	cmd := &cobra.Command{
		Use:   "gaps [PATH...]",
		Short: "Show the cells that lack certified tasks, the emptiest first",
		Long:  coverageLong + " MADE/CERT/ACC counts the tasks of a cell: made, certified, accepted by reviewers.",
		Example: `  coworkenv coverage gaps my-library
  coworkenv coverage gaps my-library --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			doc, err := d.coverage(cmd.Context(), f, true, args)
			if err != nil {
				return err
			}
			gaps := cover.Gaps(doc.Cells)
			if gaps == nil {
				gaps = []cover.Cell{}
			}
			p := d.printer()
			return p.emit(gaps, func() {
				printCells(p, gaps, true)
				p.none(len(gaps), "no cell lacks certified tasks; --count plans more of them")
			})
		},
	}
	f.bind(cmd)
	return cmd
}

// filledOf counts the cells that tasks are wanted for, and those that have them.
func filledOf(cells []cover.Cell) (filled, wanted int) {
	for _, c := range cells {
		if c.Target == 0 {
			continue
		}
		wanted++
		if c.Verified >= c.Target {
			filled++
		}
	}
	return filled, wanted
}

// acceptedOf counts the accepted tasks of all cells.
func acceptedOf(cells []cover.Cell) int {
	n := 0
	for _, c := range cells {
		n += c.Accepted
	}
	return n
}

// printCells shows cells; counted, with what there is of them.
func printCells(p *printer, cells []cover.Cell, counted bool) {
	var rows [][]string
	for _, c := range cells {
		var have []string
		if counted {
			have = append(have, fmt.Sprintf("%d/%d/%d", c.Generated, c.Verified, c.Accepted))
		}
		rows = append(rows, append(append([]string{c.Scenario, string(c.Family), string(c.Turns), c.Language, string(c.Level), itoa(c.Target)}, have...), c.Why))
	}
	columns := []column{{title: "scenario", flex: true}, {title: "family"}, {title: "turns", drop: 1}, {title: "lang"}, {title: "difficulty"}, {title: "target", right: true}}
	if counted {
		columns = append(columns, column{title: "made/cert/acc", right: true})
	}
	p.table(append(columns, column{title: "why not", flex: true}), rows)
}

func printMatrix(p *printer, what string, m cover.Matrix) {
	columns := []column{{title: what}}
	for _, c := range m.Columns {
		columns = append(columns, column{title: c, right: true})
	}
	var rows [][]string
	for i, r := range m.Rows {
		row := []string{r}
		for _, s := range m.Cells[i] {
			cell := "."
			if s.Target > 0 || s.Verified > 0 {
				cell = fmt.Sprintf("%d/%d", s.Verified, s.Target)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	p.table(columns, rows)
}

func newCoverageCapabilities(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "capabilities",
		Short: "List the capabilities: meaning, families and what shows them",
		Example: `  coworkenv coverage capabilities
  coworkenv coverage capabilities --json`,
		RunE: func(*cobra.Command, []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(e.Capabilities, func() {
				var rows [][]string
				for _, c := range e.Capabilities {
					rows = append(rows, []string{c.ID, c.Means, strings.Join(c.Families, ","), c.Evidence})
				}
				p.table([]column{{title: "capability"}, {title: "meaning", flex: true, min: 40}, {title: "families", flex: true, drop: 2}, {title: "evidence", flex: true, drop: 1}}, rows)
			})
		},
	}
}
