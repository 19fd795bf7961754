package cli

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/engine"
)

// reportCalibration shows what measured difficulty says of agents that never see a solution.
func reportCalibration(c *engine.Calibration) []section {
	agents := section{title: "Calibration",
		text:    fmt.Sprintf("agents that never see a solution, %s each with %s; aim = the share of the records meant that they take for them", plural(c.Tasks, "task"), plural(c.Trials, "trial")),
		columns: []column{{title: "agent"}, {title: "completion", right: true}, {title: "aim", right: true}, {title: "rank", right: true}},
		after:   "rank = Spearman's correlation of the difficulty index with the aim: below 0, harder tasks are aimed at worse"}
	for _, a := range c.Agents {
		rank := "-"
		if a.Rank != nil {
			rank = fmt.Sprintf("%+.2f", *a.Rank)
		}
		agents.rows = append(agents.rows, append([]string{a.Agent}, append(figures(c.Tasks, a.Completion, a.Aim), rank)...))
	}
	bands := section{title: "Measured difficulty", text: "the same by band of the index",
		columns: []column{{title: "band"}, {title: "tasks", right: true}, {title: "completion", right: true}, {title: "aim", right: true}, {title: engine.SanityAgent, right: true}},
		after:   engine.SanityAgent + " follows the solution with slips: a sanity check, nothing is calibrated on it"}
	for _, b := range c.Bands {
		bands.rows = append(bands.rows, append([]string{string(b.Band), itoa(b.Tasks)}, figures(b.Tasks, b.Completion, b.Aim, b.Sanity)...))
	}
	return []section{agents, bands}
}

// figures are means over tasks, the first of them more exact; there are none of no task.
func figures(tasks int, first float64, rest ...float64) []string {
	out := []string{fmt.Sprintf("%.4f", first)}
	for _, x := range rest {
		out = append(out, fmt.Sprintf("%.3f", x))
	}
	if tasks == 0 {
		for i := range out {
			out[i] = "-"
		}
	}
	return out
}
