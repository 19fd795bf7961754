package engine

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/importer"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
)

// Imported trials stand beside those that were run and count nowhere: they have no score and no task
// of ours. What ImportedEnd is to a list of trials, trace.Trajectory.Imported is to a trajectory.
const (
	ImportedEnd  = "imported"
	importRun    = "import"
	importedTask = "imported"
)

// keepImported stores transcripts that the scan has let pass. The same transcript is kept once.
func (w *Workspace) keepImported(ctx context.Context, from importer.Format, sum string, list []*trace.Trajectory, out *ImportedTrajectories) error {
	out.Run = det.ID("run_", "import", string(from), sum)
	settings, err := json.Marshal(map[string]any{"form": from, "sha256": sum, "trajectories": len(list)})
	if err != nil {
		return fault.Wrap(fault.Internal, err, "keep a transcript")
	}
	err = w.Store.CreateRun(ctx, store.Run{ID: out.Run, Kind: importRun, Settings: settings, Status: store.RunOpen})
	if err != nil && fault.KindOf(err) != fault.Conflict {
		return err
	}
	for i, t := range list {
		row, err := w.importedRow(out.Run, from, sum, i, t)
		if err != nil {
			return err
		}
		if _, err := w.Store.PutTrial(ctx, row); err != nil {
			return err
		}
		out.Kept = append(out.Kept, row.ID)
	}
	return w.Store.SetRunStatus(ctx, out.Run, store.RunDone)
}

// importedRow is a transcript as a trial that does not count.
func (w *Workspace) importedRow(run string, from importer.Format, sum string, i int, t *trace.Trajectory) (store.Trial, error) {
	item := det.ID("itm_", run, strconv.Itoa(i))
	kept := *t
	kept.Trial, kept.Item, kept.Group, kept.Imported = det.ID("tri_", item), item, "", string(from)
	kept.Task = trace.TaskRef{ID: importedTask, Digest: importedTask + ":" + sum}
	kept.Agent.Name = importedTask + "/" + t.Agent.Name
	kept.Attempt = i + 1
	if kept.Began.IsZero() {
		kept.Began = w.Clock.Now().UTC()
	}
	body, err := trace.Encode(&kept)
	if err != nil {
		return store.Trial{}, err
	}
	row := store.Trial{ID: kept.Trial, ItemID: item, RunID: run, TaskDigest: kept.Task.Digest, TaskID: importedTask, Agent: kept.Agent.Name, Model: kept.Agent.Model,
		Attempt: kept.Attempt, Status: store.TrialAborted, FailureClass: ImportedEnd, EndKind: string(kept.End.Kind), EndReason: ImportedEnd, Steps: len(kept.Steps),
		StartedAt: kept.Began, Duration: time.Duration(max(kept.Duration, 0)), Trajectory: body}
	for range kept.Calls {
		row.Calls++
	}
	for j := range kept.Steps {
		if u := kept.Steps[j].Usage; u != nil {
			row.Tokens += int64(u.Prompt + u.Completion)
		}
	}
	return row, nil
}
