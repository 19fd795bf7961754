package engine

import (
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// Verdict is one decision on several subjects.
type Verdict struct {
	Subjects []string // task:ID, task:DIGEST, trial:ID, rule:RULE:keep:TRIAL, rule:RULE:drop:TRIAL; a trial's id or a task's alone
	Verdict  store.Verdict
	Reason   string
	Note     string // needed on a task whose certificate does not hold
	Reviewer string
	Spot     string // name of the spot check that it is part of; "" = none
}

// Review records a verdict on every subject, or on none. Errors: NotFound for a subject that is
// not there, Denied where a certificate speaks against judging and no note says why it is done
// all the same.
func (w *Workspace) Review(ctx context.Context, v Verdict) ([]store.Decision, error) {
	var list []store.Decision
	for _, name := range v.Subjects {
		s, err := w.subject(ctx, name)
		if err != nil {
			return nil, err
		}
		if err := w.mayJudge(ctx, s, &v); err != nil {
			return nil, fault.Wrap("", err, "%s", name)
		}
		list = append(list, store.Decision{Kind: s.Kind, Digest: s.Digest, Verdict: v.Verdict, Reason: v.Reason, Note: v.noteOf(), Reviewer: v.Reviewer})
	}
	return w.Store.Decide(ctx, list...)
}

// UndoReview takes back the verdict that counts on each subject. What was undone before an error
// stays so.
func (w *Workspace) UndoReview(ctx context.Context, subjects []string, reviewer, note string) ([]store.Decision, error) {
	var out []store.Decision
	for _, name := range subjects {
		s, err := w.subject(ctx, name)
		if err != nil {
			return out, err
		}
		d, err := w.Store.Undo(ctx, s.Kind, s.Digest, reviewer, note)
		if err != nil {
			return out, err
		}
		out = append(out, d)
	}
	return out, nil
}

// subject finds what a reviewer named.
func (w *Workspace) subject(ctx context.Context, name string) (curate.Subject, error) {
	kind, rest, _ := strings.Cut(name, ":")
	switch {
	case kind == store.KindTrial && rest != "":
		return w.trialSubject(ctx, rest)
	case kind == store.KindTask && rest != "":
		return w.taskSubject(ctx, rest)
	case kind == store.KindRule && rest != "":
		return w.ruleSubject(ctx, rest)
	case strings.HasPrefix(name, "tri_"):
		return w.trialSubject(ctx, name)
	}
	return w.taskSubject(ctx, name)
}

func (w *Workspace) trialSubject(ctx context.Context, id string) (curate.Subject, error) {
	if _, err := w.Store.Trial(ctx, id); err != nil {
		return curate.Subject{}, err
	}
	return curate.OfTrial(id), nil
}

// taskSubject takes an id, which means its current content, or the digest of any content.
func (w *Workspace) taskSubject(ctx context.Context, ref string) (curate.Subject, error) {
	row, err := w.Store.CurrentTask(ctx, ref)
	if fault.KindOf(err) == fault.NotFound {
		row, err = w.Store.Task(ctx, ref)
	}
	if fault.KindOf(err) == fault.NotFound {
		return curate.Subject{}, fault.New(fault.NotFound, "the workspace keeps no task %q", ref).
			WithHint("give the id or digest of a task that was run, trial:ID or rule:RULE:drop:TRIAL; `coworkenv review list --pending` lists what waits")
	}
	return curate.OfTask(row.Digest), err
}

func (w *Workspace) ruleSubject(ctx context.Context, rest string) (curate.Subject, error) {
	parts := strings.SplitN(rest, ":", 3)
	known := func(d curate.RuleDoc) bool { return d.Name == parts[0] }
	if len(parts) != 3 || parts[1] != "keep" && parts[1] != "drop" || !slices.ContainsFunc(curate.Rules(), known) {
		return curate.Subject{}, fault.New(fault.Usage, "rule:%s names no verdict of a rule", rest).
			WithHint("write rule:RULE:keep:TRIAL or rule:RULE:drop:TRIAL; `coworkenv curate explain TRIAL` shows rules and what they say")
	}
	if _, err := w.trialSubject(ctx, parts[2]); err != nil {
		return curate.Subject{}, err
	}
	return curate.OfRule(parts[0], parts[1] == "drop", parts[2]), nil
}

// mayJudge refuses a verdict on a task whose certificate is stale or failing, and the acceptance
// of its trials: their scores may be wrong. Whoever skips judges nothing, and a note says that the
// reviewer knows.
func (w *Workspace) mayJudge(ctx context.Context, s curate.Subject, v *Verdict) error {
	if v.Note != "" || v.Verdict == store.Skip || s.Kind != store.KindTask && v.Verdict != store.Accept {
		return nil
	}
	digest := s.Digest
	if s.Kind != store.KindTask {
		t, err := w.Store.Trial(ctx, s.Digest[strings.LastIndexByte(s.Digest, ':')+1:])
		if err != nil {
			return err
		}
		digest = t.TaskDigest
	}
	why, err := w.distrust(ctx, digest)
	if err != nil || why == "" {
		return err
	}
	return fault.New(fault.Denied, "no verdict: %s", why).
		WithHint("take the task through `coworkenv gate` and run its trials again, or say in --note why it is judged all the same")
}

// distrust says why the gate's word speaks against a task, or "" where it does not. A task that
// the gate never saw is not distrusted.
func (w *Workspace) distrust(ctx context.Context, digest string) (string, error) {
	row, err := w.Store.Task(ctx, digest)
	if fault.KindOf(err) == fault.NotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	s, err := w.gateStanding(ctx, &row)
	switch {
	case err != nil:
		return "", err
	case s.refused:
		return "the gate refused the task", nil
	case s.stale != "":
		return "its certificate is stale: " + s.stale, nil
	case s.cert != nil:
		return "", nil
	}
	versions, err := w.Store.TaskVersions(ctx, row.ID)
	for _, other := range versions {
		if other == digest {
			continue
		}
		if _, err := w.Store.Certificate(ctx, other); err == nil {
			return "its certificate is stale: the task has changed since", nil
		}
	}
	return "", err
}

// reviews reads the verdicts that count, for curation.
func (w *Workspace) reviews(ctx context.Context) (map[curate.Subject]curate.Review, error) {
	out := map[curate.Subject]curate.Review{}
	for o, err := range w.Store.Opinions(ctx, "") {
		if err != nil {
			return nil, err
		}
		d := o.Decision
		out[curate.Subject{Kind: d.Kind, Digest: d.Digest}] = curate.Review{ID: d.ID, Verdict: d.Verdict, Reviewer: d.Reviewer, Reason: d.Reason, Disputed: len(o.Against) > 0}
	}
	return out, nil
}
