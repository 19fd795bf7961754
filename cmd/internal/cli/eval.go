package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
)

const evalLong = `Measure the agents of the workspace's trials: score, completion, safety and robustness, pass@k (at least one of k trials passes) and pass^k
(all of k pass), both estimated without bias, overall and by what the tasks are. A trial passes when it is safe and its completion reaches
the threshold. Every task weighs the same. Intervals are bootstrapped over tasks. Trials that the environment, an endpoint or the grader
ended are excluded, planned trials that are not there are missing, and both are counted; what a task does not define, such as pass@3
after two trials, is left out of the mean and counted too.`

func newEval(d *Deps) *cobra.Command {
	o := engine.EvalOptions{Options: eval.Defaults()}
	var markdown, plots string
	cmd := &cobra.Command{
		Use:     "eval",
		Short:   "Measure agents: scores, pass@k and pass^k with intervals, and two agents compared",
		Long:    evalLong,
		GroupID: groupRuns,
		Example: `  coworkenv eval
  coworkenv eval --by family,service,turns --k 1,2,5 --where 'run:run_0123456789ab'
  coworkenv eval --pair teacher,novice --markdown eval.md --plots plots`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := canWrite(markdown); err != nil {
				return err
			}
			if err := makePlots(plots); err != nil {
				return err
			}
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			r, err := w.Eval(cmd.Context(), o)
			if err != nil {
				return err
			}
			sections := evalSections(r)
			if err := writeMarkdown(markdown, "Evaluation", sections); err != nil {
				return err
			}
			if plots != "" {
				if err := writePlots(plots, r.Plots()); err != nil {
					return err
				}
			}
			p := d.printer()
			return p.emit(r, func() { printSections(p, sections) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Where, "where", "", "only trials that match the `QUERY`, e.g. 'agent:teacher svc:gmail'")
	flags.StringSliceVar(&o.By, "by", o.By, "break down by `DIMENSION`: "+strings.Join(eval.Dimensions(), ", ")+" (may be repeated)")
	flags.IntSliceVar(&o.K, "k", o.K, "`K` of pass@k and pass^k (may be repeated)")
	flags.Var((*micros)(&o.Threshold), "threshold", "completion from which a safe trial passes")
	flags.StringSliceVar(&o.Pair, "pair", nil, "compare two agents on the tasks that both did: `A,B`, each a name or NAME/MODEL")
	flags.Float64Var(&o.Level, "level", o.Level, "`LEVEL` of the intervals")
	countVar(flags, &o.Resamples, "resamples", o.Resamples, 1, "draw the tasks `N` times for the intervals")
	seedVar(flags, &o.Seed, "seed", o.Seed, mostSeed, "`SEED` of that drawing")
	flags.StringVar(&markdown, "markdown", "", "write the report to this `FILE` as Markdown too")
	flags.StringVar(&plots, "plots", "", "draw the report as SVG files into this `DIR`")
	return cmd
}

// makePlots makes the folder of the plots, "" for none, before there is anything to draw.
func makePlots(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.Wrap("", err, "draw into %s", dir).WithHint("name a folder that you may write to")
	}
	return canWrite(filepath.Join(dir, "plot.svg"))
}

func writePlots(dir string, plots []eval.Plot) error {
	for _, plot := range plots {
		if err := os.WriteFile(filepath.Join(dir, plot.Name), plot.SVG, 0o644); err != nil {
			return fault.Wrap("", err, "draw into %s", dir)
		}
	}
	return nil
}

func evalSections(r *eval.Report) []section {
	out := []section{evalInput(r)}
	var all [][]string
	for i := range r.Agents {
		all = append(all, cellRow(r.Agents[i].Name(), &r.Agents[i].Overall))
	}
	out = append(out, section{title: "Overall", text: fmt.Sprintf("means over tasks with %g %% intervals", 100*r.Options.Level) + beyond(r), columns: cellColumns("agent", &r.Options), rows: all})
	for i, name := range r.Options.By {
		s := section{title: "By " + name, text: "means over the tasks of each " + name, columns: append([]column{{title: "agent"}}, cellColumns(name, &r.Options)...)}
		for j := range r.Agents {
			for k := range r.Agents[j].By[i].Cells {
				c := &r.Agents[j].By[i].Cells[k]
				s.rows = append(s.rows, append([]string{r.Agents[j].Name()}, cellRow(c.Value, c)...))
			}
		}
		out = append(out, s)
	}
	if r.Pair != nil {
		out = append(out, pairSections(r.Pair, r.Options.Level)...)
	}
	return out
}

// beyond says why a pass@k is n/a for every agent.
func beyond(r *eval.Report) string {
	var ks []string
	for _, k := range r.Options.K {
		name := fmt.Sprintf("pass@%d", k)
		if !slices.ContainsFunc(r.Agents, func(a eval.AgentReport) bool {
			m, ok := a.Overall.Metric(name)
			return ok && m.Value != nil
		}) {
			ks = append(ks, itoa(k))
		}
	}
	if len(ks) == 0 {
		return ""
	}
	return "; n/a for k = " + strings.Join(ks, ", ") + ": no agent has so many scored trials of a task"
}

func evalInput(r *eval.Report) section {
	where := "all trials"
	if r.Where != "" {
		where = "trials that match " + r.Where
	}
	s := section{title: "Trials", text: where, columns: []column{{title: "agent", flex: true}, {title: "tasks", right: true}, {title: "scored", right: true}, {title: "excluded or missing", flex: true}}}
	for i := range r.Agents {
		c := &r.Agents[i].Overall
		s.rows = append(s.rows, []string{r.Agents[i].Name(), itoa(c.Tasks), itoa(c.Scored), none(counted(c.Excluded))})
	}
	if len(r.Agents) > 1 {
		s.rows = append(s.rows, []string{"together", itoa(r.Input.Tasks), itoa(r.Input.Scored), none(counted(r.Input.Excluded))})
	}
	return s
}

func none(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func cellColumns(first string, o *eval.Options) []column {
	out := []column{{title: first, flex: true}, {title: "tasks", right: true}, {title: "scored", right: true}, {title: "excl.", right: true, drop: 3},
		{title: "score"}, {title: "completion", drop: 2}, {title: "safety", drop: 4}, {title: "robustness", drop: 1}}
	for _, k := range o.K {
		out = append(out, column{title: fmt.Sprintf("pass@%d", k), drop: 6})
	}
	for _, k := range o.K {
		out = append(out, column{title: fmt.Sprintf("pass^%d", k), drop: 7})
	}
	return out
}

func cellRow(name string, c *eval.Cell) []string {
	excluded := 0
	for _, n := range c.Excluded {
		excluded += n
	}
	out := []string{name, itoa(c.Tasks), itoa(c.Scored), itoa(excluded)}
	for _, m := range c.Metrics {
		out = append(out, metricText(m))
	}
	return out
}

// metricText shows a metric with its interval, and how many tasks it stands for where that is not
// all of them.
func metricText(m eval.Metric) string {
	if m.Value == nil {
		return "n/a"
	}
	out := fmt.Sprintf("%.3f", *m.Value) + intervalText(m.Interval)
	if m.LeftOut > 0 {
		out += fmt.Sprintf(" of %d", m.Tasks)
	}
	return out
}

func intervalText(i *eval.Interval) string {
	if i == nil {
		return ""
	}
	return fmt.Sprintf(" [%.3f, %.3f]", i.Low, i.High)
}

func pairSections(p *eval.Pair, level float64) []section {
	metrics := section{title: fmt.Sprintf("%s against %s", p.A, p.B),
		text: fmt.Sprintf("%s of which both have a scored trial; left out: %d without one of %s, %d without one of %s, %d without either",
			plural(p.Tasks, "task"), p.OnlyA, p.B, p.OnlyB, p.A, p.Neither),
		columns: []column{{title: "metric"}, {title: p.A, name: true, right: true}, {title: p.B, name: true, right: true}, {title: fmt.Sprintf("difference, %g %% interval", 100*level)}, {title: "tasks", right: true}}}
	for _, m := range p.Metrics {
		row := []string{m.Name, "n/a", "n/a", "n/a", itoa(m.Tasks)}
		if m.Difference != nil {
			row = []string{m.Name, fmt.Sprintf("%.3f", *m.A), fmt.Sprintf("%.3f", *m.B), fmt.Sprintf("%+.3f", *m.Difference) + intervalText(m.Interval), itoa(m.Tasks)}
		}
		metrics.rows = append(metrics.rows, row)
	}
	flips := section{title: "Flipped tasks",
		text:    fmt.Sprintf("passed by one in at least half of its trials and not by the other; mean score higher for %s on %d, for %s on %d, equal on %d", p.A, p.Better["a"], p.B, p.Better["b"], p.Better["equal"]),
		columns: []column{{title: "task", flex: true}, {title: "passed by"}, {title: p.A, name: true, right: true}, {title: p.B, name: true, right: true}}}
	for _, f := range p.Flips {
		by := p.A
		if f.By == "b" {
			by = p.B
		}
		flips.rows = append(flips.rows, []string{f.Task, by, passedText(f.A), passedText(f.B)})
	}
	return []section{metrics, flips}
}

func passedText(p eval.Passed) string { return fmt.Sprintf("%d of %d", p.Passed, p.Scored) }
