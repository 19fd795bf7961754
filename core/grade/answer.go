package grade

import (
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// AnswerFields are the fields that submit_answer offers in a task: the declared ones and the
// outcome, which every task offers so that impossible ones do not give themselves away.
func AnswerFields(t *task.Task) []task.AnswerField {
	outcome := task.AnswerField{Name: task.OutcomeField, Type: task.AnswerOneOf, OneOf: task.Outcomes()}
	if slices.ContainsFunc(t.Answer, func(f task.AnswerField) bool { return f.Name == outcome.Name }) {
		return t.Answer
	}
	return append(slices.Clone(t.Answer), outcome)
}

// AnswerPattern compiles {FIELD: VALUE, ...} for a submitted answer, each by the field's
// declared type. It returns nil after reporting a problem.
func (c *Compiler) AnswerPattern(n *task.Node, items *Items) *Pattern {
	if n == nil || n.Kind != task.Map || len(n.Keys) == 0 {
		c.Problem(n, CodeBadParam, "write {FIELD: VALUE, ...}", "an answer's fields with values are needed")
		return nil
	}
	fields := AnswerFields(c.Bound.Task)
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	declared := make([]*task.AnswerField, len(n.Keys))
	mark := c.Mark()
	for i, key := range n.Keys {
		at := slices.Index(names, key)
		if at < 0 {
			c.Problem(n.Items[i], CodeAnswerField, suggest(key, names), "the answer declares no field %q", clip(key))
			continue
		}
		declared[i] = &fields[at]
	}
	if c.Failed(mark) {
		return nil
	}
	c.Watch(answers)
	r := c.plan.reading
	return c.noted(n, Eval(c, n, items, func(a Arg) ([]FieldMatch, *Fit) {
		keys, args, _ := a.Members()
		out := make([]FieldMatch, len(keys))
		for i, key := range keys {
			m, bad := r.answerMatcher(args[i], declared[i])
			if bad != nil {
				return nil, bad
			}
			if r.rewrite != nil {
				m = r.rewrite(args[i].Node.Path, m)
			}
			out[i] = FieldMatch{key, m}
		}
		return out, nil
	}))
}

// answerMatcher compares with an answer's field by its declared type.
func (r *reading) answerMatcher(a Arg, f *task.AnswerField) (Matcher, *Fit) {
	if f.List == "" {
		return r.answerValue(a, f)
	}
	list, ok := a.List()
	if !ok {
		return nil, answerMisfit(a, f, "a list")
	}
	inner := make([]Matcher, len(list))
	for i, item := range list {
		var bad *Fit
		if inner[i], bad = r.answerValue(item, f); bad != nil {
			return nil, bad
		}
	}
	return &members{inner: inner, ordered: f.List == "list"}, nil
}

func answerMisfit(a Arg, f *task.AnswerField, want string) *Fit {
	return &Fit{node: a.Node, code: CodeAnswerValue, msg: "the answer's field " + f.Name + " takes " + want + ", not " + a.describe()}
}

// answerValue compares with one value of an answer.
func (r *reading) answerValue(a Arg, f *task.AnswerField) (Matcher, *Fit) {
	if f.Type == task.AnswerRows {
		return r.rows(a, f)
	}
	s := Subject{Currency: true}
	if m, ok := a.v.(*argMap); ok && !amountMap(m, f) {
		return r.answerNamed(a, m, f, s)
	}
	var m Matcher
	var bad *Fit
	switch f.Type {
	case task.AnswerID:
		m, bad = buildID(r, a, nil, s)
	case task.AnswerText:
		m, bad = buildText(r, a, nil, s)
	case task.AnswerNumber:
		m, bad = buildNumber(r, a, nil, s)
	case task.AnswerMoney:
		m, bad = buildMoney(r, a, nil, s)
	case task.AnswerDate:
		m, bad = buildDate(r, a, nil, s)
	case task.AnswerDateTime:
		m, bad = buildDateTime(r, a, nil, s)
	case task.AnswerAddress:
		m, bad = buildAddress(r, a, nil, s)
	case task.AnswerYesNo:
		m, bad = buildYesNo(a, f)
	default:
		m, bad = r.choice(a, f)
	}
	if bad != nil {
		bad.code = CodeAnswerValue
		bad.msg = "the answer's field " + f.Name + " (" + string(f.Type) + ") " + bad.msg
	}
	return m, bad
}

// amountMap tells {amount, currency} from a matcher.
func amountMap(m *argMap, f *task.AnswerField) bool {
	_, ok := m.get("amount")
	return ok && f.Type == task.AnswerMoney
}

// answerNamed builds a matcher that is named in an answer; it must fit the declared type.
func (r *reading) answerNamed(a Arg, m *argMap, f *task.AnswerField, s Subject) (Matcher, *Fit) {
	def, _, bad := r.named(a, m)
	if bad != nil {
		return nil, bad
	}
	fits := []string{string(f.Type), "equals", "one_of", "not", "absent"}
	if f.Type == task.AnswerText {
		fits = append(fits, "mentions")
	}
	if !slices.Contains(fits, def.Name) {
		return nil, &Fit{node: a.Node, code: CodeAnswerValue, msg: "the matcher " + def.Name + " does not fit the answer's field " + f.Name + " (" + string(f.Type) + ")",
			hint: "write the value alone, or use " + strings.Join(fits, ", ")}
	}
	return r.matcher(a, s)
}

// choice compares with one of the declared words.
func (r *reading) choice(a Arg, f *task.AnswerField) (Matcher, *Fit) {
	word, ok := a.Text()
	if !ok || len(f.OneOf) > 0 && !slices.Contains(f.OneOf, word) {
		return nil, &Fit{node: a.Node, msg: "takes one of " + strings.Join(f.OneOf, ", ") + ", not " + a.describe()}
	}
	return &choice{word, f.OneOf}, nil
}

type choice struct {
	want  string
	words []string
}

func (m *choice) Match(v any, _ bool) bool { return v == m.want }

func (m *choice) Why(v any, present bool) string {
	return "expected " + show(m.want) + ", " + found(v, present)
}

func (m *choice) Example() any     { return m.want }
func (m *choice) Spellings() []any { return nil }

func (m *choice) Near() []any {
	var out []any
	for _, w := range m.words {
		out = append(out, w)
	}
	return wrong(m, append(out, "", nil)...)
}

// yesNo compares a yes-or-no answer.
type yesNo bool

func buildYesNo(a Arg, _ *task.AnswerField) (Matcher, *Fit) {
	if b, ok := a.v.(bool); ok {
		return yesNo(b), nil
	}
	text, _ := a.Text()
	switch strings.ToLower(text) {
	case "yes", "true":
		return yesNo(true), nil
	case "no", "false":
		return yesNo(false), nil
	}
	return nil, misvalue(a, "yes or no")
}

func (m yesNo) Match(v any, _ bool) bool {
	switch v := v.(type) {
	case bool:
		return v == bool(m)
	case string:
		v = strings.ToLower(strings.TrimSpace(v))
		return v == m.word() || v == strconv.FormatBool(bool(m))
	}
	return false
}

func (m yesNo) word() string {
	if m {
		return "yes"
	}
	return "no"
}

func (m yesNo) Why(v any, present bool) string {
	return "expected " + m.word() + ", " + found(v, present)
}
func (m yesNo) Example() any     { return bool(m) }
func (m yesNo) Spellings() []any { return []any{m.word()} }
func (m yesNo) Near() []any      { return []any{!bool(m), (!m).word(), "", nil} }

// Submission returns the last successfully submitted answer of the agent up to an entry, and
// that entry.
func (l *Log) Submission(until int) (*world.Record, int) {
	entries := l.Entries()
	for i := min(until, len(entries)) - 1; i >= 0; i-- {
		e := entries[i]
		if e.Actor != world.Agent || !e.Succeeded() {
			continue
		}
		for k := range e.Changes {
			if e.Changes[k].Op == world.Created && e.Changes[k].After.Collection() == answers {
				return e.Changes[k].After, e.Seq
			}
		}
	}
	return nil, 0
}

// Share says how much of a value is right, for matchers of lists and rows in parts: a member
// too many counts like one that is missing. For other matchers it is all or nothing.
func Share(m Matcher, v any, present bool) (got, of int) {
	if s, ok := m.(interface{ share(any) (int, int) }); ok {
		got, of = s.share(v)
		if of > 0 {
			return got, of
		}
	}
	if m.Match(v, present) {
		return 1, 1
	}
	return 0, 1
}
