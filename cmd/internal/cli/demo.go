package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
)

func newDemo(d *Deps) *cobra.Command {
	var dir string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Do the main job once, without any key: gate, run, score and store real tasks",
		Long: `Load the shipped library, take every task through the gate, run three trials of each with four agents that need no model
(oracle, null and two scripted teachers with seeded slips), grade them, and keep all of it in a workspace. Interrupted, it
keeps what is done; started again in the same folder it goes on from there.`,
		GroupID: groupRuns,
		Example: `  coworkenv demo
  coworkenv demo --dir /tmp/first-look --seed 7
  coworkenv demo --json > demo.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if d.opts.workspace != "" { // said in so many words; the environment's is for one's own work
				if cmd.Flags().Changed("dir") {
					return fault.New(fault.Usage, "--dir and --workspace both name the demo's workspace").WithHint("leave one of them out")
				}
				dir = d.workspace()
			}
			return runDemo(cmd.Context(), d, dir, seed)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "coworkenv-demo", "`DIR` of the demo's workspace; it is made where it is missing")
	seedVar(cmd.Flags(), &seed, "seed", 1, mostSeed, "`SEED` of the teachers' slips")
	return cmd
}

// demoDoc is the JSON form of demo: equal for equal seeds but for the durations.
type demoDoc struct {
	*engine.Demo
	Workspace string       `json:"workspace"`
	Durations demoDuration `json:"durations"`
}

type demoDuration struct {
	Seconds float64 `json:"seconds"`
}

func runDemo(ctx context.Context, d *Deps, dir string, seed uint64) error {
	began := d.Clock.Now()
	e, err := d.engine()
	if err != nil {
		return err
	}
	w, err := e.Workspace(ctx, dir, buildVersion().Version)
	if err != nil {
		return err
	}
	gateTell, gateEnd := d.progress("gate")
	runTell, runEnd := d.progress("trials")
	demo, runErr := w.Demo(ctx, seed, gateTell, runTell)
	gateEnd()
	runEnd()
	runErr = stopped(runErr, "what is done is kept; `coworkenv demo --dir %s --seed %d` goes on from there", clean(dir), seed)
	closeErr := w.Close()
	if demo == nil {
		return errors.Join(runErr, closeErr)
	}
	took := d.Clock.Now().Sub(began)
	doc := demoDoc{Demo: demo, Workspace: filepath.ToSlash(dir), Durations: demoDuration{took.Seconds()}}
	p := d.printer()
	err = p.emit(doc, func() { printDemo(p, doc, took) })
	return errors.Join(runErr, closeErr, err, demoVerdict(demo, runErr))
}

// demoVerdict holds the demo to its own promise.
func demoVerdict(demo *engine.Demo, runErr error) error {
	if runErr != nil {
		return nil
	}
	for _, row := range demo.Tasks {
		if row.Gate != "verified" || row.Oracle != 1_000_000 || row.Null != 0 {
			return fault.New(fault.GateFailed, "%s: gate %s, oracle %s, null %s", row.ID, row.Gate, row.Oracle, row.Null).
				WithHint("`coworkenv gate %s` shows the findings", row.ID)
		}
	}
	return nil
}

func printDemo(p *printer, doc demoDoc, took time.Duration) {
	var rows [][]string
	for _, row := range doc.Tasks {
		rows = append(rows, []string{row.ID, row.Family, strings.Join(row.Services, ","), row.Oracle.String(), row.Null.String(),
			meanOf(row.Teacher), shareOf(row.Teacher, false), shareOf(row.Teacher, true), meanOf(row.Novice), string(row.Gate)})
	}
	p.table([]column{{title: "task", flex: true, min: 30}, {title: "family", drop: 3}, {title: "services", flex: true, drop: 1}, {title: "oracle", right: true}, {title: "null", right: true},
		{title: "teacher", right: true}, {title: "pass@3", right: true}, {title: "pass^3", right: true}, {title: "novice", right: true, drop: 2}, {title: "gate", tint: gateTint}}, rows)
	t := doc.Totals
	p.say("")
	p.say("%d of %d tasks certified; %s; teacher: mean %.2f, pass@3 %.2f, pass^3 %.2f; %.1f s", t.Verified, t.Tasks, plural(t.Trials, "trial"),
		t.Teacher, t.PassAt, t.PassHat, took.Seconds())
	dir := clean(doc.Workspace)
	p.say("everything is kept in %s; next:", dir)
	p.say("  coworkenv open -w %s    look at all of it in the workbench", dir)
	p.say("  coworkenv trials list -w %s --where 'agent:novice score<1'    what went wrong, and where", dir)
	p.say("  coworkenv task show %s", clean(doc.Tasks[0].ID))
	p.say("  coworkenv task new my-first-task --family lookup     write a task of your own")
}

func meanOf(s *engine.Summary) string {
	if s == nil || s.Trials == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", s.Mean.Float())
}

func shareOf(s *engine.Summary, hat bool) string {
	if s == nil {
		return "-"
	}
	v := s.PassAt
	if hat {
		v = s.PassHat
	}
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *v)
}
