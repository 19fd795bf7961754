package engine

import (
	"context"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

// ReviewRow is what counts about one subject.
type ReviewRow struct {
	DecisionLine
	Subject string         `json:"subject"`           // as a reviewer names it
	Task    string         `json:"task,omitempty"`    // id of the task, where it is one
	Against []DecisionLine `json:"against,omitempty"` // verdicts of other workspaces that differ and are not settled
}

// ReviewFilter narrows a list of reviews; empty fields do not.
type ReviewFilter struct {
	Kind     string
	Verdict  store.Verdict
	Reviewer string
	Disputed bool // only what reviewers disagree about
}

// Reviews lists the verdicts that count, by kind and digest.
func (w *Workspace) Reviews(ctx context.Context, f ReviewFilter) ([]ReviewRow, error) {
	out := []ReviewRow{}
	for o, err := range w.Store.Opinions(ctx, f.Kind) {
		if err != nil {
			return nil, err
		}
		if f.Verdict != "" && o.Verdict != f.Verdict || f.Reviewer != "" && o.Reviewer != f.Reviewer || f.Disputed && len(o.Against) == 0 {
			continue
		}
		row := ReviewRow{DecisionLine: lineOf(o.Decision), Subject: o.Kind + ":" + o.Digest}
		for _, d := range o.Against {
			row.Against = append(row.Against, lineOf(d))
		}
		if o.Kind == store.KindTask {
			if err := w.nameTask(ctx, &row); err != nil {
				return nil, err
			}
		}
		out = append(out, row)
	}
	return out, nil
}

func (w *Workspace) nameTask(ctx context.Context, row *ReviewRow) error {
	t, err := w.Store.Task(ctx, row.Digest)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	row.Task = t.ID
	return err
}

// ReviewHistory lists all entries on one subject, the oldest first.
func (w *Workspace) ReviewHistory(ctx context.Context, name string) ([]DecisionLine, error) {
	s, err := w.subject(ctx, name)
	if err != nil {
		return nil, err
	}
	past, err := w.Store.DecisionHistory(ctx, s.Kind, s.Digest)
	return DecisionLines(past), err
}

// PendingRow is a subject without a verdict.
type PendingRow struct {
	Subject string `json:"subject"`
	Task    string `json:"task"`
	What    string `json:"what"` // title of the task, or agent and outcome of the trial
}

// PendingReviews lists tasks or trials without a verdict, at most limit of them (0 = all).
func (w *Workspace) PendingReviews(ctx context.Context, kind, where string, limit int) ([]PendingRow, error) {
	out := []PendingRow{}
	undecided := func(schema query.Schema) (*query.Query, error) {
		if _, err := query.Parse(where, schema); err != nil { // alone, for its own positions in errors
			return nil, err
		}
		if where == "" {
			return query.Parse("decision:none", schema)
		}
		return query.Parse("decision:none ("+where+")", schema)
	}
	full := func() bool { return limit > 0 && len(out) == limit }
	switch kind {
	case store.KindTask:
		q, err := undecided(store.TaskSchema())
		if err != nil {
			return nil, err
		}
		for row, err := range w.Store.Tasks(ctx, q) {
			if err != nil || full() {
				return out, err
			}
			out = append(out, PendingRow{store.KindTask + ":" + row.ID, row.ID, row.Title})
		}
	case store.KindTrial:
		q, err := undecided(store.TrialSchema())
		if err != nil {
			return nil, err
		}
		for row, err := range w.Store.Trials(ctx, store.TrialsOf{Where: q}) {
			if err != nil || full() {
				return out, err
			}
			what := row.Agent + ": " + string(row.Status)
			if row.Status == store.TrialScored {
				what = row.Agent + ": score " + scoreText(row.Score)
			}
			out = append(out, PendingRow{store.KindTrial + ":" + row.ID, row.TaskID, what})
		}
	default:
		return nil, fault.New(fault.Usage, "what waits is listed by task or trial, not by %q", kind).WithHint("give --kind task or --kind trial; `coworkenv curate explain TRIAL` shows the verdicts of rules")
	}
	return out, nil
}
