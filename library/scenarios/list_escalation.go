package scenarios

import "coworkenv.dev/coworkenv/core/synth"

func escalationScenarios() []*synth.Scenario {
	return []*synth.Scenario{overdueTickets(), stuckApprovals(), traceParcels(), exposedFiles(), supplyGaps(), failingLinks(), projectOverdue(), unanswered()}
}
