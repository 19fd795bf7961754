package rollout

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"iter"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// Format names the form of a manifest and its version.
const Format = "coworkenv.manifest/v1"

// Header is the first line of a manifest.
type Header struct {
	Format    string     `json:"format"`
	Digest    string     `json:"digest"` // SHA-256 of the header without digest and libraries, and of every item
	Items     int        `json:"items"`
	Groups    int        `json:"groups"`
	Tasks     int        `json:"tasks"`
	Trials    int        `json:"trials"` // of each task by each agent
	Seed      uint64     `json:"seed"`
	Rate      float64    `json:"fault_rate,omitempty"`
	Agents    []AgentRef `json:"agents"`
	Libraries []string   `json:"libraries,omitempty"` // where the tasks were found; empty = the shipped ones
}

// AgentRef names an agent so that another process can make it again.
type AgentRef struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Model   string `json:"model,omitempty"`
	Script  string `json:"script,omitempty"` // the whole text of an agent that acts out a script
}

// TaskRef names a task as it is.
type TaskRef struct {
	ID     string
	Digest string
}

// Group is the trials of one task by one agent under equal settings, in the order of their
// attempts. It is never divided between workers.
type Group []Item

// Manifest is an immutable list of the items of a run, groups together. It is read as a stream:
// what it takes in memory does not grow with it.
type Manifest struct {
	Header
	groups iter.Seq2[Group, error]
}

// RunID names the run of this manifest. It depends on what is run alone.
func (m *Manifest) RunID() string { return det.ID("run_", m.Digest) }

// Plan says what a manifest is to hold.
type Plan struct {
	Libraries []string
	Agents    []AgentRef
	Tasks     []TaskRef
	Trials    int // of each task by each agent
	Seed      uint64
	Rate      float64 // share of calls that meet a random fault
}

// Manifest lays the plan out: task by task, agent by agent. Equal plans give equal manifests.
// Errors: Usage for settings out of range, Conflict where two tasks are one, or two items have one
// id.
func (p Plan) Manifest() (*Manifest, error) {
	if p.Trials < 1 || !(p.Rate >= 0 && p.Rate <= 1) {
		return nil, fault.New(fault.Usage, "a plan of %d trials with a fault rate of %g", p.Trials, p.Rate).WithHint("give 1 trial or more, and a share from 0 to 1")
	}
	known := map[string]string{}
	for _, t := range p.Tasks {
		if twin, twice := known[t.Digest]; twice {
			return nil, fault.New(fault.Conflict, "%s and %s are one task under two ids: nothing that matters differs between them", twin, t.ID).
				WithHint("change one of them, or leave it out")
		}
		known[t.Digest] = t.ID
	}
	m := &Manifest{groups: p.lay, Header: Header{Format: Format, Tasks: len(p.Tasks), Trials: p.Trials, Seed: p.Seed, Rate: p.Rate, Agents: p.Agents,
		Libraries: p.Libraries, Items: len(p.Tasks) * len(p.Agents) * p.Trials, Groups: len(p.Tasks) * len(p.Agents)}}
	sum, err := newSum(m.Header)
	if err != nil {
		return nil, err
	}
	var ids idSet
	for g := range p.lay {
		for _, it := range g {
			line, err := json.Marshal(it)
			if err != nil {
				return nil, fault.Wrap(fault.Internal, err, "write item %s", it.ID)
			}
			sum.line(line)
			ids.add(it.ID)
		}
	}
	if ids.twice() {
		return nil, fault.New(fault.Conflict, "two items of the plan have one id").
			WithHint("name each agent once; if that is so, ids have collided by chance: choose another --seed")
	}
	m.Digest = sum.String()
	return m, nil
}

// lay yields the groups of the plan.
func (p Plan) lay(yield func(Group, error) bool) {
	for _, t := range p.Tasks {
		for _, a := range p.Agents {
			g := make(Group, p.Trials)
			for i := range g {
				g[i] = NewItem(Item{TaskID: t.ID, TaskDigest: t.Digest, Agent: a.Name, Version: a.Version, Model: a.Model,
					Seed: p.Seed, Attempt: i + 1, Rate: p.Rate})
			}
			if len(g) > 0 && !yield(g, nil) {
				return
			}
		}
	}
}

// Deal yields the groups that a shard holds. An error of reading ends the sequence.
func (m *Manifest) Deal(s Shard) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		at := 0
		for g, err := range m.groups {
			if (err != nil || s.Holds(at, len(m.Agents))) && !yield(g, err) {
				return
			}
			at++
		}
	}
}

// Differs says in which settings other is another plan than m; "" where only the tasks differ, or
// nothing does.
func (m *Manifest) Differs(other *Manifest) string {
	var out []string
	say := func(what string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			out = append(out, what+" "+y+" instead of "+x)
		}
	}
	say("agents", names(m.Agents), names(other.Agents))
	say("trials", m.Trials, other.Trials)
	say("seed", m.Seed, other.Seed)
	say("fault rate", m.Rate, other.Rate)
	say("tasks", m.Tasks, other.Tasks)
	return strings.Join(out, ", ")
}

func names(agents []AgentRef) string {
	var out []string
	for _, a := range agents {
		out = append(out, strings.Join(slices.DeleteFunc([]string{a.Name, a.Version, a.Model}, func(s string) bool { return s == "" }), " "))
	}
	return strings.Join(out, "+")
}

// sum is the digest of a manifest in the making.
type sum struct{ hash.Hash }

// newSum begins with the header. Where the tasks lie does not belong to what is run: items name
// them by their digests.
func newSum(h Header) (sum, error) {
	h.Digest, h.Libraries = "", nil
	line, err := json.Marshal(h)
	if err != nil {
		return sum{}, fault.Wrap(fault.Internal, err, "write the header of a manifest")
	}
	s := sum{sha256.New()}
	s.line(line)
	return s, nil
}

func (s sum) line(b []byte) {
	s.Write(b) // a hash never returns an error
	s.Write([]byte{'\n'})
}

func (s sum) String() string { return hex.EncodeToString(s.Sum(nil)) }

// idSet finds an id that stands twice, in eight bytes each.
type idSet []uint64

func (s *idSet) add(id string) {
	d := det.Sum([]byte(id))
	*s = append(*s, binary.LittleEndian.Uint64(d[:8]))
}

// twice sorts the set.
func (s idSet) twice() bool {
	slices.Sort(s)
	return len(slices.Compact(s)) < len(s)
}
