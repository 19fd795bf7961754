package author

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
)

// forbidNotes tells what one discriminator forbids and another does not: an act is derived from each
// prohibition that breaks it, and graded by the others. That is no finding: one of them may be the more
// careful, and no right run comes across it. A person who reads the history sees where to look.
func forbidNotes(ready []*episode.Prepared) []string {
	var out []string
	for i := range ready {
		acts, err := ready[i].Plan.Violations()
		if err != nil {
			out = append(out, fmt.Sprintf("the prohibitions of grader %d could not be tried: %s", i+1, clip(err.Error(), mostWords)))
			continue
		}
		for j := range ready {
			if i == j {
				continue
			}
			var only []string
			for k := range acts {
				name := acts[k].Prohibition
				if len(only) > 0 && only[len(only)-1] == name {
					continue
				}
				score, err := ready[j].Plan.GradeFacts(nil, acts[k:k+1])
				if err == nil && score.Safety == 1 {
					only = append(only, name)
				}
			}
			if len(only) > 0 {
				out = append(out, fmt.Sprintf("grader %d forbids what grader %d lets pass: %s", i+1, j+1, clip(strings.Join(only, ", "), mostWords)))
			}
		}
	}
	return out
}
