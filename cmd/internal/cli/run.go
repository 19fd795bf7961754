package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// runFlags are the flags of run.
type runFlags struct {
	agents []string
	trials int
	k      int
	seed   uint64
	rate   float64
	jobs   int
	where  string
	models actorFlags
}

func newRun(d *Deps) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:     "run [PATH...]",
		Short:   "Run trials of tasks by agents, grade them and keep them in the workspace",
		Long:    "Run trials of tasks (by default the shipped ones). A trial that the workspace has already is not run again: an interrupted run goes on where it was.\n\nscript:FILE acts out a YAML file {calls: [...]} in the form of a task's solution: {TOOL: {ARGUMENT: VALUE}}, {say: TEXT}, {answer: {FIELD: VALUE}}.",
		GroupID: groupRuns,
		Example: `  coworkenv run one-free-hour-000005 --agent teacher --trials 3
  coworkenv run my-library --agent oracle --agent novice --trials 5 --seed 7 --json
  coworkenv run my-task --agent script:steps.yaml
  coworkenv run my-task --agent model --profile local --trials 8
  coworkenv run my-library --agent teacher --trials 100 --detach`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runTrials(cmd.Context(), d, args, f)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.agents, "agent", "a", []string{"teacher"}, "`AGENT` that acts (may be repeated): "+agentNames)
	countVar(flags, &f.trials, "trials", 3, 1, "`N` trials of each task by each agent")
	countVar(flags, &f.k, "k", 3, 1, "`K` of pass@k and pass^k")
	seedVar(flags, &f.seed, "seed", 1, mostSeed, "`SEED` of everything random")
	shareVar(flags, &f.rate, "fault-rate", 0, "`SHARE` of calls that meet a random 429 or 500 before their effect, 0 to 1")
	countVar(flags, &f.jobs, "jobs", 0, 0, "run `N` trials at once (default one a processor)")
	flags.StringVar(&f.where, "where", "", "only tasks that match the `QUERY`")
	f.models.bind(flags)
	return d.detachable(cmd)
}

func runTrials(ctx context.Context, d *Deps, args []string, f runFlags) (err error) {
	e, err := d.engine()
	if err != nil {
		return err
	}
	e.Workers = f.jobs
	done, err := d.useModels(e, f.models, f.models.named(f.agents), false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	makers, err := makersOf(e, f.models.named(f.agents))
	if err != nil {
		return err
	}
	tasks, err := e.Open(args...)
	if err != nil {
		return err
	}
	if tasks, err = e.Where(tasks, f.where); err != nil {
		return err
	}
	if err := d.tellReach(e, tasks); err != nil {
		return err
	}
	w, err := e.Workspace(ctx, d.workspace(), buildVersion().Version)
	if err != nil {
		return err
	}
	tell, end := d.progress("trials")
	plan := engine.TrialPlan{Tasks: tasks, Agents: makers, Trials: f.trials, Seed: f.seed, Rate: world.FaultRate{PerCall: f.rate}}
	result, runErr := w.Run(ctx, plan, f.k, tell)
	end()
	runErr = stopped(runErr, "the finished trials are kept; the same command goes on from there")
	closeErr := w.Close()
	if result == nil {
		return errors.Join(runErr, closeErr)
	}
	return errors.Join(runErr, closeErr, printRun(d.printer(), result, d.opts.workspace), unscored(result))
}

// unscored is an error where trials ended without a score, through no fault of the agent's: the
// figures then stand for fewer trials than were asked for.
func unscored(result *engine.RunResult) error {
	n := 0
	for _, s := range result.Summaries {
		n += s.Unscored
	}
	if n == 0 {
		return nil
	}
	return fault.New(fault.Partial, "%s ended without a score", plural(n, "trial")).
		WithHint("`coworkenv trials list --where 'run:%s -status:scored'` lists them, `coworkenv trials show TRIAL` says why", result.ID)
}

// readScript reads the file of an agent script:FILE.
func readScript(file string) ([]byte, error) {
	const form = "write script:FILE, a YAML file {calls: [...]}; docs/authoring.md has one"
	if file == "" {
		return nil, fault.New(fault.Usage, "--agent script: names no file").WithHint(form)
	}
	data, err := task.ReadFile(file)
	if err != nil {
		return nil, fault.Wrap("", err, "take a script as the agent").WithHint(form)
	}
	return data, nil
}

func makersOf(e *engine.Engine, names []string) ([]agent.Maker, error) {
	var out []agent.Maker
	for _, name := range names {
		file, isScript := strings.CutPrefix(name, "script:")
		if !isScript {
			m, err := e.AgentNamed(name)
			if err != nil {
				return nil, err
			}
			out = append(out, m)
			continue
		}
		data, err := readScript(file)
		if err != nil {
			return nil, err
		}
		m, err := e.ScriptAgent(filepath.Base(file), data)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// printRun prints how the agents did; dir is the workspace where it was named.
func printRun(p *printer, result *engine.RunResult, dir string) error {
	return p.emit(result, func() {
		var rows [][]string
		for _, s := range result.Summaries {
			scores := make([]string, len(s.Scores))
			for i, x := range s.Scores {
				scores[i] = x.String()
			}
			rows = append(rows, []string{s.Task, s.Agent, itoa(s.Trials), itoa(s.Passed), itoa(s.Unscored), s.Mean.String(), shareOf(s, false), shareOf(s, true), strings.Join(scores, " ")})
		}
		k := "k"
		if len(result.Summaries) > 0 {
			k = itoa(result.Summaries[0].K)
		}
		p.table([]column{{title: "task", flex: true}, {title: "agent"}, {title: "trials", right: true}, {title: "passed", right: true}, {title: "unscored", right: true, drop: 1},
			{title: "mean", right: true}, {title: "pass@" + k, right: true}, {title: "pass^" + k, right: true}, {title: "scores", flex: true, drop: 2}}, rows)
		p.note("run %s: %d of %d trials done, %d just now", result.ID, result.Done, result.Items, result.Fresh)
		next := fmt.Sprintf("coworkenv trials list --where run:%s", result.ID)
		if dir != "" {
			next += " -w " + clean(dir)
		}
		p.note("%s", next)
	})
}
