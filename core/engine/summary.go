package engine

import "coworkenv.dev/coworkenv/core/grade"

// Summary is how one agent did on one task.
type Summary struct {
	Task     string         `json:"task"`
	Agent    string         `json:"agent"`
	Trials   int            `json:"trials"`   // scored ones
	Unscored int            `json:"unscored"` // ended by the environment, an endpoint or the grader
	Passed   int            `json:"passed"`
	Scores   []grade.Micros `json:"scores"`
	Mean     grade.Micros   `json:"mean"`
	PassAt   *float64       `json:"pass_at_k,omitempty"`  // unbiased; nil = fewer trials than k
	PassHat  *float64       `json:"pass_hat_k,omitempty"` // all of k pass, unbiased; nil = fewer trials than k
	ClawEval *float64       `json:"pass_hat_k_claw_eval,omitempty"`
	K        int            `json:"k"`
}

// Outcome is what a summary needs of a trial.
type Outcome struct {
	Item   string
	Task   string
	Agent  string
	Status grade.Status
	Score  grade.Micros
	Pass   bool
}

// Summarise groups trials by task and agent, in the order in which they first appear.
func Summarise(trials []Outcome, k int) []*Summary {
	type key struct{ task, agent string }
	at := map[key]*Summary{}
	var out []*Summary
	for _, t := range trials {
		id := key{t.Task, t.Agent}
		s := at[id]
		if s == nil {
			s = &Summary{Task: id.task, Agent: id.agent, K: k, Scores: []grade.Micros{}}
			at[id] = s
			out = append(out, s)
		}
		s.add(t)
	}
	for _, s := range out {
		s.close()
	}
	return out
}

func (s *Summary) add(t Outcome) {
	if t.Status != grade.Scored {
		s.Unscored++
		return
	}
	s.Trials++
	s.Scores = append(s.Scores, t.Score)
	if t.Pass {
		s.Passed++
	}
}

func (s *Summary) close() {
	if s.Trials == 0 {
		return
	}
	var sum grade.Micros
	for _, x := range s.Scores {
		sum += x
	}
	s.Mean = (sum + grade.Micros(s.Trials)/2) / grade.Micros(s.Trials)
	if v, ok := grade.PassAtK(s.Trials, s.Passed, s.K); ok {
		s.PassAt = &v
	}
	if v, ok := grade.PassHatK(s.Trials, s.Passed, s.K); ok {
		s.PassHat = &v
	}
	plugIn := grade.ClawEvalPassHat(s.Trials, s.Passed, s.K)
	s.ClawEval = &plugIn
}
