package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
)

// finding is what one check of doctor saw. Err is set when the check failed.
type finding struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok, warning, failed
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitempty"`
	err    error
}

const (
	statusOK      = "ok"
	statusWarning = "warning"
	statusFailed  = "failed"
)

func passed(name, format string, args ...any) finding {
	return finding{Name: name, Status: statusOK, Detail: fmt.Sprintf(format, args...)}
}

func warned(name, hint, format string, args ...any) finding {
	return finding{Name: name, Status: statusWarning, Detail: fmt.Sprintf(format, args...), Hint: hint}
}

func failed(name string, err error) finding {
	return finding{Name: name, Status: statusFailed, Detail: err.Error(), Hint: fault.HintOf(err), err: err}
}

// doctorChecks lists what doctor looks at. A check changes nothing that stays.
func doctorChecks(d *Deps) []func(context.Context) finding {
	return []func(context.Context) finding{
		func(context.Context) finding { return checkTerminal(d) },
		func(context.Context) finding { return checkTimeZones() },
		func(context.Context) finding { return checkWorkspace(d.workspace()) },
		func(ctx context.Context) finding { return checkStore(ctx, d) },
		func(context.Context) finding { return checkDisk(d.workspace(), freeBytes) },
	}
}

func newDoctor(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:     "doctor",
		Short:   "Check that this machine can run CoworkEnv",
		Long:    "Check the terminal, the time zone data, the workspace folder and the disk. Nothing is changed. The exit status is that of the first check that failed; warnings do not count.",
		GroupID: groupAbout,
		Example: `  coworkenv doctor
  coworkenv doctor --workspace /srv/coworkenv --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var findings []finding
			var errs []error
			for _, check := range doctorChecks(d) {
				f := check(cmd.Context())
				findings = append(findings, f)
				if f.err != nil {
					errs = append(errs, f.err)
				}
			}
			return errors.Join(printFindings(d.printer(), findings), errors.Join(errs...))
		},
	}
}

func printFindings(p *printer, findings []finding) error {
	doc := struct {
		OK     bool      `json:"ok"`
		Checks []finding `json:"checks"`
	}{OK: true, Checks: findings}
	rows := make([][]string, 0, len(findings))
	for _, f := range findings {
		doc.OK = doc.OK && f.err == nil
		rows = append(rows, []string{f.Name, f.Status, f.Detail})
	}
	return p.emit(doc, func() {
		p.table([]column{{title: "check"}, {title: "status", tint: statusTint}, {title: "detail", flex: true}}, rows)
		for _, f := range findings {
			if f.Status == statusWarning && f.Hint != "" {
				p.say("%s: %s", f.Name, clean(f.Hint))
			}
		}
	})
}

func statusTint(status string) tint {
	switch status {
	case statusOK:
		return good
	case statusWarning:
		return warn
	}
	return bad
}

func checkTerminal(d *Deps) finding {
	const name = "terminal"
	term, color := d.Env("TERM"), "colour"
	if !d.color() {
		color = "no colour"
	}
	switch {
	case !d.IsTTY:
		return passed(name, "standard output is not a terminal; plain output")
	case term == "" || term == "dumb":
		return warned(name, "set TERM to what the terminal is, for example xterm-256color", "TERM is %q; plain output", term)
	case d.Width > 0 && d.Width < 60:
		return warned(name, "widen the window to 60 columns or more", "%s, %d columns, %s", term, d.Width, color)
	}
	return passed(name, "%s, %d columns, %s", term, d.Width, color)
}

// checkStore opens the workspace's store for reading and counts what it holds.
func checkStore(ctx context.Context, d *Deps) finding {
	const name = "store"
	w, err := d.existing(ctx)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return passed(name, "none yet; the first run makes one")
	case err != nil:
		return failed(name, err)
	}
	defer w.Close()
	n, err := w.Store.CountTasks(ctx, nil)
	if err != nil {
		return failed(name, err)
	}
	if notes := w.Store.Notes(); len(notes) > 0 {
		return warned(name, "see docs/ARCHITECTURE.md", "%s, %s", plural(n, "task"), notes[0])
	}
	return passed(name, "%s", plural(n, "task"))
}

// checkTimeZones loads zones that tasks use, one with and one without summer
// time; the program carries the data for machines that have none.
func checkTimeZones() finding {
	const name = "time zones"
	for _, zone := range []string{"Europe/Berlin", "Asia/Shanghai"} {
		if _, err := time.LoadLocation(zone); err != nil {
			return failed(name, fault.Wrap(fault.Internal, err, "load time zone").WithHint("this build lacks its time zone data; install the system's tzdata"))
		}
	}
	return passed(name, "available")
}

// checkWorkspace tries to write where the workspace is or would be made.
func checkWorkspace(dir string) finding {
	const name = "workspace"
	place, err := nearestFolder(dir)
	if err != nil {
		return failed(name, fault.Wrap("", err, "look at workspace").WithHint("give a folder with --workspace or COWORKENV_WORKSPACE"))
	}
	probe, err := os.CreateTemp(place, ".coworkenv-doctor-*")
	if err != nil {
		return failed(name, fault.Wrap("", err, "write in workspace").WithHint("choose a folder you may write to with --workspace or COWORKENV_WORKSPACE"))
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return failed(name, fault.Wrap("", err, "clear up in workspace"))
	}
	if abs, err := filepath.Abs(dir); err != nil || place != abs {
		return passed(name, "%s does not exist yet and can be made", dir)
	}
	return passed(name, "%s is writable", dir)
}

// nearestFolder is dir, or the first folder above it that exists.
func nearestFolder(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir():
			return dir, nil
		case err == nil:
			return "", fault.New(fault.Conflict, "%s is a file, not a folder", dir)
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
		if filepath.Dir(dir) == dir {
			return "", err
		}
		dir = filepath.Dir(dir)
	}
}

const (
	mebibyte    = 1 << 20
	leastDisk   = 64 * mebibyte
	comfortDisk = 1024 * mebibyte
)

// checkDisk looks at the space left for the workspace.
func checkDisk(dir string, free func(string) (uint64, error)) finding {
	const name, hint = "disk", "free some space or choose another disk with --workspace"
	place, err := nearestFolder(dir)
	if err != nil {
		return failed(name, fault.Wrap("", err, "look at disk"))
	}
	bytes, err := free(place)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return passed(name, "free space is not known on %s", runtime.GOOS)
	case err != nil:
		return failed(name, fault.Wrap("", err, "look at disk"))
	case bytes < leastDisk:
		return failed(name, fault.New(fault.Exhausted, "%d MiB free", bytes/mebibyte).WithHint(hint))
	case bytes < comfortDisk:
		return warned(name, hint, "%d MiB free", bytes/mebibyte)
	}
	return passed(name, "%.1f GiB free", float64(bytes)/(1024*mebibyte))
}
