package author

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// outside are the findings of a task that is not what its slot asks for. What the gate certifies would
// else count for a cell that it does not belong to.
func (s Slot) outside(t *task.Task) []Finding {
	var out []Finding
	differs := func(path, got, want string) {
		if got != want {
			out = append(out, problem(OutsideCell, path, fmt.Sprintf("%s is %q; the cell asks for %q", path, clip(got, 100), want), "write "+path+": "+want))
		}
	}
	differs("id", t.ID, s.ID())
	differs("family", string(t.Family), string(s.Scenario.Family))
	differs("language", t.Language, s.Language)
	differs("difficulty", string(t.Difficulty), string(s.Level))
	out = append(out, lacking("services", t.Services, s.Scenario.Services)...)
	out = append(out, lacking("capabilities", t.Capabilities, s.Scenario.Capabilities)...)
	for i, a := range t.Assets {
		if slices.Contains(reserved(), strings.ToLower(a.Path)) {
			out = append(out, problem(AssetSum, fmt.Sprintf("assets[%d]", i), "an asset cannot be called "+clip(a.Path, 100), "give the file a name of its own"))
			continue
		}
		_, err := synth.AssetFile(a)
		if err == nil {
			continue
		}
		hint := fault.HintOf(err)
		if sum, drawn := synth.AssetSum(a); drawn {
			hint = "write sha256: " + sum
		}
		out = append(out, problem(AssetSum, fmt.Sprintf("assets[%d]", i), err.Error(), hint))
	}
	return out
}

// reserved are the names of files that a task's folder has besides its assets.
func reserved() []string { return []string{task.FileName, "certificate.json"} }

func lacking(path string, have, want []string) []Finding {
	var missing []string
	for _, w := range want {
		if !slices.Contains(have, w) {
			missing = append(missing, w)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return []Finding{problem(OutsideCell, path, "the cell asks for "+strings.Join(missing, ", "), fmt.Sprintf("write %s: [%s]", path, strings.Join(append(slices.Clone(have), missing...), ", ")))}
}
