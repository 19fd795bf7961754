package cli

import (
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// mcpFlags are the flags of serve mcp.
type mcpFlags struct {
	task, result string
	seed         uint64
	rate         float64
}

// mcpResult is what serve mcp writes to its result file.
type mcpResult struct {
	Task       string            `json:"task"`
	Score      *grade.Score      `json:"score"` // null: the environment failed
	Trajectory *trace.Trajectory `json:"trajectory"`
}

func newServeMCP(d *Deps) *cobra.Command {
	var f mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve one episode of a task over MCP on standard input and output",
		Long: `Serve one episode of a task to an agent harness that starts its tool server itself. The request is the server's instructions; the episode ends
when the client goes. The result file holds score and trajectory, and must be kept out of the agent's reach. For a harness that
connects to an address, use serve episodes.`,
		Example: `  coworkenv serve mcp --task one-free-hour-000005 --result result.json
  coworkenv serve mcp --task my-task --seed 7`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.task == "" {
				return fault.New(fault.Usage, "--task is missing")
			}
			if !(f.rate >= 0 && f.rate <= 1) {
				return fault.New(fault.Usage, "--fault-rate is %g", f.rate).WithHint("give a share from 0 to 1")
			}
			e, err := d.engine()
			if err != nil {
				return err
			}
			tasks, err := e.Open(f.task)
			if err != nil {
				return err
			}
			if len(tasks) != 1 {
				return fault.New(fault.Usage, "%s holds %d tasks", f.task, len(tasks)).WithHint("name one of them")
			}
			start := serve.Start{Options: episode.Options{Seed: f.seed, Rate: world.FaultRate{PerCall: f.rate}, CallByCall: true}}
			server := e.Online(tasks, serve.OnlineOptions{Version: buildVersion().Version})
			score, course, err := server.ServeStdio(cmd.Context(), tasks[0].ID(), start, io.NopCloser(d.Stdin), keepOpen{d.Stdout})
			if err != nil {
				return err
			}
			if score != nil {
				d.printer().note("%s: score %s", tasks[0].ID(), score.Score)
			}
			return f.write(mcpResult{tasks[0].ID(), score, course})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.task, "task", "", "the task at this `PATH` or with this id (needed)")
	flags.StringVar(&f.result, "result", "", "write score and trajectory to this `FILE`")
	seedVar(flags, &f.seed, "seed", 0, mostSeed, "`SEED` of everything random")
	flags.Float64Var(&f.rate, "fault-rate", 0, "`SHARE` of calls that meet a random fault")
	return cmd
}

func (f *mcpFlags) write(r mcpResult) error {
	if f.result == "" {
		return nil
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the result")
	}
	if err := os.WriteFile(f.result, append(data, '\n'), 0o600); err != nil {
		return fault.Wrap("", err, "write --result")
	}
	return nil
}

// keepOpen is a stream that the protocol must not close.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }
