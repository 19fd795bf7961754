package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
)

// gateFlags choose what the gate is run on and what becomes of its word.
type gateFlags struct {
	only    []string
	jobs    int
	where   string
	changed string
	stale   bool
	runs    bool
	timings bool
	write   bool
	watch   bool
	noChild bool
}

func newGate(d *Deps) *cobra.Command {
	var f gateFlags
	cmd := &cobra.Command{
		Use:   "gate [PATH...]",
		Short: "Prove that the rewards of tasks can be trusted",
		Long: `Take tasks through the rounds of the gate, by default the shipped library. The exit status is 0 only if every task was loaded, run and
certified, or with --round passed the rounds that were asked for; only the whole gate certifies. Nothing selected is an error (status 5), so that no empty run is taken for success; a hook that gates what a commit changes
allows for it: coworkenv gate tasks --changed HEAD || [ $? -eq 5 ]

What is found here is found again, meanwhile, in another process with another time zone and language and one processor: the facts and the
solution of every task, and all rounds of up to 8 tasks and of a sixteenth of more. What comes out otherwise is an error of the determinism round.

With --json each task is one line {task, digest, verdict, rounds, findings}, and the last line is {summary}.`,
		GroupID: groupTasks,
		Example: `  coworkenv gate
  coworkenv gate tasks/mine --watch
  coworkenv gate my-library --round spec --round leak
  coworkenv gate my-library --changed HEAD --json
  coworkenv gate my-library --stale --write
  coworkenv gate my-library --write --detach`,
		PreRunE: func(_ *cobra.Command, args []string) error { return f.check(args) },
		RunE:    func(cmd *cobra.Command, args []string) error { return d.gate(cmd.Context(), &f, args) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.only, "round", nil, "run only this `ROUND` (may be repeated): "+strings.Join(roundWords(), ", "))
	countVar(flags, &f.jobs, "jobs", 0, 0, "run `N` tasks at once (default one a processor)")
	flags.StringVar(&f.where, "where", "", "only tasks that match the `QUERY`")
	flags.StringVar(&f.changed, "changed", "", "only tasks whose folders differ from this git `REV`")
	flags.BoolVar(&f.stale, "stale", false, "only tasks whose certificate.json is missing or no longer holds")
	flags.BoolVar(&f.runs, "runs", false, "keep the run that shows each finding (JSON only)")
	flags.BoolVar(&f.timings, "timings", false, "tell how long each round took, apart from the results")
	flags.BoolVar(&f.write, "write", false, "write certificate.json beside each certified task, and take it away from others")
	flags.BoolVar(&f.watch, "watch", false, "gate a task again whenever it is saved, until interrupted")
	flags.BoolVar(&f.noChild, "no-child", false, noChild)
	cmd.AddCommand(newGateExplain(d), newGatePrints(d))
	d.detachable(cmd)
	cmd.MarkFlagsMutuallyExclusive("watch", "detach")
	return cmd
}

// check refuses flags that do not go together.
func (f *gateFlags) check(paths []string) error {
	if _, err := roundNames(f.only); err != nil {
		return err
	}
	switch {
	case f.write && len(f.only) > 0:
		return fault.New(fault.Usage, "--write with --round: only the whole gate certifies").WithHint("leave one of them out")
	case f.watch && len(paths) == 0:
		return fault.New(fault.Usage, "--watch needs a path").WithHint("name the task or library that you work on, e.g. `coworkenv gate tasks/mine --watch`")
	}
	return nil
}

func (d *Deps) gate(ctx context.Context, f *gateFlags, paths []string) error {
	e, err := d.engine()
	if err != nil {
		return err
	}
	rounds, err := roundNames(f.only)
	if err != nil {
		return err
	}
	e.Workers = f.jobs
	if e.Child, err = d.child(f.noChild); err != nil {
		return err
	}
	var w *engine.Watcher
	if f.watch { // before the tasks are read, so that no save is missed
		if w, err = e.Watcher(paths); err != nil {
			return err
		}
	}
	spots, err := d.selected(ctx, f, e, paths)
	if err != nil && !(f.watch && fault.KindOf(err) == fault.NotFound && (f.stale || f.changed != "")) {
		return err
	}
	out := newGateOutput(d.printer(), f, spots)
	opts := gate.Options{Rounds: rounds, Runs: f.runs}
	tell, end := d.progress("gate")
	gated, err := e.Gate(ctx, spots, opts, func(l *engine.Loaded, r *gate.Report) error { return f.took(e, out, l, r) }, tell)
	end()
	if gated != nil {
		out.child = gated.Elsewhere
	}
	if f.watch {
		e.Child = nil // to start a process takes longer than to gate what was saved
		if err != nil && ctx.Err() == nil {
			return err
		}
		return d.watchGate(ctx, e, w, f, opts, out)
	}
	if err != nil {
		return errors.Join(out.rest(), stopped(err, "what is shown was gated; the same command does all of it again, with --stale --write only what is left"))
	}
	return errors.Join(out.end(), gated.Err())
}

// selected finds the tasks and narrows them by the flags.
func (d *Deps) selected(ctx context.Context, f *gateFlags, e *engine.Engine, paths []string) ([]engine.Spot, error) {
	spots, err := e.Find(paths...)
	if err != nil {
		return nil, err
	}
	if f.changed != "" {
		if spots, err = e.Changed(ctx, spots, f.changed); err != nil {
			return nil, err
		}
	}
	tell, end := d.progress("tasks")
	defer end()
	return e.Narrow(ctx, spots, f.where, f.stale, tell)
}

// took keeps the gate's word on one task and shows it.
func (f *gateFlags) took(e *engine.Engine, out *gateOutput, l *engine.Loaded, r *gate.Report) error {
	if f.write {
		if _, err := e.Certify(l, r); err != nil {
			return err
		}
	}
	return out.take(l, r)
}

// watchGate gates what is saved until the user has seen enough, which is no failure.
func (d *Deps) watchGate(ctx context.Context, e *engine.Engine, w *engine.Watcher, f *gateFlags, opts gate.Options, out *gateOutput) error {
	if err := out.flush(); err != nil {
		return err
	}
	out.p.note("watching %s; interrupt to end", clean(strings.Join(w.Paths(), ", ")))
	looks := time.NewTicker(engine.WatchEvery)
	defer looks.Stop()
	err := w.Watch(ctx, looks.C, func(l *engine.Loaded) error {
		if _, err := e.Where([]*engine.Loaded{l}, f.where); err != nil {
			return nil // one that was not asked for
		}
		out.expect(l)
		_, err := e.Gate(ctx, engine.Held(l), opts, func(l *engine.Loaded, r *gate.Report) error { return f.took(e, out, l, r) }, nil)
		return errors.Join(err, out.flush())
	})
	return errors.Join(err, out.end())
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
