package gate

import (
	"maps"
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/world"
)

// performance is a script being carried out in an episode of its own.
type performance struct {
	e    *episode.Episode
	vars map[string]any // replies named by as
	seqs []made         // audit entries of the solution's calls, in the order in which they were made
	// quiet performances do not note them: of few runs are they asked for.
	quiet bool
}

// spot is a call of the solution.
type spot struct{ item, nth int }

// made is the audit entry of a call.
type made struct {
	at  spot
	seq int
}

// seqOf is the entry of a call, the last one where it was repeated; 0 where it was never made.
func seqOf(list []made, at spot) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].at == at {
			return list[i].seq
		}
	}
	return 0
}

// maxRepeats bounds the repeats of a call that meets faults, as for the oracle.
const maxRepeats = 3

// newPerformance begins a script at the start, in an environment that takes over nothing from any
// other run.
func newPerformance(ready *episode.Prepared) (*performance, error) {
	return performing(ready, episode.Options{})
}

func performing(ready *episode.Prepared, opts episode.Options) (*performance, error) {
	e, err := episode.New(ready, opts)
	if err != nil {
		return nil, err
	}
	return &performance{e: e, vars: map[string]any{}}, nil
}

// fork branches off a performance.
func (p *performance) fork() *performance {
	return &performance{e: p.e.Fork(), vars: maps.Clone(p.vars), seqs: slices.Clip(p.seqs)}
}

// forkUnder branches off into an altered environment.
func (p *performance) forkUnder(ready *episode.Prepared) *performance {
	return &performance{e: p.e.ForkUnder(ready), vars: maps.Clone(p.vars), seqs: slices.Clip(p.seqs)}
}

func (p *performance) over() bool {
	_, done := p.e.Done()
	return done
}

// do makes one move. A move whose calls cannot be evaluated, because what they need was never
// made, is passed over.
func (p *performance) do(m *move) error {
	if p.over() {
		return nil
	}
	if len(m.calls) == 0 && m.late == nil {
		_, err := p.e.Step(episode.Action{Text: m.say})
		return err
	}
	calls := m.calls
	if m.late != nil {
		var err error
		if calls, err = m.late(p); err != nil {
			return nil
		}
	}
	asked := m.asked
	if m.late != nil {
		asked = askedOf(calls)
	}
	for repeats := 0; len(calls) > 0 && repeats <= maxRepeats && !p.over(); repeats++ {
		result, err := p.e.Step(episode.Action{Text: m.comment, Calls: asked})
		if err != nil {
			return err
		}
		if calls = p.learn(calls, result); len(calls) > 0 {
			asked = askedOf(calls)
		}
	}
	return nil
}

// askedOf are calls as an episode takes them.
func askedOf(calls []call) []episode.Call {
	out := make([]episode.Call, len(calls))
	for i := range calls {
		c := &calls[i]
		out[i] = episode.Call{ID: callID(i), Tool: c.tool, Args: c.raw}
	}
	return out
}

// callID names the calls of one message.
func callID(i int) string {
	const first, each = "call_1call_2call_3call_4call_5call_6call_7call_8call_9", len("call_1")
	if at := i * each; at < len(first) {
		return first[at : at+each] // most messages hold few calls: no text is made for them
	}
	return "call_" + strconv.Itoa(i+1)
}

// learn notes what came back and returns the calls to repeat: those that a fault struck before
// their effect.
func (p *performance) learn(calls []call, result *episode.Result) []call {
	var again []call
	for i, o := range result.Observations {
		if o.Entry == nil {
			continue
		}
		c := calls[i]
		if c.item != fromNowhere && !p.quiet {
			p.seqs = append(p.seqs, made{spot{c.item, c.nth}, o.Entry.Seq})
		}
		if f := o.Entry.Fault; f != nil && f.Commit == world.BeforeCommit && c.expect == 0 && !c.bare {
			again = append(again, c)
		}
		if c.as != "" {
			p.vars[c.as] = agent.Named(o.Entry)
		}
	}
	return again
}

// maxClosings bounds the closing words: one for each request that is still to come.
const maxClosings = 40

// close ends the run as an agent does that has nothing more to do.
func (p *performance) close(words string) error {
	for range maxClosings {
		if p.over() {
			return nil
		}
		if _, err := p.e.Step(episode.Action{Text: words}); err != nil {
			return err
		}
	}
	ended(p.e)
	return nil
}
