package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

const curateLong = `Take the workspace's trials through the rules of curation and keep the result, a selection, in the workspace: which trials become
demonstrations, in which split, which failed ones are kept beside them, which pairs show a preference, and for every other trial the rule
that dropped it. Trials of a task by an agent are judged together: a group that always passes with a high completion is stable and gives few
demonstrations, one that earns hardly anything is set aside, and of the rest the qualified trials are taken. What people decided
(coworkenv review) outranks every rule. A near duplicate is a trial whose sequence of calls, tools and arguments, is nearly that of a better
one, of whatever task or agent; what is said beside the calls does not matter. Agents that act out a script repeat themselves, so that of
their trials without a slip hardly more than one a way of doing things is left; --near 0 turns this rule off. Equal trials, decisions and settings give an equal selection, whatever their order.

A selection never changes; coworkenv export writes training data from it.`

func newCurate(d *Deps) *cobra.Command {
	o := engine.CurateOptions{Settings: curate.Defaults()}
	var dry bool
	var out string
	cmd := &cobra.Command{
		Use:     "curate",
		Short:   "Select trials for training and account for every one",
		Long:    curateLong,
		GroupID: groupRuns,
		Example: `  coworkenv curate --dry-run
  coworkenv curate --where 'agent:teacher' --min-reward 1 --out selection.jsonl
  coworkenv curate --against bench=bench-tasks --hold-out overdue-tickets`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := canWrite(out); err != nil {
				return err
			}
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			tell, end := d.progress("curate")
			s, err := w.Curate(cmd.Context(), o, tell)
			end()
			if err != nil {
				return stopped(err, "nothing was written; the same command begins anew")
			}
			doc := curated{Selection: s}
			if !dry {
				if doc.Path, err = w.SaveSelection(s); err != nil {
					return err
				}
			}
			if out != "" {
				if err := engine.WriteSelection(out, s); err != nil {
					return err
				}
			}
			p := d.printer()
			return p.emit(doc, func() { printCurated(p, &doc) })
		},
	}
	cmd.AddCommand(newCurateExplain(d), newCurateList(d))
	cmd.Flags().BoolVar(&dry, "dry-run", false, "count what each rule drops and keep nothing")
	cmd.Flags().StringVar(&out, "out", "", "write the selection to this `FILE` too, as JSON lines")
	bindCurate(cmd.Flags(), &o)
	return cmd
}

// curated is the result of curate.
type curated struct {
	*curate.Selection
	Path string `json:"path,omitempty"` // of the kept selection; "" of a dry run
}

// bindCurate binds the flags that say what to curate and how.
func bindCurate(flags *pflag.FlagSet, o *engine.CurateOptions) {
	s := &o.Settings
	flags.StringVar(&o.Where, "where", "", "only trials that match the `QUERY`, e.g. 'agent:teacher'")
	flags.StringVar((*string)(&s.GroupBy), "group-by", string(s.GroupBy), "judge trials together that share `WHAT`: task, agent (task, agent and model) or plan (seed and fault rate too)")
	flags.Var((*micros)(&s.StableFrom), "stable-from", "mean completion from which a group whose trials all pass is stable")
	flags.Var((*micros)(&s.LowBelow), "low-below", "mean completion below which a group is set aside as suspect or broken")
	countVar(flags, &s.StablePer, "stable-per-root", s.StablePer, 0, "at most `N` demonstrations of stable groups a lineage root (0 = no limit)")
	flags.Var((*micros)(&s.MinReward), "min-reward", "least score of a demonstration")
	countVar(flags, &s.MinCalls, "min-calls", s.MinCalls, 0, "fewer than `N` calls are too short")
	countVar(flags, &s.MaxCalls, "max-calls", s.MaxCalls, 0, "more than `N` calls are too many (0 = no limit)")
	countVar(flags, &s.MaxChars, "max-chars", s.MaxChars, 0, "more than `N` characters, tools not counted, are too long (0 = no limit)")
	countVar(flags, &s.MaxObserved, "max-observation", s.MaxObserved, 0, "cut observations to `N` bytes with a marker (0 = no limit)")
	flags.Float64Var(&s.Near, "near", s.Near, "`SIMILARITY` of action sequences from which one is a near duplicate (0 = off)")
	countVar(flags, &s.PerTask, "per-task", s.PerTask, 0, "at most `N` demonstrations a task (0 = no limit)")
	countVar(flags, &s.PerScenario, "per-scenario", s.PerScenario, 0, "at most `N` demonstrations a scenario (0 = no limit)")
	countVar(flags, &s.PairsPer, "pairs-per-task", s.PairsPer, 0, "at most `N` preference pairs a task (0 = none)")
	flags.StringSliceVar(&s.HoldOut, "hold-out", nil, "drop the trials of this `SCENARIO` (may be repeated)")
	flags.Var((*namedSets)(&o.Against), "against", "drop trials whose request shares 13 words in a row with a set: `NAME=PATH` of a library, a .jsonl or a .txt file (may be repeated)")
	flags.Float64Var(&s.ValShare, "val", s.ValShare, "`SHARE` of the scenarios and worlds for validation")
	flags.Float64Var(&s.TestShare, "test", s.TestShare, "`SHARE` of the scenarios and worlds for testing")
	seedVar(flags, &s.SplitSeed, "split-seed", 0, mostSeed, "`SEED` of the splits")
}

