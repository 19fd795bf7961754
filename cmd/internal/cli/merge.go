package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

func newMerge(d *Deps) *cobra.Command {
	var into, manifest string
	cmd := &cobra.Command{
		Use:   "merge [DIR...]",
		Short: "Bring the workspaces of workers together, and say what is missing",
		Long: `Copy the trials of workspaces into one, with their tasks, runs and items. It may be repeated, also while workers still run: what is there
stays as it is. A scored trial takes the place of one that failed elsewhere. Two scored trials of one item that differ are a conflict: the
first stays, and the command fails.

With --manifest it says which groups are not complete, what is missing and what failed; without DIR it does that alone.`,
		GroupID: groupRuns,
		Example: `  coworkenv merge plan.*-of-8 --into results --manifest plan.jsonl
  coworkenv merge --into results --manifest plan.jsonl --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && manifest == "" {
				return fault.New(fault.Usage, "there is nothing to merge").WithHint("name workspaces, or --manifest to see what --into has of it")
			}
			e, err := d.engine()
			if err != nil {
				return err
			}
			var m *rollout.Manifest
			if manifest != "" {
				if m, err = e.Manifest(manifest); err != nil {
					return err
				}
			}
			if err := mergeSources(cmd.Context(), e, args); err != nil {
				return err
			}
			w, err := e.Workspace(cmd.Context(), into, buildVersion().Version)
			if err != nil {
				return err
			}
			tell, end := d.progress("trials")
			merged, err := w.Merge(cmd.Context(), args, m, tell)
			end()
			return errors.Join(stopped(err, "what was copied is kept; the same command goes on"), w.Close(), printMerged(d.printer(), merged), mergeVerdict(merged, err))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&into, "into", "", "`DIR` of the workspace that takes the trials (needed)")
	flags.StringVar(&manifest, "manifest", "", "say what is missing of the manifest in this `FILE`")
	if err := cmd.MarkFlagRequired("into"); err != nil {
		panic(err) // the flag is named above
	}
	return cmd
}

// mergeSources refuses a folder that is no workspace before the target is made and anything copied.
func mergeSources(ctx context.Context, e *engine.Engine, dirs []string) error {
	for _, dir := range dirs {
		from, err := e.Existing(ctx, dir)
		if fault.KindOf(err) == fault.NotFound {
			return fault.Wrap(fault.NotFound, err, "").WithHint("name the workspaces that workers wrote; nothing was merged")
		}
		if err == nil {
			err = from.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// openGroupsShown is how many incomplete groups are listed for a person.
const openGroupsShown = 20

func printMerged(p *printer, m *engine.Merged) error {
	return p.emit(m, func() {
		p.say("%s from %s: %d new, %d there already, %d in place of a failed one, %d passed over", plural(m.Trials, "trial"), plural(m.Workspaces, "workspace"), m.Added, m.Equal, m.Replaced, m.Passed)
		if m.Opinions > 0 {
			p.say("%s of judges taken over with them", plural(m.Opinions, "opinion"))
		}
		for _, x := range m.Damaged {
			p.say("damaged: %s of %s is left out: %s", clean(x.Trial), clean(x.From), clean(x.Why))
		}
		if len(m.Damaged) > 0 {
			p.note("a workspace does not run what it holds a damaged trial of: run that shard into a new one with --workspace DIR, and merge both")
		}
		for _, c := range m.Conflicts {
			p.say("conflict: item %s, %s by %s: outcome %s stays, %s of %s is refused", c.Item, clean(c.Task), clean(c.Agent), c.Kept, c.Other, clean(c.From))
		}
		if m.Result == nil {
			p.say("%s without a trial in those workspaces", plural(m.Unfinished, "item"))
			return
		}
		printAgents(p, m.Result)
		p.say("%s: %d of %d trials done; %d of %d groups complete", m.Result.ID, m.Result.Done, m.Result.Items, m.Result.Complete, m.Result.Groups)
		printOpenGroups(p, m.Open)
	})
}

func printOpenGroups(p *printer, open []engine.OpenGroup) {
	if len(open) == 0 {
		return
	}
	var rows [][]string
	for _, g := range open[:min(len(open), openGroupsShown)] {
		var failed []string
		for _, c := range rollout.Classes() {
			if n := g.Failures[c]; n > 0 {
				failed = append(failed, fmt.Sprintf("%s %d", c, n))
			}
		}
		rows = append(rows, []string{g.Task, g.Agent, itoa(g.Items), itoa(g.Scored), itoa(g.Missing), strings.Join(failed, " ")})
	}
	p.say("")
	p.table([]column{{title: "task", flex: true}, {title: "agent"}, {title: "trials", right: true}, {title: "scored", right: true}, {title: "missing", right: true}, {title: "failed"}}, rows)
	if more := len(open) - len(rows); more > 0 {
		p.note("and %s more; --json lists all", plural(more, "group"))
	}
}

// mergeVerdict is an error where the result is not what the manifest asks for.
func mergeVerdict(m *engine.Merged, err error) error {
	switch {
	case err != nil:
		return nil
	case len(m.Conflicts) > 0:
		return fault.New(fault.Conflict, "%s with two outcomes", plural(len(m.Conflicts), "item")).
			WithHint("the first of each stays; see which worker ran with another program, library or model, and run its shard anew")
	case len(m.Damaged) > 0 && m.Result == nil:
		return fault.New(fault.Partial, "%s could not be read", plural(len(m.Damaged), "trial")).
			WithHint("the others are merged; restore those workspaces from a backup and merge again, or give --manifest to see what is to be run anew")
	case m.Result != nil:
		again := "start the workers of those groups again - they run only what is missing or failed - and merge again"
		return lackingTrials(m.Result, again, again)
	}
	return nil
}
