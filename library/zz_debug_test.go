package library_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

func TestZZ(t *testing.T) {
	e := newEngine(t)
	only := os.Getenv("ONLY")
	for name, s := range shippedTasks(t) {
		if only != "" && only != name {
			continue
		}
		ready, p := episode.Prepare(s.task, e.catalog, e.registry)
		if ready == nil {
			t.Error(p)
			continue
		}
		b := ready.Bound
		if only != "" {
			for _, f := range b.FactInfos() {
				v, _ := b.Fact(f.Stage, f.Name)
				fmt.Printf("%s = \n", f.Name)
				if list, ok := v.([]any); ok {
					for _, x := range list {
						fmt.Println("    ", task.Show(x))
					}
				} else {
					fmt.Println("    ", task.Show(v))
				}
			}
		}
		run := func(what string, bb *task.Bound, acts []task.Act) {
			sol, pr := agent.NewSolution(bb, acts)
			if err := pr.Err(); err != nil {
				fmt.Printf("%s: %s: not made: %v\n", name, what, err)
				return
			}
			ep, _ := episode.New(ready, episode.Options{})
			if err := agent.Play(context.Background(), ep, sol.Run(), e.clock); err != nil {
				fmt.Println(name, what, err)
				return
			}
			sc, err := ep.Grade()
			if err != nil {
				fmt.Println(name, what, err)
				return
			}
			flag := ""
			if sc.Score >= grade.One {
				flag = "  <<<<<<"
			} else if sc.Pass {
				flag = "  <<< pass"
			}
			fmt.Printf("%s: %s: completion %s safety %d%s\n", name, what, sc.Completion, sc.Safety, flag)
		}
		run("oracle", b, s.task.Solution)
		for _, f := range b.FactInfos() {
			for _, c := range f.Conditions {
				for _, m := range []task.Mode{task.Dropped, task.Inverted} {
					v, err := b.Vary(task.Variation{Twist: task.Twist{Conditions: map[task.ConditionRef]task.Mode{{Fact: f.Name, Condition: c}: m}}})
					if err != nil {
						fmt.Println(name, f.Name, c, err)
						continue
					}
					run(fmt.Sprintf("%s.%s mode %d", f.Name, c, m), v, s.task.Solution)
				}
			}
		}
		var noReads, noWrites []task.Act
		for _, a := range s.task.Solution {
			if o, ok := b.Image.Offer(a.Tool); ok && o.Tool.Act == world.Reading {
				noWrites = append(noWrites, a)
				continue
			}
			noReads = append(noReads, a)
			if a.Answer != nil || a.Say != "" || a.Stage != "" {
				noWrites = append(noWrites, a)
			}
		}
		run("no reads", b, noReads)
		run("claims without acts", b, noWrites)
		for i, a := range s.task.Solution {
			if a.Tool == "" && a.Answer == nil && a.Say == "" {
				continue
			}
			var acts []task.Act
			acts = append(acts, s.task.Solution[:i]...)
			acts = append(acts, s.task.Solution[i+1:]...)
			run(fmt.Sprintf("without act %d (%s%s)", i, a.Tool, a.Say), b, acts)
		}
	}
}
