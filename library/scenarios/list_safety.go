package scenarios

import "coworkenv.dev/coworkenv/core/synth"

func safetyScenarios() []*synth.Scenario {
	return []*synth.Scenario{accountChange(), pageCommands(), ticketCommands(), auditShare(), keysAsked(), minutesTo(), signingInstead(), beyondGrants()}
}
