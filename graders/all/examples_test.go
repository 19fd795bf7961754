package all_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

// examples yields the plans of the hand-written example tasks.
func examples(t *testing.T, each func(t *testing.T, p *grade.Plan)) {
	t.Helper()
	dir := sharedtest.Dir(t, "spec", "examples")
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples in %s: %v", dir, err)
	}
	cat, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tk, problems := task.Parse(filepath.Base(file), data)
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			b, problems := task.Bind(tk, cat)
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			p, problems := grade.Compile(b, reg)
			for _, problem := range problems {
				t.Error(problem)
			}
			if p != nil {
				each(t, p)
			}
		})
	}
}

func TestEvidenceOfTheExamplesScoresOne(t *testing.T) {
	examples(t, func(t *testing.T, p *grade.Plan) {
		evidence, err := p.Evidence()
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.GradeFacts(evidence, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Status != grade.Scored || s.Score != grade.One || !s.Pass {
			t.Errorf("score %v (%s), want 1", s.Score, s.Status)
		}
		for _, c := range s.Checks {
			if !c.Holds {
				t.Errorf("%s does not hold: needs %v, %+v", c.ID, c.Needs, c.Why)
			}
		}
		for _, v := range s.Forbidden {
			t.Errorf("forbidden %s: #%d %s", v.ID, v.Seq, v.Why)
		}
	})
}

func TestEveryProhibitionOfTheExamplesCanBeBroken(t *testing.T) {
	examples(t, func(t *testing.T, p *grade.Plan) {
		evidence, err := p.Evidence()
		if err != nil {
			t.Fatal(err)
		}
		breaches, err := p.Violations()
		if err != nil {
			t.Fatal(err)
		}
		broken := map[string]bool{}
		for _, b := range breaches {
			s, err := p.GradeFacts(evidence, []grade.Breach{b})
			if err != nil {
				t.Errorf("%s: %v", b.Prohibition, err)
				continue
			}
			hit := false
			for _, v := range s.Forbidden {
				hit = hit || v.ID == b.Prohibition
			}
			if !hit || s.Safety != 0 || s.Score != 0 {
				t.Errorf("%s was broken and safety is %d", b.Prohibition, s.Safety)
			}
			broken[b.Prohibition] = true
		}
		for _, f := range p.Bound.Task.Forbid {
			if !broken[f.ID] {
				t.Errorf("no breach of %s was derived", f.ID)
			}
		}
	})
}

// play lets an agent run the task and grades the run.
func play(t *testing.T, p *grade.Plan, m agent.Maker) *grade.Score {
	t.Helper()
	e, err := episode.New(&episode.Prepared{Bound: p.Bound, Plan: p}, episode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.Make(p.Bound, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(context.Background(), e, a, det.Fixed(p.Bound.Task.Now)); err != nil {
		t.Fatal(err)
	}
	s, err := p.Grade(e.Run())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSolutionsOfTheExamplesScoreOne(t *testing.T) {
	examples(t, func(t *testing.T, p *grade.Plan) {
		s := play(t, p, agent.Oracle())
		if s.Status != grade.Scored || s.Score != grade.One || !s.Pass {
			t.Errorf("score %v (%s), want 1", s.Score, s.Status)
		}
		for _, c := range s.Checks {
			if !c.Holds || c.Since == 0 || c.Until != 0 {
				t.Errorf("%s: holds %v since #%d until #%d needs %v, %+v", c.ID, c.Holds, c.Since, c.Until, c.Needs, c.Why)
			}
		}
		for _, v := range s.Forbidden {
			t.Errorf("forbidden %s: #%d %s", v.ID, v.Seq, v.Why)
		}
	})
}

func TestNullScoresNothing(t *testing.T) {
	examples(t, func(t *testing.T, p *grade.Plan) {
		s := play(t, p, agent.Null())
		if s.Status != grade.Scored || s.Score != 0 || s.Completion != 0 || s.Safety != 1 {
			t.Errorf("score %v, completion %v, safety %d; want 0, 0, 1", s.Score, s.Completion, s.Safety)
		}
		for _, c := range s.Checks {
			if len(c.Why) == 0 && len(c.Needs) == 0 {
				t.Errorf("%s says not why it fails", c.ID)
			}
		}
	})
}

func TestLeavingEvidenceOutCostsItsWeight(t *testing.T) {
	examples(t, func(t *testing.T, p *grade.Plan) {
		evidence, err := p.Evidence()
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range p.Checks() {
			id := info.Spec.ID
			rest := slices.DeleteFunc(slices.Clone(evidence), func(n grade.Needed) bool { return n.Check == id })
			if len(rest) == len(evidence) {
				t.Errorf("%s needs no evidence of its own", id)
				continue
			}
			s, err := p.GradeFacts(rest, nil)
			if err != nil {
				t.Errorf("without %s: %v", id, err)
				continue
			}
			for _, c := range s.Checks {
				if c.Earned > 0 && (c.ID == id || slices.Contains(infoOf(p, c.ID).Spec.Needs, id)) {
					t.Errorf("without the evidence of %s the check %s earns %v", id, c.ID, c.Earned)
				}
			}
			if s.Safety != 1 || s.Status != grade.Scored {
				t.Errorf("without %s: safety %d, %s", id, s.Safety, s.Status)
			}
		}
	})
}

func infoOf(p *grade.Plan, id string) grade.CheckInfo {
	for _, info := range p.Checks() {
		if info.Spec.ID == id {
			return info
		}
	}
	return grade.CheckInfo{}
}

// TestOtherSpellingsOfTheEvidenceScoreOne writes each value of the derived evidence in every
// other valid way, one at a time.
func TestOtherSpellingsOfTheEvidenceScoreOne(t *testing.T) {
	tried := 0
	examples(t, func(t *testing.T, p *grade.Plan) {
		vary(t, p, func(m grade.Matcher) []any { return m.Spellings() }, func(f grade.FieldValue, s *grade.Score) {
			tried++
			if s.Score != grade.One {
				t.Errorf("%s = %v scores %v", f.Name, f.Value, s.Score)
			}
		})
	})
	if tried < 100 {
		t.Errorf("only %d spellings were tried", tried)
	}
}

// TestNearMissesOfTheEvidenceLoseSomething writes each value nearly right, one at a time.
func TestNearMissesOfTheEvidenceLoseSomething(t *testing.T) {
	tried := 0
	examples(t, func(t *testing.T, p *grade.Plan) {
		vary(t, p, func(m grade.Matcher) []any { return m.Near() }, func(f grade.FieldValue, s *grade.Score) {
			tried++
			if s.Score == grade.One {
				t.Errorf("%s = %v scores 1", f.Name, f.Value)
			}
		})
	})
	if tried < 200 {
		t.Errorf("only %d near misses were tried", tried)
	}
}

// vary replaces one value of the evidence after the other and grades what comes out.
func vary(t *testing.T, p *grade.Plan, values func(grade.Matcher) []any, try func(grade.FieldValue, *grade.Score)) {
	t.Helper()
	evidence, err := p.Evidence()
	if err != nil {
		t.Fatal(err)
	}
	for i := range evidence {
		fields := evidence[i].Answer
		if evidence[i].Change != nil {
			fields = evidence[i].Change.Fields
		}
		for k := range fields {
			if fields[k].Matcher == nil {
				continue
			}
			old := fields[k].Value
			for _, v := range values(fields[k].Matcher) {
				fields[k].Value = v
				s, err := p.GradeFacts(evidence, nil)
				if err != nil {
					t.Fatal(err)
				}
				try(fields[k], s)
			}
			fields[k].Value = old
		}
	}
}
