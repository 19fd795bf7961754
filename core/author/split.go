package author

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/task"
)

// split is a generator that writes request and records, and discriminators that grade what they did not
// write. A discriminator is told nothing else of the generator's conversation.
type split struct {
	a       *Author
	slot    Slot
	request []section // the generator's part as it was judged last; nil = there is none
	said    string
	shown   []byte // the part as the generator sees it again
	found   []Finding
	graders []*discriminator
	stale   bool // the generator has to write anew
}

func (a *Author) split(s Slot) *split {
	p := &split{a: a, slot: s, stale: true}
	for i := range a.Graders {
		p.graders = append(p.graders, &discriminator{a: a, slot: s, n: i})
	}
	return p
}

func (p *split) write(ctx context.Context, round int) (*draft, error) {
	d := &draft{}
	if p.stale {
		if err := p.generate(ctx, round, d); err != nil || len(d.findings) > 0 {
			return d, err
		}
	}
	for _, g := range p.graders {
		if err := g.grade(ctx, round, p.request, d); err != nil {
			return nil, err
		}
		if g.grading != nil {
			g.file, g.task, g.problems = stamped(joined(slices.Concat(p.request, g.grading)), p.slot.ID(), p.a.provenance(p.slot, round))
		}
	}
	first := p.graders[0]
	if first.grading == nil {
		d.said, d.findings = first.said, first.found
		return d, nil
	}
	d.file, d.task, d.problems = first.file, first.task, first.problems
	return d, nil
}

// generate has the generator write request and records, and tells what is wrong with them by themselves.
func (p *split) generate(ctx context.Context, round int, d *draft) error {
	messages, err := p.a.opening(requestSystem, p.slot)
	if err != nil {
		return err
	}
	if round > 1 {
		repair, err := p.a.repair(generatorRepair, p.slot, round-1, p.found)
		if err != nil {
			return err
		}
		messages = append(messages, llm.Message{From: llm.Assistant, Text: echo(p.shown, p.said)}, repair)
	}
	h, err := ask(ctx, p.a.Generator, llm.Generator, "", llm.Request{Messages: messages, Sample: round, Label: label(p.slot, round, llm.Generator, "")})
	if err != nil {
		return err
	}
	d.by, d.said = append(d.by, h.by), h.text
	p.request, p.shown, p.said = nil, nil, h.text
	if h.finding != nil {
		d.findings = []Finding{*h.finding}
		return nil
	}
	list, ok := sectionsOf(h.doc)
	part := only(list, headerKeys, requestKeys)
	var t *task.Task
	var problems task.Problems
	p.shown = h.doc
	if ok {
		p.shown, t, problems = stamped(joined(part), p.slot.ID(), p.a.provenance(p.slot, round))
	} else {
		t, problems = task.Parse(p.slot.ID(), h.doc)
	}
	d.findings = p.ownProblems(t, problems)
	if t != nil {
		d.findings = append(d.findings, p.slot.outside(t)...)
	}
	if len(d.findings) > 0 {
		d.file, d.part = p.shown, true
		return nil
	}
	if list, ok = sectionsOf(p.shown); !ok {
		d.findings = []Finding{problem(NoDocument, "", "the document cannot be cut into its sections", "write each section as a key at the beginning of a line")}
		return nil
	}
	p.request, p.stale = only(list, headerKeys, requestKeys), false
	for _, g := range p.graders {
		g.forget()
	}
	return nil
}

// ownProblems are the errors of request and records by themselves: the rest is not written yet.
func (p *split) ownProblems(t *task.Task, problems task.Problems) []Finding {
	_, all := episode.Lint(t, problems, p.a.Catalog, p.a.Checks)
	var out []Finding
	for _, x := range all.Errors() {
		if gradingPath(x.Path) {
			continue
		}
		out = append(out, Finding{Code: gate.Code(x.Code), Round: gate.RoundSpec, Severity: gate.Error, Path: x.Path, Line: x.Line, Message: clip(x.Message, mostWords), Hint: clip(x.Hint, mostWords)})
	}
	return out
}

func topOf(path string) string {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		return path[:end]
	}
	return path
}

func gradingPath(path string) bool { return slices.Contains(gradingKeys, topOf(path)) }

// graderPath is the place of a finding about a discriminator.
const graderPath = "graders"

// refuse hands each finding to whoever can mend it. Where the generator has to write, everybody begins
// anew; else the discriminators mend their gradings.
func (p *split) refuse(_ int, list []Finding) {
	var own []Finding
	for _, f := range list {
		if !p.isGrading(f) {
			own = append(own, f)
		}
	}
	if len(own) > 0 || p.request == nil {
		p.found, p.stale = own, true
		if len(own) == 0 {
			p.found = list
		}
		return
	}
	for i, g := range p.graders {
		g.found = nil
		for _, f := range list {
			if at := graderOf(f); at == i || at < 0 && i == 0 {
				g.found = append(g.found, f)
			}
		}
	}
}

// graderOf is which discriminator a finding names, -1 where it names none.
func graderOf(f Finding) int {
	var i int
	if _, err := fmt.Sscanf(f.Path, graderPath+"[%d]", &i); err != nil {
		return -1
	}
	return i
}

func (p *split) isGrading(f Finding) bool {
	switch {
	case f.Code == GradersDisagree, f.Code == gate.NoNearMiss, f.Round == gate.RoundLeak: // found in a grading, mended in request or records
		return false
	case f.Code == NoDocument:
		return p.request != nil
	case topOf(f.Path) == graderPath || gradingPath(f.Path):
		return true
	case f.Path != "":
		return false
	}
	switch f.Round {
	case gate.RoundGrader, gate.RoundOracle, gate.RoundAdversary, gate.RoundBenign, gate.RoundTruth:
		return true
	}
	return false
}
