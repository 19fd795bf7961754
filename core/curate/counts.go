package curate

// Counts say where the input went: Input = Train + Val + Test + Failed + the counts of the rules.
type Counts struct {
	Input  int            `json:"input"`
	Train  int            `json:"train"`
	Val    int            `json:"val"`
	Test   int            `json:"test"`
	Failed int            `json:"failed"`
	Rules  []RuleCount    `json:"rules"` // every rule, in the order in which they are asked
	Labels map[string]int `json:"labels"`
	Pairs  int            `json:"pairs"`
}

// RuleCount is how many trials a rule dropped or set aside.
type RuleCount struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
}

// Kept is how many trials are demonstrations.
func (c *Counts) Kept() int { return c.Train + c.Val + c.Test }

// Sum adds up where the trials went; it is the input, or a trial was lost or counted twice.
func (c *Counts) Sum() int {
	n := c.Kept() + c.Failed
	for _, r := range c.Rules {
		n += r.Count
	}
	return n
}
