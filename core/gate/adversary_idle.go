package gate

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func idleAdversaries() []adversary {
	return []adversary{
		cheap("nothing", "does and says nothing", "a task that is right at its start pays for nothing", 1, doNothing),
		cheap("trivial_words", "answers {}, OK, or the request itself", "a grader that only looks for some answer takes them", 4, trivialWords),
		cheap("asks_only", "asks the user for everything and does nothing", "asking is evidence, not work", 2, asksOnly),
		cheap("reads_and_prints", "calls every read tool once, opens what it finds and prints the replies", "showing everything is no answer", 1, readsAndPrints),
		cheap("no_tools", "has no tools and writes the right answer and acts as prose", "a task that can be done without tools measures none", 1, noTools),
		cheap("fixed_answer", "hands in one fixed outcome or one fixed word of an answer", "an impossible request must not pay whoever always says so", 16, fixedAnswers),
	}
}

func doNothing(*lab) ([]attempt, error) {
	return []attempt{{script: &script{moves: []*move{sayMove("")}}, says: "nothing is done", code: NullAboveZero}}, nil
}

func trivialWords(l *lab) ([]attempt, error) {
	var echo []string
	for _, r := range l.bound.Task.Requests {
		echo = append(echo, r.Say)
	}
	var out []attempt
	for _, w := range [][2]string{{"braces", "{}"}, {"ok", "OK"}, {"echo", strings.Join(echo, "\n")}} {
		out = append(out, attempt{params: Params{"words": w[0]}, script: &script{moves: []*move{sayMove(w[1])}}, says: "only words are said (" + w[0] + ")"})
	}
	return out, nil
}

func asksOnly(l *lab) ([]attempt, error) {
	u := l.bound.Task.User
	if u == nil {
		return []attempt{{script: &script{moves: []*move{sayMove("What shall I do?")}}, says: "only a question is asked"}}, nil
	}
	var all []string
	var each []*move
	for _, k := range u.Knows {
		if len(k.Asks) > 0 {
			words := strings.Join(k.Asks[0], " ")
			all = append(all, words)
			each = append(each, sayMove(words+"?"))
		}
	}
	return []attempt{
		{params: Params{"asks": "at once"}, script: &script{moves: []*move{sayMove(strings.Join(all, ", ") + "?")}}, says: "everything is asked for at once and nothing done"},
		{params: Params{"asks": "one by one"}, script: &script{moves: each}, says: "everything is asked for and nothing done"},
	}, nil
}

// mostOpened bounds the records that the reading adversary opens.
const mostOpened = 60

func readsAndPrints(l *lab) ([]attempt, error) {
	lists, details, err := l.everything(mostOpened)
	if err != nil {
		return nil, err
	}
	p, err := l.beginning([]*move{lists, details})
	if err != nil {
		return nil, err
	}
	size := 0
	for _, e := range p.e.World().Entries() {
		size += len(e.Body) + 1
	}
	var text strings.Builder
	text.Grow(size)
	for _, e := range p.e.World().Entries() {
		text.Write(e.Body)
		text.WriteByte('\n')
	}
	return []attempt{{script: &script{moves: []*move{lists, details, sayMove(statement(text.String()))}}, ready: l.loose,
		says: "everything is read and printed"}}, nil
}

// everything makes the calls that read all there is: lists without filters, then each record
// that they show.
func (l *lab) everything(most int) (lists, details *move, err error) {
	p, err := l.beginning(nil)
	if err != nil {
		return nil, nil, err
	}
	filler := l.plausible(p.e.World().State())
	var calls []call
	for _, o := range l.offers.reads {
		if o.Tool.Reads[0].Key == "" {
			calls = append(calls, callOf(o.Name, filler.required(o, l.widest(o))))
		}
	}
	lists = callMove(calls...)
	if p, err = l.beginning([]*move{lists}); err != nil {
		return nil, nil, err
	}
	filler.state = p.e.World().State()
	shown := map[string][]string{}
	for _, e := range p.e.World().Entries() {
		for _, s := range e.Shown {
			if full := s.Record.Collection(); !slices.Contains(shown[full], s.Record.ID()) {
				shown[full] = append(shown[full], s.Record.ID())
			}
		}
	}
	calls = nil
	for _, o := range l.offers.reads {
		read := &o.Tool.Reads[0]
		if read.Key == "" {
			continue
		}
		for _, id := range shown[o.Service.Name+"."+read.Collection] {
			if len(calls) < most {
				calls = append(calls, callOf(o.Name, filler.required(o, value.Obj(value.Member{Name: read.Key, Value: id}))))
			}
		}
	}
	return lists, callMove(calls...), nil
}

// widest are the arguments with which a list tool shows most.
func (l *lab) widest(o world.Offer) *value.Object {
	args := value.Obj()
	for _, r := range o.Tool.Reads {
		if p, ok := o.Tool.Param(r.Limit); ok && p.Max > 0 {
			args.Set(r.Limit, value.Int(int64(p.Max)))
		}
		for _, name := range sorted(r.Search) {
			if p, ok := o.Tool.Param(name); ok && (p.Required || p.Needed) && p.Type == world.Text {
				args.Set(name, "")
			}
		}
	}
	return args
}

// statement makes a text of which nothing is a question, so that it ends a turn.
func statement(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "?", "."), "？", "。")
}

func noTools(l *lab) ([]attempt, error) {
	var text strings.Builder
	text.WriteString("I have no tools. ")
	for _, m := range l.base.moves {
		for _, c := range m.calls {
			if o, ok := l.bound.Image.Offer(c.tool); ok && o.Tool.Writes() {
				text.WriteString(c.tool + " ")
				text.Write(c.raw)
				text.WriteByte('\n')
			}
		}
	}
	return []attempt{{script: &script{moves: []*move{sayMove(statement(text.String()))}}, says: "the right answer is written as prose, without tools"}}, nil
}

func fixedAnswers(l *lab) ([]attempt, error) {
	var out []attempt
	add := func(field string, v any, word string) {
		c := callOf(episode.SubmitTool, value.Obj(value.Member{Name: field, Value: v}))
		out = append(out, attempt{params: Params{"field": field, "value": word}, script: &script{moves: []*move{callMove(c)}},
			says: "only the fixed answer " + field + " " + word + " is handed in", code: FixedAnswerPays})
	}
	for _, word := range task.Outcomes() {
		add(task.OutcomeField, word, word)
	}
	for _, f := range l.bound.Task.Answer {
		for _, word := range f.OneOf {
			if f.List == "" {
				add(f.Name, word, word)
			} else {
				add(f.Name, []any{word}, word)
			}
		}
		if f.Type == task.AnswerYesNo {
			add(f.Name, true, "yes")
			add(f.Name, false, "no")
		}
	}
	return out, nil
}
