package agent_test

import (
	"context"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/trace"
)

func says(replies ...string) *llm.Script {
	s := &llm.Script{}
	for _, r := range replies {
		s.Answers = append(s.Answers, llm.Answer{Text: r})
	}
	s.Answers[len(s.Answers)-1].Times = -1
	return s
}

// withUser plays the oracle in a task whose user a scripted model plays.
func withUser(t *testing.T, p *episode.Prepared, s *llm.Script) (*episode.Episode, *llm.Scripted, error) {
	t.Helper()
	end := llm.NewScripted(s)
	a, err := agent.Oracle().Make(p.Bound, 0)
	if err != nil {
		t.Fatal(err)
	}
	e, err := episode.New(p, episode.Options{User: agent.PlayedUser(context.Background(), client(t, end, nil), "voice", 1)})
	if err != nil {
		t.Fatal(err)
	}
	return e, end, agent.Play(context.Background(), e, a, det.System())
}

// The oracle's question asks for both entries that the user knows.
func TestPlayedUser(t *testing.T) {
	p := named(t, "onboarding-session-000007")
	const good = `{"reveal": ["which", "start"], "say": "I mean Priya Nair from Finance, and please start at 14:00."}`
	for _, tt := range []struct {
		name    string
		replies []string
		by, why string
		asked   int
	}{
		{"in its own words", []string{good}, "voice", "", 1},
		{"in a fence", []string{"Sure:\n```json\n" + good + "\n```"}, "voice", "", 1},
		{"put right when told", []string{`{"reveal": ["which", "start"], "say": "Priya Nair from Finance at 15:30."}`, good}, "voice", "", 2},
		{"invents a time", []string{`{"reveal": ["which", "start"], "say": "Priya Nair from Finance, at 14:00 or 15:30."}`}, "", `"15:30"`, 2},
		{"invents a person", []string{`{"reveal": ["which", "start"], "say": "Priya Nair from Finance at 14:00, and invite Marta."}`}, "", `"Marta"`, 2},
		{"hides what it claims", []string{`{"reveal": ["which", "start"], "say": "Priya Nair from Finance."}`}, "", "14:00", 2},
		{"tells what nobody knows", []string{`{"reveal": ["salary"], "say": "Please."}`}, "", `"salary"`, 2},
		{"tells without saying so", []string{`{"reveal": ["start"], "say": "The one from finance, at 14:00 please."}`}, "", "away", 2},
		{"says nothing", []string{`{"reveal": [], "say": " "}`}, "", "nothing", 2},
		{"no JSON", []string{"I would rather talk."}, "", "no JSON object", 2},
	} {
		e, end, err := withUser(t, p, says(tt.replies...))
		if err != nil {
			t.Fatal(err)
		}
		course := e.Trajectory()
		var turn *trace.UserTurn
		for i := range course.Steps {
			if u := course.Steps[i].User; u != nil && u.Kind == trace.Answered {
				turn = u
			}
		}
		if turn == nil || turn.By != tt.by || !strings.Contains(turn.Why, tt.why) || (tt.why == "") != (turn.Why == "") || len(end.Asked()) != tt.asked {
			t.Errorf("%s: the user's turn is %+v after %d requests", tt.name, turn, len(end.Asked()))
			continue
		}
		if tt.by == "" && turn.Text != "Priya Nair from Finance. At 14:00 please." {
			t.Errorf("%s: the script says %q", tt.name, turn.Text)
		}
		score, err := e.Grade()
		if err != nil || score.Score != 1_000_000 {
			t.Errorf("%s: score %v %v", tt.name, score.Score, err)
		}
		sameWithoutModel(t, tt.name, p, course)
	}
}

func sameWithoutModel(t *testing.T, name string, p *episode.Prepared, course *trace.Trajectory) {
	t.Helper()
	again, err := episode.New(p, episode.Options{User: episode.Recorded(course)})
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(context.Background(), again, agent.Replay(course), det.System()); err != nil {
		t.Fatal(err)
	}
	a, err := trace.Encode(course)
	if err != nil {
		t.Fatal(err)
	}
	b, err := trace.Encode(again.Trajectory())
	if err != nil || string(a) != string(b) {
		t.Errorf("%s: the replay differs (%v)", name, err)
	}
}

// The model is told its role and the conversation, and nothing of records and grading.
func TestPlayedUserSeesItsRoleAlone(t *testing.T) {
	p := named(t, "onboarding-session-000007")
	_, end, err := withUser(t, p, says(`{"reveal": ["which", "start"], "say": "Priya Nair from Finance at 14:00."}`))
	if err != nil {
		t.Fatal(err)
	}
	body := string(end.Asked()[0].Body)
	for _, hidden := range []string{"priya.nair@northwind.test", "Priya Shah", "evt_21", "leave-be", "calendar_create_event", "record_created", "16:00"} {
		if strings.Contains(body, hidden) {
			t.Errorf("the request holds %q", hidden)
		}
	}
	for _, there := range []string{"Tom Reyes", "Priya Nair from Finance", "one-hour onboarding session"} {
		if !strings.Contains(body, there) {
			t.Errorf("the request lacks %q", there)
		}
	}
}

// An endpoint that is down, and a budget that is spent, are nobody's failure in the task.
func TestPlayedUserFailures(t *testing.T) {
	p := named(t, "onboarding-session-000007")
	e, _, err := withUser(t, p, &llm.Script{Answers: []llm.Answer{{Times: -1, Status: 503}}})
	end, _ := e.Done()
	if err != nil || end.Reason != trace.EndpointDown {
		t.Errorf("down: %+v %v", end, err)
	}
	_, _, err = withUser(t, p, &llm.Script{Answers: []llm.Answer{{Times: -1, Status: 401}}})
	if !agent.Halts(err) || fault.KindOf(err) != fault.Denied {
		t.Errorf("a refused key: %v", err)
	}
}
