package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/trace"
)

// gateOutput shows the gate's word: a line a task as soon as those before it are shown when
// programs read, all together when people do.
type gateOutput struct {
	p       *printer
	runs    bool
	timings bool
	order   []string                // paths of tasks still to be shown
	ready   map[string]*gate.Report // by path
	last    map[string]*gate.Report // by task: the newest word
	lines   []*gate.Report          // for people, not yet shown
	child   *gate.Cost              // of the other process; nil = there was none
}

func newGateOutput(p *printer, f *gateFlags, spots []engine.Spot) *gateOutput {
	o := &gateOutput{p: p, runs: f.runs, timings: f.timings, ready: map[string]*gate.Report{}, last: map[string]*gate.Report{}}
	for _, s := range spots {
		o.order = append(o.order, s.Path)
	}
	return o
}

// expect adds a task that is gated next.
func (o *gateOutput) expect(l *engine.Loaded) { o.order = append(o.order, l.Path) }

// take shows a report, in the order of the tasks whatever the order of the reports.
func (o *gateOutput) take(l *engine.Loaded, r *gate.Report) error {
	o.ready[l.Path], o.last[r.TaskID] = r, r
	return o.show()
}

// show shows what is ready, up to the first that is not.
func (o *gateOutput) show() error {
	for len(o.order) > 0 && o.ready[o.order[0]] != nil {
		next := o.ready[o.order[0]]
		delete(o.ready, o.order[0])
		o.order = o.order[1:]
		if !o.p.json {
			o.lines = append(o.lines, next)
			continue
		}
		if err := o.p.jsonLine(o.line(next)); err != nil {
			return err
		}
	}
	return nil
}

// rest shows what was gated before the work was stopped, in the order of the tasks.
func (o *gateOutput) rest() error {
	left := o.order
	o.order = nil
	for _, path := range left {
		if o.ready[path] != nil {
			o.order = append(o.order, path)
			if err := o.show(); err != nil {
				return err
			}
		}
	}
	return o.flush()
}

// gateLine is one task for a program; runs are those that the findings rest on, with --runs.
type gateLine struct {
	gate.Line
	Runs []gateRun `json:"runs,omitempty"`
}

type gateRun struct {
	Finding    int               `json:"finding"` // index into findings
	Trajectory *trace.Trajectory `json:"trajectory"`
}

func (o *gateOutput) line(r *gate.Report) gateLine {
	out := gateLine{Line: r.Line()}
	if !o.runs {
		return out
	}
	for i, f := range r.Findings {
		if f.Evidence != nil && f.Evidence.Trajectory != nil {
			out.Runs = append(out.Runs, gateRun{i, f.Evidence.Trajectory})
		}
	}
	return out
}

// flush shows people what has come since.
func (o *gateOutput) flush() error {
	if o.p.json || len(o.lines) == 0 {
		return o.p.failure
	}
	var rows [][]string
	for _, r := range o.lines {
		printFindingsOf(o.p, r)
		counts := map[gate.Severity]int{}
		for _, f := range r.Findings {
			counts[f.Severity]++
		}
		rows = append(rows, []string{r.TaskID, string(r.Status), itoa(counts[gate.Error]), itoa(counts[gate.Warning]), tried(r)})
	}
	o.lines = nil
	o.p.table([]column{{title: "task"}, {title: "gate", tint: gateTint}, {title: "errors", right: true}, {title: "warnings", right: true}, {title: "tried", flex: true}}, rows)
	return o.p.failure
}

// gateSummary is the last line for a program.
type gateSummary struct {
	Tasks     int                `json:"tasks"`
	Certified int                `json:"certified"`
	Rejected  int                `json:"rejected"`
	Undecided int                `json:"error"`
	Partly    int                `json:"passed_rounds_asked"` // of them, with --round: those that passed what was asked for
	Errors    int                `json:"findings_error"`
	Warnings  int                `json:"findings_warning"`
	Codes     map[gate.Code]int  `json:"codes"` // tasks by finding, errors and warnings
	Mutants   *engine.MutantRate `json:"mutants,omitempty"`
}

