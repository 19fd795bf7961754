package engine

import (
	"context"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

// PrepareRollout makes a plan, or the manifest in a file, ready to run. A file that is not there is
// written. One that is there is what is run; where a plan is asked for too, both must be the same.
func (e *Engine) PrepareRollout(ctx context.Context, file string, plan *RolloutPlan, paths []string, load Progress) (*Rollout, error) {
	var held *rollout.Manifest
	if file != "" {
		m, err := rollout.OpenManifest(file)
		switch {
		case err == nil:
			held = m
		case fault.KindOf(err) != fault.NotFound || plan == nil:
			return nil, err
		}
	}
	if held != nil && plan == nil {
		return e.OpenRollout(ctx, held, rollout.Whole(), paths, load)
	}
	r, err := e.PlanRollout(ctx, *plan, load)
	switch {
	case err != nil || file == "":
		return r, err
	case held == nil:
		return r, r.WriteFile(file)
	case held.Digest != r.Digest:
		return nil, otherPlan(file, held, r.Manifest)
	}
	return r, nil
}

func otherPlan(file string, held, asked *rollout.Manifest) error {
	what := held.Differs(asked)
	if what == "" {
		what = "other tasks, or tasks that have changed"
	}
	return fault.New(fault.Conflict, "manifest %s is of another plan; you ask for %s", file, what).
		WithHint("a manifest never changes: leave the settings out to run it as it is, or name a new file")
}

// Manifest reads a manifest and checks it.
func (e *Engine) Manifest(file string) (*rollout.Manifest, error) { return rollout.OpenManifest(file) }
