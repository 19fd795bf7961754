package coverage

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
)

// making is a generation under way or asked for.
type making struct {
	filter  engine.CellFilter
	plan    string
	count   int
	seed    uint64
	into    string
	done    int
	total   int
	what    string
	command []string
}

type (
	makeWith struct {
		line   string
		filter engine.CellFilter
	}
	makeNow struct{ m *making }
	making1 struct {
		done, total int
		what        string
	}
	makeEnded struct {
		m    *making
		made *engine.Made
		err  error
	}
)

// makes takes the messages of a generation.
func (s *screen) makes(msg screens.Msg) {
	switch msg := msg.(type) {
	case makeWith:
		s.confirmMake(msg)
	case makeNow:
		s.make(msg.m)
	case making1:
		if s.making != nil {
			s.making.done, s.making.total, s.making.what = msg.done, msg.total, msg.what
		}
	case makeEnded:
		s.made1(msg)
	case screens.Failed:
		s.making = nil
	}
}

// seedSpan is how far the seeds of tasks of one synthesis reach.
const seedSpan = 1_000_000

// freshSeed is a seed of a synthesis that none of the tasks that are there came from.
func (s *screen) freshSeed() uint64 {
	if s.cov == nil {
		return 1
	}
	most := int64(0)
	for i := range s.cov.Tasks {
		most = max(most, s.cov.Tasks[i].Seed/seedSpan)
	}
	return min(uint64(most)+1, synth.MostSeed)
}

// into is the library that is filled where no other is named.
func (s *screen) into() string {
	switch {
	case len(s.made) > 0:
		return s.made[len(s.made)-1]
	case len(s.env.Library) > 0:
		return s.env.Library[0]
	}
	return "my-library"
}

// askMake asks how many tasks to make, by which seed, and where.
func (s *screen) askMake() {
	f, _ := s.filter()
	s.env.Host.Ask(screens.Question{
		Title: "Generate for " + name(f),
		Text:  "How many tasks, the seed of the drawing, and the folder of the library to fill.\nEach is taken through the whole gate; only certified ones are written.",
		Input: &screens.Input{Label: "count seed folder: ", Value: fmt.Sprintf("%d %d %s", max(s.sum().Gap(), 1), s.freshSeed(), s.into()), Check: func(line string) error {
			_, err := readMake(line)
			return err
		}},
		Then: func(a screens.Answer) screens.Msg {
			if !a.Yes {
				return nil
			}
			return makeWith{a.Value, f}
		},
	})
}

// name is a cell in words.
func name(f engine.CellFilter) string {
	parts := []string{f.Scenario, f.Service, f.Family, f.Capability, f.Language, f.Level}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}

// mostMake bounds what one question makes.
const mostMake = 100_000

func readMake(line string) (*making, error) {
	words := strings.Fields(line)
	bad := fault.New(fault.Usage, "give a number from 1 to %d, a seed from 0 to %d and a folder, e.g. 20 1 my-library", mostMake, synth.MostSeed)
	if len(words) < 3 {
		return nil, bad
	}
	m := &making{into: strings.Join(words[2:], " ")}
	var err error
	if m.count, err = strconv.Atoi(words[0]); err != nil || m.count < 1 || m.count > mostMake {
		return nil, bad
	}
	if m.seed, err = strconv.ParseUint(words[1], 10, 64); err != nil || m.seed > synth.MostSeed {
		return nil, bad
	}
	return m, nil
}

// confirmMake shows what will be done, as the command line does it.
func (s *screen) confirmMake(msg makeWith) {
	m, err := readMake(msg.line)
	if err != nil {
		s.env.Host.Fail(err)
		return
	}
	m.filter, m.plan, m.total = msg.filter, s.plan, m.count
	m.command = []string{"synth", "--plan", m.plan}
	for _, flag := range [][2]string{{"--scenario", m.filter.Scenario}, {"--family", m.filter.Family}, {"--service", m.filter.Service}, {"--capability", m.filter.Capability},
		{"--language", m.filter.Language}, {"--difficulty", m.filter.Level}, {"--count", strconv.Itoa(m.count)}, {"--seed", strconv.FormatUint(m.seed, 10)}, {"--into", m.into}} {
		if flag[1] != "" {
			m.command = append(m.command, flag[0], flag[1])
		}
	}
	line := "coworkenv"
	for _, word := range m.command {
		line += " " + keys.Quote(word)
	}
	s.env.Host.Ask(screens.Question{
		Title: fmt.Sprintf("make %d tasks", m.count), Text: name(m.filter) + "\ninto " + m.into + "\n\n" + line, Yes: fmt.Sprintf("make %d", m.count),
		Then: func(a screens.Answer) screens.Msg {
			if !a.Yes {
				return nil
			}
			return makeNow{m}
		},
	})
}

