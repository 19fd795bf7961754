package engine

import (
	"context"
	"encoding/json"
	"errors"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// exportTask is what all records of a task share.
type exportTask struct {
	digest      string
	about       export.Task
	certificate string
	root        string
	scenario    string
	out         *export.Exclusion // why its trials cannot be written
}

// exportTask describes a task as the workspace keeps it. One that cannot be opened is no failure:
// its trials are left out and counted.
func (w *Workspace) exportTask(ctx context.Context, digest string, lines *lineages) (*exportTask, error) {
	t := &exportTask{digest: digest}
	row, err := w.Store.Task(ctx, digest)
	if fault.KindOf(err) == fault.NotFound || errors.Is(err, store.ErrDamaged) {
		t.out = &export.Exclusion{Code: export.NoTask, Detail: err.Error()}
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	parsed, problems := task.Parse(row.ID+"/"+task.FileName, row.Source)
	if problems.Err() == nil {
		var bound *task.Bound
		var more task.Problems
		if bound, more = task.Bind(parsed, w.Catalog); bound != nil {
			t.about.Tools = export.NewToolset(bound.Image.Offered())
		}
		problems = append(problems, more...)
	}
	if err := problems.Err(); err != nil {
		t.out = &export.Exclusion{Code: export.NoTask, Detail: row.ID + ": " + err.Error()}
		return t, nil
	}
	p := parsed.Provenance
	t.about.Family, t.about.Language, t.about.Generator = row.Family, row.Language, p.Generator
	t.about.URL, t.about.License, t.about.Attribution, t.about.Parents = p.SourceURL, p.License, p.Attribution, p.Parents
	standing, err := w.gateStanding(ctx, &row)
	if err != nil {
		return nil, err
	}
	if standing.holds() {
		t.certificate = standing.cert.Digest
	}
	if t.root, err = lines.rootOf(ctx, row.ID, p); err != nil {
		return nil, err
	}
	t.scenario = t.root
	if place, made := synth.PlaceOf(parsed); made {
		t.scenario = place.Scenario
	}
	return t, nil
}

// exportUnit writes one trial or one pair. The error is an *export.Exclusion where it is no row.
func (w *Workspace) exportUnit(ctx context.Context, j *exportJob, in *exportInput, o *ExportOptions) (*export.Written, error) {
	if j.task.out != nil && !j.imported {
		return nil, j.task.out
	}
	t, err := w.exportTrial(ctx, j, j.trial, j.row)
	if err != nil {
		return nil, err
	}
	r, lost, err := export.Build(t, &o.Options)
	if err != nil {
		return nil, err
	}
	var written *export.Written
	if j.rejected == "" {
		written, err = export.Render(r, t, &o.Options)
	} else {
		written, err = w.exportPair(ctx, j, r, in, o)
	}
	if err != nil {
		return nil, err
	}
	written.Lost.Add(lost)
	return written, nil
}

func (w *Workspace) exportPair(ctx context.Context, j *exportJob, chosen *export.Record, in *exportInput, o *ExportOptions) (*export.Written, error) {
	t, err := w.exportTrial(ctx, j, j.rejected, in.rows[j.rejected])
	if err != nil {
		return nil, err
	}
	rejected, lost, err := export.Build(t, &o.Options)
	if err != nil {
		return nil, err
	}
	written, err := export.RenderPair(&export.Pair{ID: j.id, Chosen: chosen, Rejected: rejected, Step: j.step, Split: j.split}, &o.Options)
	if err != nil {
		return nil, err
	}
	written.Lost.Add(lost)
	return written, nil
}

// exportTrial reads one trial whole. row is the selection's word on it, nil without a selection.
func (w *Workspace) exportTrial(ctx context.Context, j *exportJob, id string, row *curate.Row) (*export.Trial, error) {
	stored, err := w.Store.Trial(ctx, id)
	switch {
	case err == nil:
	case fault.KindOf(err) == fault.NotFound:
		return nil, &export.Exclusion{Code: export.Gone, Detail: id}
	case errors.Is(err, store.ErrDamaged):
		return nil, &export.Exclusion{Code: export.Unreadable, Detail: err.Error()}
	default:
		return nil, err
	}
	t := &export.Trial{Status: grade.Status(stored.Status), SHA256: det.SHA256Hex(stored.Trajectory), Task: &j.task.about, Split: j.split,
		Decision: j.decision, Certificate: j.task.certificate, Root: j.task.root, Scenario: j.task.scenario}
	if t.Trajectory, err = trace.DecodeSaid(stored.Trajectory); err != nil {
		return nil, &export.Exclusion{Code: export.Unreadable, Detail: id + ": " + err.Error()}
	}
	if err := json.Unmarshal(stored.ScoreBody, &t.Score); err != nil {
		return nil, &export.Exclusion{Code: export.Unreadable, Detail: id + ": the score: " + err.Error()}
	}
	if row == nil {
		return t, nil
	}
	t.Decision, t.Labels, t.Certificate, t.Root, t.Scenario = string(row.Decision), row.Labels, row.Certificate, row.Root, row.Scenario
	return t, row.Trim(t.Trajectory)
}
