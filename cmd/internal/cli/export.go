package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
)

const exportLong = `Write trials as a data set for training: the files, a card that declares splits and columns, settings for the trainer, and a manifest with
counts and digests. Trials come from a selection of coworkenv curate, in its splits, or from a query: then passing ones are for training and
the others a split of their own. Only turns of the agent are trained on. A trial that the format cannot hold is left out and counted.

Texts are scanned for keys, for e-mail addresses outside of the domains reserved for examples, and for home folders; what is found stops the
export unless --allow says that it may leave. The folder appears whole or not at all, and equal trials give equal bytes.`

// exportFlags are the flags that need reading.
type exportFlags struct {
	format, arguments, reasoning, pairTurns, selection string
	allow                                              []string
}

func newExport(d *Deps) *cobra.Command {
	var o engine.ExportOptions
	var f exportFlags
	cmd := &cobra.Command{
		Use:     "export",
		Short:   "Write trials as training data",
		Long:    exportLong,
		GroupID: groupRuns,
		Example: `  coworkenv export --format trl --selection newest --into data-trl
  coworkenv export --format llamafactory --where 'agent:teacher' --into data-lf --explode-turns --mask-failed
  coworkenv export --format trl --parquet --into data-trl --license apache-2.0 --force`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.read(&o); err != nil {
				return err
			}
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			tell, end := d.progress("export")
			r, err := w.Export(cmd.Context(), o, tell)
			end()
			if err != nil {
				return stopped(err, "nothing was written; the same command begins anew")
			}
			p := d.printer()
			if o.Curated {
				if err := noteRefused(cmd.Context(), p, w, o.Selection); err != nil {
					return err
				}
			}
			return p.emit(r, func() { printExport(p, r) })
		},
	}
	cmd.AddCommand(newExportFormats(d), newExportHarbor(d), newExportRL(d))
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "", "`FORMAT` of the files: "+strings.Join(export.FormatNames(), ", ")+" (needed)")
	flags.StringVar(&o.Target.Into, "into", "", "`DIR` that the data set becomes (needed)")
	flags.StringVar(&f.selection, "selection", "", "`SELECTION` to write: its id, the beginning of it, a file, or newest")
	flags.StringVar(&o.Where, "where", "", "only trials that match the `QUERY`, in place of a selection")
	flags.BoolVar(&o.Target.Force, "force", false, "replace an export that is there; other folders are never replaced")
	flags.BoolVar(&o.Parquet, "parquet", false, "write Parquet in place of JSON lines")
	flags.StringVar(&f.arguments, "arguments", "", "write arguments of calls as `FORM`: object or string (default the format's)")
	flags.StringVar(&f.reasoning, "reasoning", "keep", "`WHAT` becomes of the agent's reasoning: keep or drop")
	flags.BoolVar(&o.MaskFailed, "mask-failed", false, "do not train on turns with a refused call; a record that is not there and an injected fault are no mistakes")
	flags.BoolVar(&o.Explode, "explode-turns", false, "one row for each trained turn, which is the last of the row and the only one trained on")
	flags.StringVar(&f.pairTurns, "pair-turns", "first", "`TURNS` of a preference: first (the one that differs) or all from there on, results included")
	flags.StringSliceVar(&f.allow, "allow", nil, "let `KIND` of finding leave: secret, email, path or all (may be repeated)")
	flags.StringVar(&o.License, "license", "", "`LICENCE` of trials whose task states none, e.g. apache-2.0 (default unknown)")
	flags.StringVar(&o.Target.Name, "name", "", "`NAME` of the data set (default that of the folder)")
	for _, name := range []string{"format", "into"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the flag is named above
		}
	}
	return cmd
}

// read turns words into options.
func (f *exportFlags) read(o *engine.ExportOptions) error {
	var err error
	if o.Format, err = export.FindFormat(f.format); err != nil {
		return err
	}
	if o.Target.Allow, err = export.ParseLeakKinds(f.allow); err != nil {
		return err
	}
	o.Arguments = export.Form(f.arguments)
	if o.DropReasoning, err = eitherOf("reasoning", f.reasoning, "keep", "drop"); err != nil {
		return err
	}
	if o.RestOfTrial, err = eitherOf("pair-turns", f.pairTurns, "first", "all"); err != nil {
		return err
	}
	o.Curated = f.selection != ""
	if f.selection != "newest" {
		o.Selection = f.selection
	}
	if o.Target.Name == "" {
		o.Target.Name = filepath.Base(filepath.Clean(o.Target.Into))
	}
	o.Target.Version = buildVersion().Version
	return nil
}

