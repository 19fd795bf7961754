package synth

import (
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// Generate draws one task of a scenario and returns its file. It does not judge it.
func Generate(s *Scenario, dials Dials, lex *Lexicon) ([]byte, error) {
	file, _, _, err := Draw(s, dials, lex)
	return file, err
}

// Draw is Generate that returns the task as well, read from the file, with the problems that
// reading it found.
func Draw(s *Scenario, dials Dials, lex *Lexicon) (file []byte, t *task.Task, problems task.Problems, err error) {
	if !s.Speaks(dials.Language) || !s.Reaches(dials.Level) {
		return nil, nil, nil, fault.New(fault.Unsupported, "scenario %s does not make %s tasks in %s", s.Name, dials.Level, dials.Language)
	}
	d := newDraft(s, dials, lex)
	s.Build(d)
	text := d.render()
	if d.err != nil {
		return nil, nil, nil, fault.Wrap(fault.Internal, d.err, "generate %s with seed %d", s.Name, dials.Seed)
	}
	file, t, problems, err = task.FormatTask(s.Name, []byte(text))
	if err != nil {
		return nil, nil, nil, fault.Wrap(fault.Internal, err, "format what %s made with seed %d:\n%s", s.Name, dials.Seed, text)
	}
	return file, t, problems, nil
}