// micros is a flag that takes an exact decimal.
type micros grade.Micros

func (m *micros) String() string { return grade.Micros(*m).String() }
func (m *micros) Type() string   { return "NUMBER" }

func (m *micros) Set(s string) error {
	v, err := grade.ParseMicros(s)
	*m = micros(v)
	return err
}

// namedSets is a flag that takes NAME=PATH, again and again.
type namedSets []engine.NamedSet

func (n *namedSets) String() string { return "" }
func (n *namedSets) Type() string   { return "NAME=PATH" }

func (n *namedSets) Set(s string) error {
	name, path, ok := strings.Cut(s, "=")
	if !ok || name == "" || path == "" {
		return fault.New(fault.Usage, "%q is no NAME=PATH", s).WithHint("for example --against bench=bench-tasks")
	}
	*n = append(*n, engine.NamedSet{Name: name, Path: path})
	return nil
}

func printCurated(p *printer, doc *curated) {
	c := &doc.Counts
	rows := [][]string{{"", itoa(c.Input), "trials curated"}}
	for _, rule := range curate.Rules() {
		i := slices.IndexFunc(c.Rules, func(r curate.RuleCount) bool { return r.Rule == rule.Name })
		rows = append(rows, []string{rule.Name, itoa(-c.Rules[i].Count), rule.Drops})
	}
	rows = append(rows, []string{string(curate.FailedSplit), itoa(-c.Failed), "trials that did not pass, kept in a split of their own"},
		[]string{"", itoa(c.Kept()), fmt.Sprintf("demonstrations: %d to train, %d to validate, %d to test", c.Train, c.Val, c.Test)})
	p.table([]column{{title: "rule"}, {title: "trials", right: true}, {title: "what", flex: true}}, rows)
	p.say("")
	var labels []string
	for _, l := range slices.Sorted(maps.Keys(c.Labels)) {
		labels = append(labels, fmt.Sprintf("%s %d", l, c.Labels[l]))
	}
	p.say("labels: %s", clean(strings.Join(labels, ", ")))
	p.say("%s of a passing and a failing trial", plural(c.Pairs, "pair"))
	for _, held := range doc.Settings.HoldOut {
		if !slices.ContainsFunc(doc.Rows, func(r curate.Row) bool { return r.Scenario == held }) {
			p.note("no trial is of the held-out scenario %s: see that it is spelled as the tasks have it", clean(held))
		}
	}
	if doc.Path != "" {
		p.say("selection %s", doc.ID)
		p.note("kept in %s", clean(doc.Path))
		return
	}
	p.note("a dry run: nothing was kept")
}
