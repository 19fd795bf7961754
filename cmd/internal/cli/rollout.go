package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

const rolloutLong = `Run trials of whole libraries by agents (by default of the shipped tasks), keep them in the workspace and sum up agent by agent.

Tasks x agents x trials are laid out as a manifest: equal plans give equal manifests, and an item's id is a digest of task, agent, model,
seed and attempt. What the workspace has is not run again, so the same command goes on after any interruption. --manifest M writes the
manifest to a file, for workers on other machines, or runs the one that is there; it never changes.

A trial that the agent itself brings to an early end - it outstays its time, crashes or refuses - counts with score 0. One that the
environment, an endpoint or the grader fails is left out of every mean and counted apart. Failures of the environment and of endpoints
are tried again, the failed members of a group together; what is left of them, the same command tries again later.

With --groups N tasks are drawn by the seed until there are so many groups of --size trials, and each group is written as one JSON line: messages, rewards,
components, anchors, step returns and advantages of its members, with those that were tried again or have no reward.

With --queue the groups are put on a NATS JetStream for workers ('coworkenv worker --queue'), and the results are collected here.`

// rolloutFlags are the flags of rollout.
type rolloutFlags struct {
	agents   []string
	trials   int
	seed     uint64
	rate     float64
	where    string
	manifest string
	planOnly bool
	crew     crewFlags
	queue    queueFlags
	groups   groupFlags
	models   actorFlags
}

// crewFlags are those of all commands that play trials.
type crewFlags struct {
	jobs    int
	retries int
}

func (f *crewFlags) bind(flags *pflag.FlagSet) {
	countVar(flags, &f.jobs, "jobs", 0, 0, "run `N` trials at once (default one a processor)")
	countVar(flags, &f.retries, "retries", 2, 0, "try a trial that the environment or an endpoint failed up to `N` times more")
}

func (f crewFlags) retry() rollout.Retry {
	r := rollout.DefaultRetry()
	r.Tries = f.retries + 1
	return r
}

