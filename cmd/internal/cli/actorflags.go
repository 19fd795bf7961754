package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

// agentNames lists the agents in the help of --agent.
const agentNames = "oracle, null, teacher, novice, script:FILE, model[:PROFILE], model-teacher[:PROFILE] or harness:PROFILE"

// actorFlags are those of commands in which models act.
type actorFlags struct {
	profile  string
	user     string
	staff    string // file of colleagues
	requests int
	tokens   int
	cost     string
	trial    int
	dir      string // workspace that keeps what models say, where it is not the usual one; "-" = none does
}

func (f *actorFlags) bind(flags *pflag.FlagSet) {
	flags.StringVar(&f.profile, "profile", "", "`PROFILE` of the models file that --agent model or model-teacher acts by (default that of the role student or teacher)")
	f.bindWorker(flags)
}

// bindWorker binds what a worker needs whose agents a manifest names.
func (f *actorFlags) bindWorker(flags *pflag.FlagSet) {
	flags.StringVar(&f.user, "user", "", "let the model of this `PROFILE` play the user of tasks that have one, instead of the task's script")
	flags.StringVar(&f.staff, "colleagues", "", "`FILE` of colleagues that models play in the trials: names, briefs, grants")
	f.bindBudget(flags)
	countVar(flags, &f.trial, "trial-tokens", 0, 0, "end a trial when its model has spent `N` tokens")
}

// bindJudge binds what a judge needs.
func (f *actorFlags) bindJudge(flags *pflag.FlagSet) {
	flags.StringVar(&f.profile, "profile", "", "`PROFILE` of the models file that judges (default that of the role judge)")
	f.bindBudget(flags)
}

func (f *actorFlags) bindBudget(flags *pflag.FlagSet) {
	countVar(flags, &f.requests, "budget-requests", 0, 0, "stop when the workspace has asked models `N` times in all")
	countVar(flags, &f.tokens, "budget-tokens", 0, 0, "stop when the workspace has spent `N` tokens of models in all")
	flags.StringVar(&f.cost, "budget-cost", "", "stop when the workspace has spent this `AMOUNT` on models in all, such as '5 USD'")
}

// named gives the agents that act by a model the profile of --profile, where they name none.
func (f *actorFlags) named(agents []string) []string {
	if f.profile == "" {
		return agents
	}
	out := slices.Clone(agents)
	for i, name := range out {
		if name == engine.StudentAgent || name == engine.TeacherAgent {
			out[i] = name + ":" + f.profile
		}
	}
	return out
}

// useModels opens the person's models and harnesses where an agent needs them, or a manifest may.
func (d *Deps) useModels(e *engine.Engine, f actorFlags, agents []string, manifest bool) (end func() error, err error) {
	needed := f.user != "" || f.staff != "" || slices.ContainsFunc(agents, engine.ActsByProfile)
	if !needed && !manifest {
		return func() error { return nil }, nil
	}
	file, err := d.modelsFile()
	if err != nil && needed {
		return nil, err
	}
	harnesses, err := d.harnessesFile()
	if err != nil && needed {
		return nil, err
	}
	limits, err := llm.ReadLimits(int64(f.requests), int64(f.tokens), strings.TrimSpace(f.cost))
	if err != nil {
		return nil, err
	}
	dir := f.dir
	switch dir {
	case "":
		dir = d.workspace()
	case "-":
		dir = ""
	}
	return e.UseModels(engine.ModelUse{File: file, Harnesses: harnesses, Env: d.Env, Workspace: dir, Limits: limits, Trial: int64(f.trial), User: f.user, Staff: f.staff,
		Version: buildVersion().Version})
}

// harnessesFile is the person's own file of harnesses.
func (d *Deps) harnessesFile() (string, error) {
	if f := d.Env("COWORKENV_HARNESSES"); f != "" {
		return f, nil
	}
	if f := d.userFile("XDG_CONFIG_HOME", ".config", "harnesses.json"); f != "" {
		return f, nil
	}
	return "", fault.New(fault.Usage, "it is unknown where the file of harnesses is").WithHint("set $HOME, or name the file in $COWORKENV_HARNESSES")
}

// actorName is an agent's name with the profile that it acts by.
func actorName(agent, model string) string {
	if model == "" {
		return agent
	}
	return agent + ":" + model
}
