package cli

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/library/lexicons"
	"coworkenv.dev/coworkenv/library/scenarios"
)

var writtenID = regexp.MustCompile(`- id: [a-z0-9-]+-([0-9]{3})\b`)

// drawing is a fake model that writes down what a scenario draws, every second time with an error
// first.
func drawing(t *testing.T, name string) func(*llm.Asked) llm.Answer {
	t.Helper()
	var scenario *synth.Scenario
	for _, s := range scenarios.All() {
		if s.Name == name {
			scenario = s
		}
	}
	lex, err := lexicons.For("en")
	if err != nil || scenario == nil {
		t.Fatal(name, err)
	}
	return func(a *llm.Asked) llm.Answer {
		n, err := strconv.Atoi(writtenID.FindStringSubmatch(a.Messages[1].Text)[1])
		if err != nil {
			t.Error(err)
		}
		doc, err := synth.Generate(scenario, synth.Dials{Seed: uint64(n), Language: "en", Level: "easy"}, lex)
		if err != nil {
			t.Error(err)
		}
		text := string(doc)
		if len(a.Messages) == 2 && n%2 == 0 {
			text = strings.Replace(text, "\nchecks:\n", "\nchekcs:\n", 1)
		}
		return llm.Answer{Text: "```yaml\n" + text + "```", DelayMS: 10}
	}
}

// TestKilledSynthByModelAsksNothingTwice kills a synthesis by a model at random moments: the same
// command finishes it, no task is lost or double, and no reply that was kept is asked for again.
func TestKilledSynthByModelAsksNothingTwice(t *testing.T) {
	count, kills := 40, 8
	if testing.Short() {
		count, kills = 12, 3
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var answered atomic.Int64
	heard := make(chan struct{}, 10*count)
	model := drawing(t, "overdue-tickets")
	server := httptest.NewServer(llm.NewScriptedFunc(func(a *llm.Asked) llm.Answer {
		answered.Add(1)
		heard <- struct{}{}
		return model(a)
	}))
	defer server.Close()
	dir := t.TempDir()
	lib, ws := filepath.Join(dir, "lib"), filepath.Join(dir, "ws")
	put := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	models := put("models.json", fmt.Sprintf(`{"profiles": {"fake": {"base_url": %q, "model": "fake", "concurrency": 4}}, "roles": {"generator": "fake"}}`, server.URL+"/v1"))
	plan := put("plan.yaml", "schema: coworkenv.plan/v1\ntarget: 1\nscenarios: [overdue-tickets]\nlanguages: {zh: 0}\ndifficulties: {medium: 0, hard: 0}\n")
	program := func() *exec.Cmd {
		cmd := exec.Command(self, "synth", "--by", "model", "--plan", plan, "--count", strconv.Itoa(count), "--jobs", "4", "--into", lib, "--no-child", "--json", "-w", ws)
		cmd.Env = append(os.Environ(), runAsProgram+"=1", "COWORKENV_MODELS="+models)
		return cmd
	}
	rand := det.NewRand(3, "kills")
	for k := range kills {
		target := int64((k+1)*count/(kills+1) + rand.Intn(3)) // answers from the beginning on
		journals, kept := filesIn(t, engine.ModelJournal(ws)), filesIn(t, engine.ModelCache(ws))
		cmd := program()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for over := false; !over && answered.Load() < target; {
			select {
			case <-heard:
			case <-ended:
				over = true
			}
		}
		time.Sleep(time.Duration(rand.Intn(20)) * time.Millisecond) // the moment is the point
		if err := cmd.Process.Kill(); err == nil {
			<-ended
		}
		noneAskedAgain(t, ws, journals, kept)
	}
	journals, kept := filesIn(t, engine.ModelJournal(ws)), filesIn(t, engine.ModelCache(ws))
	out, err := program().Output()
	if err != nil {
		t.Fatalf("finish: %v\n%s", err, out)
	}
	noneAskedAgain(t, ws, journals, kept)
	var made engine.ModelMade
	if err := json.Unmarshal(out, &made); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(lib, engine.HistoryFolder))
	if err != nil {
		t.Fatal(err)
	}
	folders := 0
	for _, e := range entries {
		if e.IsDir() {
			folders++
			if _, err := os.Stat(filepath.Join(lib, e.Name(), engine.CertificateFile)); err != nil {
				t.Error(err)
			}
		}
	}
	if made.Accepted != count || folders != count || made.Repairs != count/2 || len(kept) == 0 {
		t.Errorf("%d of %d accepted, %d histories, %d repairs; %d replies were kept before the end", made.Accepted, count, folders, made.Repairs, len(kept))
	}
	drafts := int64(count + count/2)
	t.Logf("%d drafts in %d runs by %d answers (%d lost with a killed process)", drafts, kills+1, answered.Load(), answered.Load()-drafts)
}

// filesIn are the files below a folder, by their names.
func filesIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out[filepath.Base(path)] = true
		}
		if os.IsNotExist(err) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// noneAskedAgain reads the journals that are new: no request went out of which the reply was kept
// before.
func noneAskedAgain(t *testing.T, ws string, before, kept map[string]bool) {
	t.Helper()
	for name := range filesIn(t, engine.ModelJournal(ws)) {
		if before[name] {
			continue
		}
		err := llm.ReadJournal(filepath.Join(engine.ModelJournal(ws), name), func(e llm.Entry) bool {
			if e.Kind == llm.Sent && kept[e.Key+".json"] {
				t.Errorf("%s was kept and is asked for again", e.Label)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
