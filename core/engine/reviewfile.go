package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/value"
)

// decisionFormat is the number of the line's format.
const decisionFormat = 1

// Bounds of a file of decisions.
const (
	mostDecisionLine = 1 << 20
	mostDecisions    = 5_000_000
)

// DecisionLine is one decision as text: a line of its own, with an id that is derived from the
// rest, so that files of several people merge as sets of lines.
type DecisionLine struct {
	Format     int       `json:"v"`
	ID         string    `json:"id"`
	Kind       string    `json:"kind"`
	Digest     string    `json:"digest"`
	Verdict    string    `json:"verdict"` // accept, reject, flag, skip; undo takes back the one it supersedes
	Reviewer   string    `json:"reviewer"`
	At         time.Time `json:"at"`
	Reason     string    `json:"reason,omitempty"`
	Note       string    `json:"note,omitempty"`
	Supersedes string    `json:"supersedes,omitempty"`
	Settles    []string  `json:"settles,omitempty"`
}

func lineOf(d store.Decision) DecisionLine {
	return DecisionLine{decisionFormat, d.ID, d.Kind, d.Digest, string(d.Verdict), d.Reviewer, d.CreatedAt.UTC(), d.Reason, d.Note, d.Supersedes, d.Settles}
}

// DecisionLines are decisions as text.
func DecisionLines(list []store.Decision) []DecisionLine {
	out := make([]DecisionLine, len(list))
	for i, d := range list {
		out[i] = lineOf(d)
	}
	return out
}

func (l *DecisionLine) decision() store.Decision {
	return store.Decision{ID: l.ID, Kind: l.Kind, Digest: l.Digest, Verdict: store.Verdict(l.Verdict), Reason: l.Reason, Note: l.Note, Reviewer: l.Reviewer,
		CreatedAt: l.At, Supersedes: l.Supersedes, Settles: l.Settles}
}

func scoreText(millionths int64) string { return grade.Micros(millionths).String() }

// ExportReviews writes every decision, undone ones too, as JSON lines by id. Equal decisions give
// equal bytes in every workspace.
func (w *Workspace) ExportReviews(ctx context.Context, out io.Writer) (n int, err error) {
	buf := bufio.NewWriter(out)
	enc := json.NewEncoder(buf)
	for d, err := range w.Store.Decisions(ctx) {
		if err != nil {
			return n, err
		}
		if err := enc.Encode(lineOf(d)); err != nil {
			return n, fault.Wrap("", err, "write decision %s", d.ID)
		}
		n++
	}
	if err := buf.Flush(); err != nil {
		return n, fault.Wrap("", err, "write decisions")
	}
	return n, nil
}

// WriteReviews exports to a file, whole or not at all.
func (w *Workspace) WriteReviews(ctx context.Context, path string) (int, error) {
	var buf bytes.Buffer
	n, err := w.ExportReviews(ctx, &buf)
	if err != nil {
		return 0, err
	}
	return n, replaceFile(path, buf.Bytes())
}

// Imported is what an import of decisions came to.
type Imported struct {
	Read     int         `json:"read"`
	Added    int         `json:"added"`    // that were not there
	Disputed []ReviewRow `json:"disputed"` // subjects that reviewers disagree about now
}

// ImportReviews adds the decisions of a file, all or none; what is there already stays as it is.
// Disagreements are kept and told. Errors: Invalid with the line.
func (w *Workspace) ImportReviews(ctx context.Context, in io.Reader) (*Imported, error) {
	list, err := ReadDecisions(in)
	if err != nil {
		return nil, err
	}
	result := &Imported{Read: len(list)}
	if result.Added, err = w.Store.ImportDecisions(ctx, list); err != nil {
		return nil, err
	}
	result.Disputed, err = w.Reviews(ctx, ReviewFilter{Disputed: true})
	return result, err
}

// ReadDecisions reads what ExportReviews wrote, in any order and with lines that come twice, as
// merged files have them.
func ReadDecisions(r io.Reader) ([]store.Decision, error) {
	var out []store.Decision
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostDecisionLine)
	n := 0
	for lines.Scan() {
		n++
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		d, err := readDecision(text)
		if err == nil && len(out) == mostDecisions {
			err = fault.New(fault.Invalid, "there are more than %d decisions", mostDecisions).WithHint("import the file in parts")
		}
		if err != nil {
			return nil, fault.Wrap("", err, "read decisions, line %d", n)
		}
		out = append(out, d)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fault.Wrap(fault.Invalid, err, "read decisions, line %d", n+1).WithHint("a line has at most %d bytes; this is no file of decisions", mostDecisionLine)
	} else if err != nil {
		return nil, fault.Wrap("", err, "read decisions")
	}
	return out, nil
}

func readDecision(text []byte) (store.Decision, error) {
	for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
		if strings.HasPrefix(string(text), mark) {
			return store.Decision{}, fault.New(fault.Invalid, "the line is a mark of git: the merge was not finished").
				WithHint("delete the lines of marks and keep the decisions of both sides; `*.jsonl merge=union` in .gitattributes does so by itself")
		}
	}
	var l DecisionLine
	if err := value.Strictly(bytes.NewReader(text), &l); err != nil {
		return store.Decision{}, fault.Wrap(fault.Invalid, err, "read JSON").WithHint("each line is one decision, as `coworkenv review export` writes it")
	}
	if l.Format != decisionFormat {
		return store.Decision{}, fault.New(fault.Unsupported, "the line has format %d, want %d", l.Format, decisionFormat).WithHint("it was written by another version of this program: use that one")
	}
	return l.decision(), nil
}
