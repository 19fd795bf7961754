package engine

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// Workspace is an engine with a store to keep what it does.
type Workspace struct {
	*Engine
	Store *store.Store
}

// Workspace opens the workspace in a folder, making it where there is none.
func (e *Engine) Workspace(ctx context.Context, dir, version string) (*Workspace, error) {
	s, err := store.Open(ctx, dir, store.Options{Clock: e.Clock, Version: version})
	if err != nil {
		return nil, err
	}
	return &Workspace{e, s}, nil
}

// Existing opens a workspace that is there already, for reading.
func (e *Engine) Existing(ctx context.Context, dir string) (*Workspace, error) {
	s, err := store.Open(ctx, dir, store.Options{Clock: e.Clock, ReadOnly: true})
	if err != nil {
		return nil, err
	}
	return &Workspace{e, s}, nil
}

// Close closes the store.
func (w *Workspace) Close() error { return w.Store.Close() }

// saveTasks keeps the tasks' files, so that trials can be graded again without the library.
func (w *Workspace) saveTasks(ctx context.Context, tasks []*Loaded) error {
	var rows []store.Task
	for _, l := range tasks {
		if l.Task == nil || l.Problems.Err() != nil {
			continue
		}
		row, err := taskRow(l)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if err := w.Store.PutTasks(ctx, rows...); err != nil {
		return err
	}
	return w.keepCertificates(ctx, tasks)
}

func taskRow(l *Loaded) (store.Task, error) {
	t := l.Task
	provenance, err := json.Marshal(t.Provenance)
	if err != nil {
		return store.Task{}, fault.Wrap(fault.Internal, err, "keep task %s", t.ID)
	}
	state := store.TaskLoaded
	if t.Provenance.Generator == "import" {
		state = store.TaskImported
	}
	return store.Task{Digest: task.Digest(t), ID: t.ID, Title: t.Title, Family: string(t.Family), Language: t.Language,
		Difficulty: string(t.Difficulty), Services: t.Services, Capabilities: t.Capabilities, Request: strings.TrimSpace(t.Requests[0].Say),
		Path: l.Path, State: state, Source: t.File.Data, Provenance: provenance}, nil
}

// saveReport keeps the gate's word on a task.
func (w *Workspace) saveReport(ctx context.Context, r *gate.Report) error {
	if r.Digest == "" {
		return nil
	}
	c := store.Certificate{TaskDigest: r.Digest, Passed: r.Status == gate.Verified}
	if r.Difficulty != nil {
		c.Difficulty = string(r.Difficulty.Band)
	}
	var err error
	if r.Certificate != nil {
		var held store.Certificate
		held, err = certificateRow(r.Certificate)
		c.Body, c.Versions = held.Body, held.Versions
	}
	var findings []store.Finding
	for _, f := range r.Findings {
		evidence, bad := json.Marshal(f.Evidence)
		if bad != nil {
			err = bad
		}
		findings = append(findings, store.Finding{Round: string(f.Round), Code: string(f.Code), Severity: string(f.Severity),
			Path: f.Path, Message: f.Message, Hint: f.Hint, Evidence: evidence})
	}
	if err != nil {
		return fault.Wrap(fault.Internal, err, "keep the report on %s", r.TaskID)
	}
	return w.Store.PutCertificate(ctx, c, findings)
}

// saveTrial keeps a finished trial whole. stored is false where the item has one already, which
// stays as it was.
func (w *Workspace) saveTrial(ctx context.Context, run string, t *rollout.Trial) (stored bool, err error) {
	body, err := trace.Encode(t.Trajectory)
	if err != nil {
		return false, err
	}
	row := store.Trial{ID: t.ID, ItemID: t.Item.ID, RunID: run, TaskDigest: t.Item.TaskDigest, TaskID: t.Item.TaskID, Agent: t.Item.Agent,
		Model: t.Item.Model, Seed: t.Item.Seed, Attempt: t.Item.Attempt, GroupID: t.Item.Group, Status: store.TrialStatus(t.Status),
		EndKind: string(t.Trajectory.End.Kind), EndReason: t.Trajectory.End.Reason, Steps: len(t.Trajectory.Steps),
		StartedAt: t.Trajectory.Began, Duration: time.Duration(t.Trajectory.Duration), Trajectory: body}
	for range t.Trajectory.Calls {
		row.Calls++
	}
	for i := range t.Trajectory.Steps {
		if u := t.Trajectory.Steps[i].Usage; u != nil {
			row.Tokens += int64(u.Prompt + u.Completion)
		}
	}
	if s := t.Score; s != nil {
		row.Completion, row.Safety, row.Score, row.Pass = int64(s.Completion), int64(s.Safety), int64(s.Score), s.Pass
		if s.Robustness != nil {
			m := int64(*s.Robustness*float64(grade.One) + 0.5)
			row.Robustness = &m
		}
		if row.ScoreBody, err = json.Marshal(s); err != nil {
			return false, fault.Wrap(fault.Internal, err, "keep the score of %s", t.ID)
		}
	}
	if t.Failure != nil {
		row.FailureClass = string(t.Failure.Class)
	}
	return w.Store.PutTrial(ctx, row)
}
