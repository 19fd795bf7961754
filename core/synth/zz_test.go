package synth_test

import (
	"context"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	catalog, _ := services.Catalog()
	checks, _ := graders.Registry()
	g := &gate.Gate{Catalog: catalog, Checks: checks, Clock: det.System()}
	files, _ := filepath.Glob(os.Getenv("ZZ"))
	only := os.Getenv("ZZC")
	for _, x := range synth.Sabotages() {
		if only != "" && !strings.Contains(x.Class, only) {
			continue
		}
		n, esc := 0, 0
		codes := map[string]int{}
		for _, f := range files {
			data, _ := os.ReadFile(f)
			a, ok := x.Alter(data, 7)
			if !ok {
				continue
			}
			n++
			tk, p := task.Parse("x", a)
			r, err := g.Run(context.Background(), tk, p, gate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			first, warn := "", ""
			for _, q := range r.Findings {
				if q.Severity == gate.Error && first == "" {
					first = string(q.Round) + "/" + string(q.Code)
				}
				if q.Severity == gate.Warning && q.Round == "truth" {
					warn += " " + string(q.Code)
				}
			}
			if first == "" {
				esc++
				first = "ESCAPED" + warn
				fmt.Println("   ", x.Class, filepath.Base(filepath.Dir(f)), warn)
			}
			codes[first]++
		}
		fmt.Println(x.Class, n, "escaped", esc, codes)
	}
}
