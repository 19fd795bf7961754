// Package rollout runs trials: a manifest of work items, a pool of workers, and what each trial
// left behind.
//
// Invariant: an item's id is the digest of what it runs, so that equal work is never counted
// twice and finished work is recognised after any interruption.
package rollout

import (
	"strconv"

	"coworkenv.dev/coworkenv/core/det"
)

// Item is one trial to run.
type Item struct {
	ID         string `json:"id"`
	TaskID     string `json:"task_id"`
	TaskDigest string `json:"task_digest"`
	Agent      string `json:"agent"`
	Model      string `json:"model,omitempty"`
	Seed       uint64 `json:"seed"`
	Attempt    int    `json:"attempt"`
	Group      string `json:"group"` // trials of one task by one agent
}

// NewItem derives the ids.
func NewItem(taskID, taskDigest, agent, model string, seed uint64, attempt int) Item {
	s, n := strconv.FormatUint(seed, 10), strconv.Itoa(attempt)
	return Item{
		ID:     det.ID("itm_", taskDigest, agent, model, s, n),
		TaskID: taskID, TaskDigest: taskDigest, Agent: agent, Model: model, Seed: seed, Attempt: attempt,
		Group: det.ID("grp_", taskDigest, agent, model, s),
	}
}

// TrialSeed is the seed of the item's own randomness.
func (i Item) TrialSeed() uint64 {
	return det.NewRand(i.Seed, "trial", i.TaskDigest, i.Agent, strconv.Itoa(i.Attempt)).Uint64()
}
