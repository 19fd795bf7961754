package engine

import (
	"context"
	"strconv"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
)

// PromptOptions say which tasks become the prompts of a set.
type PromptOptions struct {
	export.RLOptions
	Target export.Target
	Paths  []string        // libraries or tasks; none = the shipped ones
	Where  string          // tasks that match
	Seed   uint64          // of everything random in the episodes
	Split  curate.Settings // shares and seed of the splits
	Only   map[string]bool // task digests; nil = all
}

// ExportPrompts writes a prompt set for a trainer that acts online. Tasks that cannot run are left
// out and told of.
func (e *Engine) ExportPrompts(ctx context.Context, o PromptOptions, progress Progress) (*export.RLReport, error) {
	if o.Reward != "sparse" && o.Reward != "dense" {
		return nil, fault.New(fault.Usage, "the reward is %q", o.Reward).WithHint("give sparse or dense")
	}
	if err := export.PromptPlace(o.Target).Free(); err != nil { // before all tasks are read
		return nil, err
	}
	spots, err := e.Find(o.Paths...)
	if err != nil {
		return nil, err
	}
	asked, err := SurveyWhere(ctx, e, spots, o.Where, func(_ Spot, l *Loaded) (asked, error) { return o.ask(l) }, progress)
	if err != nil {
		return nil, err
	}
	var left []export.RLLeft
	var prompts []*export.Prompt
	var units []curate.TaskUnit
	for _, a := range asked {
		if a.left != "" {
			left = append(left, export.RLLeft{Task: a.id, Why: a.left})
			continue
		}
		prompts, units = append(prompts, a.prompt), append(units, a.unit)
	}
	if len(prompts) == 0 && len(left) > 0 {
		return nil, fault.New(fault.NotFound, "no task can be written: of %d, %s: %s", len(left), left[0].Task, left[0].Why).
			WithHint("`coworkenv task lint` tells what ails a task; --live needs trials that differ: `coworkenv rollout` makes more")
	}
	names := map[curate.Split]export.Split{curate.Train: export.Train, curate.Val: export.Validation, curate.Test: export.Test}
	for i, fold := range curate.FoldTasks(units, o.Split) {
		prompts[i].Split = names[fold]
	}
	o.Target.Where = o.Where
	return export.WritePrompts(o.Target, &o.RLOptions, prompts, left)
}

// asked is a task as a prompt, or why it is left out.
type asked struct {
	id     string
	prompt *export.Prompt
	unit   curate.TaskUnit
	left   string
}

func (o *PromptOptions) ask(l *Loaded) (asked, error) {
	out := asked{id: l.ID()}
	ready, err := l.Runnable()
	switch {
	case err != nil:
		out.left = err.Error()
		return out, nil
	case o.Only != nil && !o.Only[ready.Digest]:
		out.left = "no group of its trials has variance"
		return out, nil
	}
	out.prompt, out.unit, err = promptOf(l, ready, o.Seed)
	return out, err
}

// promptOf takes a task apart into what the trainer needs.
func promptOf(l *Loaded, ready *episode.Prepared, seed uint64) (*export.Prompt, curate.TaskUnit, error) {
	ep, err := episode.New(ready, episode.Options{Seed: seed})
	if err != nil {
		return nil, curate.TaskUnit{}, err
	}
	open, limits := ep.Opening(), ep.Limits()
	scenario := l.ID()
	if origin, made := synth.PlaceOf(l.Task); made {
		scenario = origin.Scenario
	} else if len(l.Task.Provenance.Parents) > 0 {
		scenario = l.Task.Provenance.Parents[0]
	}
	return &export.Prompt{TaskID: l.ID(), TaskDigest: ready.Digest, Seed: seed, Group: det.ID("grp_", "prompt", ready.Digest, strconv.FormatUint(seed, 10)),
		Family: string(l.Task.Family), Language: l.Task.Language, Difficulty: string(l.Task.Difficulty), Scenario: scenario, Services: l.Task.Services,
		System: open.System, Say: open.Say, Tools: export.NewToolset(open.Tools), MaxTurns: limits.MaxTurns, MaxCalls: limits.MaxCalls,
	}, curate.TaskUnit{Scenario: scenario, Start: ep.World().Seed().Digest()}, nil
}

// LiveTasks lists the digests of the tasks of which a stored group of trials has variance: the
// others move no policy.
func (w *Workspace) LiveTasks(ctx context.Context, run string, progress Progress) (map[string]bool, error) {
	groups, err := w.trialGroups(ctx, SignalOptions{Run: run})
	if err != nil {
		return nil, err
	}
	live := map[string]bool{}
	for i, rows := range groups {
		first, differ := -1, false
		for j := range rows {
			switch {
			case rows[j].Status != "scored":
			case first < 0:
				first = j
			case rows[j].Score != rows[first].Score:
				differ = true
			}
		}
		if differ {
			live[rows[0].TaskDigest] = true
		}
		progress.tell(i+1, len(groups), rows[0].TaskID)
	}
	return live, nil
}
