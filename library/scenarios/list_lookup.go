package scenarios

import "coworkenv.dev/coworkenv/core/synth"

func lookupScenarios() []*synth.Scenario {
	return []*synth.Scenario{payablesByCity(), whichNamesake(), lateParcels(), scannedSerials(), unsignedAgreement(), reachableAbroad(), fairDeadlines(), piecesInStock()}
}
