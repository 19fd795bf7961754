package gate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"syscall"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

func cpu() time.Duration {
	var ru syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

func TestCPU(t *testing.T) {
	names, data := allTasks(t)
	g := newGate(t)
	pick := os.Getenv("DEV")
	var all []float64
	for _, n := range names {
		if pick != "" {
			if ok, _ := filepath.Match(pick, n); !ok {
				continue
			}
		}
		tk, problems := task.Parse(n, data[n])
		tot := map[string]int64{}
		const k = 10
		runs := 0
		var best time.Duration
		for i := 0; i < k; i++ {
			c0 := cpu()
			r, _ := g.Run(context.Background(), tk, problems, gate.Options{})
			d := cpu() - c0
			if i == 0 || d < best {
				best = d
			}
			runs = 0
			for _, x := range r.Rounds {
				runs += x.Tried
			}
			for k, v := range r.Timings {
				if i == 0 || v < tot[k] {
					tot[k] = v
				}
			}
		}
		all = append(all, best.Seconds()*1000)
		fmt.Printf("%-45s best cpu %6.1f ms runs %d  ", n, best.Seconds()*1000, runs)
		for _, k := range []string{"spec", "leak", "grader", "oracle", "adversary", "benign", "truth", "determinism", "mutants"} {
			fmt.Printf("%s %.2f ", k[:3], float64(tot[k])/1e6)
		}
		fmt.Println()
	}
	sort.Float64s(all)
	fmt.Println("median", all[len(all)/2])
}
