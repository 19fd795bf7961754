package scenarios

import "coworkenv.dev/coworkenv/core/synth"

func lookupScenarios() []*synth.Scenario {
	return []*synth.Scenario{}
}
