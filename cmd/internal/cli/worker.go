package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

const workerLong = `Run one shard of a manifest, or groups from a queue.

With --manifest the worker runs the groups of its shard into a workspace of its own (by default one beside the manifest, named after
the shard); started again, it goes on where it was. 'coworkenv merge' brings the workspaces together. --shard auto takes index and
number from a Slurm array, a Kubernetes Indexed Job, Cloud Run or AWS Batch; where the scheduler does not say how many there are, the
variable COWORKENV_SHARDS does; where both do, they must agree. The tasks are looked for at PATH, or where the manifest says, and must not have changed.

With --queue the worker takes groups from a NATS JetStream that 'coworkenv rollout --queue' has filled, tasks included, and hands the
results back: it keeps nothing. Every item has one result, the first; one that comes later is refused and counted.`

// queueFlags are those of commands that talk to a queue.
type queueFlags struct {
	options rollout.QueueOptions
}

func (f *queueFlags) bind(flags *pflag.FlagSet) {
	flags.StringVar(&f.options.URL, "queue", "", "`URL` of a NATS server with JetStream, e.g. nats://user:password@host:4222")
	flags.StringVar(&f.options.Creds, "queue-creds", "", "`FILE` with the credentials for the NATS server")
}

func newWorker(d *Deps) *cobra.Command {
	var crew crewFlags
	var queue queueFlags
	var models actorFlags
	var manifest, shard string
	var idle time.Duration
	cmd := &cobra.Command{
		Use:     "worker [PATH...]",
		Short:   "Run a shard of a manifest, or groups from a queue",
		Long:    workerLong,
		GroupID: groupRuns,
		Example: `  coworkenv worker --manifest plan.jsonl --shard 3/8
  coworkenv worker my-library --manifest plan.jsonl --shard auto --workspace work/3
  coworkenv worker --queue nats://queue.example:4222 --idle 1m`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case (manifest == "") == (queue.options.URL == ""):
				return fault.New(fault.Usage, "a worker needs --manifest or --queue, and not both").WithHint("see `coworkenv help worker`")
			case queue.options.URL != "":
				if len(args) > 0 {
					return fault.New(fault.Usage, "with --queue the tasks come from the queue").WithHint("leave %s out", clean(args[0]))
				}
				return workQueue(cmd.Context(), d, crew, queue, models, idle)
			}
			s, err := rollout.ParseShard(shard, d.Env)
			if err != nil {
				return err
			}
			return workShard(cmd.Context(), d, args, manifest, s, crew, models)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&manifest, "manifest", "", "`FILE` that 'coworkenv rollout --manifest' wrote")
	flags.StringVar(&shard, "shard", "1/1", "`I/N`, from 1/N to N/N, or auto: what the scheduler says")
	flags.DurationVar(&idle, "idle", 0, "with --queue: end after this `TIME` without work (default: wait for ever)")
	crew.bind(flags)
	queue.bind(flags)
	models.bindWorker(flags)
	return cmd
}

func workShard(ctx context.Context, d *Deps, paths []string, manifest string, s rollout.Shard, crew crewFlags, models actorFlags) (err error) {
	retry := crew.retry()
	e, err := d.engine()
	if err != nil {
		return err
	}
	e.Workers = crew.jobs
	m, err := e.Manifest(manifest)
	if err != nil {
		return err
	}
	dir := d.opts.workspace
	if dir == "" {
		dir = shardDir(manifest, s)
	}
	models.dir = dir
	done, err := d.useModels(e, models, nil, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	load, endLoad := d.progress("tasks")
	r, err := e.OpenRollout(ctx, m, s, paths, load)
	endLoad()
	if err != nil {
		return err
	}
	w, err := e.Workspace(ctx, dir, buildVersion().Version)
	if err != nil {
		return err
	}
	tell, end := d.progress("trials")
	result, err := w.Rollout(ctx, r, retry, standings(tell))
	end()
	return errors.Join(stopped(err, "the finished trials are kept; the same command goes on from there"), w.Close(),
		printRollout(d.printer(), result, dir), incomplete(result, err))
}

// shardDir is the workspace of a shard beside its manifest.
func shardDir(manifest string, s rollout.Shard) string {
	return fmt.Sprintf("%s.%d-of-%d", strings.TrimSuffix(manifest, ".jsonl"), s.Index+1, max(s.Count, 1))
}

func workQueue(ctx context.Context, d *Deps, crew crewFlags, queue queueFlags, models actorFlags, idle time.Duration) (err error) {
	retry := crew.retry()
	e, err := d.engine()
	if err != nil {
		return err
	}
	e.Workers = crew.jobs
	models.dir = "-" // a worker of a queue keeps nothing
	done, err := d.useModels(e, models, nil, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	tell, end := d.progress("trials")
	s, err := e.WorkQueue(ctx, queue.options, idle, retry, standings(tell))
	end()
	p := d.printer()
	doc := map[string]any{"trials": s.Fresh, "tried_again": s.Again, "late": s.Late, "failures": s.Failures}
	return errors.Join(stopped(err, "groups that were begun go to another worker"), p.emit(doc, func() {
		p.say("%s handed in, %d tried again; %s too late: another had counted", plural(s.Fresh, "result"), s.Again, plural(s.Late, "result"))
	}))
}
