package harbor

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

// JobTrial is one trial of a Harbor job, as its folder tells of it.
type JobTrial struct {
	Folder  string // as shown
	Job     string // name of the job's folder
	Name    string
	ID      string
	Task    string // id: the last part of the task's name or path
	Agent   string
	Version string
	Model   string
	Began   time.Time
	Ended   time.Time
	Prompt  int // tokens
	Output  int
	Broke   string   // type of the exception; "" = none
	Why     string   // its message
	Verdict *Verdict // nil: the verifier left none
}

// Bounds of what is read.
const (
	maxResult = 16 << 20
	maxTrials = 200_000
)

// resultDoc is what is read of a trial's result.json.
type resultDoc struct {
	ID        string `json:"id"`
	TaskName  string `json:"task_name"`
	TrialName string `json:"trial_name"`
	TaskID    struct {
		Path string `json:"path"`
	} `json:"task_id"`
	Agent struct {
		Name    string `json:"name"`
		Version string `json:"version"`
		Model   *struct {
			Name     string `json:"name"`
			Provider string `json:"provider"`
		} `json:"model_info"`
	} `json:"agent_info"`
	Result *struct {
		Input  *int `json:"n_input_tokens"`
		Output *int `json:"n_output_tokens"`
	} `json:"agent_result"`
	Exception *struct {
		Type    string `json:"exception_type"`
		Message string `json:"exception_message"`
	} `json:"exception_info"`
	Began jobTime `json:"started_at"`
	Ended jobTime `json:"finished_at"`
}

// jobTime is a time with or without an offset, or null.
type jobTime struct{ time.Time }

// UnmarshalJSON reads it; one without offset is in UTC.
func (t *jobTime) UnmarshalJSON(data []byte) error {
	var s *string
	if err := json.Unmarshal(data, &s); err != nil || s == nil {
		return err
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if at, err := time.Parse(layout, *s); err == nil {
			t.Time = at.UTC()
			return nil
		}
	}
	return fault.New(fault.Invalid, "%.40q is no time", *s)
}

// Skipped is a folder that could not be taken, and why.
type Skipped struct {
	Folder string `json:"folder"`
	Why    string `json:"why"`
}

// ReadJobs reads the trials below a folder: a job, or a folder of jobs. What cannot be read is told
// of and does not stop the rest. Errors: NotFound where there is no trial at all.
func ReadJobs(dir string) ([]JobTrial, []Skipped, error) {
	folders, err := trialFolders(dir)
	if err != nil {
		return nil, nil, err
	}
	var trials []JobTrial
	var skipped []Skipped
	for _, f := range folders {
		t, err := readJobTrial(dir, f)
		if err != nil {
			skipped = append(skipped, Skipped{f, err.Error()})
			continue
		}
		trials = append(trials, *t)
	}
	if len(trials)+len(skipped) == 0 {
		return nil, nil, fault.New(fault.NotFound, "no trial below %s", dir).WithHint("name a folder that `harbor run` wrote, e.g. jobs")
	}
	return trials, skipped, nil
}

// trialFolders lists the folders that hold a trial's result, sorted; links are not followed.
func trialFolders(dir string) ([]string, error) {
	var out []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.Count(name, "/") > 2:
			return fs.SkipDir
		case d.IsDir() || d.Name() != "result.json" || !d.Type().IsRegular():
			return nil
		case len(out) >= maxTrials:
			return fault.New(fault.Exhausted, "over %d trials", maxTrials)
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(path.Dir(name)), "config.json")); err != nil {
			return nil // neither a trial nor a job
		}
		out = append(out, path.Dir(name))
		return nil
	})
	if err != nil {
		return nil, fault.Wrap(fault.KindOf(err), err, "look for trials below %s", dir)
	}
	above := map[string]bool{} // a job has a result of its own, above those of its trials
	for _, f := range out {
		if f != "." {
			above[path.Dir(f)] = true
		}
	}
	out = slices.DeleteFunc(out, func(f string) bool { return above[f] })
	slices.Sort(out)
	return out, nil
}

func readJobTrial(dir, folder string) (*JobTrial, error) {
	at := filepath.Join(dir, filepath.FromSlash(folder))
	data, err := readBounded(filepath.Join(at, "result.json"), maxResult)
	if err != nil {
		return nil, err
	}
	var doc resultDoc
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read result.json")
	}
	if doc.TrialName == "" || doc.Agent.Name == "" {
		return nil, fault.New(fault.Invalid, "result.json is of no trial")
	}
	whole, err := filepath.Abs(at)
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "name the folder")
	}
	t := &JobTrial{Folder: folder, Job: filepath.Base(filepath.Dir(whole)), Name: doc.TrialName, ID: doc.ID, Agent: doc.Agent.Name, Version: doc.Agent.Version,
		Began: doc.Began.Time, Ended: doc.Ended.Time, Task: path.Base(filepath.ToSlash(doc.TaskName))}
	if doc.TaskID.Path != "" {
		t.Task = path.Base(filepath.ToSlash(doc.TaskID.Path))
	}
	if m := doc.Agent.Model; m != nil {
		t.Model = strings.TrimPrefix(m.Provider+"/"+m.Name, "/")
	}
	if r := doc.Result; r != nil {
		t.Prompt, t.Output = number(r.Input), number(r.Output)
	}
	if x := doc.Exception; x != nil {
		t.Broke, t.Why = x.Type, x.Message
	}
	t.Verdict, err = readVerdict(filepath.Join(at, "verifier"))
	return t, err
}

func number(n *int) int {
	if n == nil || *n < 0 {
		return 0
	}
	return *n
}

// readVerdict reads what our verifier left, nil where it left no score.
func readVerdict(dir string) (*Verdict, error) {
	data, err := readBounded(filepath.Join(dir, RewardDetails), maxRecord)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var v Verdict
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read %s", RewardDetails)
	}
	if v.Score == nil || v.Digest == "" {
		return nil, nil // why there is no reward stands there
	}
	course, err := readBounded(filepath.Join(dir, CourseFile), maxRecord)
	if err != nil {
		return nil, err
	}
	if v.Trajectory, err = trace.Decode(course); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read %s", CourseFile)
	}
	if v.Trajectory.Task.Digest != v.Digest {
		return nil, fault.New(fault.Conflict, "%s and %s are of two tasks", RewardDetails, CourseFile)
	}
	return &v, nil
}
