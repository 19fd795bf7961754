package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/value"
)

// The generators of synth.
const (
	byScenario = "scenario"
	byModel    = "model"
)

// modelSynthFlags are those that --by model takes besides.
type modelSynthFlags struct {
	profile, prompts      string
	everywhere            bool
	discriminators, solve int
	requests, tokens      int
	cost                  string
	limits                llm.Limits
	given                 func(name string) bool
}

// modelFlags are the names that have a meaning with --by model alone.
var modelFlags = [...]string{"profile", "prompts", "discriminate", "discriminators", "solve", "budget-requests", "budget-tokens", "budget-cost"}

func (m *modelSynthFlags) bind(flags *pflag.FlagSet) {
	flags.StringVar(&m.profile, "profile", "", "by model: `PROFILE` that writes (default the one that plays the generator)")
	flags.StringVar(&m.prompts, "prompts", "", "by model: `DIR` with prompts of your own ('synth prompts --export DIR' begins one)")
	flags.BoolVar(&m.everywhere, "discriminate", false, "by model: discriminators grade every task, not only those about safety")
	countVar(flags, &m.discriminators, "discriminators", 2, 0, "by model: `N` discriminators a task; 0 lets the generator grade its own")
	countVar(flags, &m.solve, "solve", 0, 0, "by model: `N` independent attempts at each accepted task, for its ambiguity")
	countVar(flags, &m.requests, "budget-requests", 0, 0, "by model: stop after `N` requests for this library (0 = no limit)")
	countVar(flags, &m.tokens, "budget-tokens", 0, 0, "by model: stop before `N` tokens are spent on this library (0 = no limit)")
	flags.StringVar(&m.cost, "budget-cost", "", "by model: stop before this `AMOUNT` is spent on this library, e.g. '5 USD'")
	m.given = flags.Changed
}

func (m *modelSynthFlags) check(by string) error {
	switch by {
	case byModel:
	case byScenario:
		for _, name := range modelFlags {
			if m.given(name) {
				return fault.New(fault.Usage, "--%s has no meaning with --by %s", name, by).WithHint("add --by model")
			}
		}
		return nil
	default:
		return fault.New(fault.Unsupported, "cannot make tasks by %q", by).WithHint("use --by scenario or --by model")
	}
	m.limits = llm.Limits{Requests: int64(m.requests), Tokens: int64(m.tokens)}
	if m.cost == "" {
		return nil
	}
	amount, currency, _ := strings.Cut(strings.TrimSpace(m.cost), " ")
	n, err := value.ParseDecimal(amount)
	if err == nil {
		_, err = value.MoneyOf(value.DecimalOf(1), currency)
	}
	if err != nil || n.Sign() <= 0 {
		return fault.New(fault.Usage, "--budget-cost %q is no amount of money", m.cost).WithHint("write it like '5 USD', in the currency of the profile's price")
	}
	m.limits.Cost = llm.Cost{Amount: n, Currency: currency}
	return nil
}

func (d *Deps) synthByModel(ctx context.Context, e *engine.Engine, o *engine.SynthOptions, m *modelSynthFlags, details bool) error {
	file, err := d.modelsFile()
	if err != nil {
		return err
	}
	tell, end := d.progress("synth")
	made, err := e.SynthByModel(ctx, engine.ModelSynthOptions{Plan: o.Plan, Count: o.Count, Seed: o.Seed, Into: o.Into, Rounds: o.Tries,
		Models: file, Profile: m.profile, Workspace: d.workspace(), Prompts: m.prompts, Graders: m.discriminators, Everywhere: m.everywhere, Solve: m.solve,
		Limits: m.limits, Env: d.Env}, tell)
	end()
	if made == nil {
		return err
	}
	d.printer().noteChild(made.Elsewhere)
	if err = stopped(err, "the same command goes on; replies that came are kept"); err == nil {
		err = unfinished(made)
	}
	return errors.Join(err, engine.WriteModelMade(o.Into, made), printModelMade(d.printer(), o.Into, made, details))
}

// unfinished is the error of a run that endpoints kept from its end.
func unfinished(made *engine.ModelMade) error {
	if len(made.Unfinished) == 0 {
		return nil
	}
	return fault.New(fault.Unavailable, "%s could not be written: %s", plural(len(made.Unfinished), "task"), made.Unfinished[0].Why).WithHint("the same command goes on with them; `coworkenv models log` shows what the endpoint said")
}

func printModelMade(p *printer, into string, made *engine.ModelMade, details bool) error {
	return p.emit(made, func() {
		if details {
			var rows [][]string
			for _, c := range made.Cells {
				if c.Target > 0 {
					rows = append(rows, []string{c.Scenario, string(c.Family), c.Language, string(c.Level), itoa(c.Target), itoa(c.Verified)})
				}
			}
			p.table([]column{{title: "scenario", flex: true}, {title: "family"}, {title: "lang"}, {title: "difficulty"}, {title: "target", right: true}, {title: "certified", right: true}}, rows)
			p.say("")
		}
		p.say("%s accepted in %s, %d rejected, %d open; %s", plural(made.Accepted, "task"), clean(into), made.Rejected, made.Open, plural(made.Repairs, "repair"))
		for _, t := range made.Turns {
			line := fmt.Sprintf("  round %d: %d of %s accepted", t.Round, t.Accepted, plural(t.Drafts, "draft"))
			for _, name := range slices.Sorted(maps.Keys(t.Refused)) {
				line += fmt.Sprintf(", %s refused %d", name, t.Refused[name])
			}
			p.say("%s", clean(line))
		}
		printCodes(p, made)
		s := made.Spent
		line := fmt.Sprintf("  spent: %s, %d + %d tokens", plural(int(s.Requests), "request"), s.Prompt, s.Completion)
		if c := s.Cost.String(); c != "" {
			line += ", " + c
		}
		p.say("%s", line)
		if t := made.PerTask; t != nil {
			line := fmt.Sprintf("  an accepted task: %.1f requests, %.0f tokens, %.2f repairs", t.Requests, t.Tokens, t.Repairs)
			if c := t.Cost.String(); c != "" {
				line += ", " + c
			}
			p.say("%s", line)
		}
		if x := made.Solved; x != nil {
			p.say("  solved independently: %s, ambiguity %.2f, %d against the checks", plural(x.Tasks, "task"), x.Ambiguity, x.Against)
		}
	})
}

// printCodes shows the commonest findings, and in how many accepted tasks each was repaired.
func printCodes(p *printer, made *engine.ModelMade) {
	codes := slices.SortedFunc(maps.Keys(made.Codes), func(a, b gate.Code) int {
		return cmp.Or(cmp.Compare(made.Codes[b], made.Codes[a]), cmp.Compare(a, b))
	})
	for _, c := range codes[:min(len(codes), 10)] {
		p.say("  %s in %s, repaired in %s", clean(string(c)), plural(made.Codes[c], "draft"), plural(made.Repaired[c], "task"))
	}
}
