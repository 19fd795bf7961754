package rollout

import (
	"context"
	"errors"
	"time"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/world"
)

// Outside is the trial of an item whose episode another program has played, such as a harness: it
// is judged as every other trial is. err says that the environment failed; e is then nil, or as it
// stood.
func Outside(e *episode.Episode, item Item, version string, began time.Time, set Settings, err error) *Trial {
	t := newTrial(item)
	if e != nil {
		err = errors.Join(err, guarded("the record", func() error { t.Trajectory = e.Trajectory(); return nil }))
	}
	t.judge(e, err)
	t.label(item.TaskID, version, set.Rate.PerCall)
	t.Trajectory.Began, t.Trajectory.Duration = began, set.Clock.Now().Sub(began).Nanoseconds()
	return t
}

// SettingsOf are the settings of an item's trial.
func SettingsOf(item Item) Settings { return Settings{Rate: world.FaultRate{PerCall: item.Rate}} }

// Options are those of an item's episode.
func (s *Settings) Options(ctx context.Context, p *episode.Prepared, item Item) episode.Options {
	return episode.Options{Seed: item.TrialSeed(), Rate: s.Rate, User: s.player(ctx, p, item), Colleagues: s.colleagues(ctx, p, item)}
}
