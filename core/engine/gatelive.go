package engine

import (
	"context"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// Named opens the one task that a shell calls by a name: a path, the id of a shipped task or, with
// a workspace, the id of a task that it keeps.
func (e *Engine) Named(ctx context.Context, w *Workspace, name string) (*Loaded, error) {
	l, err := e.One(name)
	if err == nil || w == nil || fault.KindOf(err) != fault.NotFound {
		return l, err
	}
	row, stored := w.Store.CurrentTask(ctx, name)
	if stored != nil {
		if fault.KindOf(stored) == fault.NotFound {
			return nil, err
		}
		return nil, stored
	}
	t, problems := task.Parse(row.ID+"/"+task.FileName, row.Source)
	l = &Loaded{Path: row.ID, Task: t, Problems: problems}
	l.Ready, l.Problems = episode.Lint(l.Task, l.Problems, e.Catalog, e.Checks)
	return l, nil
}

// OnDisk is the task's file on disk, "" where it has none: a shipped task, or one that only a
// workspace keeps.
func (l *Loaded) OnDisk() string {
	switch {
	case l.disk != "":
		return filepath.Join(l.disk, task.FileName)
	case l.Task != nil && (l.Task.File == nil || l.Task.File.Dir == ""):
		return ""
	}
	if info, err := os.Stat(l.Path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return l.Path
}

// Folder is the folder of the task on disk, where its certificate lies; "" where it has none.
func (l *Loaded) Folder() string { return l.disk }

// GateLive takes one task through the whole gate and tells what happens while it happens. tell is
// called on this goroutine. What it reports is what Gate reports without another process.
func (e *Engine) GateLive(ctx context.Context, l *Loaded, tell func(gate.Event)) (*gate.Report, error) {
	r, err := e.gate().Run(ctx, l.Task, l.Problems, gate.Options{Ready: l.Ready, Tell: tell})
	if r != nil && r.TaskID == "" {
		r.TaskID = l.ID()
	}
	return r, err
}

// GateRun makes the run of a recipe again, with its score and the reasons for it.
func (e *Engine) GateRun(ctx context.Context, l *Loaded, recipe gate.Recipe) (*gate.Replayed, error) {
	if _, err := l.Runnable(); err != nil {
		return nil, err
	}
	return e.gate().Replay(ctx, l.Task, recipe)
}

// CertificateState is how the certificate beside a task stands.
type CertificateState string

// The states.
const (
	CertificateFresh    CertificateState = "fresh"
	CertificateStale    CertificateState = "stale"
	CertificateMissing  CertificateState = "missing"
	CertificateHomeless CertificateState = "none" // the task has no folder on disk
)

// Standing tells how the certificate beside a task stands, with the reason where it is stale.
func (e *Engine) Standing(l *Loaded) (CertificateState, string) {
	if l.disk == "" {
		return CertificateHomeless, "the task has no folder on disk"
	}
	if _, err := os.Stat(filepath.Join(l.disk, CertificateFile)); err != nil {
		return CertificateMissing, "there is no certificate"
	}
	if why := e.Stale(l); why != "" {
		return CertificateStale, why
	}
	return CertificateFresh, ""
}

// CertifySaved is Certify for a report that was made a while ago: it is an error where the task
// was saved otherwise since.
func (e *Engine) CertifySaved(l *Loaded, r *gate.Report) (wrote bool, err error) {
	now, err := e.One(l.Path)
	if err != nil {
		return false, err
	}
	if now.Task != nil && r.Digest != "" && task.Digest(now.Task) != r.Digest {
		return false, fault.New(fault.Conflict, "%s was saved since the gate ran", r.TaskID).WithHint("run the gate again")
	}
	return e.Certify(l, r)
}
