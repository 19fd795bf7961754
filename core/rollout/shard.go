package rollout

import (
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Shard is one worker's part of a manifest: whole groups, dealt out evenly.
type Shard struct {
	Index int // from 0
	Count int // 0 or 1 = everything
}

// Whole is the shard that holds everything.
func Whole() Shard { return Shard{Count: 1} }

// String is the shard as it is written: 3/8 is the third of eight.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index+1, max(s.Count, 1)) }

// Holds reports whether the shard has the group of that place in the manifest, from 0, where the
// agents take turns. Groups are dealt out in turns too; once the turns of both meet again, the
// dealing begins one shard further on, so that no shard always gets the same agents.
func (s Shard) Holds(group, agents int) bool {
	if s.Count <= 1 {
		return true
	}
	cycle := s.Count * max(agents, 1) / gcd(s.Count, max(agents, 1))
	return (group+group/cycle)%s.Count == s.Index
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// maxShards bounds the number of shards.
const maxShards = 1_000_000

// ParseShard reads "3/8", or "auto": what the scheduler that started this process says.
func ParseShard(text string, env func(string) string) (Shard, error) {
	if text == "auto" {
		return autoShard(env)
	}
	index, count, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	if !ok || err != nil || err2 != nil || i < 1 || i > n || n > maxShards {
		return Shard{}, fault.New(fault.Usage, "there is no shard %q", text).
			WithHint("write auto, or i/n from 1/n to n/n; 3/8 is the third of eight")
	}
	return Shard{i - 1, n}, nil
}

// ShardsVar names the variable that says how many shards there are where the scheduler does not.
// Where it does, the two must agree: an array that was submitted again for some of its tasks alone
// counts those few, which would make other shards of them.
const ShardsVar = "COWORKENV_SHARDS"

// scheduler is how one system tells the processes of an array apart.
type scheduler struct {
	name  string
	index string
	count string // "" = it does not say
	first string // the index of the first process; "" = 0
	step  string // between indices; "" = 1
}

// schedulers are asked in this order.
func schedulers() []scheduler {
	return []scheduler{
		{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"},
		{name: "a Kubernetes Indexed Job", index: "JOB_COMPLETION_INDEX"},
		{name: "Cloud Run", index: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT"},
		{name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"},
	}
}

func autoShard(env func(string) string) (Shard, error) {
	var asked []string
	for _, s := range schedulers() {
		if env(s.index) != "" {
			return s.shard(env)
		}
		asked = append(asked, s.index)
	}
	return Shard{}, fault.New(fault.Usage, "nothing says which shard this is").
		WithHint("auto needs one of %s; outside of a scheduler write i/n", strings.Join(asked, ", "))
}

func (s scheduler) shard(env func(string) string) (Shard, error) {
	count := s.count
	if count == "" || env(count) == "" {
		count = ShardsVar
	}
	if env(count) == "" {
		return Shard{}, fault.New(fault.Usage, "%s says which shard this is, but not of how many", s.name).
			WithHint("set %s to the number of processes", ShardsVar)
	}
	index, err := number(env, s.index, 0)
	n, err2 := number(env, count, 1)
	first, err3 := number(env, s.first, 0)
	step, err4 := number(env, s.step, 1)
	for _, err := range []error{err, err2, err3, err4} {
		if err != nil {
			return Shard{}, err
		}
	}
	if says, err := number(env, ShardsVar, n); err != nil || says != n {
		return Shard{}, fault.New(fault.Usage, "%s has %d processes, and %s is %q", s.name, n, ShardsVar, env(ShardsVar)).
			WithHint("an array of a few shards alone would take others for its own: name each by --shard i/n, or unset %s", ShardsVar)
	}
	at := index - first
	if step < 1 || at%step != 0 || at < 0 || at/step >= n || n < 1 || n > maxShards {
		return Shard{}, fault.New(fault.Usage, "%s is %d, which is none of %d from %d in steps of %d", s.index, index, n, first, step).
			WithHint("number the processes of the array without gaps, e.g. 0-%d", max(n-1, 0))
	}
	return Shard{at / step, n}, nil
}

// number reads a variable; one that is not set, or has no name, is what it is by default.
func number(env func(string) string, name string, unset int) (int, error) {
	if name == "" || env(name) == "" {
		return unset, nil
	}
	n, err := strconv.Atoi(env(name))
	if err != nil {
		return 0, fault.New(fault.Usage, "%s is %q, which is no number", name, env(name)).WithHint("it is set by the scheduler; write --shard i/n instead")
	}
	return n, nil
}
