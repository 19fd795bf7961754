package cli

import (
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
