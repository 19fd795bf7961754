package cli

import (
	"context"
	"fmt"
	"os"

	"coworkenv.dev/coworkenv/cmd/internal/app"
	"coworkenv.dev/coworkenv/core/engine"
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
	return e.Existing(ctx, d.workspace())
}
