package agent

import (
	"cmp"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// greedy calls each reading tool: without arguments where it can, then once for every value that
// a required argument may have.
func (n *explorer) greedy() []Planned {
	var out []Planned
	for _, o := range n.tools {
		if o.Tool.Act != world.Reading {
			continue
		}
		out = append(out, n.each(o)...)
	}
	return n.once(out)
}

// each makes a tool's calls over the values of its first required argument.
func (n *explorer) each(o world.Offer) []Planned {
	i := slices.IndexFunc(o.Tool.Params, func(p world.Param) bool { return p.Required || p.Needed })
	if i < 0 {
		return []Planned{{Tool: o.Name, Args: value.Obj()}}
	}
	p := &o.Tool.Params[i]
	from := n.candidates(p.Name)
	if p.Type == world.Text && p.Ref == "" && len(p.Enum) == 0 {
		from = n.asks // a search
	}
	var out []Planned
	for _, text := range from[:min(len(from), mostNaiveCalls)] {
		args, ok := n.fill(o.Tool, nothingElse, func(name string, all []string) string {
			if name == p.Name {
				return text
			}
			return all[0]
		})
		if ok {
			out = append(out, Planned{Tool: o.Name, Args: args})
		}
	}
	return out
}

// random calls one tool with values drawn from what was seen and asked.
func (n *explorer) random() []Planned {
	for range mostNaiveCalls {
		o := det.Pick(n.rand, n.tools)
		if o.Name == task.AnswerTool {
			continue
		}
		if args, ok := n.fill(o.Tool, func(*world.Param) bool { return n.rand.Intn(4) == 0 }, n.any); ok {
			return []Planned{{Tool: o.Name, Args: args}}
		}
	}
	return nil
}

// follow first reads greedily until half of its calls are made, then changes the records that hold
// most words of the request with the tools that do.
func (n *explorer) follow() []Planned {
	if n.calls < mostNaiveCalls/2 {
		if calls := n.wordy(n.greedy()); len(calls) > 0 {
			return calls
		}
	}
	rows := n.likeliest()
	for _, o := range n.writers() {
		for _, row := range rows {
			args, ok := n.fill(o.Tool, n.mentioned, func(name string, from []string) string { return n.ofRow(row, name, from) })
			if !ok {
				continue
			}
			if calls := n.once([]Planned{{Tool: o.Name, Args: args}}); len(calls) > 0 {
				return calls
			}
		}
	}
	return nil
}

// wordy takes the calls that hold most words of the request; the others may come again.
func (n *explorer) wordy(calls []Planned) []Planned {
	calls = byScore(calls, func(c Planned) int {
		s := n.overlap(wordsOf(c.Tool))
		for _, m := range c.Args.Members() {
			s += n.overlap(wordsOf(textOf(m.Value)))
		}
		return s
	})
	now := min(atOnce, len(calls))
	for _, c := range calls[now:] {
		delete(n.made, "called "+c.Tool+" "+c.Args.String())
	}
	return calls[:now]
}

// atOnce is how many calls a keyword follower makes before it thinks again.
const atOnce = 4

// followed is how many records a keyword follower acts on.
const followed = 3

func (n *explorer) likeliest() []sighted {
	rows := byScore(n.rows, func(r sighted) int { return n.overlap(r.words) })
	return rows[:min(len(rows), followed)]
}

// writers are the tools that change something, those whose description shares most words with the
// request first.
func (n *explorer) writers() []world.Offer {
	var out []world.Offer
	for _, o := range n.tools {
		if o.Tool.Act != world.Reading && o.Name != task.AnswerTool && n.named(o) > 0 {
			out = append(out, o)
		}
	}
	out = byScore(out, n.named)
	return out[:min(len(out), followed)]
}

func (n *explorer) named(o world.Offer) int { return n.overlap(wordsOf(o.Name + " " + o.Tool.Doc)) }

// byScore returns a list with the highest score first, each scored once.
func byScore[T any](list []T, score func(T) int) []T {
	type scored struct {
		item  T
		score int
	}
	all := make([]scored, len(list))
	for i, x := range list {
		all[i] = scored{x, score(x)}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	out := make([]T, len(all))
	for i := range all {
		out[i] = all[i].item
	}
	return out
}

// mentioned takes an optional argument where the request names it.
func (n *explorer) mentioned(p *world.Param) bool {
	return n.overlap(wordsOf(p.Name)) > 0 || len(p.Enum) > 0
}

// ofRow prefers the value of a record, then one that the request names.
func (n *explorer) ofRow(row sighted, name string, from []string) string {
	if v, ok := row.object.Get(name); ok && textOf(v) != "" {
		return textOf(v)
	}
	for _, x := range from {
		if n.overlap(wordsOf(x)) > 0 {
			return x
		}
	}
	return from[0]
}
