package trajectory_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// put stores made-up trials.
func put(t testing.TB, dir string, trials ...store.Trial) {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.Options{Clock: det.Fixed(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tr := range trials {
		if _, err := s.PutTrial(t.Context(), tr); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// made is a stored trial of a trajectory and a score.
func made(t testing.TB, id string, tr *trace.Trajectory, score *grade.Score) store.Trial {
	t.Helper()
	tr.Format, tr.Trial, tr.Task = trace.Format, id, trace.TaskRef{ID: "made-up", Digest: "d"}
	tr.Agent.Name = "somebody"
	body, err := trace.Encode(tr)
	if err != nil {
		t.Fatal(err)
	}
	row := store.Trial{ID: id, ItemID: "item-" + id, TaskDigest: "d", TaskID: "made-up", Agent: "somebody", Status: store.TrialScored,
		EndKind: string(tr.End.Kind), EndReason: tr.End.Reason, Steps: len(tr.Steps), Trajectory: body}
	if score == nil {
		row.Status = store.TrialEnvError
		return row
	}
	row.Score, row.Completion, row.Safety, row.Pass = int64(score.Score), int64(score.Completion), int64(score.Safety), score.Pass
	if row.ScoreBody, err = json.Marshal(score); err != nil {
		t.Fatal(err)
	}
	return row
}

// long is a trajectory of n turns, each with one call that changes a record every tenth time and
// fails every 97th; the last reply has a size of its own.
func long(n, last int) *trace.Trajectory {
	tr := &trace.Trajectory{Opening: "Please look after the queue.", End: trace.End{Kind: trace.Terminated, Reason: trace.Completed}}
	for i := range n {
		call := trace.Call{ID: "c", Tool: "helpdesk_get_ticket", Args: fmt.Sprintf(`{"ticket_id":"TK-%d"}`, i), Outcome: world.OK, Status: 200, Seq: i + 1,
			Observation: fmt.Sprintf(`{"ticket_id":"TK-%d","status":"open","subject":"The printer on floor %d does not print","tags":["office","printer"]}`, i, i%17)}
		if i%10 == 9 {
			call.Tool = "helpdesk_update_ticket"
			call.Effects = []trace.Effect{{Op: "update", Collection: "helpdesk.tickets", ID: fmt.Sprintf("TK-%d", i), Fields: []string{"status"}, Before: `{"status":"open","n":1}`, After: `{"status":"closed","n":1}`}}
		}
		if i%97 == 96 {
			call.Outcome = world.Missing
		}
		tr.Steps = append(tr.Steps, trace.Step{Index: i, Text: "I look at the next one.", Calls: []trace.Call{call}})
	}
	if last > 0 {
		rows := make([]byte, 0, last+200)
		rows = append(rows, '[')
		for i := 0; len(rows) < last; i++ {
			rows = append(rows, fmt.Sprintf(`{"row":%d,"name":"customer number %d","note":"needle%d"},`, i, i, i)...)
		}
		rows[len(rows)-1] = ']'
		tr.Steps[n-1].Calls[0].Observation = string(rows)
	}
	return tr
}

// scoreOf is a score with a failing and a holding check.
func scoreOf() *grade.Score {
	return &grade.Score{Status: grade.Scored, Safety: 1, Completion: 400_000, Score: 400_000, Checks: []grade.CheckResult{
		{ID: "closed", Kind: "record_updated", Status: grade.Scored, Weight: 600_000, Of: 2, Got: 1, Why: []grade.Reason{{Record: "helpdesk.tickets TK-9", Field: "status", Text: `expected "solved", found "closed"`}}},
		{ID: "looked", Kind: "read", Status: grade.Scored, Weight: 400_000, Earned: 400_000, Holds: true, Got: 1, Of: 1, First: 1, Since: 3, Evidence: []int{1, 2, 3}},
	}}
}
