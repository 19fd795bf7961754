package cli

import (
	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/task"
)

func newTaskDigest(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "digest [PATH...]",
		Short: "Print the digest of tasks: what changes behaviour, not title or comments",
		Example: `  coworkenv task digest tasks/escalate-late-orders
  coworkenv task digest --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			tasks, err := e.Open(args...)
			if err != nil {
				return err
			}
			doc := map[string]string{}
			for _, l := range tasks {
				if l.Task == nil {
					return l.Problems.Err()
				}
				doc[l.ID()] = task.Digest(l.Task)
			}
			p := d.printer()
			return p.emit(doc, func() {
				for _, l := range tasks {
					p.say("%s  %s", doc[l.ID()], clean(l.ID()))
				}
			})
		},
	}
}

func newTaskDiff(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two tasks by meaning: fields, facts, records and checks",
		Example: `  coworkenv task diff old/escalate-late-orders new/escalate-late-orders
  coworkenv task diff expiring-gold-contracts-000001 mine/task.yaml --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			var pair [2]*task.Task
			for i, arg := range args {
				l, err := e.One(arg)
				if err != nil {
					return err
				}
				if pair[i] = l.Task; l.Task == nil {
					return l.Problems.Err()
				}
			}
			doc := task.Diff(pair[0], pair[1])
			if doc == nil {
				doc = []task.Difference{}
			}
			p := d.printer()
			return p.emit(doc, func() {
				for _, x := range doc {
					p.say("%s", clean(x.Path))
					if x.Before != "" {
						p.say("  - %s", p.paint(bad, clean(x.Before)))
					}
					if x.After != "" {
						p.say("  + %s", p.paint(good, clean(x.After)))
					}
				}
				if len(doc) == 0 {
					p.note("no difference in meaning")
				}
			})
		},
	}
}
