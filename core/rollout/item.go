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
	ID         string  `json:"id"`
	TaskID     string  `json:"task_id"`
	TaskDigest string  `json:"task_digest"`
	Agent      string  `json:"agent"`
	Version    string  `json:"version,omitempty"` // of the agent
	Model      string  `json:"model,omitempty"`
	Seed       uint64  `json:"seed"`
	Attempt    int     `json:"attempt"`
	Rate       float64 `json:"fault_rate,omitempty"` // share of calls that meet a random fault
	Group      string  `json:"group"`                // trials of one task by one agent under equal settings
}

// NewItem derives the ids of an item from all that decides how it goes.
func NewItem(i Item) Item {
	rate := strconv.FormatFloat(i.Rate, 'g', -1, 64)
	group := []string{i.TaskDigest, i.Agent, i.Version, i.Model, strconv.FormatUint(i.Seed, 10), rate}
	i.Group = det.ID("grp_", group...)
	i.ID = det.ID("itm_", append(group, strconv.Itoa(i.Attempt))...)
	return i
}

// TrialSeed is the seed of the item's own randomness.
func (i Item) TrialSeed() uint64 {
	return det.NewRand(i.Seed, "trial", i.TaskDigest, i.Agent, strconv.Itoa(i.Attempt)).Uint64()
}
