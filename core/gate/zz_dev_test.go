package gate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/library"
)

func allTasks(t testing.TB) (names []string, data map[string][]byte) {
	data = map[string][]byte{}
	dir := sharedtest.Dir(t, "spec", "examples")
	files, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
	for _, f := range files {
		b, _ := os.ReadFile(f)
		data["ex/"+filepath.Base(f)] = b
	}
	ents, _ := fs.ReadDir(library.Tasks(), ".")
	for _, e := range ents {
		b, err := fs.ReadFile(library.Tasks(), e.Name()+"/task.yaml")
		if err == nil {
			data["lib/"+e.Name()] = b
		}
	}
	for n := range data {
		names = append(names, n)
	}
	sort.Strings(names)
	return
}

func TestDev(t *testing.T) {
	names, data := allTasks(t)
	g := newGate(t)
	pick := os.Getenv("DEV")
	totals := map[string][3]int{}
	defer func() {
		for _, p := range gate.Pieces() {
			fmt.Println("#", p.Round, p.Class, p.Name, totals[p.Name])
		}
	}()
	for _, n := range names {
		if pick != "" {
			if ok, _ := filepath.Match(pick, n); !ok {
				continue
			}
		}
		tk, problems := task.Parse(n, data[n])
		r, err := g.Run(context.Background(), tk, problems, gate.Options{})
		if err != nil {
			t.Error(n, err)
			continue
		}
		fmt.Println("==", n, r.Status)
		for _, x := range r.Rounds {
			c, _ := json.Marshal(x.Counts)
			fmt.Printf("   %-12s %-8s %d/%d %s %s\n", x.Name, x.Status, x.Stopped, x.Tried, c, x.Reason)
			for k, v := range x.Pieces {
				tot := totals[k]
				tot[0] += v.Tried
				tot[1] += v.Stopped
				if v.Tried > 0 {
					tot[2]++
				}
				totals[k] = tot
			}
		}
		if r.Mutants != nil {
			for _, v := range r.Mutants.Survived {
				fmt.Println("   SURV", v.Name, v.Params, v.Path)
			}
			fmt.Printf("   mutants tried %d killed %d apart %d survived %d\n", r.Mutants.Tried, r.Mutants.Killed, r.Mutants.Apart, len(r.Mutants.Survived))
		}
		tm, _ := json.Marshal(r.Timings)
		fmt.Printf("   %s floors %v\n", tm, r.Floors)
		for _, f := range r.Findings {
			if f.Severity == gate.Info && os.Getenv("INFO") == "" {
				continue
			}
			fmt.Printf("   - %s %s %s: %s (%s)\n", f.Severity, f.Round, f.Code, f.Message, f.Path)
		}
	}
}
