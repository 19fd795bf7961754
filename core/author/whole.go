package author

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/synth"
)

// whole is the generator that writes a task with its grading.
type whole struct {
	a     *Author
	slot  Slot
	last  *draft
	found []Finding
}

func (w *whole) write(ctx context.Context, round int) (*draft, error) {
	messages, err := w.a.opening(generatorSystem, w.slot)
	if err != nil {
		return nil, err
	}
	if w.last != nil {
		repair, err := w.a.repair(generatorRepair, w.slot, round-1, w.found)
		if err != nil {
			return nil, err
		}
		messages = append(messages, llm.Message{From: llm.Assistant, Text: echo(w.last.file, w.last.said)}, repair)
	}
	h, err := ask(ctx, w.a.Generator, llm.Generator, "", llm.Request{Messages: messages, Sample: round, Label: label(w.slot, round, llm.Generator, "")})
	if err != nil {
		return nil, err
	}
	d := &draft{by: []Exchange{h.by}, said: h.text}
	if h.finding != nil {
		d.findings = []Finding{*h.finding}
	} else {
		d.file, d.task, d.problems = stamped(h.doc, w.slot.ID(), w.a.provenance(w.slot, round))
	}
	w.last = d
	return d, nil
}

func (w *whole) check(context.Context, *draft) ([]Finding, error) { return nil, nil }

func (w *whole) refuse(_ int, list []Finding) { w.found = list }

// label is what a request is for, in the journal.
func label(s Slot, round int, role llm.Role, name string) string {
	return fmt.Sprintf("%s %s round %d", role, s.ID()+name, round)
}

// opening begins a generator's conversation.
func (a *Author) opening(system string, s Slot) ([]llm.Message, error) {
	b, err := a.brief(s)
	if err != nil {
		return nil, err
	}
	who, err := a.Prompts.fill(system, b)
	if err != nil {
		return nil, err
	}
	what, err := a.Prompts.fill(generatorTask, b)
	if err != nil {
		return nil, err
	}
	return []llm.Message{{From: llm.System, Text: who}, {From: llm.FromUser, Text: what}}, nil
}

// repair is the message with the diagnosis of a refused draft.
func (a *Author) repair(prompt string, s Slot, round int, list []Finding) (llm.Message, error) {
	diagnosis, err := a.tell(s, round, list)
	if err != nil {
		return llm.Message{}, err
	}
	text, err := a.Prompts.fill(prompt, map[string]any{"Diagnosis": diagnosis, "Round": round, "Of": a.Rounds})
	return llm.Message{From: llm.FromUser, Text: text}, err
}

// provenance is the section of that name. It is not part of the task's digest.
func (a *Author) provenance(s Slot, round int) string {
	return fmt.Sprintf("{generator: %s%s, seed: %d, engine: v%d, parents: [], repairs: %d, prompts: %q}", synth.ByModel, s.Scenario.Name, s.Seed%(1<<63), s.Scenario.Version, round-1, a.Prompts.Digest()[:12])
}
