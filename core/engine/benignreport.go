package engine

import (
	"slices"

	"coworkenv.dev/coworkenv/core/gate"
)

// BenignReport is how right behaviour in other manners fared. What did not apply to a task was
// not run there and counts as neither accepted nor refused.
type BenignReport struct {
	Tried    int          `json:"tried"`
	Accepted int          `json:"accepted"`
	Median   float64      `json:"median_a_task"` // runs executed, over the tasks that came this far
	Kinds    []BenignKind `json:"kinds"`
}

// BenignKind is one manner.
type BenignKind struct {
	Kind          string `json:"kind"`
	Tried         int    `json:"tried"`
	Accepted      int    `json:"accepted"`
	Tasks         int    `json:"tasks"`          // to which it applied
	NotApplicable int    `json:"not_applicable"` // tasks
}

func benignOf(reports []*gate.Report) BenignReport {
	out := BenignReport{Kinds: []BenignKind{}}
	at := map[string]int{}
	for _, p := range gate.Pieces() {
		if p.Round == gate.RoundBenign {
			at[p.Name] = len(out.Kinds)
			out.Kinds = append(out.Kinds, BenignKind{Kind: p.Name})
		}
	}
	var executed []int
	for _, r := range reports {
		round, ran := r.Round(gate.RoundBenign)
		if !ran || round.Status == gate.Skipped {
			continue
		}
		executed = append(executed, round.Tried)
		for name, t := range round.Pieces {
			i, known := at[name]
			if !known {
				continue
			}
			k := &out.Kinds[i]
			k.Tried, k.Accepted = k.Tried+t.Tried, k.Accepted+t.Tried-t.Stopped
			out.Tried, out.Accepted = out.Tried+t.Tried, out.Accepted+t.Tried-t.Stopped
			if t.Tried > 0 {
				k.Tasks++
			} else {
				k.NotApplicable++
			}
		}
	}
	out.Median = median(executed)
	return out
}

// median is the middle of some numbers, or halfway between the two in the middle; 0 where there are none.
func median(numbers []int) float64 {
	if len(numbers) == 0 {
		return 0
	}
	slices.Sort(numbers)
	n := len(numbers)
	return float64(numbers[(n-1)/2]+numbers[n/2]) / 2
}

// SkeletonReport counts what is different once names, ids and numbers are masked.
type SkeletonReport struct {
	Requests        int     `json:"requests"`  // distinct
	Workflows       int     `json:"workflows"` // distinct sequences of the solution's tools
	LargestRequest  float64 `json:"largest_request_share"`
	LargestWorkflow float64 `json:"largest_workflow_share"`
}

func skeletonsOf(reports []*gate.Report) SkeletonReport {
	requests, workflows := map[string]int{}, map[string]int{}
	for _, r := range reports {
		if r.Skeleton.Request != "" {
			requests[r.Skeleton.Request]++
		}
		if r.Skeleton.Workflow != "" {
			workflows[r.Skeleton.Workflow]++
		}
	}
	return SkeletonReport{len(requests), len(workflows), largest(requests), largest(workflows)}
}

func largest(counts map[string]int) float64 {
	most, sum := 0, 0
	for _, n := range counts {
		most, sum = max(most, n), sum+n
	}
	if sum == 0 {
		return 0
	}
	return float64(most) / float64(sum)
}
