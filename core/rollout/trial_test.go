package rollout_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

// prepared is a shipped task, changed before it is bound.
func prepared(t testing.TB, change func(*task.Task)) *episode.Prepared {
	t.Helper()
	data, err := os.ReadFile("../../library/tasks/one-free-hour-000005/task.yaml")
	if err != nil {
		t.Fatal(err)
	}
	parsed, problems := task.Parse("task.yaml", data)
	if problems.Err() != nil {
		t.Fatal(problems.Err())
	}
	if change != nil {
		change(parsed)
	}
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	ready, problems := episode.Prepare(parsed, catalog, checks)
	if problems.Err() != nil {
		t.Fatal(problems.Err())
	}
	return ready
}

// after is an agent that does the whole solution and then, in place of a last word, what last does.
func after(last agent.Func) agent.Maker {
	oracle := agent.Oracle()
	return agent.Maker{Name: "probe", Version: "1", Make: func(b *task.Bound, seed uint64) (agent.Agent, error) {
		a, err := oracle.Make(b, seed)
		if err != nil {
			return nil, err
		}
		return agent.Func(func(ctx context.Context, o episode.Opening, seen *episode.Result) (episode.Action, error) {
			action, err := a.Next(ctx, o, seen)
			if err != nil || len(action.Calls) > 0 {
				return action, err
			}
			return last(ctx, o, seen)
		}), nil
	}}
}

func says(a episode.Action, err error) agent.Func {
	return func(context.Context, episode.Opening, *episode.Result) (episode.Action, error) { return a, err }
}

// Whose failure it was decides what a trial is worth: each agent here has done all that is asked.
func TestRunTellsWhoseFailureItWas(t *testing.T) {
	clock := det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC))
	sound := prepared(t, nil)
	broken := *sound
	broken.Plan = nil // the grader panics
	noRequest := *sound
	bound, spec := *sound.Bound, *sound.Bound.Task
	spec.Requests, bound.Task, noRequest.Bound = nil, &spec, &bound
	short := prepared(t, func(x *task.Task) { x.Limits.Seconds = 1 })
	tests := []struct {
		name   string
		task   *episode.Prepared
		maker  agent.Maker
		status grade.Status
		class  rollout.Class
		again  bool
		score  grade.Micros
		end    string
	}{
		{"comes to its end", sound, after(says(episode.Action{Text: "Done."}, nil)), grade.Scored, "", false, grade.One, trace.Completed},
		{"says nothing more", sound, after(says(episode.Action{}, nil)), grade.Scored, "", false, grade.One, trace.GaveUp},
		{"refuses", sound, after(says(episode.Action{Text: "I cannot do that.", Refused: true}, nil)), grade.Scored, rollout.OfAgent, false, 0, trace.GaveUp},
		{"crashes", sound, after(says(episode.Action{}, errors.New("boom"))), grade.Scored, rollout.OfAgent, false, 0, trace.Crashed},
		{"panics", sound, after(func(context.Context, episode.Opening, *episode.Result) (episode.Action, error) { panic("boom") }), grade.Scored, rollout.OfAgent, false, 0, trace.Crashed},
		{"hangs", short, after(func(ctx context.Context, _ episode.Opening, _ *episode.Result) (episode.Action, error) {
			<-ctx.Done()
			return episode.Action{}, ctx.Err()
		}), grade.Scored, rollout.OfAgent, false, 0, trace.TimedOut},
		{"endpoint away", sound, after(says(episode.Action{}, fault.New(fault.Unavailable, "503"))), grade.EndpointError, rollout.OfEndpoint, true, 0, trace.EndpointDown},
		{"no solution to follow", sound, agent.Maker{Name: "x", Make: func(*task.Bound, uint64) (agent.Agent, error) { return nil, fault.New(fault.Unsupported, "no") }}, grade.EnvError, rollout.OfEnvironment, false, 0, trace.EnvError},
		{"maker fails", sound, agent.Maker{Name: "x", Make: func(*task.Bound, uint64) (agent.Agent, error) { return nil, errors.New("no socket") }}, grade.EnvError, rollout.OfEnvironment, true, 0, trace.EnvError},
		{"maker panics", sound, agent.Maker{Name: "x", Make: func(*task.Bound, uint64) (agent.Agent, error) { panic("boom") }}, grade.EnvError, rollout.OfEnvironment, true, 0, trace.EnvError},
		{"no request", &noRequest, agent.Null(), grade.EnvError, rollout.OfEnvironment, false, 0, trace.EnvError},
		{"grader panics", &broken, agent.Null(), grade.GraderError, rollout.OfGrader, false, 0, trace.GaveUp},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			item := rollout.NewItem(rollout.Item{TaskID: tt.task.Bound.Task.ID, TaskDigest: tt.task.Digest, Agent: tt.maker.Name, Attempt: 1})
			got, err := rollout.Run(t.Context(), tt.task, tt.maker, item, rollout.Settings{Clock: clock})
			if err != nil {
				t.Fatal(err)
			}
			class := rollout.Class("")
			if got.Failure != nil {
				class = got.Failure.Class
			}
			if got.Status != tt.status || class != tt.class || got.Failure.Retried() != tt.again || got.Trajectory.End.Reason != tt.end {
				t.Errorf("status %s, failure %+v, end %+v", got.Status, got.Failure, got.Trajectory.End)
			}
			if (got.Status == grade.Scored) != (got.Score != nil) {
				t.Fatalf("score %v with status %s", got.Score, got.Status)
			}
			if s := got.Score; s != nil {
				if s.Score != tt.score || s.Completion != tt.score || s.Pass != (tt.score == grade.One) {
					t.Errorf("score %v, completion %v, pass %v", s.Score, s.Completion, s.Pass)
				}
				if !s.Checks[0].Holds {
					t.Error("what the checks found is gone")
				}
			}
			data, err := rollout.EncodeTrial(got)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := rollout.DecodeTrial(data); err != nil || back.Status != got.Status || back.Trajectory.End != got.Trajectory.End {
				t.Errorf("packed and unpacked: %+v, %v", back, err)
			}
		})
	}
}

func TestRunIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := prepared(t, nil)
	item := rollout.NewItem(rollout.Item{TaskID: p.Bound.Task.ID, TaskDigest: p.Digest, Agent: "probe", Attempt: 1})
	got, err := rollout.Run(ctx, p, after(func(ctx context.Context, _ episode.Opening, _ *episode.Result) (episode.Action, error) {
		cancel()
		return episode.Action{}, ctx.Err()
	}), item, rollout.Settings{Clock: det.Fixed(time.Time{})})
	if got != nil || fault.KindOf(err) != fault.Canceled {
		t.Errorf("%v, %v", got, err)
	}
}

// What comes from another process is believed only where it fits together.
func TestDecodeTrialRefuses(t *testing.T) {
	it := groups(t, manifest(t, 1), rollout.Whole())[0][0]
	tests := []struct {
		name   string
		change func(*rollout.Trial)
	}{
		{"another item", func(x *rollout.Trial) { x.Item.Attempt = 9 }},
		{"another trial id", func(x *rollout.Trial) { x.ID = "tri_0" }},
		{"no trajectory", func(x *rollout.Trial) { x.Trajectory = nil }},
		{"another trajectory", func(x *rollout.Trial) { x.Trajectory.Item = "itm_0" }},
		{"another format", func(x *rollout.Trial) { x.Trajectory.Format = "v9" }},
		{"scored without a score", func(x *rollout.Trial) { x.Score = nil }},
		{"a score above 1", func(x *rollout.Trial) { x.Score.Score = grade.One + 1 }},
		{"failed without a failure", func(x *rollout.Trial) { x.Status = grade.EnvError }},
		{"a failure of another class", func(x *rollout.Trial) {
			x.Status, x.Failure = grade.EnvError, &rollout.Failure{Class: rollout.OfEndpoint}
		}},
		{"unheard-of status", func(x *rollout.Trial) { x.Status = "great" }},
		{"time runs back", func(x *rollout.Trial) { x.Trajectory.Duration = -1 }},
	}
	for _, tt := range tests {
		x := scored(it, "")
		if data, err := rollout.EncodeTrial(x); err != nil {
			t.Fatal(err)
		} else if _, err := rollout.DecodeTrial(data); err != nil {
			t.Fatalf("unchanged: %v", err)
		}
		tt.change(x)
		data, err := rollout.EncodeTrial(x)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rollout.DecodeTrial(data); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "unpack") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
