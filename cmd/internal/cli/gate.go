package cli

import (
	"fmt"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

func newGate(d *Deps) *cobra.Command {
	var only []string
	var jobs int
	var runs bool
	var where string
	cmd := &cobra.Command{
		Use:     "gate [PATH...]",
		Short:   "Prove that the rewards of tasks can be trusted",
		Long:    "Take tasks through the rounds of the gate, by default the shipped library. The exit status is 0 only if every task was loaded, run and certified; nothing selected is an error.",
		GroupID: groupTasks,
		Example: `  coworkenv gate
  coworkenv gate tasks/mine --runs --json
  coworkenv gate my-library --round spec --round leak`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			rounds, err := roundNames(only)
			if err != nil {
				return err
			}
			tasks, err := e.Open(args...)
			if err != nil {
				return err
			}
			if tasks, err = e.Where(tasks, where); err != nil {
				return err
			}
			e.Workers = jobs
			tell, end := d.progress("gate")
			gated, err := e.Gate(cmd.Context(), tasks, gate.Options{Rounds: rounds, Runs: runs}, nil, tell)
			end()
			if err != nil {
				return err
			}
			if err := printGated(d.printer(), gated); err != nil {
				return err
			}
			return gated.Err()
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&only, "round", nil, "run only this `ROUND` (may be repeated): "+strings.Join(roundWords(), ", "))
	flags.IntVar(&jobs, "jobs", 0, "run `N` tasks at once (default one a processor)")
	flags.BoolVar(&runs, "runs", false, "keep the run that shows each finding (JSON only)")
	flags.StringVar(&where, "where", "", "only tasks that match the `QUERY`")
	cmd.AddCommand(newGateExplain(d))
	return cmd
}

func roundWords() []string {
	var out []string
	for _, r := range gate.Rounds() {
		out = append(out, string(r))
	}
	return out
}

func roundNames(words []string) ([]gate.RoundName, error) {
	var out []gate.RoundName
	for _, w := range words {
		found := false
		for _, r := range gate.Rounds() {
			found = found || string(r) == w
		}
		if !found {
			return nil, fault.New(fault.Usage, "unknown round %q", w).WithHint("one of %s", strings.Join(roundWords(), ", "))
		}
		out = append(out, gate.RoundName(w))
	}
	return out, nil
}

func printGated(p *printer, gated *engine.Gated) error {
	return p.emit(gated, func() {
		var rows [][]string
		for _, r := range gated.Reports {
			counts := map[gate.Severity]int{}
			for _, f := range r.Findings {
				counts[f.Severity]++
			}
			rows = append(rows, []string{r.TaskID, string(r.Status), itoa(counts[gate.Error]), itoa(counts[gate.Warning]), tried(r)})
		}
		for _, r := range gated.Reports {
			printFindingsOf(p, r)
		}
		p.table([]column{{title: "task"}, {title: "gate", tint: gateTint}, {title: "errors", right: true}, {title: "warnings", right: true}, {title: "tried", flex: true}}, rows)
	})
}

// tried sums what the rounds tried.
func tried(r *gate.Report) string {
	var parts []string
	for _, round := range r.Rounds {
		if round.Status == gate.Skipped {
			continue
		}
		n := 0
		for _, c := range round.Counts {
			n += c
		}
		parts = append(parts, fmt.Sprintf("%s %d", round.Name, n))
	}
	return strings.Join(parts, ", ")
}

func printFindingsOf(p *printer, r *gate.Report) {
	for _, f := range r.Findings {
		if f.Severity == gate.Info {
			continue
		}
		colour := warn
		if f.Severity == gate.Error {
			colour = bad
		}
		where := r.TaskID
		if f.Line > 0 {
			where = fmt.Sprintf("%s:%d:%d", r.TaskID, f.Line, f.Column)
		}
		p.say("%s: %s %s [%s]", clean(where), p.paint(colour, string(f.Severity)), clean(f.Message), f.Code)
		if f.Path != "" {
			p.say("    at   %s", clean(f.Path))
		}
		if f.Evidence != nil && f.Evidence.Score != "" {
			p.say("    ran  %s: score %s", clean(f.Evidence.Try), f.Evidence.Score)
		}
		if f.Hint != "" {
			p.say("    do   %s", clean(f.Hint))
		}
	}
}

func gateTint(cell string) tint {
	switch gate.Status(cell) {
	case gate.Verified, gate.Passed:
		return good
	case gate.Failed:
		return bad
	}
	return warn
}

// explained is one code with its meaning.
type explained struct {
	Code  string `json:"code"`
	Round string `json:"round"`
	Means string `json:"means"`
	Do    string `json:"do,omitempty"`
}

func newGateExplain(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a finding's code, or list them all",
		Example: `  coworkenv gate explain leaked_value
  coworkenv gate explain --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			var doc []explained
			for _, c := range explainedCodes() {
				if len(args) == 0 || c.Code == args[0] {
					doc = append(doc, c)
				}
			}
			if len(doc) == 0 {
				return fault.New(fault.NotFound, "there is no code %q", args[0]).WithHint("`coworkenv gate explain` lists them")
			}
			p := d.printer()
			return p.emit(doc, func() {
				for _, c := range doc {
					p.say("%s (%s): %s", c.Code, c.Round, c.Means)
					if c.Do != "" {
						p.say("    do   %s", c.Do)
					}
				}
			})
		},
	}
}

func explainedCodes() []explained {
	var out []explained
	for _, c := range gate.Codes() {
		out = append(out, explained{string(c.Code), string(c.Round), c.Means, c.Do})
	}
	for _, list := range [][]task.CodeDoc{task.Codes(), grade.Codes()} {
		for _, c := range list {
			out = append(out, explained{Code: string(c.Code), Round: "spec", Means: c.Doc})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Round < out[j].Round })
	return out
}
