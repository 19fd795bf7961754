package cli

import (
	"context"
	"fmt"
	"os"

	"coworkenv.dev/coworkenv/cmd/internal/app"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
)

// engine builds the engine once a command needs it, so that help and version stay quick.
func (d *Deps) engine() (*engine.Engine, error) { return app.New(d.Clock) }

// progress shows how far a long verb is, on standard error: one line that is written over on a
// terminal, a line for every tenth elsewhere. quiet and --json show nothing.
func (d *Deps) progress(verb string) (tell engine.Progress, end func()) {
	if d.onProgress != nil {
		return d.onProgress, func() {}
	}
	if d.opts.quiet || d.opts.json {
		return nil, func() {}
	}
	live := d.Env("TERM") != "dumb" && isTerminal(d.Stderr)
	shown, lastTenth := false, 0
	tell = func(done, total int, what string) {
		switch {
		case live:
			shown = true
			fmt.Fprintf(d.Stderr, "\r\x1b[K%s %d/%d %s", verb, done, total, clean(what))
		case total > 0 && done*10/total > lastTenth:
			lastTenth = done * 10 / total
			fmt.Fprintf(d.Stderr, "%s %d/%d\n", verb, done, total)
		}
	}
	return tell, func() {
		if shown {
			fmt.Fprint(d.Stderr, "\r\x1b[K")
		}
	}
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// existing opens the workspace for reading; it must be there.
func (d *Deps) existing(ctx context.Context) (*engine.Workspace, error) {
	e, err := d.engine()
	if err != nil {
		return nil, err
	}
	w, err := e.Existing(ctx, d.workspace())
	if fault.KindOf(err) == fault.NotFound {
		err = fault.Wrap(fault.NotFound, err, "").WithHint("`coworkenv run` or `coworkenv demo` makes one; name another with --workspace DIR")
	}
	return w, err
}

// named opens the task of a path or an id, of the shipped ones or of those that the workspace
// keeps, where there is one.
func (d *Deps) named(ctx context.Context, name string) (*engine.Loaded, error) {
	e, err := d.engine()
	if err != nil {
		return nil, err
	}
	l, err := e.One(name)
	if fault.KindOf(err) != fault.NotFound {
		return l, err
	}
	w, none := e.Existing(ctx, d.workspace())
	if none != nil {
		return nil, err // and without a workspace there is nowhere else to look
	}
	l, err = e.Named(ctx, w, name)
	if closed := w.Close(); err == nil && closed != nil {
		return nil, closed
	}
	return l, err
}

// stopped words a cancellation: that it was one, and in the hint what is kept and how to go on.
func stopped(err error, hint string, args ...any) error {
	if fault.KindOf(err) != fault.Canceled {
		return err
	}
	return fault.Wrap(fault.Canceled, err, "stopped early").WithHint(hint, args...)
}
