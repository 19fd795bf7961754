package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Main runs one command line and returns the exit status of the process; see
// fault.ExitCode for its meaning. The error, if any, is printed.
func Main(ctx context.Context, d *Deps, args []string) int {
	root := New(d)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	if !d.running && fault.KindOf(err) == fault.Internal {
		// Refused by cobra before any code of ours ran: wrong number of
		// arguments, a missing required flag.
		err = fault.Wrap(fault.Usage, err, "").WithHint("%s", usageOf(cmd))
	}
	if fault.KindOf(err) == fault.Canceled && fault.HintOf(err) == "" { // commands that keep something say what
		err = fault.Wrap(fault.Canceled, err, "").WithHint("the same command does all of it again")
	}
	asJSON := d.opts.json || slices.Contains(args, "--json") // flags may not have been read to the end
	printError(d.Stderr, err, asJSON, d.errorWidth())
	return fault.ExitCode(err)
}

// errorDoc is the JSON form of an error.
type errorDoc struct {
	Error  string     `json:"error"`
	Kind   fault.Kind `json:"kind"`
	Hint   string     `json:"hint,omitempty"`
	Exit   int        `json:"exit,omitempty"`
	Causes []errorDoc `json:"causes,omitempty"` // the parts of a joined error
}

// longestLine bounds what is told of one line: it may quote a whole file or argument.
const longestLine = 2000

// printError writes err for a person, wrapped at a width (0 = none), or as one JSON object. A failure to write
// to standard error has nowhere left to be told.
func printError(w io.Writer, err error, asJSON bool, width int) {
	if asJSON {
		doc := describe(err)
		doc.Exit = fault.ExitCode(err)
		raw, marshalErr := json.Marshal(doc)
		if marshalErr != nil {
			raw = []byte(`{"error":"the error cannot be written as JSON","kind":"internal","exit":1}`)
		}
		fmt.Fprintf(w, "%s\n", escapeJSON(raw))
		return
	}
	for _, part := range parts(err) {
		lines := strings.Split(part.Error(), "\n")
		for i, line := range lines {
			lines[i] = clip(clean(line), longestLine)
		}
		told := "error: " + strings.Join(lines, "\n  ")
		if hint := fault.HintOf(part); hint != "" {
			told += "\nhint: " + clip(clean(hint), longestLine)
		}
		fmt.Fprintln(w, wrapLines(told, width))
	}
}

func describe(err error) errorDoc {
	doc := errorDoc{Error: err.Error(), Kind: fault.KindOf(err), Hint: fault.HintOf(err)}
	if all := parts(err); len(all) > 1 {
		for _, part := range all {
			doc.Causes = append(doc.Causes, describe(part))
		}
	}
	return doc
}

// parts takes a joined error apart; any other error is its own only part.
func parts(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || strings.Join(messages(joined.Unwrap()), "\n") != err.Error() {
		return []error{err}
	}
	var out []error
	for _, e := range joined.Unwrap() {
		out = append(out, parts(e)...)
	}
	return out
}

func messages(errs []error) []string {
	out := make([]string, len(errs))
	for i, e := range errs {
		out[i] = e.Error()
	}
	return out
}
