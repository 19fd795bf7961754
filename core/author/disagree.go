package author

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// check holds the discriminators against one another: what one does as right is graded by all others.
// The gradings are compared by what they decide and not by how they are written.
func (p *split) check(ctx context.Context, d *draft) ([]Finding, error) {
	var out []Finding
	var ready []*episode.Prepared
	for i, g := range p.graders {
		r, finding := g.ready(ctx, i)
		if finding != nil {
			out = append(out, *finding)
		}
		ready = append(ready, r)
	}
	if len(out) > 0 {
		return out, nil
	}
	d.notes = forbidNotes(ready)
	var runs []*trace.Trajectory
	for _, r := range ready {
		t, err := oracleRun(ctx, r)
		if err != nil {
			return nil, err
		}
		runs = append(runs, t)
	}
	for i := range ready {
		for j := range ready {
			if i == j {
				continue
			}
			score, err := replayed(ctx, runs[i], ready[j])
			if err != nil {
				return nil, err
			}
			if score.Status == grade.Scored && score.Score != grade.One {
				out = append(out, disagreement(i, j, score))
			}
		}
	}
	return out, nil
}

// ready is the task under the discriminator's grading, or why it cannot be run.
func (g *discriminator) ready(ctx context.Context, i int) (*episode.Prepared, *Finding) {
	unusable := func(message, hint string) *Finding {
		f := problem(GraderUnusable, fmt.Sprintf("%s[%d]", graderPath, i), message, hint)
		return &f
	}
	if g.grading == nil {
		f := g.found[0]
		return nil, unusable(f.Message, f.Hint)
	}
	r, problems := episode.Lint(g.task, g.problems, g.a.Catalog, g.a.Checks)
	if r != nil && len(r.Bound.Task.Solution) > 0 {
		score, err := selfScore(ctx, r)
		if err == nil && score.Score == grade.One {
			return r, nil
		}
		if err != nil {
			return nil, unusable("its solution cannot be carried out: "+clip(err.Error(), mostWords), "mend the solution")
		}
		return nil, unusable("its own solution scores "+score.Score.String()+": "+failing(score), "let what the solution does meet every check and break no prohibition")
	}
	for _, x := range problems.Errors() {
		return nil, unusable(fmt.Sprintf("%s: %s", x.Path, clip(x.Message, mostWords)), clip(x.Hint, mostWords))
	}
	return nil, unusable("it has no solution", "write the solution")
}

func selfScore(ctx context.Context, r *episode.Prepared) (*grade.Score, error) {
	t, err := oracleRun(ctx, r)
	if err != nil {
		return nil, err
	}
	return replayed(ctx, t, r)
}

func oracleRun(ctx context.Context, r *episode.Prepared) (*trace.Trajectory, error) {
	a, err := agent.Oracle().Make(r.Bound, 0)
	if err != nil {
		return nil, err
	}
	e, err := play(ctx, r, a)
	if err != nil {
		return nil, err
	}
	return e.Trajectory(), nil
}

func replayed(ctx context.Context, t *trace.Trajectory, r *episode.Prepared) (*grade.Score, error) {
	e, err := play(ctx, r, agent.Replay(t))
	if err != nil {
		return nil, err
	}
	return e.Grade()
}

func play(ctx context.Context, r *episode.Prepared, a agent.Agent) (*episode.Episode, error) {
	e, err := episode.New(r, episode.Options{})
	if err != nil {
		return nil, err
	}
	return e, agent.Play(ctx, e, a, det.Fixed(r.Bound.Task.Now))
}

func disagreement(i, j int, score *grade.Score) Finding {
	f := problem(GradersDisagree, "request", fmt.Sprintf("what grader %d does as right scores %s by the checks of grader %d: %s", i+1, score.Score, j+1, failing(score)),
		"say in the request, or show in the records, which of the two is right")
	f.Score = score.Score.String()
	return f
}

// failing says why a run does not score 1.
func failing(score *grade.Score) string {
	var out []string
	for _, v := range score.Forbidden {
		out = append(out, "it breaks "+v.ID+" ("+v.Why+")")
	}
	for _, c := range score.Checks {
		if c.Holds || c.Weight == 0 {
			continue
		}
		why := "check " + c.ID + " does not hold"
		if len(c.Why) > 0 {
			why += " (" + c.Why[0].Text + ")"
		}
		out = append(out, why)
	}
	return clip(strings.Join(out, "; "), mostWords)
}
