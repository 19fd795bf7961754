package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/value"
)

// script is a run laid out in advance: what an agent says and calls, in order. Scripts share
// their moves, which nobody changes once a script has them, so that a wrong run is a right one
// with a few moves exchanged.
type script struct{ moves []*move }

// move is one message of the agent: a text, or a batch of calls.
type move struct {
	item    int // of the solution; fromNowhere for what an adversary adds
	say     string
	comment string         // beside the calls
	calls   []call         // as they are when everything before them went as in the solution
	asked   []episode.Call // the same as an episode takes them: many runs make one move
	// late evaluates the calls when they are reached; nil where they need no earlier reply.
	late func(p *performance) ([]call, error)
	key  det.Digest // equal moves have equal keys
}

// fromNowhere marks what is no item of the solution.
const fromNowhere = -1

// call is one tool call of a script.
type call struct {
	item, nth int // which call of which item of the solution
	tool      string
	args      *value.Object // shared; an edit clones it
	raw       []byte
	as        string
	expect    int
	bare      bool // not repeated after a fault
}

// callOf makes a call.
func callOf(tool string, args *value.Object) call {
	return call{item: fromNowhere, tool: tool, args: args, raw: written(args)}
}

// with returns the call with one argument set; nil takes it out.
func (c call) with(name string, v any) call {
	args := roomy(c.args, 1)
	if v == nil {
		args.Delete(name)
	} else {
		args.Set(name, v)
	}
	c.args, c.raw = args, written(args)
	return c
}

// written is an object as JSON; most arguments are short.
func written(args *value.Object) []byte {
	const usual = 128
	return value.Append(make([]byte, 0, usual), args)
}

func sayMove(text string) *move {
	return &move{item: fromNowhere, say: text, key: det.Sum([]byte("say"), []byte(text))}
}

func callMove(calls ...call) *move {
	item := fromNowhere
	if len(calls) > 0 {
		item = calls[0].item
	}
	return &move{item: item, calls: calls, asked: askedOf(calls), key: keyOf(calls)}
}

func keyOf(calls []call) det.Digest {
	var room [1 << 10]byte
	b := room[:0]
	for i := range calls {
		c := &calls[i]
		b = append(append(b, 2), c.tool...)
		if c.bare {
			b = append(b, 3)
		}
		b = append(b, c.raw...)
	}
	return det.Sum([]byte("calls"), b)
}

// edit returns the move with its calls exchanged, now and where they are evaluated late.
func (m *move) edit(change func([]call) []call) *move {
	if len(m.calls) == 0 && m.late == nil {
		return m // a message has no calls
	}
	own := *m
	own.calls = change(m.calls)
	own.asked, own.key = askedOf(own.calls), keyOf(own.calls)
	if old := m.late; old != nil {
		own.late = func(p *performance) ([]call, error) {
			calls, err := old(p)
			if err != nil {
				return nil, err
			}
			return change(calls), nil
		}
	}
	return &own
}

// key identifies what a script does: scripts of equal keys give equal runs.
func (s *script) key() string {
	b := make([]byte, 0, len(s.moves)*len(det.Digest{}))
	for i := range s.moves {
		b = append(b, s.moves[i].key[:]...)
	}
	return string(b)
}

// replace returns the script with one move exchanged for any number of others.
func (s *script) replace(at int, moves ...*move) *script {
	return &script{slices.Concat(s.moves[:at], moves, s.moves[at+1:])}
}

// insert returns the script with moves before the one at a place.
func (s *script) insert(at int, moves ...*move) *script {
	return &script{slices.Concat(s.moves[:at], moves, s.moves[at:])}
}

// editAt returns the script with the calls of one move exchanged; a move that is left without
// calls is gone.
func (s *script) editAt(at int, change func([]call) []call) *script {
	return s.replace(at, s.moves[at].edited(change)...)
}

// edited is the move with its calls exchanged, or none.
func (m *move) edited(change func([]call) []call) []*move {
	if m = m.edit(change); len(m.calls) == 0 && m.say == "" {
		return nil
	}
	return []*move{m}
}

// filter returns the script without the calls that keep refuses.
func (s *script) filter(keep func(c *call) bool) *script {
	out := &script{moves: make([]*move, 0, len(s.moves))}
	for _, m := range s.moves {
		if len(m.calls) > 0 {
			m = m.edit(func(calls []call) []call {
				kept := make([]call, 0, len(calls))
				for i := range calls {
					if keep(&calls[i]) {
						kept = append(kept, calls[i])
					}
				}
				return kept
			})
			if len(m.calls) == 0 {
				continue
			}
		}
		out.moves = append(out.moves, m)
	}
	return out
}

// cut returns the first moves.
func (s *script) cut(n int) *script { return &script{s.moves[:n:n]} }

// only edits one call of a batch.
func only(nth int, change func(call) call) func([]call) []call {
	return func(calls []call) []call {
		out := slices.Clone(calls)
		for i := range out {
			if out[i].nth == nth {
				out[i] = change(out[i])
			}
		}
		return out
	}
}

// without takes one call out of a batch.
func without(nth int) func([]call) []call {
	return func(calls []call) []call {
		return slices.DeleteFunc(slices.Clone(calls), func(c call) bool { return c.nth == nth })
	}
}
