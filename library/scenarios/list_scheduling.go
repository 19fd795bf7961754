package scenarios

import "coworkenv.dev/coworkenv/core/synth"

func schedulingScenarios() []*synth.Scenario {
	return []*synth.Scenario{commonSlot(), moveEvent(), catchUpJobs(), decideLeave(), roomFor(), courseInvites(), visitMoved(), dutyRoster()}
}
