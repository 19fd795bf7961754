package agent

import (
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// NaiveAgent sees what a model sees - request, tool descriptions, replies - and never the solution,
// facts or checks. Such agents measure how far a task lets one come without understanding it: a
// task's measured difficulty is calibrated on them.
type NaiveAgent struct {
	Maker
	// Prefer puts records that replies showed, in the order of their sight, into the order in which
	// the agent would take one for what the request means.
	Prefer func(say string, shown []*world.Record, seed uint64) []*world.Record
}

// Naive lists the naive agents.
func Naive() []NaiveAgent {
	return []NaiveAgent{
		{naive("greedy-reader", "reads whatever it can, changes nothing, answers with what it saw first", (*explorer).greedy), asSeen},
		{naive("random-tools", "calls any tool with any values that it has seen", (*explorer).random), shuffled},
		{naive("keyword-follower", "searches for the words of the request and acts on what holds most of them", (*explorer).follow), byWords},
	}
}

// mostNaiveCalls bounds a naive agent's calls in one turn: about what a solution makes.
const mostNaiveCalls = 40

func naive(name, doc string, next func(*explorer) []Planned) Maker {
	return Maker{Name: name, Version: "1", Doc: doc, Make: func(_ *task.Bound, seed uint64) (Agent, error) {
		n := &explorer{rand: det.NewRand(seed, "agent", name), next: next}
		return Func(func(_ context.Context, o episode.Opening, last *episode.Result) (episode.Action, error) {
			return n.act(o, last), nil
		}), nil
	}}
}

// explorer is what the naive agents share: what was asked and seen, and the calls still to make.
type explorer struct {
	rand  *det.Rand
	next  func(*explorer) []Planned // more calls; none = answer and be done
	tools []world.Offer
	words map[string]bool     // of what was asked
	asks  []string            // the same in their order
	made  map[string]bool     // calls, so that none is made twice
	seen  map[string][]string // values by the name of their field, distinct, in the order of their sight
	rows  []sighted           // records as replies showed them
	calls int                 // made in this turn
	todo  []Planned
	ended bool // answered in this turn
}

// sighted is one object of a reply.
type sighted struct {
	object *value.Object
	words  []string // distinct
}

func (n *explorer) act(o episode.Opening, last *episode.Result) episode.Action {
	switch {
	case last == nil:
		n.tools, n.words, n.made, n.seen = o.Tools, map[string]bool{}, map[string]bool{}, map[string][]string{}
		n.asked(o.Say)
	case last.User != nil:
		n.asked(last.User.Text)
	default:
		for _, seen := range last.Observations {
			if v, err := value.Parse(seen.Body); err == nil {
				n.learn("", v)
			}
		}
	}
	if n.ended {
		return episode.Action{Text: "Done."}
	}
	if len(n.todo) == 0 && n.calls < mostNaiveCalls {
		n.todo = n.next(n)
	}
	if len(n.todo) == 0 || n.calls >= mostNaiveCalls {
		n.ended = true
		return batch([]Planned{{Tool: task.AnswerTool, Args: n.answer()}})
	}
	call := n.todo[0]
	n.todo = n.todo[1:]
	n.calls++
	return batch([]Planned{call})
}

// asked begins a turn.
func (n *explorer) asked(say string) {
	for _, w := range wordsOf(say) {
		if !n.words[w] {
			n.words[w] = true
			n.asks = append(n.asks, w)
		}
	}
	n.calls, n.todo, n.ended = 0, nil, false
}

// learn keeps what a reply shows.
func (n *explorer) learn(name string, v any) {
	switch v := v.(type) {
	case *value.Object:
		row := sighted{object: v}
		for _, m := range v.Members() {
			n.learn(m.Name, m.Value)
			row.words = append(row.words, wordsOf(textOf(m.Value))...)
		}
		slices.Sort(row.words)
		row.words = slices.Compact(row.words)
		n.rows = append(n.rows, row)
	case []any:
		for _, x := range v {
			n.learn(name, x)
		}
	case nil:
	default:
		n.see(name, textOf(v))
	}
}

// mostSeen bounds the values kept of one field.
const mostSeen = 200

func (n *explorer) see(name, text string) {
	known := n.seen[name]
	if text == "" || len(known) >= mostSeen || n.made["saw "+name+" "+text] {
		return
	}
	n.made["saw "+name+" "+text] = true
	n.seen[name] = append(known, text)
}

// once keeps the calls that were not made before.
func (n *explorer) once(calls []Planned) []Planned {
	var out []Planned
	for _, c := range calls {
		key := "called " + c.Tool + " " + c.Args.String()
		if !n.made[key] {
			n.made[key] = true
			out = append(out, c)
		}
	}
	return out
}
