package engine

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// Judged is what came of a verdict on many subjects.
type Judged struct {
	Decisions []store.Decision
	Refused   []Refusal
}

// Refusal says why no verdict was recorded on a subject.
type Refusal struct{ Subject, Why string }

// judgeBatch is how many decisions are recorded at a time, so that other writers get their turn.
const judgeBatch = 500

// Judge records a verdict on each of the rows, whose names v need not repeat. Rows whose
// certificate speaks against judging are left out and told, unless v has a note. What is recorded
// is in the store when it is told.
func (w *Workspace) Judge(ctx context.Context, rows []*QueueRow, v Verdict, progress Progress) (*Judged, error) {
	out := &Judged{}
	why := map[string]string{} // by digest of the task
	var batch []store.Decision
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		done, err := w.Store.Decide(ctx, batch...)
		out.Decisions, batch = append(out.Decisions, done...), batch[:0]
		return err
	}
	for i, r := range rows {
		if ctx.Err() != nil {
			return out, fault.Wrap(fault.Canceled, ctx.Err(), "judge %d subjects", len(rows))
		}
		refused := ""
		if v.Note == "" && needsTrust(r.Kind, v.Verdict) {
			known, asked := why[r.TaskDigest]
			if !asked {
				var err error
				if known, err = w.distrust(ctx, r.TaskDigest); err != nil {
					return out, err
				}
				why[r.TaskDigest] = known
			}
			refused = known
		}
		if refused != "" {
			out.Refused = append(out.Refused, Refusal{r.Subject, refused})
			continue
		}
		batch = append(batch, store.Decision{Kind: r.Kind, Digest: r.Digest, Verdict: v.Verdict, Reason: v.Reason, Note: v.noteOf(), Reviewer: v.Reviewer})
		if len(batch) == judgeBatch {
			if err := flush(); err != nil {
				return out, err
			}
			progress.tell(i+1, len(rows), r.Task)
		}
	}
	return out, flush()
}

// needsTrust tells whether a verdict on a kind of subject presumes that the gate's word holds.
func needsTrust(kind string, v store.Verdict) bool {
	return v != store.Skip && (kind == store.KindTask || v == store.Accept)
}

// TakeBack undoes verdicts that were given, the last first, and returns how many. Errors: Conflict
// where somebody has decided anew since; what was undone before stays so.
func (w *Workspace) TakeBack(ctx context.Context, given []store.Decision, reviewer string) (n int, err error) {
	for i := len(given) - 1; i >= 0; i-- {
		d := given[i]
		now, counts, err := w.Store.CurrentDecision(ctx, d.Kind, d.Digest)
		if err != nil {
			return n, err
		}
		if !counts || now.ID != d.ID {
			why := "it was undone already"
			if counts {
				why = fmt.Sprintf("%s has decided since: %s", now.Reviewer, now.Verdict)
			}
			return n, fault.New(fault.Conflict, "the verdict on %s:%s is not taken back: %s", d.Kind, d.Digest, why).
				WithHint("`coworkenv review list --history %s:%s` shows what was decided", d.Kind, d.Digest)
		}
		if _, err := w.Store.Undo(ctx, d.Kind, d.Digest, reviewer, ""); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// noteOf is the note as it is recorded: with the spot check that the verdict is part of.
func (v *Verdict) noteOf() string {
	if v.Spot == "" {
		return v.Note
	}
	return strings.TrimSpace(spotTag(v.Spot) + " " + v.Note)
}
