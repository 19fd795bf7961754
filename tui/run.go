package tui

import (
	"context"
	"os"

	"coworkenv.dev/coworkenv/tui/term"
)

// Run runs the workbench on a terminal until the person leaves it, and returns the session to
// keep.
func Run(ctx context.Context, o Options, in, out *os.File) (Session, error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	o.Size = term.SizeOf(out)
	w, err := New(inner, o)
	if err != nil {
		return o.Session, err
	}
	first := w.Begin()
	err = term.Start(ctx, w, first, term.Options{In: in, Out: out, FPS: w.opts.Config.FPS, Mouse: w.mouse, Env: o.GetEnv})
	return w.Session(), err
}
