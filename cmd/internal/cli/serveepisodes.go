package cli

import (
	"context"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
)

// episodesFlags are the flags of serve episodes.
type episodesFlags struct {
	host, tokenFile, replica string
	port, open               int
	dense                    bool
	idle, hard, drain        time.Duration
}

// tokenEnv names the variable that holds the token where no file does.
const tokenEnv = "COWORKENV_TOKEN"

func newServeEpisodes(d *Deps) *cobra.Command {
	var f episodesFlags
	cmd := &cobra.Command{
		Use:   "episodes [PATH...]",
		Short: "Serve episodes of tasks to trainers and agents: HTTP API, OpenEnv, MCP, NeMo-Gym",
		Long: `Serve episodes of tasks, by default the shipped ones, on one port:

  /v1/...                  our own API: make an episode, step, grade, close (/openapi.json describes it)
  /ws /reset /step ...     OpenEnv, over a WebSocket or HTTP
  /mcp/TOKEN               MCP (streamable HTTP) for the agent of one episode; TOKEN comes with the episode
  /seed_session /verify    NeMo-Gym's resources server
  /metrics /healthz        for operators

An agent's token lets it call its episode's tools; grading, facts and solution are out of its reach. Beyond loopback the trainer's side
must show a token: write it to a file (--token-file) or $COWORKENV_TOKEN. ctrl-C lets running episodes end (--drain), a second one stops at once.`,
		Example: `  coworkenv serve episodes
  coworkenv serve episodes my-library --port 9000 --reward dense
  coworkenv serve episodes --host 0.0.0.0 --token-file token.txt --max-episodes 1000`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := f.options(d, cmd.Flag("reward").Value.String())
			if err != nil {
				return err
			}
			e, err := d.engine()
			if err != nil {
				return err
			}
			tasks, err := e.Open(args...)
			if err != nil {
				return err
			}
			return listenOnline(cmd.Context(), d, e.Online(tasks, opts), net.JoinHostPort(f.host, strconv.Itoa(f.port)), len(tasks))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.host, "host", "127.0.0.1", "`ADDRESS` to listen on")
	flags.IntVar(&f.port, "port", 8080, "`PORT` to listen on; 0 takes a free one")
	flags.StringVar(&f.tokenFile, "token-file", "", "`FILE` with the token that trainers must show (default $COWORKENV_TOKEN, else none on loopback)")
	flags.String("reward", "sparse", "`WHEN` steps are rewarded unless an episode says otherwise: sparse (at the end) or dense (each by what it added)")
	countVar(flags, &f.open, "max-episodes", 10000, 1, "refuse more than `N` episodes open at once with 429")
	flags.DurationVar(&f.idle, "idle", 15*time.Minute, "close an episode left alone for `TIME`")
	flags.DurationVar(&f.hard, "longest", 2*time.Hour, "end an episode after `TIME`")
	flags.DurationVar(&f.drain, "drain", 10*time.Second, "`TIME` that running episodes have once the server is told to stop")
	flags.StringVar(&f.replica, "replica", "", "`NAME` put before every episode's id, so that a balancer can find its server")
	return cmd
}

func (f *episodesFlags) options(d *Deps, reward string) (serve.OnlineOptions, error) {
	if f.idle <= 0 || f.hard <= 0 || f.drain < 0 {
		return serve.OnlineOptions{}, fault.New(fault.Usage, "--idle and --longest have to be above 0, --drain at least 0")
	}
	opts := serve.OnlineOptions{Limits: serve.SessionLimits{Open: f.open, Idle: f.idle, Hard: f.hard, Replica: f.replica},
		Dense: reward == "dense", Drain: f.drain, Version: buildVersion().Version}
	if reward != "dense" && reward != "sparse" {
		return opts, fault.New(fault.Usage, "--reward is %q", reward).WithHint("give sparse or dense")
	}
	if strings.Contains(f.replica, ".") || strings.ContainsAny(f.replica, "/ ") {
		return opts, fault.New(fault.Usage, "--replica is %q", f.replica).WithHint("use letters, digits, - and _")
	}
	opts.Token = strings.TrimSpace(d.Env(tokenEnv))
	if f.tokenFile != "" {
		data, err := os.ReadFile(f.tokenFile)
		if err != nil {
			return opts, fault.Wrap("", err, "read --token-file")
		}
		if opts.Token = strings.TrimSpace(string(data)); opts.Token == "" {
			return opts, fault.New(fault.Invalid, "the token file is empty").WithHint("write a long random text to it")
		}
	}
	if opts.Token == "" && !loopback(f.host) {
		return opts, fault.New(fault.Denied, "%s is no loopback address, and there is no token", f.host).
			WithHint("give --token-file FILE or $%s; without one anybody there could act and grade", tokenEnv)
	}
	return opts, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// onlineDoc says where a server listens.
type onlineDoc struct {
	URL   string `json:"url"`
	Tasks int    `json:"tasks"`
}

func listenOnline(ctx context.Context, d *Deps, server *serve.Online, addr string, tasks int) error {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fault.Wrap(fault.Conflict, err, "listen on %s", addr).WithHint("choose another --port; 0 takes a free one")
	}
	p := d.printer()
	doc := onlineDoc{"http://" + l.Addr().String(), tasks}
	if err := p.emit(doc, func() {
		p.say("%s  %d tasks", doc.URL, doc.Tasks)
		p.note("ctrl-C stops")
	}); err != nil {
		l.Close() //nolint:errcheck // the first failure counts
		return err
	}
	err = server.Serve(ctx, l)
	if ctx.Err() != nil && fault.KindOf(err) == fault.Canceled {
		return nil // being stopped is how serving ends
	}
	return err
}
