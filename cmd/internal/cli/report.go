package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
)

func newReport(d *Deps) *cobra.Command {
	var plan, markdown string
	var details bool
	var o engine.ReportOptions
	var jobs int
	cmd := &cobra.Command{
		Use:   "report [PATH...]",
		Short: "Sum up a library: floors, kill rate, acceptance, yield, coverage, difficulty",
		Long: `Take every task of the libraries through the gate, by default the shipped ones, and sum up what it says of them as a set: what agents
earn that do no work, how many weaker graders some run gives away, how much right behaviour in other manners is accepted, what a
synthesis came to, which cells of a plan are filled, how many requests and workflows differ once names and numbers are masked, and what
it cost. With --calibrate, agents that never see a solution play the tasks too, to show what measured difficulty is worth. A terminal is shown the tables and a summary at the end; cells of a plan only where something is amiss, unless --details asks for all.`,
		GroupID: groupTasks,
		Example: `  coworkenv report my-library
  coworkenv report my-library --plan default --count 1000 --markdown report.md
  coworkenv report my-library --calibrate 3
  coworkenv report --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := canWrite(markdown); err != nil {
				return err
			}
			e, err := d.engine()
			if err != nil {
				return err
			}
			e.Workers = jobs
			if o.Plan, err = e.Plan(plan); err != nil {
				return err
			}
			w, err := e.Existing(cmd.Context(), d.workspace())
			switch {
			case err == nil:
				defer w.Close()
				o.Workspace = w
			case fault.KindOf(err) != fault.NotFound:
				return err
			}
			tell, end := d.progress("report")
			r, err := e.Report(cmd.Context(), args, o, tell)
			end()
			if err != nil {
				return stopped(err, "nothing was kept; the same command begins anew")
			}
			sections := append(reportSections(r, details), reportSummary(r))
			if err := writeMarkdown(markdown, "Library report", append([]section{reportSummary(r)}, reportSections(r, true)...)); err != nil {
				return err
			}
			p := d.printer()
			return p.emit(r, func() { printSections(p, sections) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&plan, "plan", "default", "count coverage against this `PLAN` file, or shipped plan")
	planCountVar(flags, &o.Count, "count", "lay the plan out for `N` tasks instead of its target")
	flags.StringVar(&markdown, "markdown", "", "write the report to this `FILE` as Markdown too, with all details")
	countVar(flags, &o.Calibrate, "calibrate", 0, 0, "play each task `K` times with every naive agent and hold measured difficulty against it")
	flags.BoolVar(&details, "details", false, "show every cell of yield and coverage")
	countVar(flags, &jobs, "jobs", 0, 0, "gate `N` tasks at once (default one a processor)")
	return cmd
}

// section is one part of a report, the same for people and for Markdown.
type section struct {
	title   string
	text    string
	columns []column
	rows    [][]string
	after   string // a line below the table
}

func reportSections(r *engine.LibraryReport, details bool) []section {
	out := []section{reportTasks(r), reportFloors(r), reportAdversaries(r)}
	if r.Mutants != nil {
		out = append(out, reportMutants(r.Mutants))
	}
	out = append(out, reportBenign(&r.Benign), reportSkeletons(r))
	for _, y := range r.Yield {
		out = append(out, reportYield(&y, details))
	}
	if r.Coverage != nil {
		out = append(out, reportCoverage(r.Coverage, details))
	}
	if r.Calibration != nil {
		out = append(out, reportCalibration(r.Calibration)...)
	}
	return append(out, reportCost(&r.Cost))
}

func reportTasks(r *engine.LibraryReport) section {
	s := section{title: "Tasks", text: plural(r.Tasks, "task"), columns: []column{{title: "what"}, {title: "count", flex: true}}}
	for _, v := range []struct {
		what   string
		counts map[string]int
	}{{"verdicts", texts(r.Verdicts)}, {"languages", r.Languages}, {"families", r.Families}, {"difficulties", r.Levels}, {"measured", r.Measured}, {"services", r.Services}} {
		s.rows = append(s.rows, []string{v.what, counted(v.counts)})
	}
	return s
}

func texts[K ~string](m map[K]int) map[string]int {
	out := map[string]int{}
	for k, n := range m {
		out[string(k)] = n
	}
	return out
}

func counted(m map[string]int) string {
	var parts []string
	for _, c := range engine.Shares(m) {
		parts = append(parts, fmt.Sprintf("%s %d", c.Name, c.Count))
	}
	return strings.Join(parts, ", ")
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// rate is a share that there may be none of.
func rate(x *float64) string {
	if x == nil {
		return "-"
	}
	return percent(*x)
}

func reportFloors(r *engine.LibraryReport) section {
	s := section{title: "Floors", text: "what agents score that do no work",
		columns: []column{{title: "agent"}, {title: "tasks", right: true}, {title: "mean", right: true}, {title: "most", right: true}, {title: "passing", right: true}}}
	for _, f := range r.Floors {
		s.rows = append(s.rows, []string{f.Agent, itoa(f.Tasks), fmt.Sprintf("%.4f", f.Mean), f.Most.String(), percent(f.Passing)})
	}
	return s
}

func reportAdversaries(r *engine.LibraryReport) section {
	s := section{title: "Adversaries", text: "runs that earned no more than their class may",
		columns: []column{{title: "class"}, {title: "tried", right: true}, {title: "stopped", right: true}}}
	for _, c := range r.Adversaries {
		s.rows = append(s.rows, []string{string(c.Class), itoa(c.Tried), itoa(c.Stopped)})
	}
	if len(r.Advice) > 0 {
		s.after = "not stopped in certified tasks, for a person to look at: " + counted(r.Advice)
	}
	return s
}

func reportMutants(m *engine.MutantRate) section {
	s := section{title: "Mutants of the grader",
		text:    fmt.Sprintf("%d of %d weakening mutants killed by an executed run (%s); %d told apart by right runs only; %d survived", m.Killed, m.Weakening, rate(m.Rate), m.Apart, len(m.Survivors)),
		columns: []column{{title: "operator"}, {title: "killed", right: true}, {title: "of", right: true}, {title: "rate", right: true}, {title: "apart", right: true}}}
	for _, o := range m.Operators {
		s.rows = append(s.rows, []string{o.Operator, itoa(o.Killed), itoa(o.Weakening), rate(o.Rate), itoa(o.Apart)})
	}
	return s
}

func reportBenign(b *engine.BenignReport) section {
	s := section{title: "Right behaviour in other manners",
		text:    fmt.Sprintf("%d of %d runs accepted; median of %g executed a task", b.Accepted, b.Tried, b.Median),
		columns: []column{{title: "manner"}, {title: "tried", right: true}, {title: "accepted", right: true}, {title: "tasks", right: true}, {title: "not applicable", right: true}}}
	for _, k := range b.Kinds {
		s.rows = append(s.rows, []string{k.Kind, itoa(k.Tried), itoa(k.Accepted), itoa(k.Tasks), itoa(k.NotApplicable)})
	}
	return s
}

func reportSkeletons(r *engine.LibraryReport) section {
	k := r.Skeletons
	return section{title: "Skeletons", text: "distinct once names, ids, numbers and dates are masked; the share of the most frequent one",
		columns: []column{{title: "of"}, {title: "distinct", right: true}, {title: "largest", right: true}},
		rows:    [][]string{{"requests", itoa(k.Requests), percent(k.LargestRequest)}, {"workflows", itoa(k.Workflows), percent(k.LargestWorkflow)}}}
}

func reportYield(y *engine.LibraryYield, details bool) section {
	s := section{title: "Yield of " + y.Path, text: fmt.Sprintf("%s%d certified of %s (%s); %s", lastOnly(y), y.Tasks, plural(y.Drafts, "draft"), percent(portion(y.Tasks, y.Drafts)), orNone("refused: ", counted(y.Rejected), "none refused")),
		columns: []column{{title: "scenario", flex: true}, {title: "lang"}, {title: "difficulty"}, {title: "drafts", right: true}, {title: "certified", right: true}, {title: "refused in", flex: true}}}
	for _, c := range y.Yield {
		if details || c.Certified < c.Drafts {
			s.rows = append(s.rows, []string{c.Scenario, c.Language, string(c.Level), itoa(c.Drafts), itoa(c.Certified), counted(c.Rejected)})
		}
	}
	return s.atMost(details)
}

// lastOnly says where a yield is not that of all syntheses into a library.
func lastOnly(y *engine.LibraryYield) string {
	if y.LastOnly {
		return "of the last synthesis only: "
	}
	return ""
}

func reportCoverage(c *engine.CoverageReport, details bool) section {
	s := section{title: "Coverage of " + c.Plan,
		text: fmt.Sprintf("%s: %d filled, %d partly, %d lacking, %d not wanted or not possible; %s that the plan does not ask for",
			plural(len(c.Cells), "cell"), c.Filled, c.Partly, c.Lacking, c.Left, plural(c.Strangers, "task")),
		columns: []column{{title: "scenario", flex: true}, {title: "lang"}, {title: "difficulty"}, {title: "target", right: true}, {title: "made", right: true}, {title: "certified", right: true}, {title: "accepted", right: true}, {title: "why not", flex: true}}}
	for _, x := range c.Cells {
		if details || x.Verified < x.Target {
			s.rows = append(s.rows, []string{x.Scenario, x.Language, string(x.Level), itoa(x.Target), itoa(x.Generated), itoa(x.Verified), itoa(x.Accepted), x.Why})
		}
	}
	return s.atMost(details)
}

// mostCells bounds the rows of a table of cells that nobody asked to see whole.
const mostCells = 12

// atMost cuts a table of cells and says so.
func (s section) atMost(details bool) section {
	if more := len(s.rows) - mostCells; !details && more > 0 {
		s.rows = s.rows[:mostCells]
		s.after = fmt.Sprintf("… and %s more; --details shows them", plural(more, "cell"))
	}
	return s
}

func reportCost(c *engine.ReportCost) section {
	s := section{title: "Cost", text: "what the gate did, apart from what is equal for equal libraries",
		columns: []column{{title: "of"}, {title: "drafts", right: true}, {title: "runs", right: true}, {title: "mutants graded", right: true}, {title: "cpu seconds", right: true}}}
	row := func(of string, c *engine.Cost) {
		cpu := "-"
		if c.CPUSeconds != nil {
			cpu = fmt.Sprintf("%.1f", *c.CPUSeconds)
		}
		s.rows = append(s.rows, []string{of, itoa(c.Drafts), itoa(c.Runs), itoa(c.Graded), cpu})
	}
	if c.Making != nil {
		row("making", c.Making)
	}
	row("judging", &c.Judging)
	return s
}

// reportSummary is what one wants to know first, and sees last on a terminal.
func reportSummary(r *engine.LibraryReport) section {
	s := section{title: "Summary", text: fmt.Sprintf("%d of %s certified", r.Verdicts[gate.Certified], plural(r.Tasks, "task")), columns: []column{{title: "what"}, {title: "figure", flex: true}}}
	row := func(what, format string, args ...any) {
		s.rows = append(s.rows, []string{what, fmt.Sprintf(format, args...)})
	}
	var floors []string
	for _, f := range r.Floors {
		floors = append(floors, fmt.Sprintf("%s %.4f (%s passing)", f.Agent, f.Mean, percent(f.Passing)))
	}
	row("floors", "%s", strings.Join(floors, ", "))
	if m := r.Mutants; m != nil {
		row("kill rate", "%s, %d of %d weakening mutants, %s", rate(m.Rate), m.Killed, m.Weakening, plural(m.Applied(), "operator"))
	}
	row("benign", "%d of %d runs accepted, median %g a task", r.Benign.Accepted, r.Benign.Tried, r.Benign.Median)
	row("skeletons", "%s (largest %s), %s (largest %s)", plural(r.Skeletons.Requests, "request"), percent(r.Skeletons.LargestRequest), plural(r.Skeletons.Workflows, "workflow"), percent(r.Skeletons.LargestWorkflow))
	var languages []string
	for _, c := range engine.Shares(r.Languages) {
		languages = append(languages, fmt.Sprintf("%s %s", c.Name, percent(portion(c.Count, r.Tasks))))
	}
	row("languages", "%s", strings.Join(languages, ", "))
	for _, y := range r.Yield {
		row("yield", "%s%d of %s in %s", lastOnly(&y), y.Tasks, plural(y.Drafts, "draft"), y.Path)
	}
	if c := r.Coverage; c != nil {
		row("coverage", "%d of %s filled, %d partly, %d lacking", c.Filled, plural(c.Filled+c.Partly+c.Lacking, "cell"), c.Partly, c.Lacking)
	}
	return s
}

// portion is a part of a whole, 0 where there is no whole.
func portion(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func orNone(before, text, none string) string {
	if text == "" {
		return none
	}
	return before + text
}

func printSections(p *printer, sections []section) {
	for i, s := range sections {
		if i > 0 {
			p.say("")
		}
		p.say("%s: %s", clean(s.title), clean(s.text))
		if len(s.rows) > 0 {
			p.table(s.columns, s.rows)
		}
		if s.after != "" {
			p.say("%s", clean(s.after))
		}
	}
}

// writeMarkdown writes sections into a file; "" is none.
func writeMarkdown(name, title string, sections []section) error {
	if name == "" {
		return nil
	}
	if err := os.WriteFile(name, []byte(markdownSections(title, sections)), 0o644); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	return nil
}

// markdownSections writes the sections as tables; foreign text cannot end a cell or begin markup.
func markdownSections(title string, sections []section) string {
	var b strings.Builder
	b.WriteString("# " + title + "\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", markdownText(s.title), markdownText(s.text))
		if len(s.rows) == 0 {
			continue
		}
		rule := ""
		for _, c := range s.columns {
			b.WriteString("| " + c.title + " ")
			if c.right {
				rule += "|---:"
			} else {
				rule += "|---"
			}
		}
		b.WriteString("|\n" + rule + "|\n")
		for _, row := range s.rows {
			for _, cell := range row {
				b.WriteString("| " + markdownText(cell) + " ")
			}
			b.WriteString("|\n")
		}
	}
	return b.String()
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`)

func markdownText(s string) string { return markdownEscapes.Replace(clean(s)) }
