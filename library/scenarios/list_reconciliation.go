package scenarios

import "coworkenv.dev/coworkenv/core/synth"

func reconciliationScenarios() []*synth.Scenario {
	return []*synth.Scenario{goodsNotes(), scannedReceipts(), currencyRuns(), stocktakeSheet(), refundCheck(), leaveLedger(), priceRevision(), unpaidOrders()}
}
