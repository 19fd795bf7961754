package engine

import "context"

// RefusedSince lists the trials that a selection keeps although people reject, flag or disagree about
// them or their tasks by now. Errors: those of Selection.
func (w *Workspace) RefusedSince(ctx context.Context, selection string) ([]string, error) {
	s, err := w.Selection(selection)
	if err != nil {
		return nil, err
	}
	reviews, err := w.reviews(ctx)
	if err != nil {
		return nil, err
	}
	return s.Refused(reviews), nil
}
