package engine

import (
	"context"
	"encoding/json"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
)

// keepCertificates keeps the certificates that stand beside tasks and hold, so that the workspace
// says of a task what its folder says. What the workspace has of a task already stays.
func (w *Workspace) keepCertificates(ctx context.Context, tasks []*Loaded) error {
	for _, l := range tasks {
		if w.Stale(l) != "" {
			continue
		}
		_, err := w.Store.Certificate(ctx, task.Digest(l.Task))
		if err == nil {
			continue
		}
		if fault.KindOf(err) != fault.NotFound {
			return err
		}
		c, why := certificateIn(l.disk)
		if why != "" {
			continue // it was taken away this moment
		}
		row, err := certificateRow(c)
		if err == nil {
			err = w.Store.PutCertificate(ctx, row, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// certificateRow is a certificate that was handed out, as the store keeps it.
func certificateRow(c *gate.Certificate) (store.Certificate, error) {
	row := store.Certificate{TaskDigest: c.TaskDigest, Passed: true, Difficulty: string(c.Difficulty.Band)}
	var err error
	if row.Body, err = json.Marshal(c); err == nil {
		row.Versions, err = json.Marshal(map[string]any{"services": c.Services, "kinds": c.Kinds})
	}
	if err != nil {
		return row, fault.Wrap(fault.Internal, err, "keep the certificate of %s", c.TaskID)
	}
	return row, nil
}
