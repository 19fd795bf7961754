package cli

import (
	"io"
	"os"
	"path/filepath"

	"github.com/charmbracelet/x/term"

	"coworkenv.dev/coworkenv/core/det"
)

// Deps is what the commands take from outside, so that tests can replace it.
// One Deps serves one command tree: New binds the global flags to it.
type Deps struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	IsTTY  bool // Stdout is a terminal
	Width  int  // columns of that terminal, 0 when unknown
	Clock  det.Clock
	Env    func(name string) string
	Self   func() (string, error) // path of this program, to start it again; nil = it cannot be

	// onProgress takes the progress of long work instead of the terminal; nil = the terminal.
	onProgress func(done, total int, what string)

	opts       globals
	helpFailed error // why help could not be written

	running bool // a command's own code was reached: later errors are no usage errors
}

// globals are the flags that every command has.
type globals struct {
	json      bool
	quiet     bool
	noColor   bool
	workspace string
}

// System takes everything from the process.
func System() *Deps {
	d := &Deps{
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		IsTTY:  term.IsTerminal(os.Stdout.Fd()),
		Clock:  det.System(),
		Env:    os.Getenv,
		Self:   os.Executable,
	}
	if d.IsTTY {
		if width, _, err := term.GetSize(os.Stdout.Fd()); err == nil {
			d.Width = width
		}
	}
	return d
}

// workspace is the folder that holds the store: the flag, else
// COWORKENV_WORKSPACE, else .coworkenv in the working directory.
func (d *Deps) workspace() string {
	for _, dir := range []string{d.opts.workspace, d.Env("COWORKENV_WORKSPACE")} {
		if dir != "" {
			return filepath.Clean(dir)
		}
	}
	return ".coworkenv"
}

// errorWidth is the width that errors are wrapped at: that of the terminal where they go to one.
func (d *Deps) errorWidth() int {
	if !d.IsTTY || !isTerminal(d.Stderr) {
		return 0
	}
	return d.Width
}

// color tells whether output may carry colour: a terminal that shows it, and
// nobody who said no.
func (d *Deps) color() bool {
	return d.IsTTY && !d.opts.noColor && d.Env("NO_COLOR") == "" && d.Env("TERM") != "dumb"
}
