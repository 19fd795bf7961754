package importer

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// readSession reads a session file of Claude Code. Lines form a tree: the conversation is the path
// from its latest leaf to the root. Side chains, which are sub-agents, are trajectories of their own,
// and so is each part between compactions.
func readSession(data []byte, n *notes) ([]*trace.Trajectory, error) {
	lines, err := events(data)
	if err != nil {
		return nil, err
	}
	main, side := newChain(), map[string]*chain{}
	var order []string
	for _, o := range lines {
		switch kind := text(o, "type"); kind {
		case "user", "assistant", "system":
		default:
			if text(o, "uuid") == "" { // titles, snapshots and their like
				continue
			}
		}
		if !truth(o, "isSidechain") {
			main.add(o)
			continue
		}
		agent := text(o, "agentId")
		if side[agent] == nil {
			side[agent] = newChain()
			order = append(order, agent)
		}
		side[agent].add(o)
	}
	out := main.trajectories(n, "")
	for i, agent := range order {
		if agent == "" {
			agent = fmt.Sprint(i + 1)
		}
		out = append(out, side[order[i]].trajectories(n, "agent-"+agent)...)
	}
	return out, nil
}

// chain is the lines of one conversation.
type chain struct {
	byID  map[string]*value.Object
	lines []*value.Object
	child map[string]bool // lines that another follows
}

func newChain() *chain { return &chain{byID: map[string]*value.Object{}, child: map[string]bool{}} }

func (c *chain) add(o *value.Object) {
	c.lines = append(c.lines, o)
	if id := text(o, "uuid"); id != "" {
		c.byID[id] = o
	}
	c.child[parent(o)] = true
}

func parent(o *value.Object) string {
	if id := text(o, "parentUuid"); id != "" {
		return id
	}
	return text(o, "logicalParentUuid") // of the line behind a compaction
}

// path is the conversation in its order: from the latest leaf back to the root.
func (c *chain) path() []*value.Object {
	var leaf *value.Object
	for _, o := range c.lines {
		if id := text(o, "uuid"); id == "" || c.child[id] {
			continue
		}
		if leaf == nil || text(o, "timestamp") >= text(leaf, "timestamp") {
			leaf = o
		}
	}
	var out []*value.Object
	seen := map[string]bool{}
	for o := leaf; o != nil && !seen[text(o, "uuid")]; o = c.byID[parent(o)] {
		seen[text(o, "uuid")] = true
		out = append(out, o)
	}
	slices.Reverse(out)
	return out
}

func (c *chain) trajectories(n *notes, suffix string) []*trace.Trajectory {
	var out []*trace.Trajectory
	var b *builder
	part := 0
	begin := func(o *value.Object) {
		part++
		id := text(o, "sessionId")
		if suffix != "" {
			id += "-" + suffix
		}
		if part > 1 {
			id += fmt.Sprintf("-%d", part)
		}
		b = newBuilder(n, "claude-code", id)
		b.t.Agent.Version = text(o, "version")
	}
	end := func() {
		if b != nil {
			if t := b.finish(); t != nil {
				out = append(out, t)
			}
		}
		b = nil
	}
	path := c.path()
	if left := len(c.lines) - len(path); left > 0 {
		n.add("%d lines lie on branches that were given up, and are left out", left)
	}
	for _, o := range path {
		if b == nil {
			begin(o)
		}
		b.began(text(o, "timestamp"))
		switch text(o, "type") {
		case "assistant":
			b.assistant(object(o, "message"))
		case "user":
			if truth(o, "isMeta") {
				n.add("a line that the program put in by itself is left out")
				continue
			}
			if truth(o, "isCompactSummary") {
				n.add("a part begins with a summary of the part before it")
			}
			b.person(object(o, "message"))
		case "system":
			if text(o, "subtype") == "compact_boundary" {
				end()
			}
		}
	}
	end()
	return out
}
