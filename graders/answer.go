package graders

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Answer is the check of what the agent handed in with submit_answer.
func Answer() grade.Kind {
	return grade.Kind{
		Name: "answer", Version: 1,
		Params: []grade.ParamDoc{{Name: "FIELD", Type: "value", Required: true,
			Doc: "a declared field of the answer, or outcome, with the value that it must have"}},
		Doc:     "The last successful submit_answer before the stage's end equals the values, each by the field's declared type. What is said in prose is never graded.",
		Example: "{contracts: =expiring, total: =eur_total}",
		Compile: func(c *grade.Compiler, spec task.CheckSpec) grade.Check {
			match := c.AnswerPattern(spec.Params, c.One())
			if match == nil {
				return nil
			}
			return &answer{match: match, partial: spec.Partial}
		},
	}
}

type answer struct {
	match   *grade.Pattern
	partial bool
}

var _ grade.Check = (*answer)(nil)

// Judge compares the last submission.
func (k *answer) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: 1, First: grade.NoEvidence}
	fields, err := k.match.For(l, 0)
	if err != nil {
		return late(v, err)
	}
	given, seq := l.Submission(l.End())
	if given == nil {
		v.Because(grade.Reason{Text: "no answer was submitted"})
		return v
	}
	v.See(seq)
	v.Of = 0
	for _, f := range fields {
		got, present := given.Get(f.Name)
		right, of := 0, 1
		switch {
		case k.partial:
			right, of = grade.Share(f.Matcher, got, present)
		case f.Matcher.Match(got, present):
			right = 1
		}
		v.Got, v.Of = v.Got+right, v.Of+of
		if right < of && l.Explains() {
			v.Because(grade.Reason{Field: f.Name, Seq: []int{seq}, Text: whyAnswer(f, got, present)})
		}
	}
	if !l.Explains() {
		return v
	}
	v.Since, v.Until = grade.Span(submissions(l), func(at int) bool {
		r, _ := l.Submission(at)
		return r != nil && grade.Fits(r, fields)
	})
	return v
}

func whyAnswer(f grade.FieldMatch, got any, present bool) string {
	if !present || got == nil {
		return "no value was given"
	}
	return f.Matcher.Why(got, present)
}

// submissions are the entries with which answers were handed in.
func submissions(l *grade.Log) []int {
	var out []int
	for at := l.End(); at > 0; {
		_, seq := l.Submission(at)
		if seq > 0 {
			out = append(out, seq)
		}
		at = seq - 1
	}
	return ascending(out)
}

// Needed lists the answer.
func (k *answer) Needed(l *grade.Log) ([]grade.Needed, error) {
	fields, err := k.match.For(l, 0)
	if err != nil {
		return nil, err
	}
	return []grade.Needed{{Act: grade.Act{Answer: grade.FieldsOf(fields)}}}, nil
}

// isInternal reports whether a record is none of the office: submitted answers are no effects.
func isInternal(l *grade.Log, r *world.Record) bool {
	decl, ok := l.Bound().Image.Collection(r.Collection())
	return ok && decl.Internal
}
