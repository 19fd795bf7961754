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
