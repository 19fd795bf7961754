package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
)

// groupFlags are those of rollout --groups.
type groupFlags struct {
	count, size int
	into        string
	dense       bool
}

func (f *groupFlags) bind(flags *pflag.FlagSet) {
	countVar(flags, &f.count, "groups", 0, 0, "collect `N` groups for a trainer as JSON lines")
	countVar(flags, &f.size, "size", 0, 0, "with --groups: `K` trials a group (default that of --trials)")
	flags.StringVar(&f.into, "into", "", "with --groups: write the groups to this `FILE` (default standard output)")
	flags.BoolVar(&f.dense, "dense", false, "with --groups: step rewards from the change of the score (does each trial over again); else all of it at the end")
}

func (d *Deps) collectGroups(ctx context.Context, e *engine.Engine, paths []string, f rolloutFlags) error {
	agents, err := agentRefs(e, f.models.named(f.agents))
	if err != nil {
		return err
	}
	size := f.trials
	if f.groups.size > 0 {
		size = f.groups.size
	}
	w, err := e.Workspace(ctx, d.workspace(), buildVersion().Version)
	if err != nil {
		return err
	}
	out, keep, err := d.groupsFile(f.groups.into)
	if err != nil {
		return errors.Join(err, w.Close())
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	tell, end := d.progress("trials")
	plan := engine.GroupsPlan{RolloutPlan: engine.RolloutPlan{Paths: paths, Where: f.where, Agents: agents, Trials: size, Seed: f.seed, Rate: f.rate},
		Groups: f.groups.count, Dense: f.groups.dense}
	report, err := w.CollectGroups(ctx, plan, f.crew.retry(), standings(tell), func(g *engine.GroupDoc) error { return lines.Encode(g) })
	end()
	err = errors.Join(stopped(err, "the finished trials are kept; the same command goes on from there"), keep(err), w.Close())
	if report == nil || err != nil {
		return err
	}
	p := d.printer()
	if f.groups.into == "" {
		p.note("%s", groupsLine(report))
		return nil
	}
	return p.emit(report, func() { p.say("%s", groupsLine(report)) })
}

func groupsLine(r *engine.GroupsReport) string {
	return plural(r.Groups, "group") + ": " + itoa(r.Usable) + " whole, " + itoa(r.Live) + " with a signal; " + plural(r.Members, "member") + ", " +
		itoa(r.Aborted) + " without a reward, " + itoa(r.Retried) + " tried again"
}

// groupsFile opens where groups go. keep is told how the collection ended: a file appears only whole.
func (d *Deps) groupsFile(name string) (out io.Writer, keep func(error) error, err error) {
	if name == "" {
		buffered := bufio.NewWriter(d.Stdout)
		return buffered, func(error) error { return buffered.Flush() }, nil
	}
	f, err := os.Create(name + ".part")
	if err != nil {
		return nil, nil, fault.Wrap("", err, "write %s", name)
	}
	buffered := bufio.NewWriter(f)
	return buffered, func(failed error) error {
		err := errors.Join(buffered.Flush(), f.Close())
		switch {
		case failed != nil:
			err = errors.Join(err, os.Remove(f.Name()))
		case err == nil:
			err = os.Rename(f.Name(), name)
		}
		if err != nil {
			return fault.Wrap("", err, "write %s", name)
		}
		return nil
	}, nil
}
