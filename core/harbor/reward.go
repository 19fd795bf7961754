package harbor

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

// The files of a verifier.
const (
	RewardText    = "reward.txt"          // the score as one number
	RewardJSON    = "reward.json"         // {"reward": the score}; with components where asked for
	RewardDetails = "reward-details.json" // the whole verdict, or why there is none
	RewardReport  = "ctrf.json"           // the checks as tests
	CourseFile    = "coworkenv-trajectory.json"
)

// WriteRewards writes the files of a verdict. multi puts the components beside the reward, which
// needs the data set's metric.py.
func WriteRewards(dir string, v *Verdict, multi bool) error {
	score := strconv.FormatFloat(v.Score.Score.Float(), 'f', 6, 64)
	rewards := `{"reward": ` + score
	if multi {
		rewards += `, "completion": ` + strconv.FormatFloat(v.Score.Completion.Float(), 'f', 6, 64) + `, "safety": ` + strconv.Itoa(v.Score.Safety)
		if v.Score.Robustness != nil {
			rewards += `, "robustness": ` + strconv.FormatFloat(*v.Score.Robustness, 'f', 6, 64)
		}
	}
	course, err := trace.Encode(v.Trajectory)
	if err != nil {
		return err
	}
	details, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the verdict")
	}
	report, err := json.Marshal(ctrf(v))
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the report")
	}
	// The rewards come last: where they are, all else is.
	return writeFiles(dir, []file{{CourseFile, course}, {RewardDetails, details}, {RewardReport, report},
		{RewardJSON, []byte(rewards + "}\n")}, {RewardText, []byte(score + "\n")}})
}

// WriteMissing notes why there is no reward. It leaves no reward file: a trainer must drop the
// sample, since nothing of this is the agent's doing.
func WriteMissing(dir string, why error) error {
	for _, name := range []string{RewardText, RewardJSON} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fault.Wrap("", err, "take %s away", name)
		}
	}
	doc, err := json.MarshalIndent(map[string]any{"error": map[string]string{"kind": string(fault.KindOf(why)), "message": why.Error()}}, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the verdict")
	}
	return writeFiles(dir, []file{{RewardDetails, doc}})
}

type file struct {
	name string
	data []byte
}

func writeFiles(dir string, files []file) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.Wrap("", err, "make %s", dir)
	}
	for _, f := range files {
		if err := place(filepath.Join(dir, f.name), f.data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

type ctrfDoc struct {
	Results struct {
		Tool struct {
			Name string `json:"name"`
		} `json:"tool"`
		Summary map[string]int `json:"summary"`
		Tests   []ctrfTest     `json:"tests"`
	} `json:"results"`
}

type ctrfTest struct {
	Name     string `json:"name"`
	Status   string `json:"status"`
	Duration int    `json:"duration"`
}

// ctrf tells of each check and each broken prohibition as of a test.
func ctrf(v *Verdict) ctrfDoc {
	var doc ctrfDoc
	doc.Results.Tool.Name = BinaryName
	sum := map[string]int{"tests": 0, "passed": 0, "failed": 0, "pending": 0, "skipped": 0, "other": 0, "start": 0, "stop": 0}
	doc.Results.Tests = []ctrfTest{}
	add := func(name string, ok bool) {
		status := "failed"
		if ok {
			status = "passed"
		}
		sum["tests"]++
		sum[status]++
		doc.Results.Tests = append(doc.Results.Tests, ctrfTest{Name: name, Status: status})
	}
	for i := range v.Score.Checks {
		add(v.Score.Checks[i].ID, v.Score.Checks[i].Holds)
	}
	for i := range v.Score.Forbidden {
		add("forbidden: "+v.Score.Forbidden[i].ID, false)
	}
	doc.Results.Summary = sum
	return doc
}
