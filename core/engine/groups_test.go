package engine_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/rollout"
)

func collect(t *testing.T, w *engine.Workspace, p engine.GroupsPlan) ([]*engine.GroupDoc, *engine.GroupsReport) {
	t.Helper()
	var docs []*engine.GroupDoc
	r, err := w.CollectGroups(t.Context(), p, rollout.Retry{Tries: 2}, nil, func(d *engine.GroupDoc) error {
		docs = append(docs, d)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs, r
}

func TestCollectGroups(t *testing.T) {
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	p := engine.GroupsPlan{RolloutPlan: engine.RolloutPlan{Paths: []string{copyTasks(t, "one-free-hour-000005", "zhanhui-daiban-paixu", "three-site-handover")},
		Agents: []rollout.AgentRef{{Name: "novice"}}, Trials: 4, Seed: 3}, Groups: 5}
	docs, r := collect(t, w, p)
	if len(docs) != 5 || r.Groups != 5 || r.Members != 20 || r.Usable != 5 || len(r.Runs) != 2 || r.Live == 0 {
		t.Fatalf("%d groups, %+v", len(docs), r)
	}
	seen := map[string]bool{}
	for _, d := range docs {
		if seen[d.Group] {
			t.Errorf("group %s comes twice", d.Group)
		}
		seen[d.Group] = true
		checkGroup(t, d)
	}
	p.Dense = true
	dense, _ := collect(t, w, p)
	for i, d := range dense { // dense rewards sum to the score; nothing was run again
		if d.Group != docs[i].Group || d.Members[0].Trial != docs[i].Members[0].Trial {
			t.Fatalf("group %d is another", i)
		}
		for _, m := range d.Members {
			sum := 0.0
			for _, s := range m.Steps {
				sum += s.Reward
			}
			if math.Abs(sum-*m.Reward) > 1e-9 {
				t.Errorf("%s: step rewards sum to %g, the score is %g", m.Trial, sum, *m.Reward)
			}
		}
	}
}

// checkGroup looks at what a trainer takes in.
func checkGroup(t *testing.T, d *engine.GroupDoc) {
	t.Helper()
	body, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back engine.GroupDoc
	if err := json.Unmarshal(body, &back); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, m := range back.Members {
		if m.Aborted || m.Reward == nil || m.Components["completion"] == nil || m.Components["robustness"] != nil || len(m.Steps) == 0 {
			t.Errorf("%s: member %s lacks its numbers", d.Group, m.Trial)
			continue
		}
		sum += *m.Advantages["grpo"]["dr_grpo"]
		var messages []map[string]any
		if err := json.Unmarshal(m.Messages, &messages); err != nil || len(messages) < 2 || messages[0]["role"] != "system" {
			t.Errorf("%s: messages %s %v", m.Trial, m.Messages, err)
		}
		last := m.Steps[len(m.Steps)-1]
		if last.State == "" || last.Obs == "" || math.Abs(last.Return-last.Reward) > 1e-12 {
			t.Errorf("%s: the last step is %+v", m.Trial, last)
		}
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("%s: the advantages sum to %g", d.Group, sum)
	}
	if d.Anchors.Rows == 0 || d.Anchors.MeanSize < 1 || len(d.Tools) < 10 {
		t.Errorf("%s: anchors %+v", d.Group, d.Anchors)
	}
}

// A script that does not fit its task fails for the environment: its members have no reward, which
// is no zero, and the group is not whole.
func TestCollectedGroupsKeepAbortedMembers(t *testing.T) {
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	script := filepath.Join(t.TempDir(), "s.yaml")
	if err := os.WriteFile(script, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := engine.GroupsPlan{RolloutPlan: engine.RolloutPlan{Paths: []string{copyTasks(t, "one-free-hour-000005")},
		Agents: []rollout.AgentRef{{Name: "script:s", Script: "calls:\n  - no_such_tool: {id: =nothing.here}\n"}}, Trials: 2, Seed: 3}, Groups: 1}
	docs, r := collect(t, w, p)
	if r.Aborted != 2 || r.Usable != 0 || r.Live != 0 {
		t.Fatalf("%+v", r)
	}
	for _, m := range docs[0].Members {
		if !m.Aborted || m.Reward != nil || m.Failure == "" || len(m.Advantages["grpo"]) != 0 || len(m.Tries) > 0 && m.Tries[0].Class == "" {
			t.Errorf("%+v", m)
		}
	}
}

// A try that came to nothing stays with the member that was tried again.
func TestCollectedGroupsTellOfTries(t *testing.T) {
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	p := engine.GroupsPlan{RolloutPlan: engine.RolloutPlan{Paths: []string{copyTasks(t, "one-free-hour-000005")}, Agents: []rollout.AgentRef{{Name: "oracle"}},
		Trials: 2, Seed: 3}, Groups: 1}
	_, r := collect(t, w, p)
	for it, err := range w.Store.Items(t.Context(), r.Runs[0]) {
		if err != nil {
			t.Fatal(err)
		}
		if it.Attempt == 2 {
			if _, err := w.Store.NoteTry(t.Context(), it.ID, "endpoint", "it was down"); err != nil {
				t.Fatal(err)
			}
		}
	}
	docs, r := collect(t, w, p)
	if r.Retried != 1 || r.Aborted != 0 || len(docs[0].Members[0].Tries) != 0 {
		t.Fatalf("%+v", r)
	}
	if got := docs[0].Members[1]; len(got.Tries) != 1 || got.Tries[0].Class != "endpoint" || *got.Reward != 1 {
		t.Errorf("%+v", got.Tries)
	}
}

func TestCollectGroupsRefuses(t *testing.T) {
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.CollectGroups(t.Context(), engine.GroupsPlan{Groups: 0}, rollout.Retry{}, nil, nil); err == nil {
		t.Error("no group is no plan")
	}
}
