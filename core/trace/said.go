package trace

import (
	"encoding/json"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/world"
)

// saidTrajectory, saidStep and saidCall are Trajectory, Step and Call less what the world recorded
// of the calls. Their fields are named and tagged alike, which the tests check.
type saidTrajectory struct {
	Trajectory
	Steps []saidStep `json:"steps"`
}

type saidStep struct {
	Step
	Calls []saidCall `json:"calls"`
}

type saidCall struct {
	Index       int           `json:"index"`
	ID          string        `json:"id"`
	Tool        string        `json:"tool"`
	Args        string        `json:"args"`
	Sent        string        `json:"sent,omitempty"`
	Outcome     world.Outcome `json:"outcome,omitzero"`
	Cause       world.Cause   `json:"cause"`
	Status      int           `json:"status"`
	Seq         int           `json:"seq"`
	Observation string        `json:"observation"`
}

// DecodeSaid reads what Encode wrote, less the effects, shown records, faults and argument errors
// of calls: what was said, called and seen is half of a trajectory and most readers need no more.
func DecodeSaid(data []byte) (*Trajectory, error) {
	var t saidTrajectory
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "decode trajectory")
	}
	if err := known(t.Format); err != nil {
		return nil, err
	}
	out := t.Trajectory
	out.Steps = make([]Step, len(t.Steps))
	for i := range t.Steps {
		s := t.Steps[i].Step
		s.Calls = make([]Call, len(t.Steps[i].Calls))
		for j, c := range t.Steps[i].Calls {
			s.Calls[j] = Call{Index: c.Index, ID: c.ID, Tool: c.Tool, Args: c.Args, Sent: c.Sent, Outcome: c.Outcome, Cause: c.Cause, Status: c.Status, Seq: c.Seq, Observation: c.Observation}
		}
		if len(s.Calls) == 0 {
			s.Calls = nil
		}
		out.Steps[i] = s
	}
	return &out, nil
}
