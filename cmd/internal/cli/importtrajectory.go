package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/importer"
)

// trajectoryFlags are the flags of import trajectory.
type trajectoryFlags struct {
	from, out string
	mask      bool
	keep      bool
	atif      bool
	allow     []string
}

func newImportTrajectory(d *Deps) *cobra.Command {
	var f trajectoryFlags
	cmd := &cobra.Command{
		Use:   "trajectory FILE",
		Short: "Import transcripts of other agent programs as trajectories",
		Long: `Read a transcript of another agent program and write its trajectories to a new file, one JSON document a line: ours, or ATIF. Calls, results, their
order, what was said and what was reasoned come over; what does not is told. Branches that were given up are left out, and sub-agents and
the parts between compactions are trajectories of their own.

It is scanned first: with a secret, an address outside of the domains for examples or a home folder in it, nothing is written, unless
--mask puts it out of sight or --allow lets that kind stay.

With --keep they come into the workspace too: trials list, trials show and the workbench have them, marked as imported. They have no score, take
part in no mean, no selection and no reward, and an export counts them as left out.`,
		Example: `  coworkenv import trajectory session.jsonl --from claude-code --out imported.jsonl
  coworkenv import trajectory run.json --from openhands --out imported.jsonl --mask
  coworkenv import trajectory session.jsonl --from claude-code --keep
  coworkenv import trajectory chats.jsonl --from messages --out imported.atif.jsonl --atif`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runImportTrajectory(cmd.Context(), d, args[0], f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.from, "from", "", "`FORMAT` of the transcript: claude-code, stream-json, openhands, atif or messages (needed)")
	flags.StringVar(&f.out, "out", "", "new `FILE` to write to (needed without --keep)")
	flags.BoolVar(&f.keep, "keep", false, "keep the trajectories in the workspace, as imported trials that have no score")
	flags.BoolVar(&f.mask, "mask", false, "put secrets, addresses and home folders out of sight")
	flags.StringArrayVar(&f.allow, "allow", nil, "let findings of this `KIND` stay: secret, email, path or all (may be repeated)")
	flags.BoolVar(&f.atif, "atif", false, "write ATIF documents")
	if err := cmd.MarkFlagRequired("from"); err != nil {
		panic(err) // the flag is named above
	}
	cmd.MarkFlagsOneRequired("out", "keep")
	return cmd
}

func runImportTrajectory(ctx context.Context, d *Deps, file string, f trajectoryFlags) (err error) {
	from, err := importer.ParseFormat(f.from)
	if err != nil {
		return err
	}
	keep, err := export.ParseLeakKinds(f.allow)
	if err != nil {
		return err
	}
	if err := newFileFree(f.out); err != nil {
		return err
	}
	e, err := d.engine()
	if err != nil {
		return err
	}
	o := engine.TrajectoryImport{Path: file, From: from, Mask: f.mask, Keep: keep, ATIF: f.atif}
	if f.keep {
		if o.Into, err = e.Workspace(ctx, d.workspace(), buildVersion().Version); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, o.Into.Close()) }()
	}
	var written bytes.Buffer
	r, err := e.ImportTrajectory(ctx, o, &written)
	if r == nil {
		return err
	}
	if err == nil && f.out != "" {
		err = writeNewFile(f.out, written.Bytes())
	}
	return errors.Join(err, printImported(d.printer(), f.out, r, err == nil))
}

// newFileFree sees that a file can be written, "" for none, and is not there yet.
func newFileFree(name string) error {
	if _, err := os.Lstat(name); err == nil {
		return fault.New(fault.Conflict, "%s is there already", name).WithHint("name a new file with --out")
	}
	return canWrite(name)
}

func writeNewFile(name string, data []byte) error {
	to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return newFileFree(name) // someone else was faster
	}
	if err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	_, err = to.Write(data)
	if err = errors.Join(err, to.Close()); err != nil {
		return fault.Wrap("", errors.Join(err, os.Remove(name)), "write %s", name)
	}
	return nil
}

func printImported(p *printer, out string, r *engine.ImportedTrajectories, done bool) error {
	return p.emit(r, func() {
		if done {
			where := []string{}
			if out != "" {
				where = append(where, clean(out))
			}
			if r.Run != "" {
				where = append(where, "the workspace as "+r.Run)
			}
			p.say("%s with %s and %s in %s", plural(r.Trajectories, "trajectory"), plural(r.Steps, "step"), plural(r.Calls, "call"), strings.Join(where, " and "))
			if r.Run != "" {
				p.note("imported trials have no score and count nowhere; `coworkenv trials list --where run:%s` lists them", r.Run)
			}
		}
		for _, n := range r.Notes {
			p.note("%s", clean(n))
		}
		for i, l := range r.Leaks {
			if i == 20 {
				p.note("and %d more findings", len(r.Leaks)-i)
				break
			}
			p.note("%s in %s of %s: %s", l.Kind, clean(l.Where), clean(l.Trial), clean(l.Text))
		}
	})
}
