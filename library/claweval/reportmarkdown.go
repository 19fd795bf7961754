package claweval

import (
	"fmt"
	"strings"
)

// Markdown writes the report for people: what was counted, then each task with what is not
// simply mapped.
func (r *Report) Markdown() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# Import of Claw-Eval tasks from %s\n\n", cell(r.Source))
	b.WriteString("The original is Claw-Eval, by its authors, MIT (" + sourceURL + "). No code of it was read or run. ")
	b.WriteString("What its task files declare as score and safety is run by nothing there; its graders are code. ")
	b.WriteString("Every value of every file is accounted for in import-report.json; below is what is not simply mapped.\n\n")
	r.markdownTotals(&b)
	r.markdownRules(&b)
	for i := range r.Tasks {
		r.Tasks[i].markdown(&b)
	}
	return []byte(b.String())
}

func (r *Report) markdownTotals(b *strings.Builder) {
	b.WriteString("| tasks | |\n|---|---|\n")
	for _, s := range []TaskStatus{TaskImported, TaskNotImportable, TaskRefused, TaskUnreadable} {
		fmt.Fprintf(b, "| %s | %d |\n", s, r.Totals.Tasks[s])
	}
	fmt.Fprintf(b, "\n| values in %d files | |\n|---|---|\n", r.Totals.Files)
	for _, s := range EntryStatuses() {
		fmt.Fprintf(b, "| %s | %d |\n", s, r.Totals.Values[s])
	}
	table := func(title, became string, totals []ComponentTotal) {
		fmt.Fprintf(b, "\n| %s | of | %s | for the judge | nothing |\n|---|---|---|---|---|\n", title, became)
		for _, t := range totals {
			fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", cell(t.Type), t.Of, t.Check, t.Judge, t.Nothing)
		}
	}
	table("part of the score", "checks", r.Totals.Components)
	table("safety check", "prohibitions", r.Totals.Safety)
	b.WriteString("\n| fault of the original | times | means |\n|---|---|---|\n")
	for _, d := range FaultDocs() {
		if n := r.Totals.Faults[d.Code]; n > 0 {
			fmt.Fprintf(b, "| %s | %d | %s |\n", d.Code, n, d.Means)
		}
	}
}

func (r *Report) markdownRules(b *strings.Builder) {
	b.WriteString("\n## Rules\n\n")
	b.WriteString("- **Clock.** The benchmark moves mails and events to the day of the run and nothing else. Here the records keep their dates and offsets, and each task's clock is chosen: ")
	b.WriteString(ruleDayAfter + "; if the request says today or last week, such that this is so; if that would be past what is yet to come, before it. Events count as past where there are minutes of meetings. A bare day counts as 9 in the morning.\n")
	b.WriteString("- **Zone.** That of the offset which most mails and events carry, else most other times; without any, by the language.\n")
	b.WriteString("- **Tools.** What the task does not offer of its services is denied; the services' own schemas and names are shown.\n")
	b.WriteString("- **Score.** A part becomes a check only where the records that the agent leaves, or a typed answer, decide it; its weight stays. All other parts are in the rubric with their weights, are judged by a model and earn nothing.\n")
	b.WriteString("- **Safety.** A check becomes a prohibition where it names an act that the task's tools can do; prose is in the rubric.\n")
}

func (t *TaskReport) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s from %s.", cell(t.ID), t.Status, cell(t.Folder))
	if t.Reason != "" {
		fmt.Fprintf(b, " %s", cell(t.Reason))
	}
	b.WriteByte('\n')
	if t.Clock.Now != "" {
		fmt.Fprintf(b, "\nClock: %s, %s. %s; %s.", t.Clock.Now, t.Clock.Zone, cell(t.Clock.Rule), cell(t.Clock.Offset))
		if t.Clock.Moved != 0 {
			fmt.Fprintf(b, " Records are moved by %d days.", t.Clock.Moved)
		}
		fmt.Fprintf(b, " Checks: %d with weight %s of 1. Prohibitions: %d.\n", t.Checks, t.Weight, t.Forbidden)
	}
	parts(b, "part of the score", t.Components)
	parts(b, "safety check", t.Safety)
	t.markdownValues(b)
	if len(t.Faults) > 0 {
		b.WriteString("\n| fault | where | what | handled |\n|---|---|---|---|\n")
	}
	for _, f := range t.Faults {
		where := f.Path
		if f.File != t.Folder+"/task.yaml" {
			where = strings.TrimSpace(f.File + " " + f.Path)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", f.Code, cell(where), cell(f.Message), cell(f.Handled))
	}
	for _, p := range t.Problems {
		fmt.Fprintf(b, "\nProblem: %s\n", cell(p))
	}
}

func parts(b *strings.Builder, title string, list []Component) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s | type | weight | became | why |\n|---|---|---|---|---|\n", title)
	for _, c := range list {
		became := c.Became
		if c.ID != "" {
			became += " " + c.ID
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", cell(c.Name), cell(c.Type), cell(c.Weight), cell(became), cell(c.Why))
	}
}

// markdownValues lists the values that are changed or have no place; those of parts and safety
// checks are told above.
func (t *TaskReport) markdownValues(b *strings.Builder) {
	head := false
	for _, f := range t.Files {
		for _, e := range f.Entries {
			told := f.Path == t.Folder+"/task.yaml" && (covers("scoring_components", e.Path) || covers("safety_checks", e.Path) || covers("tools", e.Path))
			if told || e.Status != Changed && e.Status != NotExpressible {
				continue
			}
			if !head {
				b.WriteString("\n| value | in | status | became | note |\n|---|---|---|---|---|\n")
				head = true
			}
			fmt.Fprintf(b, "| %s (%d) | %s | %s | %s | %s |\n", cell(e.Path), e.Leaves, cell(strings.TrimPrefix(f.Path, t.Folder+"/")), e.Status, cell(e.To), cell(e.Note))
		}
	}
}

// cell makes a foreign text safe within a table: one line, no mark-up of its own.
func cell(s string) string {
	const most = 200
	s = strings.Join(strings.Fields(strings.Map(printable, s)), " ")
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "..."
	}
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_{}[]<>#|!~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
