package store
import ("encoding/json";"fmt";"strings";"coworkenv.dev/coworkenv/core/det")
var probeBody = func() []byte {
	words := strings.Fields("budget review contract supplier meeting approve shipment delay customer escalate refund policy manager quarter schedule inventory the of and with for because until please amount order is not yet")
	r := det.NewRand(1, "trajectory")
	prose := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			fmt.Fprintf(&b, "%s ", det.Pick(r, words))
			if r.Intn(9) == 0 { fmt.Fprintf(&b, "%d.%02d EUR ", r.Intn(9000), r.Intn(100)) }
		}
		return b.String()
	}
	var steps []any
	for i := range 20 {
		id := fmt.Sprintf("msg_%05d", r.Intn(100000))
		steps = append(steps, map[string]any{
			"turn": i, "thought": prose(250), "call": map[string]any{"tool": "gmail_get_message", "args": map[string]any{"message_id": id}},
			"reply": map[string]any{"id": id, "from": fmt.Sprintf("person%d@example.com", r.Intn(500)), "subject": prose(40), "body": prose(750)},
			"audit": map[string]any{"seq": i, "actor": "agent", "outcome": "ok", "before": fmt.Sprintf("%016x", r.Uint64()), "after": fmt.Sprintf("%016x", r.Uint64())},
		})
	}
	raw, _ := json.Marshal(steps)
	return raw
}()
