package engine

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// eachContent hands every task of the given digests, as the workspace keeps it, to each. One that
// it does not keep is passed over; one whose source is damaged has none. Sources are large, so that
// none is held longer than that.
func (w *Workspace) eachContent(ctx context.Context, digests map[string]bool, each func(row *store.Task) error) error {
	for _, digest := range slices.Sorted(maps.Keys(digests)) {
		row, err := w.Store.Task(ctx, digest)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if errors.Is(err, store.ErrDamaged) {
			err = nil
		}
		if err == nil {
			err = each(&row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// curateTasks finds out what curation needs to know of every task.
func (w *Workspace) curateTasks(ctx context.Context, digests map[string]bool) (map[string]*curate.Task, error) {
	oracle, err := w.oracleProofs(ctx)
	if err != nil {
		return nil, err
	}
	lines := lineages{w: w, root: map[string]string{}}
	out := make(map[string]*curate.Task, len(digests))
	return out, w.eachContent(ctx, digests, func(row *store.Task) error {
		origin, err := provenanceOf(row)
		if err != nil {
			return err
		}
		t := &curate.Task{ID: row.ID}
		if place, made := synth.PlaceOf(&task.Task{Provenance: origin}); made {
			t.Scenario = place.Scenario // else a person wrote it, or it was imported
		}
		if t.Root, err = lines.rootOf(ctx, row.ID, origin); err != nil {
			return err
		}
		out[row.Digest] = t
		return w.proof(ctx, row, oracle[row.Digest], t)
	})
}

func provenanceOf(row *store.Task) (task.Provenance, error) {
	var p task.Provenance
	if len(row.Provenance) == 0 {
		return p, nil
	}
	if err := json.Unmarshal(row.Provenance, &p); err != nil {
		return p, fault.Wrap(fault.Invalid, err, "read where task %s comes from", row.ID)
	}
	return p, nil
}

// lineages follows variants to the task that they all come from.
type lineages struct {
	w    *Workspace
	root map[string]string // by task id
}

// rootOf is the id of the first ancestor. A parent that the workspace does not keep is the last
// that is known; tasks that name one another in a circle have the least of their ids as root.
func (l *lineages) rootOf(ctx context.Context, id string, p task.Provenance) (string, error) {
	path := []string{id}
	root := id
	for len(p.Parents) > 0 {
		parent := p.Parents[0]
		if known := l.root[parent]; known != "" {
			root = known
			break
		}
		if at := slices.Index(path, parent); at >= 0 {
			root = slices.Min(path[at:])
			break
		}
		path, root = append(path, parent), parent
		row, err := l.w.Store.CurrentTask(ctx, parent)
		if fault.KindOf(err) == fault.NotFound {
			break
		}
		if err == nil || errors.Is(err, store.ErrDamaged) { // where it comes from stands beside the source
			p, err = provenanceOf(&row)
		}
		if err != nil {
			return "", err
		}
	}
	for _, on := range path {
		l.root[on] = root
	}
	return root, nil
}

// oracleProofs tells of the tasks on which the oracle has trials whether one passed.
func (w *Workspace) oracleProofs(ctx context.Context) (map[string]curate.Proof, error) {
	q, err := query.Parse("agent:oracle status:scored", store.TrialSchema())
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "look for the oracle's trials")
	}
	out := map[string]curate.Proof{}
	for row, err := range w.Store.Trials(ctx, store.TrialsOf{Where: q}) {
		if err != nil {
			return nil, err
		}
		switch {
		case row.Pass:
			out[row.TaskDigest] = curate.Solved
		case out[row.TaskDigest] == curate.Unproven:
			out[row.TaskDigest] = curate.Unsolved
		}
	}
	return out, nil
}

// proof notes the certificate that holds, or else what the oracle's trials or a refusal of the
// gate say.
func (w *Workspace) proof(ctx context.Context, row *store.Task, oracle curate.Proof, t *curate.Task) error {
	standing, err := w.gateStanding(ctx, row)
	if err != nil {
		return err
	}
	switch {
	case standing.holds():
		t.Certificate, t.Proof = standing.cert.Digest, curate.Solved
	case oracle != curate.Unproven:
		t.Proof = oracle
	case standing.refused:
		t.Proof = curate.Unsolved
	}
	return nil
}

// standing is what the gate says of one content of a task.
type standing struct {
	cert    *gate.Certificate // nil = none
	refused bool              // the gate found errors
	stale   string            // why the certificate does not hold, "" = it does
}

func (s *standing) holds() bool { return s.cert != nil && s.stale == "" }

// gateStanding looks for the certificate in the workspace, then in the folder that the task was read
// from.
func (w *Workspace) gateStanding(ctx context.Context, row *store.Task) (standing, error) {
	kept, err := w.Store.Certificate(ctx, row.Digest)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return w.standingOnDisk(row), nil
	case err != nil:
		return standing{}, err
	case !kept.Passed:
		return standing{refused: true}, nil
	}
	var s standing
	if err := json.Unmarshal(kept.Body, &s.cert); err != nil || s.cert == nil {
		return standing{}, fault.Wrap(fault.Invalid, err, "read the certificate of %s", row.ID)
	}
	s.stale = s.cert.Stale(w.gate(), row.Digest)
	if s.stale == "" && kept.Stale {
		s.stale = "the versions that it was made with have changed"
	}
	return s, nil
}

func (w *Workspace) standingOnDisk(row *store.Task) standing {
	if info, err := os.Stat(row.Path); err != nil || !info.IsDir() {
		return standing{}
	}
	c, why := certificateIn(row.Path)
	if why != "" {
		return standing{} // none that could be read: as if there were none
	}
	return standing{cert: c, stale: c.Stale(w.gate(), row.Digest)}
}
