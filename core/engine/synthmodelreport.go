package engine

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/value"
)

// ModelMadeFile keeps beside a library what the models' writing came to.
const ModelMadeFile = "author-report.json"

// WriteModelMade writes it.
func WriteModelMade(library string, made *ModelMade) error {
	data, err := json.MarshalIndent(made, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write %s", ModelMadeFile)
	}
	return replaceFile(filepath.Join(library, ModelMadeFile), append(data, '\n'))
}

// perTask divides what was spent by the accepted tasks; nil where there are none.
func perTask(m *ModelMade) *PerTask {
	if m.Accepted == 0 {
		return nil
	}
	n := float64(m.Accepted)
	return &PerTask{Requests: float64(m.Spent.Requests) / n, Tokens: float64(m.Spent.Prompt+m.Spent.Completion) / n, Repairs: float64(m.Repairs) / n, Cost: shareOf(m.Spent.Cost, m.Accepted)}
}

// shareOf is a cost divided by a number of tasks, to a millionth.
func shareOf(c llm.Cost, n int) llm.Cost {
	if c.Currency == "" {
		return c
	}
	share, err := value.ParseDecimal(fmt.Sprintf("%.6f", c.Amount.Float()/float64(n)))
	if err != nil {
		return llm.Cost{}
	}
	return llm.Cost{Amount: share, Currency: c.Currency}
}
