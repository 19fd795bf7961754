package serve

import (
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

// nemoIndex is the member by which NeMo-Gym tells tasks apart in verify replies.
const nemoIndex = "_ng_task_index"

// nemoVerified is what is read of a verify reply.
type nemoVerified struct {
	Task   *int     `json:"_ng_task_index"`
	Reward *float64 `json:"reward"`
	Masked bool     `json:"mask_sample"`
}

// nemoAggregate sums verify replies up: mean reward and pass rate in all and by task. Masked
// samples are counted and stay out of the means.
func nemoAggregate(w http.ResponseWriter, req *http.Request) {
	data, err := readAll(req)
	var body struct {
		Replies []nemoVerified `json:"verify_responses"`
	}
	if err == nil {
		if err = json.Unmarshal(data, &body); err != nil {
			err = fault.Wrap(fault.Invalid, err, "read verify_responses")
		}
	}
	if err != nil {
		sendFault(w, err)
		return
	}
	groups := map[int]*nemoSum{}
	var all nemoSum
	for i, r := range body.Replies {
		if r.Reward != nil && math.Abs(*r.Reward) > mostReward {
			sendFault(w, fault.New(fault.Invalid, "reply %d has a reward beyond all measure", i+1))
			return
		}
		all.add(r)
		if r.Task == nil {
			continue
		}
		if groups[*r.Task] == nil {
			groups[*r.Task] = &nemoSum{}
		}
		groups[*r.Task].add(r)
	}
	lines := []map[string]any{}
	for _, task := range slices.Sorted(maps.Keys(groups)) {
		line := groups[task].doc()
		line[nemoIndex] = task
		lines = append(lines, line)
	}
	sendJSON(w, http.StatusOK, map[string]any{"group_level_metrics": lines, "agent_metrics": all.doc(), "key_metrics": all.doc()})
}

// mostReward bounds what is summed up, so that no sum leaves the numbers that JSON has.
const mostReward = 1e12

type nemoSum struct {
	n, masked, passed int
	reward            float64
}

func (s *nemoSum) add(r nemoVerified) {
	if r.Masked || r.Reward == nil {
		s.masked++
		return
	}
	s.n++
	s.reward += *r.Reward
	if *r.Reward >= grade.PassLine.Float() {
		s.passed++
	}
}

func (s *nemoSum) doc() map[string]any {
	doc := map[string]any{"count": s.n, "masked": s.masked}
	if s.n > 0 {
		doc["mean/reward"], doc["mean/pass"] = s.reward/float64(s.n), float64(s.passed)/float64(s.n)
	}
	return doc
}
