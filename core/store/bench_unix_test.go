//go:build unix

package store_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/store"
)

// realistic is a trajectory of 20 turns and some 30 KB: tool calls, records in
// the replies, prose drawn from a small vocabulary, audit entries.
func realistic(seed uint64) json.RawMessage {
	words := strings.Fields("budget review contract supplier meeting approve shipment delay customer escalate refund policy manager quarter schedule inventory the of and with for because until please amount order is not yet")
	r := det.NewRand(seed, "trajectory")
	prose := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			fmt.Fprintf(&b, "%s ", det.Pick(r, words))
			if r.Intn(9) == 0 {
				fmt.Fprintf(&b, "%d.%02d EUR ", r.Intn(9000), r.Intn(100))
			}
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
	raw, err := json.Marshal(steps)
	if err != nil {
		panic(err)
	}
	return raw
}

// cpuTime is what the process has used of all cores: the measure that a busy
// machine does not blur.
func cpuTime(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkPutTrial reports trials a second, written with trajectory, audit and
// score, at 1 and 8 callers.
func BenchmarkPutTrial(b *testing.B) {
	var bodies []json.RawMessage
	for i := range 32 {
		bodies = append(bodies, realistic(uint64(i)))
	}
	score, err := json.Marshal(map[string]any{"checks": strings.Repeat(`{"id":"c1","holds":true,"evidence":[1,2]}`, 40)})
	if err != nil {
		b.Fatal(err)
	}
	for _, callers := range []int{1, 8} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			s := openNew(b)
			ctx := b.Context()
			ok(b, s.CreateRun(ctx, store.Run{ID: "run", Kind: "bench"}))
			var n atomic.Int64
			b.ReportAllocs()
			b.SetBytes(int64(len(bodies[0])))
			b.SetParallelism(max(1, callers/2))
			b.ResetTimer()
			before := cpuTime(b)
			put := func() {
				i := int(n.Add(1))
				tr := trial(i)
				tr.ID, tr.ItemID = det.ID("t_", fmt.Sprint(i)), det.ID("i_", fmt.Sprint(i))
				tr.TaskDigest, tr.RunID = det.SHA256Hex(fmt.Append(nil, i%1000)), "run"
				tr.Trajectory, tr.ScoreBody = bodies[i%len(bodies)], score
				if stored, err := s.PutTrial(ctx, tr); err != nil || !stored {
					b.Errorf("put: %v, %v", stored, err)
				}
			}
			if callers == 1 {
				for b.Loop() {
					put()
				}
			} else {
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						put()
					}
				})
			}
			b.ReportMetric(float64(cpuTime(b)-before)/float64(n.Load())/1000, "cpu-us/trial")
			b.ReportMetric(float64(n.Load())/b.Elapsed().Seconds(), "trials/s")
		})
	}
}
