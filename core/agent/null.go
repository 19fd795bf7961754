package agent

import (
	"context"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/task"
)

// Null does nothing: its only message is empty.
func Null() Maker {
	return Maker{Name: "null", Version: "1", Doc: "does nothing; must score 0",
		Make: func(*task.Bound, uint64) (Agent, error) {
			return Func(func(context.Context, episode.Opening, *episode.Result) (episode.Action, error) {
				return episode.Action{}, nil
			}), nil
		}}
}
