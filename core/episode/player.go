package episode

import (
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// Player plays the user of a task in place of the task's script. What it says is checked: a speech
// that tells what the task does not let its user know, or hides what it claims to tell, is replaced
// by the script's.
type Player interface {
	// Answer says what the user answers. An error of kind Unavailable is the endpoint's failure, any
	// other one ends the trial without a score.
	Answer(q *Question) (Speech, error)
}

// Question is what the agent asks, and all that the user knows of the conversation.
type Question struct {
	Task     *task.Task
	Text     string
	Round    int    // from 1
	Stage    string // that runs
	Heard    []Line // what was said before, the first request first
	Told     []string
	Scripted Speech // what the script says

	user *user
}

// Line is something that was said.
type Line struct {
	ByUser bool
	Text   string
}

// Speech is what a user says.
type Speech struct {
	Text     string
	Revealed []string // ids of what it tells
	By       string   // who speaks, "" = the script
	Why      string   // why the script speaks although another was asked
}

// Allowed says why the user may not say something; nil where it may.
func (q *Question) Allowed(s Speech) error {
	if why := q.user.forbids(q, &s); why != "" {
		return fault.New(fault.Invalid, "%s", why)
	}
	return nil
}

// speech is what the user answers, by its player where there is one.
func (e *Episode) speech(text string) (Speech, error) {
	say, revealed := e.user.answer(text)
	scripted := Speech{Text: say, Revealed: revealed}
	if e.player == nil {
		return scripted, nil
	}
	q := &Question{Task: e.task.Bound.Task, Text: text, Round: e.user.rounds, Stage: e.stage, Heard: e.heard(), Scripted: scripted, user: e.user}
	for _, r := range e.revealed {
		q.Told = append(q.Told, r.ID)
	}
	s, err := e.player.Answer(q)
	if err != nil {
		return Speech{}, err
	}
	if s.By == "" {
		scripted.Why = s.Why
		return scripted, nil
	}
	if err := q.Allowed(s); err != nil {
		scripted.Why = err.Error()
		return scripted, nil
	}
	return s, nil
}

// heard is the conversation so far, the question left out.
func (e *Episode) heard() []Line {
	out := []Line{{true, strings.TrimSpace(e.task.Bound.Task.Requests[0].Say)}}
	for _, s := range e.steps {
		if text := strings.TrimSpace(s.action.Text); text != "" && len(s.action.Calls) == 0 {
			out = append(out, Line{false, text})
		}
		if s.result.User != nil {
			out = append(out, Line{true, strings.TrimSpace(s.result.User.Text)})
		}
	}
	return out
}

// Recorded plays the user as a stored trajectory has it: no model is asked. It is nil where the
// script spoke every time.
func Recorded(t *trace.Trajectory) Player {
	var turns []Speech
	played := false
	for i := range t.Steps {
		if u := t.Steps[i].User; u != nil && u.Kind == trace.Answered {
			turns = append(turns, Speech{Text: u.Text, Revealed: u.Revealed, By: u.By, Why: u.Why})
			played = played || u.By != "" || u.Why != ""
		}
	}
	if !played {
		return nil
	}
	return &recorded{turns}
}

type recorded struct{ left []Speech }

// Answer is the next recorded speech; behind the last one the script speaks.
func (r *recorded) Answer(q *Question) (Speech, error) {
	if len(r.left) == 0 {
		return q.Scripted, nil
	}
	s := r.left[0]
	r.left = r.left[1:]
	return s, nil
}

// fork lets a branch take the rest of the record by itself. A model cannot be shared out: the
// script speaks in branches.
func (r *recorded) fork() Player { return &recorded{r.left} }
