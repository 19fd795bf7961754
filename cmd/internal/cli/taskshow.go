package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

func newTaskShow(d *Deps) *cobra.Command {
	var yaml bool
	cmd := &cobra.Command{
		Use:   "show TASK",
		Short: "Show a task: request, records, facts with their values, checks, solution",
		Example: `  coworkenv task show expiring-gold-contracts-000001
  coworkenv task show tasks/mine --yaml
  coworkenv task show expiring-gold-contracts-000001 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := d.named(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if l.Task == nil {
				return l.Problems.Err()
			}
			p := d.printer()
			if yaml {
				p.write(l.Task.File.Data)
				return p.failure
			}
			return p.emit(showDoc(l), func() { printTask(p, l) })
		},
	}
	cmd.Flags().BoolVar(&yaml, "yaml", false, "print the file itself")
	return cmd
}

// shownTask is the JSON form of task show.
type shownTask struct {
	ID         string             `json:"id"`
	Title      string             `json:"title"`
	Family     string             `json:"family"`
	Difficulty string             `json:"difficulty"`
	Language   string             `json:"language"`
	Now        string             `json:"now"`
	Zone       string             `json:"zone"`
	Digest     string             `json:"digest"`
	Requests   []string           `json:"requests"`
	Services   []string           `json:"services"`
	Tools      []string           `json:"tools,omitempty"`
	Records    map[string]int     `json:"records"`
	Facts      map[string]rawJSON `json:"facts,omitempty"` // at the stage they are derived at
	Checks     []shownCheck       `json:"checks"`
	Forbid     []string           `json:"forbid"`
	shownParts
	Problems task.Problems `json:"problems,omitempty"`
}

// shownCheck is one check of task show.
type shownCheck struct {
	ID      string       `json:"id"`
	Kind    string       `json:"kind"`
	Weight  grade.Micros `json:"weight"` // 0 = evidence
	Needs   []string     `json:"needs,omitempty"`
	Stage   string       `json:"stage,omitempty"`
	Partial bool         `json:"partial,omitempty"`
}

func showDoc(l *engine.Loaded) shownTask {
	t := l.Task
	doc := shownTask{ID: t.ID, Title: t.Title, Family: string(t.Family), Difficulty: string(t.Difficulty), Language: t.Language,
		Now: t.Now.Format("2006-01-02T15:04:05Z07:00"), Zone: t.ZoneName, Digest: task.Digest(t), Services: t.Services,
		Records: map[string]int{}, shownParts: partsOf(t), Problems: l.Problems, Forbid: []string{}}
	for _, r := range t.Requests {
		doc.Requests = append(doc.Requests, r.Say)
	}
	for _, r := range t.Records {
		doc.Records[r.Collection] = len(r.Items)
	}
	for _, f := range t.Forbid {
		doc.Forbid = append(doc.Forbid, f.ID)
	}
	for _, c := range t.Checks {
		doc.Checks = append(doc.Checks, shownCheck{c.ID, c.Kind, grade.Micros(c.Weight), c.Needs, c.Stage, c.Partial})
	}
	if l.Ready == nil {
		return doc
	}
	doc.Facts = map[string]rawJSON{}
	for _, f := range t.Facts {
		v, _ := l.Ready.Bound.Fact(factStage(l.Ready, f), f.Name)
		doc.Facts[f.Name] = showJSON(l.Ready.Bound, v)
	}
	for _, o := range l.Ready.Bound.Image.Offered() {
		doc.Tools = append(doc.Tools, o.Name)
	}
	return doc
}

func factStage(p *episode.Prepared, f task.FactSpec) string {
	if f.At != "" {
		return f.At
	}
	return p.Bound.Stages()[0]
}

func printTask(p *printer, l *engine.Loaded) {
	t := l.Task
	p.say("%s  %s", p.paint(good, clean(t.ID)), clean(t.Title))
	p.say("%s, %s, %s; now %s (%s)", t.Family, t.Difficulty, t.Language, t.Now.Format("Mon 2006-01-02 15:04 -07:00"), t.ZoneName)
	p.say("digest %s", task.Digest(t))
	parts := partsOf(t)
	printWho(p, &parts, t.Services)
	if t.Brief != "" {
		block(p, "brief", t.Brief)
	}
	printRequests(p, t, &parts)
	printUser(p, parts.User)
	p.say("\nrecords")
	for _, r := range t.Records {
		p.say("  %-24s %d", clean(r.Collection), len(r.Items))
	}
	printExtras(p, &parts)
	if l.Ready != nil && len(t.Facts) > 0 {
		printFacts(p, l.Ready)
	}
	printChecks(p, t)
	if parts.Rubric != "" {
		block(p, "judge", parts.Rubric)
	}
	if len(t.Forbid) > 0 {
		p.say("\nforbidden acts")
	}
	for _, f := range t.Forbid {
		p.say("  %-16s %s", clean(f.ID), clean(f.Kind))
	}
	printSolution(p, t)
	p.say("\nlimits: %s, %s, %d s", plural(parts.Limits.Turns, "turn"), plural(parts.Limits.Calls, "call"), parts.Limits.Seconds)
	if len(parts.Provenance) > 0 {
		p.say("provenance: %s", clean(strings.Join(parts.Provenance, "; ")))
	}
	for _, problem := range l.Problems {
		printProblem(p, problem)
	}
}

// printRequests prints what is asked, and what the world changes before it.
func printRequests(p *printer, t *task.Task, parts *shownParts) {
	stage := 0
	for _, r := range t.Requests {
		if r.Stage == "" {
			block(p, "request", r.Say)
			continue
		}
		s := parts.Stages[stage]
		stage++
		block(p, strings.TrimRight("request, stage "+clean(s.Name)+" "+s.At, " "), r.Say)
		for _, change := range s.Changes {
			p.say("  the world: %s", clean(change))
		}
	}
}

func printChecks(p *printer, t *task.Task) {
	p.say("\nchecks")
	for _, c := range t.Checks {
		needs := ""
		if len(c.Needs) > 0 {
			needs = "  needs " + strings.Join(c.Needs, ", ")
		}
		if c.Stage != "" {
			needs = "  at the end of " + c.Stage + needs
		}
		if c.Partial {
			needs = "  in part" + needs
		}
		weight := "evidence"
		if c.Weight > 0 {
			weight = grade.Micros(c.Weight).String()
		}
		p.say("  %-16s %-16s %s%s", clean(c.ID), clean(c.Kind), weight, clean(needs))
	}
}

// block prints foreign text of several lines, indented.
func block(p *printer, title, text string) {
	p.say("\n%s", title)
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p.say("  %s", clean(line))
	}
}

func printFacts(p *printer, ready *episode.Prepared) {
	p.say("\nfacts")
	for _, f := range ready.Bound.Task.Facts {
		v, _ := ready.Bound.Fact(factStage(ready, f), f.Name)
		p.say("  %-16s %s", clean(f.Name), clip(clean(task.Show(v)), 400))
	}
}

func printSolution(p *printer, t *task.Task) {
	if len(t.Solution) > 0 {
		p.say("\nsolution")
	}
	for _, a := range t.Solution {
		switch {
		case a.Say != "":
			p.say("  say %s", clean(a.Say))
		case a.Stage != "":
			p.say("  stage %s", clean(a.Stage))
		case a.Answer != nil:
			p.say("  answer")
		default:
			each := ""
			if a.Each != "" {
				each = "  for each of " + a.Each
			}
			p.say("  %s%s", clean(a.Tool), clean(each))
		}
	}
}

// clip cuts a text to a number of characters.
func clip(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return fmt.Sprintf("%s… (%d characters)", string(runes[:most]), len(runes))
}
