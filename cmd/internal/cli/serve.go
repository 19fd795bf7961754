package cli

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/cmd/internal/app"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/library/claweval"
)

func newServe(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "Serve environments to other programs",
		GroupID: groupServe,
		Example: `  coworkenv serve episodes my-library
  coworkenv serve mcp --task one-free-hour-000005
  coworkenv serve services --claw-eval tasks/T002_email_triage --port-offset 1000`,
	}
	cmd.AddCommand(newServeEpisodes(d), newServeMCP(d), newServeModel(d), newServeServices(d))
	return cmd
}

// serveFlags are the flags of serve services.
type serveFlags struct {
	task, clawEval, host, clock string
	offset                      int
	errorRate                   float64
	seed                        uint64
	uniqueIDs                   bool
}

func newServeServices(d *Deps) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "services",
		Short: "Serve each service of a task on its own port, with the benchmark's routes",
		Long: `Serve the services of one of our tasks, or of a Claw-Eval task folder, over HTTP with the routes, replies and audits of the
benchmark's own servers, so that its runner works against them unchanged. Differences are listed in docs/compat.md. One of
our tasks is served at its own frozen time; a Claw-Eval task at the machine's, its dates shifted at load as upstream does.`,
		Example: `  coworkenv serve services --task one-free-hour-000005
  coworkenv serve services --claw-eval tasks/T002_email_triage --port-offset 1000
  coworkenv serve services --claw-eval tasks/T002_email_triage --clock 2026-03-02T12:00:00Z --error-rate 0.25 --seed 7`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (f.task == "") == (f.clawEval == "") {
				return fault.New(fault.Usage, "give exactly one of --task and --claw-eval")
			}
			opts, err := f.options(cmd.Flags().Changed("seed"))
			if err != nil {
				return err
			}
			instances, err := f.instances(d, &opts)
			if err != nil {
				return err
			}
			return serveWire(cmd.Context(), d, instances, opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.task, "task", "", "serve our task at this `PATH` or with this id")
	flags.StringVar(&f.clawEval, "claw-eval", "", "serve the Claw-Eval task in this `DIR`")
	flags.StringVar(&f.host, "host", "127.0.0.1", "`ADDRESS` to listen on")
	flags.IntVar(&f.offset, "port-offset", 0, "`N` added to every declared port")
	flags.StringVar(&f.clock, "clock", "", "freeze the clock at this `TIME`, e.g. 2026-03-02T12:00:00Z")
	shareVar(flags, &f.errorRate, "error-rate", 0, "`SHARE` of tool calls that meet an error or delay (default $ERROR_RATE, else 0)")
	seedVar(flags, &f.seed, "seed", 0, math.MaxUint64, "`SEED` of the errors (default drawn at random)")
	flags.BoolVar(&f.uniqueIDs, "unique-ids", false, "never give an id twice, as the benchmark does after a delete")
	return cmd
}

func (f *serveFlags) options(seeded bool) (serve.WireOptions, error) {
	opts := serve.WireOptions{Host: f.host, Offset: f.offset, ErrorRate: f.errorRate, UniqueIDs: f.uniqueIDs}
	if seeded {
		opts.Seed = &f.seed
	}
	if f.clock != "" {
		at, err := time.Parse(time.RFC3339, f.clock)
		if err != nil {
			return opts, fault.Wrap(fault.Usage, err, "read --clock").WithHint("write it like 2026-03-02T12:00:00Z")
		}
		opts.Clock = det.Fixed(at)
	}
	return opts, nil
}

func (f *serveFlags) instances(d *Deps, opts *serve.WireOptions) ([]serve.WireInstance, error) {
	e, err := d.engine()
	if err != nil {
		return nil, err
	}
	if opts.ErrorRate == 0 {
		if opts.ErrorRate, err = rateFromEnv(d.Env("ERROR_RATE")); err != nil {
			return nil, err
		}
	}
	if f.clawEval != "" {
		fixtures, err := claweval.ReadFixtures(f.clawEval, e.Catalog, app.Readers())
		if err != nil {
			return nil, err
		}
		for _, warning := range fixtures.Warnings {
			d.printer().note("warning: %s", clean(warning))
		}
		for _, s := range fixtures.Skipped {
			d.printer().note("warning: %s is not served: %s", clean(s.Name), clean(s.Reason))
		}
		return fixtures.Instances()
	}
	return taskInstances(e, f.task, opts)
}

func rateFromEnv(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	var rate float64
	if _, err := fmt.Sscan(text, &rate); err != nil || !(rate >= 0 && rate <= 1) { // NaN is neither
		return 0, fault.New(fault.Usage, "ERROR_RATE is %q", text).WithHint("give a share from 0 to 1, or unset it")
	}
	return rate, nil
}

func taskInstances(e *engine.Engine, path string, opts *serve.WireOptions) ([]serve.WireInstance, error) {
	l, err := e.One(path)
	if err != nil {
		return nil, err
	}
	ready, err := l.Runnable()
	if err != nil {
		return nil, err
	}
	if opts.Clock == nil {
		opts.Clock = det.Fixed(ready.Bound.Task.Now)
	}
	return e.WireInstances(ready)
}

// servedDoc is one line of what is served.
type servedDoc struct {
	Service string `json:"service"`
	URL     string `json:"url"`
}

func serveWire(ctx context.Context, d *Deps, instances []serve.WireInstance, opts serve.WireOptions) error {
	if opts.Clock == nil {
		opts.Clock = d.Clock
	}
	set, err := serve.NewWireServices(instances, opts)
	if err != nil {
		return err
	}
	defer set.Close()
	if err := set.Listen(); err != nil {
		return err
	}
	p := d.printer()
	var doc []servedDoc
	for _, s := range set.Services() {
		doc = append(doc, servedDoc{s.Name(), "http://" + s.Addr()})
	}
	if err := p.emit(doc, func() {
		for _, s := range doc {
			p.say("%-12s %s", clean(s.Service), s.URL)
		}
		p.note("ctrl-C stops")
	}); err != nil {
		return err
	}
	err = set.Serve(ctx)
	if ctx.Err() != nil && fault.KindOf(err) == fault.Canceled {
		return nil // being stopped is how serving ends
	}
	return err
}
