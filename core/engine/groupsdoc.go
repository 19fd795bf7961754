package engine

import (
	"context"
	"encoding/json"
	"math"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/signal"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// GroupFormat names the form of a collected group and its version.
const GroupFormat = "coworkenv.group/v1"

// GroupDoc is one group as a trainer takes it in.
type GroupDoc struct {
	Format  string              `json:"format"`
	Group   string              `json:"group_id"`
	Task    string              `json:"task_id"`
	Digest  string              `json:"task_digest"`
	Agent   string              `json:"agent"`
	Model   string              `json:"model,omitempty"`
	Seed    uint64              `json:"seed"`
	Size    int                 `json:"size"`
	Scored  int                 `json:"scored"`
	Usable  bool                `json:"usable"` // every member has a reward
	Live    bool                `json:"live"`   // the rewards differ: it moves a policy
	Tools   json.RawMessage     `json:"tools"`
	Members []GroupMember       `json:"members"`
	Anchors signal.AnchorReport `json:"anchor_state"`
	ByObs   signal.AnchorReport `json:"anchor_obs"`
}

// GroupMember is one trial of a group.
type GroupMember struct {
	Trial      string                         `json:"trial"`
	Attempt    int                            `json:"attempt"`
	Status     string                         `json:"status"`
	End        trace.End                      `json:"end"`
	Aborted    bool                           `json:"aborted"` // no reward: drop the sample, it is no zero
	Failure    string                         `json:"failure,omitempty"`
	Tries      []GroupTry                     `json:"tries"` // before this one, that came to nothing
	Reward     *float64                       `json:"reward"`
	Components map[string]*float64            `json:"components"`
	Messages   json.RawMessage                `json:"messages"`
	Steps      []GroupStep                    `json:"steps"`
	Advantages map[string]map[string]*float64 `json:"advantages"` // estimator, implementation
}

// GroupTry is a try that came to nothing.
type GroupTry struct {
	Class  string `json:"class"`
	Detail string `json:"detail,omitempty"`
}

// GroupStep is one turn of the agent.
type GroupStep struct {
	Index    int           `json:"index"`
	Tool     string        `json:"tool,omitempty"`
	State    string        `json:"anchor_state"`
	Obs      string        `json:"anchor_obs"`
	Reward   float64       `json:"reward"`
	Return   float64       `json:"return"` // discounted as GiGPO's scripts do
	ByState  signal.Credit `json:"gigpo_state"`
	ByObs    signal.Credit `json:"gigpo_obs"`
	TokenIDs []int32       `json:"token_ids,omitempty"`
	Logprobs []float32     `json:"logprobs,omitempty"`
}

// groupDocs reads groups back and hands them over, with the advantages of all of them as one batch.
func (w *Workspace) groupDocs(ctx context.Context, groups []rollout.Group, dense bool, each func(*GroupDoc) error) error {
	ready := map[string]*episode.Prepared{}
	read := make([]*signal.Group, len(groups))
	for i, g := range groups {
		var err error
		if read[i], err = w.readGroup(ctx, g, dense, ready, nil); err != nil {
			return err
		}
	}
	advantages := signal.AdvantagesOf(read)
	for i, g := range groups {
		doc, err := w.groupDoc(ctx, g, dense, ready)
		if err != nil {
			return err
		}
		for j := range doc.Members {
			doc.Members[j].Advantages = advantagesAt(&advantages[i], j, doc.Members[j].Aborted)
		}
		if err := each(doc); err != nil {
			return err
		}
	}
	return nil
}

// advantagesAt takes a member's values out. An aborted one has none.
func advantagesAt(a *signal.Advantages, j int, aborted bool) map[string]map[string]*float64 {
	out := map[string]map[string]*float64{"grpo": {}, "gdpo": {}}
	if aborted {
		return out
	}
	for name, values := range a.GRPO {
		out["grpo"][name] = signal.Defined(values[j])
	}
	for name, values := range a.GDPO {
		out["gdpo"][name] = signal.Defined(values[j])
	}
	return out
}

// readGroup reads the trials of a group; see, where there is one, is shown each as it is kept.
func (w *Workspace) readGroup(ctx context.Context, g rollout.Group, dense bool, ready map[string]*episode.Prepared, see func(int, *store.Trial, *trace.Trajectory)) (*signal.Group, error) {
	out := &signal.Group{ID: g[0].Group, Task: g[0].TaskID, Agent: g[0].Agent, Components: rewardComponents}
	for i, it := range g {
		if err := ctx.Err(); err != nil {
			return nil, fault.Wrap(fault.Canceled, err, "read a group")
		}
		row, err := w.Store.TrialOfItem(ctx, it.ID)
		if err != nil {
			return nil, err
		}
		course, err := trace.Decode(row.Trajectory)
		if err != nil {
			return nil, err
		}
		m := signal.Member{Trial: row.ID, Reward: math.NaN(), Components: []float64{math.NaN(), math.NaN(), math.NaN()}, Calls: row.Calls}
		if row.Status == store.TrialScored {
			m.Reward = grade.Micros(row.Score).Float()
			m.Components[0], m.Components[1] = grade.Micros(row.Completion).Float(), float64(row.Safety)
			if row.Robustness != nil {
				m.Components[2] = grade.Micros(*row.Robustness).Float()
			}
			if m.Steps, err = w.stepsOf(ctx, course, m.Reward, dense, ready); err != nil {
				return nil, err
			}
		}
		if see != nil {
			see(i, &row, course)
		}
		out.Members = append(out.Members, m)
	}
	return out, nil
}

// stepsOf are the steps of a scored trajectory with their rewards.
func (w *Workspace) stepsOf(ctx context.Context, t *trace.Trajectory, score float64, dense bool, ready map[string]*episode.Prepared) ([]signal.Step, error) {
	steps := make([]signal.Step, len(t.Steps))
	for i := range t.Steps {
		steps[i] = signal.Step{State: t.Steps[i].Anchors.State, Obs: t.Steps[i].Anchors.Obs}
		if len(t.Steps[i].Calls) > 0 {
			steps[i].Tool = t.Steps[i].Calls[0].Tool
		}
	}
	if len(steps) == 0 || !dense {
		if len(steps) > 0 {
			steps[len(steps)-1].Reward = score
		}
		return steps, nil
	}
	p, err := w.readyTask(ctx, t.Task.Digest, ready)
	if err != nil {
		return nil, err
	}
	scores, err := potentials(ctx, p, t)
	if err != nil {
		return nil, err
	}
	for i, r := range signal.Shape(scores) {
		steps[i].Reward = r
	}
	return steps, nil
}

func (w *Workspace) readyTask(ctx context.Context, digest string, ready map[string]*episode.Prepared) (*episode.Prepared, error) {
	if p := ready[digest]; p != nil {
		return p, nil
	}
	p, err := w.storedTask(ctx, digest)
	if err != nil {
		return nil, err
	}
	ready[digest] = p
	return p, nil
}

func (w *Workspace) groupDoc(ctx context.Context, g rollout.Group, dense bool, ready map[string]*episode.Prepared) (*GroupDoc, error) {
	p, err := w.readyTask(ctx, g[0].TaskDigest, ready)
	if err != nil {
		return nil, err
	}
	tools := export.NewToolset(p.Bound.Image.Offered())
	doc := &GroupDoc{Format: GroupFormat, Group: g[0].Group, Task: g[0].TaskID, Digest: g[0].TaskDigest, Agent: g[0].Agent, Model: g[0].Model, Seed: g[0].Seed,
		Size: len(g), Tools: json.RawMessage(tools.Text)}
	courses := make([]*trace.Trajectory, len(g))
	read, err := w.readGroup(ctx, g, dense, ready, func(i int, row *store.Trial, t *trace.Trajectory) {
		courses[i] = t
		doc.Members = append(doc.Members, memberDoc(g[i], row, t))
	})
	if err != nil {
		return nil, err
	}
	tries, err := w.Store.Tries(ctx, ids(g))
	if err != nil {
		return nil, err
	}
	state, obs := read.Rollouts(signal.ByState), read.Rollouts(signal.ByObs)
	byState, byObs := signal.GiGPOs()[0].Credits(state), signal.GiGPOs()[0].Credits(obs)
	for i := range doc.Members {
		m := &doc.Members[i]
		m.fill(&read.Members[i], courses[i], byState[i], byObs[i])
		for _, t := range tries {
			if t.ItemID == g[i].ID {
				m.Tries = append(m.Tries, GroupTry{t.Class, t.Detail})
			}
		}
		if !m.Aborted {
			doc.Scored++
		}
	}
	doc.Usable, doc.Live = doc.Scored == doc.Size, doc.Scored > 1 && !signal.Flat(read.Rewards())
	doc.Anchors.Add(signal.Clusters(state, 0))
	doc.ByObs.Add(signal.Clusters(obs, 0))
	for _, a := range []*signal.AnchorReport{&doc.Anchors, &doc.ByObs} {
		a.MeanSize, a.Lone = a.Mean(), a.SingletonShare()
	}
	return doc, nil
}

func memberDoc(it rollout.Item, row *store.Trial, t *trace.Trajectory) GroupMember {
	m := GroupMember{Trial: row.ID, Attempt: it.Attempt, Status: string(row.Status), End: t.End, Aborted: row.Status != store.TrialScored,
		Tries: []GroupTry{}, Components: map[string]*float64{}, Messages: value.Append(nil, export.Conversation(t)), Steps: []GroupStep{}}
	if m.Aborted {
		m.Failure = t.End.Detail
	}
	return m
}

// fill takes the numbers of a member over. One without a reward keeps its steps without any.
func (m *GroupMember) fill(from *signal.Member, t *trace.Trajectory, byState, byObs []signal.Credit) {
	m.Reward = signal.Defined(from.Reward)
	for k, name := range rewardComponents {
		m.Components[name] = signal.Defined(from.Components[k])
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		step := GroupStep{Index: i, State: s.Anchors.State, Obs: s.Anchors.Obs, TokenIDs: s.TokenIDs, Logprobs: s.Logprobs}
		if len(s.Calls) > 0 {
			step.Tool = s.Calls[0].Tool
		}
		if i < len(byState) {
			step.Reward, step.Return, step.ByState, step.ByObs = from.Steps[i].Reward, byState[i].Return, byState[i], byObs[i]
		}
		m.Steps = append(m.Steps, step)
	}
}
