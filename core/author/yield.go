package author

import (
	"slices"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/llm"
)

// Yield is what the writing of many tasks came to. It is summed up from their histories, so that a run
// that was stopped and resumed tells the same as one that was not.
type Yield struct {
	Tasks    int `json:"tasks"` // that were begun
	Accepted int `json:"accepted"`
	Rejected int `json:"rejected"`
	Open     int `json:"open"` // interrupted: the same command goes on with them

	Turns    []Turn              `json:"turns"`    // by round of repair
	Repairs  int                 `json:"repairs"`  // drafts after the first ones
	Refused  map[string]int      `json:"refused"`  // drafts by the gate's round that stopped them
	Codes    map[gate.Code]int   `json:"codes"`    // drafts by what was found in them
	Repaired map[gate.Code]int   `json:"repaired"` // accepted tasks that once had it
	Models   map[llm.Role]Tokens `json:"models"`   // by role, whether asked for now or kept from before
	Solved   *Solved             `json:"solved,omitempty"`
}

// Turn is the yield of one round of repair.
type Turn struct {
	Round    int            `json:"round"`
	Drafts   int            `json:"drafts"`
	Accepted int            `json:"accepted"`
	Refused  map[string]int `json:"refused"` // by the gate's round that stopped them
}

// Tokens are what replies took, without those of failed attempts.
type Tokens struct {
	Replies    int `json:"replies"`
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
}

// Solved sums independent solving up.
type Solved struct {
	Tasks     int     `json:"tasks"`
	Ambiguity float64 `json:"ambiguity"` // mean
	Against   int     `json:"against"`   // tasks on which most solvers agree against the checks
}

// Sum sums histories up.
func Sum(list []*History) Yield {
	y := Yield{Turns: []Turn{}, Refused: map[string]int{}, Codes: map[gate.Code]int{}, Repaired: map[gate.Code]int{}, Models: map[llm.Role]Tokens{}}
	for _, h := range list {
		y.Tasks++
		switch h.Status {
		case StatusAccepted:
			y.Accepted++
		case StatusRejected:
			y.Rejected++
		default:
			y.Open++
		}
		y.rounds(h)
		if m := h.Ambiguity; m != nil {
			if y.Solved == nil {
				y.Solved = &Solved{}
			}
			y.Solved.Ambiguity = (y.Solved.Ambiguity*float64(y.Solved.Tasks) + m.Score) / float64(y.Solved.Tasks+1)
			y.Solved.Tasks++
			if m.Against {
				y.Solved.Against++
			}
		}
	}
	return y
}

func (y *Yield) rounds(h *History) {
	once := map[gate.Code]bool{}
	for i, r := range h.Rounds {
		for len(y.Turns) <= i {
			y.Turns = append(y.Turns, Turn{Round: len(y.Turns) + 1, Refused: map[string]int{}})
		}
		t := &y.Turns[i]
		t.Drafts++
		if i > 0 {
			y.Repairs++
		}
		for _, x := range r.By {
			m := y.Models[x.Role]
			m.Replies, m.Prompt, m.Completion = m.Replies+1, m.Prompt+x.Prompt, m.Completion+x.Completion
			y.Models[x.Role] = m
		}
		if len(r.Findings) == 0 {
			t.Accepted++
			continue
		}
		t.Refused[string(r.Stopped)]++
		y.Refused[string(r.Stopped)]++
		var codes []gate.Code
		for _, f := range r.Findings {
			if !slices.Contains(codes, f.Code) {
				codes = append(codes, f.Code)
				y.Codes[f.Code]++
				once[f.Code] = true
			}
		}
	}
	if h.Status == StatusAccepted {
		for code := range once {
			y.Repaired[code]++
		}
	}
}
