package cli

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
)

func newReviewExport(d *Deps) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write every decision as text that merges in git",
		Long: `Write every decision, undone ones too, as JSON lines: one decision a line, sorted by ids that are the same in every workspace. Files of
several people are merged by keeping the lines of both; 'decisions.jsonl merge=union' in .gitattributes makes git do so.`,
		Example: `  coworkenv review export --out decisions.jsonl
  coworkenv review export | wc -l`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := canWrite(out); err != nil {
				return err
			}
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			if out == "" {
				_, err := w.ExportReviews(cmd.Context(), d.Stdout)
				return err
			}
			n, err := w.WriteReviews(cmd.Context(), out)
			if err != nil {
				return err
			}
			p := d.printer()
			doc := struct {
				Decisions int    `json:"decisions"`
				Path      string `json:"path"`
			}{n, out}
			return p.emit(doc, func() { p.say("%s in %s", plural(n, "decision"), clean(out)) })
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write to this `FILE`, whole or not at all, instead of standard output")
	return cmd
}

func newReviewImport(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE...",
		Short: "Add the decisions of other workspaces; what is there already stays as it is",
		Long: `Add the decisions of files that coworkenv review export wrote, merged ones too: lines may come in any order and twice. A file is added whole
or not at all, and again without effect. Where reviewers disagree both verdicts are kept; the later counts as it stands, curation leaves the
subject out until someone decides anew, and coworkenv review list --disputed shows it.`,
		Example: `  coworkenv review import decisions.jsonl
  coworkenv review import anna.jsonl ben.jsonl --json`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			w, err := d.writable(cmd.Context())
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, w.Close()) }()
			sum := &engine.Imported{Disputed: []engine.ReviewRow{}}
			for _, name := range args {
				f, err := os.Open(name)
				if err != nil {
					return fault.Wrap("", err, "open %s", name).WithHint("give a file that `coworkenv review export` wrote")
				}
				one, err := w.ImportReviews(cmd.Context(), f)
				if err := errors.Join(err, f.Close()); err != nil {
					return fault.Wrap("", err, "import %s", name)
				}
				sum.Read, sum.Added, sum.Disputed = sum.Read+one.Read, sum.Added+one.Added, one.Disputed
			}
			p := d.printer()
			return p.emit(sum, func() {
				p.say("%s read, %d of them new", plural(sum.Read, "decision"), sum.Added)
				if len(sum.Disputed) > 0 {
					p.say("reviewers disagree about %s:", plural(len(sum.Disputed), "subject"))
					printReviews(p, sum.Disputed)
				}
			})
		},
	}
}
