package scenarios

import "coworkenv.dev/coworkenv/core/synth"

func triageScenarios() []*synth.Scenario {
	return []*synth.Scenario{damagePhotos(), meetingPriorities(), integrationHealth(), failedJobs(), approvalInbox(), returnTerms(), helpSigns(), slaShifts()}
}
