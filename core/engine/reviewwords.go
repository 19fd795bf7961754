package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/store"
)

// noVerdict stands where nobody has decided.
const noVerdict = "none"

// Words is what reviewers say of one subject.
type Words struct {
	Decision string // the verdict that counts; none, accept, reject, flag or skip
	ID       string // of that decision
	By       string
	Reason   string
	Note     string
	At       time.Time
	Mine     string         // the last verdict of the one who asks, or none
	Others   []DecisionLine // the last verdict of each other reviewer, the latest first
	Differ   bool           // reviewers' last verdicts differ; who skips says nothing
}

// words reads what reviewers say of every subject.
func (w *Workspace) words(ctx context.Context, me string) (map[curate.Subject]Words, error) {
	past := map[curate.Subject][]store.Decision{}
	for d, err := range w.Store.Decisions(ctx) {
		if err != nil {
			return nil, err
		}
		s := curate.Subject{Kind: d.Kind, Digest: d.Digest}
		past[s] = append(past[s], d)
	}
	out := make(map[curate.Subject]Words, len(past))
	for s, list := range past {
		out[s] = sumUp(list, me)
	}
	return out, nil
}

// WordsOn reads what reviewers say of one subject now.
func (w *Workspace) WordsOn(ctx context.Context, kind, digest, me string, blind bool) (Words, error) {
	past, err := w.Store.DecisionHistory(ctx, kind, digest)
	return wordsOf(sumUp(past, me), blind), err
}

// lasting lists the verdicts of a history that were not undone, the oldest first.
func lasting(past []store.Decision) []store.Decision {
	undone := map[string]bool{}
	for _, d := range past {
		if d.IsUndo() {
			undone[d.Supersedes] = true
		}
	}
	out := slices.DeleteFunc(slices.Clone(past), func(d store.Decision) bool { return d.IsUndo() || undone[d.ID] })
	slices.SortFunc(out, func(a, b store.Decision) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// sumUp sums a history up; the latest verdict that was not undone is the one that counts.
func sumUp(past []store.Decision, me string) Words {
	out := Words{Decision: noVerdict, Mine: noVerdict}
	list := lasting(past)
	if len(list) == 0 {
		return out
	}
	now := list[len(list)-1]
	out.Decision, out.ID, out.By, out.Reason, out.Note, out.At = string(now.Verdict), now.ID, now.Reviewer, now.Reason, now.Note, now.CreatedAt
	heard := map[string]bool{}
	verdict := ""
	for _, d := range slices.Backward(list) {
		if heard[d.Reviewer] {
			continue
		}
		heard[d.Reviewer] = true
		if d.Reviewer == me {
			out.Mine = string(d.Verdict)
		} else {
			out.Others = append(out.Others, lineOf(d))
		}
		if d.Verdict == store.Skip {
			continue
		}
		out.Differ = out.Differ || verdict != "" && verdict != string(d.Verdict)
		verdict = string(d.Verdict)
	}
	return out
}

// wordsOf are the words as they are to be seen: blind leaves out what others said until the one
// who asks has decided. The zero Words are those on a subject that nobody decided about.
func wordsOf(w Words, blind bool) Words {
	if w.Decision == "" || blind && w.Mine == noVerdict {
		return Words{Decision: noVerdict, Mine: noVerdict}
	}
	return w
}

// ScoreText writes a score of whole millionths as people read it.
func ScoreText(millionths int64) string { return scoreText(millionths) }
