package gate

import (
	"fmt"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// answeredOtherwise changes each field of the answers that count which no check compares, and
// makes up a value for those that the solution never gives.
func answeredOtherwise(l *lab) ([]attempt, error) {
	graded := l.gradedPlaces()
	var out []attempt
	handed := l.handedIn()
	for _, at := range handed {
		for _, f := range l.fieldsOf(at) {
			v, given := at.call.args.Get(f.Name)
			if !given || v == nil || graded[placed{spot{at.call.item, at.call.nth}, f.Name}] {
				continue
			}
			out = append(out, l.answered(at, &f, another(&f, v), "another value of"))
		}
	}
	if len(handed) == 0 {
		return out, nil
	}
	named := l.answersNamed()
	last := handed[len(handed)-1]
	for _, f := range l.bound.Task.Answer {
		if !named[f.Name] && !slices.ContainsFunc(handed, func(at handedIn) bool { return at.gives(f.Name) }) {
			out = append(out, l.answered(last, &f, another(&f, nil), "an invented value of"))
		}
	}
	return out, nil
}

// handedIn is an answer of the solution that no later one of its stage replaces.
type handedIn struct {
	move int
	call *call
}

func (h *handedIn) gives(field string) bool {
	v, given := h.call.args.Get(field)
	return given && v != nil
}

// fieldsOf are the declared fields, and the outcome where it says that there is no result: done
// says no more than the result itself.
func (l *lab) fieldsOf(h handedIn) []task.AnswerField {
	fields := l.bound.Task.Answer
	if v, given := h.call.args.Get(task.OutcomeField); given && v != task.Outcomes()[0] {
		fields = append(slices.Clone(fields), task.AnswerField{Name: task.OutcomeField, Type: task.AnswerOneOf, OneOf: task.Outcomes(), Path: "checks"})
	}
	return fields
}

func (l *lab) handedIn() []handedIn {
	var out []handedIn
	for _, stage := range l.stages {
		var last *handedIn
		for i := stage.from; i < stage.to; i++ {
			for k := range l.base.moves[i].calls {
				if c := &l.base.moves[i].calls[k]; submits(c) {
					last = &handedIn{i, c}
				}
			}
		}
		if last != nil {
			out = append(out, *last)
		}
	}
	return out
}

// answersNamed are the fields of the answer that some check compares.
func (l *lab) answersNamed() map[string]bool {
	out := map[string]bool{}
	acts, err := l.s.evidenceOf()
	if err != nil {
		return out // a finding of the grader round
	}
	for i := range acts {
		for _, f := range acts[i].Answer {
			out[f.Name] = true
		}
	}
	return out
}

// answered is the solution with a field of one of its answers as something else.
func (l *lab) answered(at handedIn, f *task.AnswerField, v any, what string) attempt {
	return attempt{params: Params{"item": fmt.Sprint(at.call.item + 1), "field": f.Name, "value": clip(text(v))}, path: f.Path, code: UncheckedAnswer, severity: Warning,
		script: l.base.editAt(at.move, only(at.call.nth, func(c call) call { return c.with(f.Name, v) })),
		proves: (*run).answeredWell,
		says:   fmt.Sprintf("the solution with %s the answer's field %s (%s), which no check compares", what, f.Name, clip(text(v)))}
}

// answeredWell reports whether every answer of a run was taken.
func (r *run) answeredWell() bool {
	return !slices.ContainsFunc(r.episode.World().Entries(), func(e *world.Entry) bool {
		return e.Tool == episode.SubmitTool && e.Outcome != world.OK
	})
}

// another is a value of an answer's field that is not the one given.
func another(f *task.AnswerField, was any) any {
	if f.List != "" {
		list, _ := was.([]any)
		if len(list) > 0 {
			return slices.Clone(list[1:])
		}
		one := *f
		one.List = ""
		return []any{another(&one, nil)}
	}
	if f.Type == task.AnswerRows {
		if list, _ := was.([]any); len(list) > 0 {
			return slices.Clone(list[1:])
		}
		row := value.Obj()
		for i := range f.Rows {
			row.Set(f.Rows[i].Name, another(&f.Rows[i], nil))
		}
		return []any{row}
	}
	return anotherOf(f, was)
}

func anotherOf(f *task.AnswerField, was any) any {
	const moment = "2020-01-01T09:00:00Z"
	now, _ := time.Parse(time.RFC3339, moment) // any: nothing compares it
	switch f.Type {
	case task.AnswerOneOf:
		for _, word := range f.OneOf {
			if word != was {
				return word
			}
		}
	case task.AnswerNumber:
		return otherOf(world.Number, was, now)
	case task.AnswerMoney:
		if text(was) == "7.00 EUR" {
			return "8.00 EUR"
		}
		return "7.00 EUR"
	case task.AnswerDate:
		return otherOf(world.Day, was, now)
	case task.AnswerDateTime:
		return otherOf(world.Instant, was, now)
	case task.AnswerAddress:
		return otherOf(world.Address, was, now)
	case task.AnswerYesNo:
		return was != true
	case task.AnswerID:
		s, _ := was.(string)
		return oneDigitOff(s)
	}
	return otherOf(world.Text, was, now)
}