func newRollout(d *Deps) *cobra.Command {
	var f rolloutFlags
	cmd := &cobra.Command{
		Use:     "rollout [PATH...]",
		Short:   "Run many trials by a manifest: resumable, on one machine or on many",
		Long:    rolloutLong,
		GroupID: groupRuns,
		Example: `  coworkenv rollout my-library --agent teacher --agent novice --trials 10
  coworkenv rollout my-library --trials 10 --manifest plan.jsonl --plan-only
  coworkenv rollout --manifest plan.jsonl
  coworkenv rollout my-library --groups 32 --size 8 --into groups.jsonl
  coworkenv rollout my-library --agent model:local --trials 8 --budget-tokens 2000000
  coworkenv rollout my-library --trials 10 --queue nats://queue.example:4222`,
		PreRunE: func(*cobra.Command, []string) error { return f.check() },
		RunE: func(cmd *cobra.Command, args []string) error {
			return runRollout(cmd.Context(), d, args, f, planGiven(cmd.Flags()))
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.agents, "agent", "a", []string{"teacher"}, "`AGENT` that acts (may be repeated): "+agentNames)
	countVar(flags, &f.trials, "trials", 8, 1, "`N` trials of each task by each agent: the size of a group")
	seedVar(flags, &f.seed, "seed", 1, mostSeed, "`SEED` of everything random")
	flags.Float64Var(&f.rate, "fault-rate", 0, "`SHARE` of calls that meet a random 429 or 500 before their effect, 0 to 1")
	flags.StringVar(&f.where, "where", "", "only tasks that match the `QUERY`")
	flags.StringVar(&f.manifest, "manifest", "", "write the manifest to this `FILE`, or run the one that is there")
	flags.BoolVar(&f.planOnly, "plan-only", false, "write the manifest and run nothing")
	f.crew.bind(flags)
	f.groups.bind(flags)
	f.queue.bind(flags)
	f.models.bind(flags)
	flags.DurationVar(&f.queue.options.Lease, "lease", 30*time.Second, "with --queue: a worker that is silent for this `TIME` loses its group to another")
	countVar(flags, &f.queue.options.Deliveries, "deliveries", 5, 1, "with --queue: give a group up after it was handed out `N` times")
	return d.detachable(cmd)
}

// check refuses what can be refused before anything is read.
func (f *rolloutFlags) check() error {
	switch {
	case !(f.rate >= 0 && f.rate <= 1):
		return fault.New(fault.Usage, "--fault-rate is %g", f.rate).WithHint("give a share from 0 to 1")
	case f.planOnly && f.manifest == "":
		return fault.New(fault.Usage, "--plan-only needs --manifest").WithHint("name the file to write")
	case f.groups.count > 0 && (f.manifest != "" || f.queue.options.URL != ""):
		return fault.New(fault.Usage, "--groups draws its tasks itself").WithHint("leave --manifest and --queue out")
	case f.planOnly && f.queue.options.URL != "":
		return fault.New(fault.Usage, "--plan-only puts nothing into a queue").WithHint("leave one of the two out")
	}
	return nil
}

// planGiven tells whether a plan is asked for by flags, and not only a manifest.
func planGiven(flags *pflag.FlagSet) bool {
	for _, name := range []string{"agent", "trials", "seed", "fault-rate", "where"} {
		if flags.Changed(name) {
			return true
		}
	}
	return false
}

func runRollout(ctx context.Context, d *Deps, paths []string, f rolloutFlags, given bool) (err error) {
	retry := f.crew.retry()
	e, err := d.engine()
	if err != nil {
		return err
	}
	e.Workers = f.crew.jobs
	done, err := d.useModels(e, f.models, f.models.named(f.agents), f.manifest != "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	if f.groups.count > 0 {
		return d.collectGroups(ctx, e, paths, f)
	}
	r, err := d.prepareRollout(ctx, e, paths, f, given)
	if err != nil {
		return err
	}
	if f.planOnly {
		return printPlan(d.printer(), f.manifest, r.Manifest)
	}
	w, err := e.Workspace(ctx, d.workspace(), buildVersion().Version)
	if err != nil {
		return err
	}
	tell, end := d.progress("trials")
	var result *engine.RolloutResult
	how := "the finished trials are kept; the same command goes on from there"
	if f.queue.options.URL == "" {
		result, err = w.Rollout(ctx, r, retry, standings(tell))
	} else {
		result, err = w.PublishRollout(ctx, r, f.queue.options, tellSilence(d.printer(), standings(tell)))
		how = "workers go on; the same command collects what they have done"
	}
	end()
	return errors.Join(stopped(err, "%s", how), w.Close(), printRollout(d.printer(), result, d.opts.workspace), incomplete(result, err))
}

func (d *Deps) prepareRollout(ctx context.Context, e *engine.Engine, paths []string, f rolloutFlags, given bool) (*engine.Rollout, error) {
	var plan *engine.RolloutPlan
	if given || f.manifest == "" || !isFile(f.manifest) {
		agents, err := agentRefs(e, f.models.named(f.agents))
		if err != nil {
			return nil, err
		}
		plan = &engine.RolloutPlan{Paths: paths, Where: f.where, Agents: agents, Trials: f.trials, Seed: f.seed, Rate: f.rate}
	}
	tell, end := d.progress("tasks")
	defer end()
	return e.PrepareRollout(ctx, f.manifest, plan, paths, tell)
}

// standings shows a rollout's progress: rate, time left and failures beside the count.
func standings(tell engine.Progress) func(engine.Standing) {
	if tell == nil {
		return nil
	}
	return func(s engine.Standing) { tell(s.Done, s.Total, s.String()) }
}

// tellSilence notes once each time that a queue falls silent, also where progress is not shown.
func tellSilence(p *printer, tell func(engine.Standing)) func(engine.Standing) {
	silent := false
	return func(s engine.Standing) {
		if s.Silent != "" && !silent {
			p.note("%s; workers are started by `coworkenv worker --queue URL`", s.Silent)
		}
		silent = s.Silent != ""
		if tell != nil {
			tell(s)
		}
	}
}

// agentRefs names agents as a manifest does; the text of a script goes into it.
func agentRefs(e *engine.Engine, names []string) ([]rollout.AgentRef, error) {
	var out []rollout.AgentRef
	for _, name := range names {
		if engine.ActsByProfile(name) {
			ref, err := e.ActorRef(name)
			if err != nil {
				return nil, err
			}
			out = append(out, ref)
			continue
		}
		ref := rollout.AgentRef{Name: name}
		if file, isScript := strings.CutPrefix(name, "script:"); isScript {
			data, err := readScript(file)
			if err != nil {
				return nil, err
			}
			ref = rollout.AgentRef{Name: "script:" + strings.TrimSuffix(filepath.Base(file), ".yaml"), Script: string(data)}
		}
		out = append(out, ref)
	}
	return out, nil
}