// make generates; it goes on when the screen is left, and where there is a workspace it is a job of it.
func (s *screen) make(m *making) {
	s.making = m
	env, ws := s.env, s.ws
	env.Host.Keep("synth "+name(m.filter), func(ctx context.Context, tell func(screens.Msg)) {
		var made *engine.Made
		do := func(ctx context.Context, progress engine.Progress) (string, error) {
			var err error
			made, err = generate(ctx, env, m, func(done, total int, what string) {
				tell(making1{done, total, what})
				if progress != nil {
					progress(done, total, what)
				}
			})
			return wordOf(made, m), err
		}
		var err error
		if ws != nil && !ws.Store.ReadOnly() {
			err = ws.AsJob(ctx, "synth", strings.Join(m.command, " "), m.command, do)
		} else {
			_, err = do(ctx, nil)
		}
		tell(makeEnded{m, made, err})
	})
}

func generate(ctx context.Context, env *screens.Env, m *making, progress engine.Progress) (*engine.Made, error) {
	plan, err := env.Engine.Plan(m.plan)
	if err != nil {
		return nil, err
	}
	if plan, err = env.Engine.Narrowed(plan, m.filter); err != nil {
		return nil, err
	}
	made, err := env.Engine.Synth(ctx, engine.SynthOptions{Plan: plan, Count: m.count, Seed: m.seed, Into: m.into}, progress)
	if made != nil {
		if wrote := engine.WriteMade(m.into, made); err == nil {
			err = wrote
		}
	}
	return made, err
}

// wordOf is what a generation came to.
func wordOf(made *engine.Made, m *making) string {
	if made == nil {
		return "nothing was made"
	}
	word := fmt.Sprintf("%d of %d tasks certified into %s", made.Tasks, m.count, m.into)
	if made.GivenUp > 0 {
		word += fmt.Sprintf("; %d given up", made.GivenUp)
	}
	return word
}

// made1 counts anew with the library that was filled.
func (s *screen) made1(msg makeEnded) {
	s.making = nil
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
	} else {
		s.env.Host.Say(wordOf(msg.made, msg.m))
	}
	if msg.made != nil && msg.made.Tasks > 0 && !slices.ContainsFunc(slices.Concat(s.env.Library, s.made), func(p string) bool { return filepath.Clean(p) == filepath.Clean(msg.m.into) }) {
		s.made = append(s.made, msg.m.into)
	}
	s.load()
}

// askPlan chooses another plan.
func (s *screen) askPlan(given string) {
	if given != "" {
		s.goTo(given, s.count)
		return
	}
	s.env.Host.Ask(screens.Question{Title: "Plan", Text: "the name of a shipped plan, or a file", Input: &screens.Input{Label: "plan: ", Value: s.plan}, Then: func(a screens.Answer) screens.Msg {
		if !a.Yes || strings.TrimSpace(a.Value) == "" {
			return nil
		}
		return toPlan(strings.TrimSpace(a.Value))
	}})
}

// askCount plans another number of tasks.
func (s *screen) askCount(given string) {
	if given != "" {
		s.planCount(given)
		return
	}
	value := ""
	if s.count > 0 {
		value = strconv.Itoa(s.count)
	}
	s.env.Host.Ask(screens.Question{Title: "Plan so many tasks", Text: "empty is the plan's own target", Input: &screens.Input{Label: "tasks: ", Value: value}, Then: func(a screens.Answer) screens.Msg {
		if !a.Yes {
			return nil
		}
		return toCount(a.Value)
	}})
}

func (s *screen) planCount(line string) {
	n := 0
	if line = strings.TrimSpace(line); line != "" {
		var err error
		if n, err = strconv.Atoi(line); err != nil || n < 1 || n > 10*mostMake {
			s.env.Host.Fail(fault.New(fault.Usage, "%q is no number of tasks", line).WithHint("give a number from 1 to %d", 10*mostMake))
			return
		}
	}
	s.goTo(s.plan, n)
}

func (s *screen) goTo(plan string, count int) {
	s.plan, s.count = plan, count
	s.load()
}
