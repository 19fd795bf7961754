package rollout_test

import (
	"strconv"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

// Every group is in exactly one shard, whole; shards are equal but for one group, and each has its
// share of every agent.
func TestShardsPartTheGroups(t *testing.T) {
	m := manifest(t, 120)
	for _, n := range []int{1, 2, 3, 4, 7, 8, 240, 500} {
		seen := map[string]int{}
		least, most := m.Header.Groups, 0
		for i := range n {
			part := groups(t, m, rollout.Shard{Index: i, Count: n})
			byAgent := map[string]int{}
			for _, g := range part {
				seen[g[0].Group]++
				byAgent[g[0].Agent]++
				if len(g) != m.Trials {
					t.Errorf("%d shards: a group of %d", n, len(g))
				}
			}
			least, most = min(least, len(part)), max(most, len(part))
			if d := byAgent["teacher"] - byAgent["novice"]; n <= 8 && (d > 2 || d < -2) {
				t.Errorf("shard %d of %d: %v", i, n, byAgent)
			}
		}
		if len(seen) != m.Header.Groups || most-least > 1 {
			t.Errorf("%d shards: %d groups, %d to %d a shard", n, len(seen), least, most)
		}
		for g, k := range seen {
			if k != 1 {
				t.Errorf("%d shards: group %s in %d", n, g, k)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	tests := []struct {
		text string
		env  map[string]string
		want string // "" = refused
	}{
		{"1/1", nil, "1/1"},
		{"3/8", nil, "3/8"},
		{"8/8", nil, "8/8"},
		{"0/8", nil, ""}, {"9/8", nil, ""}, {"3", nil, ""}, {"a/b", nil, ""}, {"1/0", nil, ""}, {"-1/8", nil, ""}, {"", nil, ""}, {"1/9999999", nil, ""},
		{"auto", nil, ""},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0"}, "4/8"},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"}, "3/8"},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "10", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "2", "SLURM_ARRAY_TASK_STEP": "4"}, "3/4"},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "2", "SLURM_ARRAY_TASK_STEP": "4"}, ""},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1"}, ""}, // 1,3,7
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1"}, ""},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "x", "SLURM_ARRAY_TASK_COUNT": "3"}, ""},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "2"}, ""},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "2", "COWORKENV_SHARDS": "3"}, "3/3"},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "0"}, ""},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "0", "COWORKENV_SHARDS": "16"}, "1/16"},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "16", "COWORKENV_SHARDS": "16"}, ""},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "1", "COWORKENV_SHARDS": "many"}, ""},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "1", "SLURM_ARRAY_TASK_MIN": "3", "COWORKENV_SHARDS": "128"}, ""}, // one of an array, again
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0", "COWORKENV_SHARDS": "8"}, "4/8"},
		{"auto", map[string]string{"CLOUD_RUN_TASK_INDEX": "4", "CLOUD_RUN_TASK_COUNT": "5"}, "5/5"},
		{"auto", map[string]string{"AWS_BATCH_JOB_ARRAY_INDEX": "4", "AWS_BATCH_JOB_ARRAY_SIZE": "9"}, "5/9"},
		{"auto", map[string]string{"AWS_BATCH_JOB_ARRAY_INDEX": "4", "COWORKENV_SHARDS": "9"}, "5/9"},
	}
	for _, tt := range tests {
		got, err := rollout.ParseShard(tt.text, func(name string) string { return tt.env[name] })
		if (err == nil) != (tt.want != "") || err == nil && got.String() != tt.want {
			t.Errorf("%q with %v: %s, %v; want %q", tt.text, tt.env, got, err, tt.want)
		}
		if err != nil && (fault.KindOf(err) != fault.Usage || fault.HintOf(err) == "") {
			t.Errorf("%q with %v: %v of kind %s", tt.text, tt.env, err, fault.KindOf(err))
		}
	}
}

func FuzzParseShard(f *testing.F) {
	f.Add("3/8", "1", "2", "3", "4")
	f.Add("auto", "1", "2", "0", "1")
	f.Fuzz(func(t *testing.T, text, id, count, first, step string) {
		env := map[string]string{"SLURM_ARRAY_TASK_ID": id, "SLURM_ARRAY_TASK_COUNT": count, "SLURM_ARRAY_TASK_MIN": first, "SLURM_ARRAY_TASK_STEP": step}
		s, err := rollout.ParseShard(text, func(name string) string { return env[name] })
		if err != nil {
			return
		}
		if s.Count < 1 || s.Index < 0 || s.Index >= s.Count {
			t.Errorf("%q %v: %+v", text, env, s)
		}
		if again, err := rollout.ParseShard(strconv.Itoa(s.Index+1)+"/"+strconv.Itoa(s.Count), nil); err != nil || again != s {
			t.Errorf("%v is read as %v, %v", s, again, err)
		}
	})
}
