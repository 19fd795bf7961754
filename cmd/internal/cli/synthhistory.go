package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
)

func newSynthHistory(d *Deps) *cobra.Command {
	var whole bool
	cmd := &cobra.Command{
		Use:   "history TASK",
		Short: "Show how a task that a model wrote came to be: rounds, findings, what each changed",
		Long: `Show the rounds in which a model wrote a task: what was found in each draft, and how the next one differs from it. TASK is its folder in a library,
also of a task that was rejected and is not there; a library lists its histories.`,
		Example: `  coworkenv synth history written/overdue-tickets-enm-m1-001
  coworkenv synth history written
  coworkenv synth history written/overdue-tickets-enm-m1-001 --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			p := d.printer()
			h, err := e.History(args[0])
			if fault.KindOf(err) == fault.NotFound {
				list, missing := e.Histories(args[0])
				if missing != nil {
					return err
				}
				return p.emit(list, func() { printHistories(p, list) })
			}
			if err != nil {
				return err
			}
			return p.emit(h, func() { printTaskHistory(p, h, whole) })
		},
	}
	cmd.Flags().BoolVar(&whole, "whole", false, "show every draft whole, not only what changed")
	return cmd
}

func printHistories(p *printer, list []*author.History) {
	var rows [][]string
	for _, h := range list {
		last := ""
		if n := len(h.Rounds); n > 0 && len(h.Rounds[n-1].Findings) > 0 {
			last = string(h.Rounds[n-1].Findings[0].Code)
		}
		rows = append(rows, []string{h.Task, string(h.Status), itoa(len(h.Rounds)), last})
	}
	p.table([]column{{title: "task", flex: true}, {title: "status"}, {title: "rounds", right: true}, {title: "last finding"}}, rows)
}

func printTaskHistory(p *printer, h *engine.TaskHistory, whole bool) {
	p.say("%s  %s after %s", clean(h.Task), h.Status, plural(len(h.Rounds), "round"))
	p.say("by %s (%s), prompts %s", clean(h.Profile), clean(h.Model), clean(clip(h.Prompts, 12)))
	for i, r := range h.Rounds {
		p.say("")
		verdict := p.paint(good, "accepted")
		if len(r.Findings) > 0 {
			verdict = p.paint(bad, "refused by round "+clean(string(r.Stopped)))
		}
		p.say("round %d: %s  %s", r.N, verdict, clean(exchangeLine(r)))
		for _, f := range r.Findings {
			p.say("  %s %s [%s]", clean(f.Path), clean(f.Message), clean(string(f.Code)))
			if f.Hint != "" {
				p.say("    do   %s", clean(f.Hint))
			}
		}
		for _, note := range r.Notes {
			p.say("  note %s", clean(note))
		}
		switch c := h.Changes[i]; {
		case whole || i == 0 && len(h.Rounds) == 1:
			for line := range strings.SplitSeq(strings.TrimRight(c.Text, "\n"), "\n") {
				p.say("  | %s", clean(line))
			}
		case i > 0:
			printLines(p, c.Lines)
		}
	}
	if m := h.Ambiguity; m != nil {
		p.say("")
		p.say("solved independently: %d of %s score 1, ambiguity %.2f", m.Solved, plural(len(m.Attempts), "attempt"), m.Score)
	}
}

func exchangeLine(r author.Round) string {
	var parts []string
	for _, x := range r.By {
		who := string(x.Role)
		if x.Name != "" {
			who = x.Name
		}
		part := fmt.Sprintf("%s %s, %d+%d tokens", who, x.ID, x.Prompt, x.Completion)
		if x.Kept {
			part += " (kept)"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

func printLines(p *printer, lines []author.Line) {
	if len(lines) == 0 {
		p.say("  (the same draft again)")
	}
	for _, l := range lines {
		text := l.Sign + " " + clean(l.Text)
		switch l.Sign {
		case "+":
			text = p.paint(good, text)
		case "-":
			text = p.paint(bad, text)
		case "@":
			text = "..."
		}
		p.say("  %s", text)
	}
}
