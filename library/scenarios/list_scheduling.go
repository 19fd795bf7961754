package scenarios

import "coworkenv.dev/coworkenv/core/synth"

func schedulingScenarios() []*synth.Scenario {
	return []*synth.Scenario{}
}
