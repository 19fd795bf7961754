package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Child is a command that takes fingerprints in a process of its own: it prints one JSON object
// of task id -> fingerprint and nothing else.
type Child struct {
	Path string
	Args []string
	Env  []string // besides that of this process
}

// Surrounding is an environment in which nothing may come out otherwise.
type Surrounding struct {
	Name string
	Env  []string
}

// Surroundings lists the environments of child processes: each is another process, so that the
// order of maps and the wall clock differ as well.
func Surroundings() []Surrounding {
	return []Surrounding{
		{"another process", nil},
		{"TZ=Pacific/Kiritimati LANG=zh_CN.UTF-8", []string{"TZ=Pacific/Kiritimati", "LANG=zh_CN.UTF-8", "LC_ALL=zh_CN.UTF-8"}},
		{"TZ=America/St_Johns LANG=C", []string{"TZ=America/St_Johns", "LANG=C", "LC_ALL=C", "GOMAXPROCS=1"}},
	}
}

// Departure is a task that came out otherwise in a child process.
type Departure struct {
	Task        string `json:"task"`
	Surrounding string `json:"surrounding"`
	Want        string `json:"want"`
	Got         string `json:"got,omitempty"` // "" = the child did not report the task
}

// Batch runs a batch's fingerprints again in child processes and lists the tasks that come out
// otherwise, in the order of tasks. It is made once a batch, since a process costs more than a
// task.
func Batch(ctx context.Context, tasks []string, want map[string]string, child Child) ([]Departure, error) {
	var out []Departure
	for _, around := range Surroundings() {
		got, err := child.run(ctx, around)
		if err != nil {
			return nil, err
		}
		for _, id := range tasks {
			if got[id] != want[id] {
				out = append(out, Departure{Task: id, Surrounding: around.Name, Want: want[id], Got: got[id]})
			}
		}
	}
	return out, nil
}

func (c Child) run(ctx context.Context, around Surrounding) (map[string]string, error) {
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	cmd.Env = append(append(os.Environ(), c.Env...), around.Env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fault.Wrap(fault.Internal, err, "gate in %s: %s", around.Name, clip(strings.TrimSpace(stderr.String()))).
			WithHint("run the child command by hand: %s %s", c.Path, strings.Join(c.Args, " "))
	}
	var got map[string]string
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		return nil, fault.Wrap(fault.Internal, err, "read fingerprints of %s", around.Name)
	}
	return got, nil
}

// Finding is a departure as a finding of the determinism round.
func (d Departure) Finding() Finding {
	return Finding{Code: EnvironmentMatters, Round: RoundDeterminism, Severity: Error, Hint: hint(EnvironmentMatters),
		Message: fmt.Sprintf("the gate of %s comes out otherwise in %s", d.Task, d.Surrounding)}
}
