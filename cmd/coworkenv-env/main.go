// Command coworkenv-env is what a task's container runs: the tool server of one episode, and the
// programs of oracle and verifier that Harbor brings in later.
//
// Invariant: it holds no task. Whoever has this program learns nothing of any solution.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // zones must be known in images without their own data

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/harbor"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

const usage = `coworkenv-env serve  --world DIR --record FILE [--listen ADDRESS] [--seed N]   serve the tools of one episode over MCP
coworkenv-env ready  --url URL [--wait TIME]                                  exit 0 once the server answers
coworkenv-env play   --script FILE --url URL                                  make the calls of a script
coworkenv-env verify --task DIR --record FILE --into DIR [--components]       grade a record
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "coworkenv-env:", err)
		if hint := fault.HintOf(err); hint != "" {
			fmt.Fprintln(os.Stderr, hint)
		}
		os.Exit(fault.ExitCode(err))
	}
}

// flags are those of all verbs.
type flags struct {
	world, record, listen, url, script, task, into string
	seed                                           uint64
	wait                                           time.Duration
	components                                     bool
}

func run(ctx context.Context, args []string, stderr io.Writer) error {
	if len(args) == 0 {
		return fault.New(fault.Usage, "a verb is missing").WithHint("%s", usage)
	}
	verbs := map[string]func(context.Context, flags) error{"serve": serve, "ready": ready, "play": play, "verify": verify}
	do := verbs[args[0]]
	if do == nil {
		return fault.New(fault.Usage, "there is no verb %q", args[0]).WithHint("%s", usage)
	}
	var f flags
	set := flag.NewFlagSet(args[0], flag.ContinueOnError)
	set.SetOutput(stderr)
	set.StringVar(&f.world, "world", "", "folder of the public half of the task")
	set.StringVar(&f.record, "record", "", "file of the record of calls")
	set.StringVar(&f.listen, "listen", harbor.Address, "address to listen on")
	set.Uint64Var(&f.seed, "seed", 1, "seed of everything random")
	set.StringVar(&f.url, "url", "", "where the server answers")
	set.DurationVar(&f.wait, "wait", 0, "how long to wait for it")
	set.StringVar(&f.script, "script", "", "file of calls")
	set.StringVar(&f.task, "task", "", "folder of the whole task")
	set.StringVar(&f.into, "into", "", "folder for the reward files")
	set.BoolVar(&f.components, "components", false, "write components beside the reward")
	if err := set.Parse(args[1:]); err != nil {
		return fault.Wrap(fault.Usage, err, "read the flags")
	}
	return do(ctx, f)
}

func serve(ctx context.Context, f flags) error {
	catalog, err := services.Catalog()
	if err != nil {
		return err
	}
	p, err := harbor.LoadWorld(f.world, catalog)
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", f.listen) // first: of two servers the second must not begin a record
	if err != nil {
		return fault.Wrap(fault.Conflict, err, "listen on %s", f.listen)
	}
	s, err := harbor.NewServer(p, harbor.ServerOptions{Seed: f.seed, Record: f.record, Clock: det.System()})
	if err != nil {
		return errors.Join(err, l.Close())
	}
	return s.Serve(ctx, l)
}

const (
	askEvery = 50 * time.Millisecond
	askFor   = 2 * time.Second
)

func ready(ctx context.Context, f flags) error {
	client := &http.Client{Timeout: askFor}
	waiting, cancel := context.WithTimeout(ctx, f.wait)
	defer cancel()
	for {
		err := ask(ctx, client, f.url)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(askEvery):
		case <-waiting.Done():
			return err
		}
	}
}

func ask(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return fault.Wrap(fault.Usage, err, "address %s", url)
	}
	resp, err := client.Do(req)
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "ask the server")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fault.New(fault.Unavailable, "the server answers %s", resp.Status)
	}
	return nil
}

func play(ctx context.Context, f flags) error {
	acts, err := harbor.ReadScript(f.script)
	if err != nil {
		return err
	}
	return harbor.Play(ctx, http.DefaultClient, f.url, acts)
}

func verify(ctx context.Context, f flags) error {
	v, err := verdict(ctx, f)
	if err != nil {
		return errors.Join(err, harbor.WriteMissing(f.into, err))
	}
	return harbor.WriteRewards(f.into, v, f.components)
}

func verdict(ctx context.Context, f flags) (*harbor.Verdict, error) {
	catalog, err := services.Catalog()
	if err != nil {
		return nil, err
	}
	checks, err := graders.Registry()
	if err != nil {
		return nil, err
	}
	whole, err := harbor.LoadTask(f.task, catalog, checks)
	if err != nil {
		return nil, err
	}
	r, err := harbor.ReadRecord(f.record)
	if err != nil {
		return nil, err
	}
	return harbor.Verify(ctx, whole, r)
}
