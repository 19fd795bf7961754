package cli

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
)

func newServeModel(d *Deps) *cobra.Command {
	var script, recording, host string
	var port int
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Serve a scripted model to test agents and trainers against",
		Long: `Serve an OpenAI-compatible endpoint that answers from a script, or from the journal of an earlier run: chat completions, streamed and whole, and
the list of models. A script can wait, fail with any status, break the connection, and answer in the odd shapes of real endpoints;
docs/models.md describes it.`,
		Example: `  coworkenv serve model --script script.json
  coworkenv serve model --recording .coworkenv/models/journal --port 9001`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (script == "") == (recording == "") {
				return fault.New(fault.Usage, "give exactly one of --script and --recording")
			}
			e, err := d.engine()
			if err != nil {
				return err
			}
			endpoint, err := e.ScriptedModel(script, recording)
			if err != nil {
				return err
			}
			return serveModel(cmd.Context(), d, endpoint, net.JoinHostPort(host, strconv.Itoa(port)))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&script, "script", "", "`FILE` with the answers")
	flags.StringVar(&recording, "recording", "", "journal `PATH` (folder or file) to answer from")
	flags.StringVar(&host, "host", "127.0.0.1", "`ADDRESS` to listen on")
	flags.IntVar(&port, "port", 8001, "`PORT` to listen on; 0 takes a free one")
	return cmd
}

// modelDoc says where a scripted model listens.
type modelDoc struct {
	BaseURL string `json:"base_url"`
}

// drainModel is how long requests under way have once the endpoint is told to stop.
const drainModel = 5 * time.Second

func serveModel(ctx context.Context, d *Deps, endpoint http.Handler, addr string) error {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fault.Wrap(fault.Conflict, err, "listen on %s", addr).WithHint("choose another --port; 0 takes a free one")
	}
	p := d.printer()
	doc := modelDoc{"http://" + l.Addr().String() + "/v1"}
	if err := p.emit(doc, func() {
		p.say("%s", doc.BaseURL)
		p.note("ctrl-C stops")
	}); err != nil {
		l.Close() //nolint:errcheck // the first failure counts
		return err
	}
	server := &http.Server{Handler: endpoint, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return fault.Wrap(fault.Unavailable, err, "serve the model")
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainModel)
	defer cancel()
	if err := server.Shutdown(drain); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fault.Wrap("", err, "stop the model")
	}
	return nil // being stopped is how serving ends
}
