package engine_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

// A rollout whose queue nobody works on says so while it waits.
func TestQueueWithoutAWorkerSaysSo(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "one-free-hour-000005")
	r := planned(t, e, engine.RolloutPlan{Paths: []string{lib}, Agents: refs("teacher"), Trials: 1, Seed: 3})
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	said := ""
	_, err := workspace(t, e).PublishRollout(ctx, r, rollout.QueueOptions{URL: natsServer(t), Quiet: 100 * time.Millisecond}, func(s engine.Standing) {
		if s.Silent != "" {
			said = s.String()
			stop()
		}
	})
	if fault.KindOf(err) != fault.Canceled || !strings.HasSuffix(said, "no result for 100ms, and no worker asks for work") {
		t.Errorf("%q, %v", said, err)
	}
}
