package episode

import (
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// message takes a text without calls: a question goes to the user, anything else ends the turn
// and brings the next request item, else the next stage, else the end.
func (e *Episode) message(s *step) error {
	text := strings.TrimSpace(s.action.Text)
	if text != "" {
		e.said = append(e.said, grade.Said{Text: text, Stage: e.stage, Seq: len(e.world.Entries())})
	}
	switch {
	case s.action.Cut:
		e.finish(trace.End{Kind: trace.Truncated, Reason: trace.MaxTokens, Detail: "the reply was cut off"})
		return nil
	case s.action.Refused, text == "":
		e.finish(trace.End{Kind: trace.Terminated, Reason: trace.GaveUp})
		return nil
	case e.user != nil && isQuestion(text):
		return e.ask(s, text)
	}
	return e.advance(s)
}

func isQuestion(text string) bool { return strings.ContainsAny(text, "?？") }

func (e *Episode) ask(s *step, text string) error {
	if e.user.rounds >= e.user.most {
		e.finish(trace.End{Kind: trace.Truncated, Reason: trace.MaxRounds, Detail: "the user answers no more questions"})
		return nil
	}
	e.user.rounds++
	speech, err := e.speech(text)
	if err != nil {
		return err
	}
	seq := len(e.world.Entries())
	for _, id := range speech.Revealed {
		e.revealed = append(e.revealed, grade.Reveal{ID: id, Seq: seq})
	}
	s.result.User = &trace.UserTurn{Text: speech.Text, Revealed: speech.Revealed, Kind: trace.Answered, By: speech.By, Why: speech.Why}
	e.lastTool, e.lastObs = "", []byte(speech.Text)
	return nil
}

// advance brings the next request item.
func (e *Episode) advance(s *step) error {
	items := e.task.Bound.Task.Requests
	if e.next >= len(items) {
		e.finish(trace.End{Kind: trace.Terminated, Reason: trace.Completed})
		return nil
	}
	item := items[e.next]
	e.next++
	turn := &trace.UserTurn{Text: item.Say, Request: item.ID, Kind: trace.Requested}
	if item.Stage != "" && item.Stage != e.stage {
		e.endStage()
		e.stage = item.Stage
		e.world.Enter(item.Stage, item.At)
		turn.Kind, turn.Stage = trace.Staged, item.Stage
	}
	effects, err := e.inject(item.Inject)
	if err != nil {
		return err
	}
	s.result.User, s.world = turn, effects
	e.lastTool, e.lastObs = "", []byte(item.Say)
	return nil
}