func (o *gateOutput) end() error {
	if err := o.flush(); err != nil {
		return err
	}
	o.p.noteChild(o.child)
	if n := o.partly(); n > 0 {
		o.p.note("%s passed the rounds that were asked for; only the whole gate certifies", plural(n, "task"))
	}
	if o.timings {
		if err := o.printTimings(); err != nil {
			return err
		}
	}
	if !o.p.json {
		return o.p.failure
	}
	return o.p.jsonLine(map[string]gateSummary{"summary": o.summary()})
}

// partly counts the tasks that passed what was asked for where that was not the whole gate.
func (o *gateOutput) partly() int {
	n := 0
	for _, r := range o.last {
		if r.Partly() {
			n++
		}
	}
	return n
}

func (o *gateOutput) summary() gateSummary {
	s := gateSummary{Tasks: len(o.last), Partly: o.partly(), Codes: map[gate.Code]int{}}
	var all []*gate.Report
	for _, id := range slices.Sorted(maps.Keys(o.last)) {
		r := o.last[id]
		all = append(all, r)
		switch r.Verdict() {
		case gate.Certified:
			s.Certified++
		case gate.Rejected:
			s.Rejected++
		default:
			s.Undecided++
		}
		codes := map[gate.Code]bool{}
		for _, f := range r.Findings {
			switch f.Severity {
			case gate.Error:
				s.Errors++
				codes[f.Code] = true
			case gate.Warning:
				s.Warnings++
				codes[f.Code] = true
			}
		}
		for c := range codes {
			s.Codes[c]++
		}
	}
	s.Mutants = engine.KillRate(all)
	return s
}

// printTimings tells how long the rounds took: one line of its own for a program.
func (o *gateOutput) printTimings() error {
	ids := slices.Sorted(maps.Keys(o.last))
	if o.p.json {
		doc := map[string]map[string]int64{}
		for _, id := range ids {
			doc[id] = o.last[id].Timings
		}
		if err := o.p.jsonLine(map[string]any{"timings_ns": doc}); err != nil || o.child == nil {
			return err
		}
		return o.p.jsonLine(map[string]any{"elsewhere": o.child})
	}
	var rows [][]string
	for _, id := range ids {
		var parts []string
		total := int64(0)
		for _, round := range slices.Sorted(maps.Keys(o.last[id].Timings)) {
			ns := o.last[id].Timings[round]
			total += ns
			parts = append(parts, fmt.Sprintf("%s %.1f", round, float64(ns)/1e6))
		}
		rows = append(rows, []string{id, fmt.Sprintf("%.1f", float64(total)/1e6), strings.Join(parts, ", ")})
	}
	o.p.say("")
	o.p.table([]column{{title: "task"}, {title: "ms", right: true}, {title: "rounds", flex: true}}, rows)
	return o.p.failure
}

// tried tells how many runs and comparisons the rounds made.
func tried(r *gate.Report) string {
	var parts []string
	for _, round := range r.Rounds {
		if round.Status == gate.Skipped {
			continue
		}
		if round.Tried > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", round.Name, round.Tried))
		}
	}
	return strings.Join(parts, ", ")
}

// printFindingsOf prints what a person has to look at, with its place in the task's file.
func printFindingsOf(p *printer, r *gate.Report) {
	for _, f := range r.Findings {
		if f.Severity == gate.Info {
			continue
		}
		colour := warn
		if f.Severity == gate.Error {
			colour = bad
		}
		where := r.TaskID
		if f.Line > 0 {
			where = fmt.Sprintf("%s:%d:%d", cmp.Or(f.File, r.TaskID), f.Line, f.Column)
		}
		p.say("%s: %s %s [%s]", clean(where), p.paint(colour, string(f.Severity)), clean(f.Message), f.Code)
		if f.Path != "" {
			p.say("    at   %s", clean(f.Path))
		}
		if f.Evidence != nil && f.Evidence.Score != "" {
			p.say("    ran  %s: score %s", clean(f.Evidence.Try), f.Evidence.Score)
		}
		if f.Hint != "" {
			p.say("    do   %s", clean(f.Hint))
		}
	}
}

func gateTint(cell string) tint {
	switch gate.Status(cell) {
	case gate.Verified, gate.Passed:
		return good
	case gate.Failed:
		return bad
	}
	return warn
}
