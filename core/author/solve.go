package author

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Ambiguity is how far independent solvers of a task, who see what an agent sees and nothing else, come
// to one end.
type Ambiguity struct {
	Score    float64   `json:"score"` // share of pairs of attempts with different ends; 0 = all agree
	Attempts []Attempt `json:"attempts"`
	Solved   int       `json:"solved"` // attempts that the task's own checks give 1
	// Against: most attempts agree on one end, and the checks refuse it. Then the checks, or the request,
	// are likelier to be wrong than all of them.
	Against bool `json:"against,omitempty"`
}

// Attempt is one solver's run.
type Attempt struct {
	End     trace.End    `json:"end"`
	State   string       `json:"state"` // digest of what it changed and handed in; free texts are left out
	Score   grade.Micros `json:"score"`
	Calls   int          `json:"calls"`
	Prompt  int          `json:"prompt_tokens"`
	Replied int          `json:"completion_tokens"`
}

// Solve lets k agents of a maker solve a task and tells how far they agree. An endpoint's failure is an
// error, since it says nothing about the task.
func Solve(ctx context.Context, r *episode.Prepared, maker agent.Maker, k int, clock det.Clock) (*Ambiguity, error) {
	out := &Ambiguity{}
	for n := range k {
		a, err := maker.Make(r.Bound, uint64(n))
		if err != nil {
			return nil, err
		}
		e, err := episode.New(r, episode.Options{Seed: uint64(n)})
		if err != nil {
			return nil, err
		}
		failed := &witness{Agent: a}
		if err := agent.Play(ctx, e, failed, clock); err != nil {
			return nil, err
		}
		if failed.err != nil {
			return nil, failed.err
		}
		score, err := e.Grade()
		if err != nil {
			return nil, err
		}
		out.Attempts = append(out.Attempts, attemptOf(e, score))
	}
	out.sum()
	return out, nil
}

// witness remembers why an agent could not go on.
type witness struct {
	agent.Agent
	err error
}

func (f *witness) Next(ctx context.Context, o episode.Opening, last *episode.Result) (episode.Action, error) {
	a, err := f.Agent.Next(ctx, o, last)
	var stop *agent.Stop
	if err != nil && !errors.As(err, &stop) { // a stop is an end like others
		f.err = err
	}
	return a, err
}

func attemptOf(e *episode.Episode, score *grade.Score) Attempt {
	t := e.Trajectory()
	a := Attempt{End: t.End, State: endState(e.World()), Score: score.Score}
	for i := range t.Steps {
		s := &t.Steps[i]
		a.Calls += len(s.Calls)
		if s.Usage != nil {
			a.Prompt += s.Usage.Prompt
			a.Replied += s.Usage.Completion
		}
	}
	return a
}

func (m *Ambiguity) sum() {
	ends := map[string]int{}
	right := map[string]bool{}
	for _, a := range m.Attempts {
		ends[a.State]++
		if a.Score == grade.One {
			m.Solved++
			right[a.State] = true
		}
	}
	k, same := len(m.Attempts), 0
	for state, n := range ends {
		same += n * (n - 1) / 2
		if 2*n > k && k > 1 && !right[state] {
			m.Against = true
		}
	}
	if pairs := k * (k - 1) / 2; pairs > 0 {
		m.Score = float64(pairs-same) / float64(pairs)
	}
}

// endState is a digest of what an agent left changed and handed in. Two right runs differ in the words
// of their mails, in the order of their acts and in the ids of what they made; none of that is the end.
func endState(w *world.World) string {
	var lines []string
	final := map[string]world.Change{}
	var order []string
	for _, e := range w.Entries() {
		if e.Actor != world.Agent {
			continue
		}
		if e.Tool == episode.SubmitTool && e.Succeeded() {
			lines = append(lines, "answer "+canonicalJSON(e.Raw))
			continue
		}
		for _, c := range e.Changes {
			key := c.Record().Collection() + "\x00" + c.Record().ID()
			was, had := final[key]
			if !had {
				order = append(order, key)
			} else {
				c = world.Change{Op: was.Op, Before: was.Before, After: c.After}
			}
			final[key] = c
		}
	}
	for _, key := range order {
		if line := changeLine(w.Image(), final[key]); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return det.SHA256Hex([]byte(strings.Join(lines, "\n")))
}

func canonicalJSON(raw []byte) string {
	v, err := value.Parse(raw)
	if err != nil {
		return string(bytes.TrimSpace(raw))
	}
	return string(value.AppendCanonical(nil, v))
}

// changeLine is a change without what right runs differ in; "" = it came to nothing.
func changeLine(img *world.Image, c world.Change) string {
	switch {
	case c.Before == nil && c.After == nil:
		return ""
	case c.After == nil:
		return "delete " + c.Before.Collection() + " " + c.Before.ID()
	case c.Before == nil:
		return fmt.Sprintf("create %s %s", c.After.Collection(), decided(img, c.After, nil))
	}
	text := decided(img, c.After, c.Before)
	if text == "{}" {
		return ""
	}
	return fmt.Sprintf("update %s %s %s", c.After.Collection(), c.After.ID(), text)
}

// decided are the fields of a record that an act decides, where they differ from before.
func decided(img *world.Image, r, before *world.Record) string {
	coll := declared(img, r.Collection())
	o := value.Obj()
	for _, m := range r.Fields() {
		f, known := fieldOf(coll, m.Name)
		free := known && (f.Type == world.Text && len(f.Enum) == 0 || f.Type == world.Instant)
		if coll != nil && m.Name == coll.Key && before == nil || free {
			continue
		}
		if before != nil {
			if old, had := before.Get(m.Name); had && value.Equal(old, m.Value) {
				continue
			}
		}
		o.Set(m.Name, m.Value)
	}
	return string(value.AppendCanonical(nil, o))
}

func fieldOf(c *world.Collection, name string) (*world.Field, bool) {
	if c == nil {
		return nil, false
	}
	return c.Field(name)
}

func declared(img *world.Image, full string) *world.Collection {
	service, short, _ := strings.Cut(full, ".")
	for _, s := range img.Services() {
		if s.Name == service {
			if c, ok := s.Collection(short); ok {
				return c
			}
		}
	}
	return nil
}