// eitherOf reads a flag of two words and reports whether it is the second.
func eitherOf(flag, got, first, second string) (bool, error) {
	if got != first && got != second {
		return false, fault.New(fault.Usage, "--%s is %q", flag, got).WithHint("give %s or %s", first, second)
	}
	return got == second, nil
}

// noteRefused tells of trials that people refused after the selection was made.
func noteRefused(ctx context.Context, p *printer, w *engine.Workspace, selection string) error {
	refused, err := w.RefusedSince(ctx, selection)
	if err != nil || len(refused) == 0 {
		return err
	}
	p.note("the selection keeps %s that reviewers rejected, flagged or disagree about since (%s); `coworkenv curate` makes a new one", plural(len(refused), "trial"), refused[0])
	return nil
}

func printExport(p *printer, r *export.Report) {
	rows := [][]string{}
	for _, s := range r.Splits {
		rows = append(rows, []string{string(s.Split), itoa(s.Units), itoa(s.Rows), itoa(s.Tokens)})
	}
	p.table([]column{{title: "split", flex: true}, {title: r.Unit + "s", right: true}, {title: "rows", right: true}, {title: r.TokensOf() + " (estimate)", right: true}}, rows)
	p.say("")
	p.say("%s in %s as %s, of %s looked at", plural(r.Rows(), "row"), clean(r.Into), r.Format, plural(r.Considered, r.Unit))
	if r.Turns > 0 {
		p.say("trained on %d of %s", r.Trained, plural(r.Turns, "turn"))
	}
	for _, c := range r.Excluded {
		p.say("  left out: %d, %s (%s)", c.Count, c.Text, clean(clip(c.Example, 120)))
	}
	for _, c := range r.Lost {
		p.say("  otherwise than recorded: %d, %s", c.Count, c.Text)
	}
	if r.Uncertified > 0 {
		p.say("  without a certificate of the task: %d; `coworkenv gate` hands them out", r.Uncertified)
	}
	for _, k := range export.LeakKinds() {
		if n := r.Leaks.Counts[k]; n > 0 {
			p.say("  let through by --allow %s: %d", k, n)
		}
	}
	if r.Selection == "" {
		p.note("without a selection nothing is split for validation or testing; `coworkenv curate` makes one")
	}
}

func newExportFormats(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "formats",
		Short: "List the formats of export",
		Example: `  coworkenv export formats
  coworkenv export formats --json`,
		RunE: func(*cobra.Command, []string) error {
			doc := []formatRow{}
			for _, f := range export.Formats() {
				row := formatRow{Name: f.Name, Doc: f.Doc, Marks: f.Flags, Parquet: !f.NoParquet && !f.PerTrial, Arguments: f.Forms}
				if row.Arguments == nil {
					row.Arguments = []export.Form{}
				}
				doc = append(doc, row)
			}
			p := d.printer()
			return p.emit(doc, func() { printFormats(p, doc) })
		},
	}
}

// formatRow is one format.
type formatRow struct {
	Name      string        `json:"name"`
	Doc       string        `json:"doc"`
	Marks     bool          `json:"turn_marks"` // a turn can be marked as not trained on
	Parquet   bool          `json:"parquet"`
	Arguments []export.Form `json:"arguments"` // the forms to choose from, the default first
}

func printFormats(p *printer, doc []formatRow) {
	var rows [][]string
	for _, f := range doc {
		forms := []string{}
		for _, a := range f.Arguments {
			forms = append(forms, string(a))
		}
		rows = append(rows, []string{f.Name, f.Doc, strings.Join(forms, ", "), yesNo(f.Marks), yesNo(f.Parquet)})
	}
	p.table([]column{{title: "format"}, {title: "what", flex: true}, {title: "arguments", drop: 2}, {title: "turn marks", drop: 1}, {title: "parquet", drop: 1}}, rows)
	p.say("%s", fmt.Sprint(plural(len(doc), "format"), "; turn marks: a turn can be marked as not trained on"))
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
