package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

// The templates of docs/deploy name commands, flags and variables that exist.
func TestDeployTemplates(t *testing.T) {
	files, err := filepath.Glob("../../../docs/deploy/*")
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	d, _, _ := fakeDeps(nil)
	root := New(d)
	commands := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if m := regexp.MustCompile(`command: \[(.*)\]`).FindStringSubmatch(text); m != nil { // as a shell would say it
			text += "\n" + strings.NewReplacer(`"`, "", ",", "").Replace(m[1])
		}
		for _, line := range strings.Split(text, "\n") {
			if invocation.MatchString(line) {
				commands++
			}
			if err := exampleFault(root, strings.TrimPrefix(strings.TrimSpace(line), "# ")); err != nil {
				t.Errorf("%s: %q: %v", filepath.Base(name), strings.TrimSpace(line), err)
			}
		}
	}
	if commands < 10 {
		t.Errorf("only %d commands found", commands)
	}
}

// What the schedulers of the templates set is understood by --shard auto.
func TestDeployVariables(t *testing.T) {
	tests := []struct {
		file string
		env  map[string]string
		want string
	}{
		{"slurm-array.sbatch", map[string]string{"SLURM_ARRAY_TASK_ID": "127", "SLURM_ARRAY_TASK_COUNT": "128", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_STEP": "1",
			"COWORKENV_SHARDS": "128"}, "128/128"},
		{"kubernetes-indexed-job.yaml", map[string]string{"JOB_COMPLETION_INDEX": "15", "COWORKENV_SHARDS": "16"}, "16/16"},
	}
	names := regexp.MustCompile(`\b(SLURM_ARRAY|JOB_COMPLETION|COWORKENV)_[A-Z_]+\b`)
	for _, tt := range tests {
		data, err := os.ReadFile(filepath.Join("../../../docs/deploy", tt.file))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, name := range names.FindAllString(string(data), -1) {
			seen[name] = true
			if tt.env[name] == "" {
				t.Errorf("%s names %s, which --shard auto is not tried with", tt.file, name)
			}
		}
		if len(seen) != len(tt.env) {
			t.Errorf("%s names %v, want %v", tt.file, seen, tt.env)
		}
		got, err := rollout.ParseShard("auto", func(name string) string { return tt.env[name] })
		if err != nil || got.String() != tt.want {
			t.Errorf("%s: %v, %v", tt.file, got, err)
		}
	}
	// The number of pods stands twice in the Job; both must be the same.
	data, err := os.ReadFile("../../../docs/deploy/kubernetes-indexed-job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	completions := regexp.MustCompile(`completions: (\d+)`).FindSubmatch(data)
	shards := regexp.MustCompile(`COWORKENV_SHARDS, value: "(\d+)"`).FindSubmatch(data)
	if completions == nil || shards == nil || !bytes.Equal(completions[1], shards[1]) {
		t.Errorf("completions %s, shards %s", completions, shards)
	}
}

// The exit codes that the Job does not try again are those of errors that stay.
func TestDeployExitCodes(t *testing.T) {
	data, err := os.ReadFile("../../../docs/deploy/kubernetes-indexed-job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`values: \[(.*)\]`).FindSubmatch(data)
	var want []string
	for _, k := range []fault.Kind{fault.Usage, fault.NotFound, fault.Invalid, fault.Conflict} {
		want = append(want, itoa(fault.ExitCode(fault.New(k, "x"))))
	}
	if got == nil || string(got[1]) != strings.Join(want, ", ") {
		t.Errorf("%q, want %v", got, want)
	}
}
