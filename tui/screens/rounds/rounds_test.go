package rounds_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/llm"
	graders "coworkenv.dev/coworkenv/graders/all"
	tasks "coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/rounds"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

const gold = "expiring-gold-contracts-000001"

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func goldText(t testing.TB) string {
	t.Helper()
	data, err := fs.ReadFile(tasks.Tasks(), gold+"/task.yaml")
	must(t, err)
	return string(data)
}

// save keeps a history with its drafts in a library.
func save(t testing.TB, library, id string, status author.Status, drafts ...string) {
	t.Helper()
	dir := filepath.Join(library, engine.HistoryFolder, id)
	must(t, os.MkdirAll(dir, 0o755))
	h := &author.History{Format: author.HistoryFormat, Task: id, Scenario: "gold", Family: "lookup", Language: "en", Level: "hard", Profile: "far", Model: "m", Status: status}
	for i, text := range drafts {
		r := author.Round{N: i + 1, Draft: fmt.Sprintf("round-%d.yaml", i+1), Findings: []author.Finding{}, Notes: []string{"a note for a person"},
			By: []author.Exchange{{Role: llm.Generator, ID: fmt.Sprintf("x%d", i+1), Model: "m", Prompt: 1200, Completion: 300}, {Role: llm.Solver, Model: "m"}}}
		if i < len(drafts)-1 || status == author.StatusRejected {
			r.Stopped = gate.RoundOracle
			r.Findings = append(r.Findings, author.Finding{Code: "oracle_low", Round: gate.RoundOracle, Path: "solution", Message: "the solution scores 0.5", Hint: "let it hand in the total"})
		}
		must(t, os.WriteFile(filepath.Join(dir, r.Draft), []byte(text), 0o644))
		h.Rounds = append(h.Rounds, r)
	}
	must(t, h.Save(dir))
}

// written is a library of two tasks: one repaired, one that no draft of was a document.
func written(t testing.TB) string {
	t.Helper()
	library := filepath.Join(t.TempDir(), "written")
	text := goldText(t)
	first := strings.Replace(text, "answer: {eur_total: =eur_total}}", `answer: {eur_total: "1 EUR"}}`, 1)
	save(t, library, gold, author.StatusAccepted, first, text)
	save(t, library, "never-obeys-000001", author.StatusRejected, "I cannot.", "I cannot.")
	return library
}

func journal(t testing.TB, dir string) {
	t.Helper()
	file := `{"kind":"sent","exchange":"x1","at":"2026-03-16T09:00:00Z","profile":"far","model":"m","body":{"prompt":"write a task"}}
{"kind":"got","exchange":"x1","at":"2026-03-16T09:00:01Z","attempt":1,"profile":"far","status":200,"raw":"{\"answer\":\"the draft\"}"}
`
	must(t, os.MkdirAll(engine.ModelJournal(dir), 0o755))
	must(t, os.WriteFile(filepath.Join(engine.ModelJournal(dir), "20260316T090000Z-1.jsonl"), []byte(file), 0o644))
}

func options(t testing.TB, at screens.Place) tui.Options {
	t.Helper()
	catalog, err := services.Catalog()
	must(t, err)
	checks, err := graders.Registry()
	must(t, err)
	e := &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)), Shipped: os.DirFS(t.TempDir())}
	dir := t.TempDir()
	journal(t, dir)
	ws := &screens.Workspace{Dir: dir, Open: func(context.Context, bool) (*engine.Workspace, error) {
		return nil, fault.New(fault.NotFound, "there is no workspace")
	}}
	at.Screen = rounds.Name
	return tui.Options{Entries: []screens.Entry{rounds.Entry()}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: at, Env: screens.Env{Engine: e, Workspace: ws, Clock: e.Clock, User: "kim"}}
}

func open(t testing.TB, of string) *tuitest.Desk {
	t.Helper()
	return tuitest.Open(t, options(t, screens.Place{Of: of}), 160, 40)
}

func TestGoldenRounds(t *testing.T) {
	library := written(t)
	open(t, library).Golden("list")
	open(t, filepath.Join(library, gold)).Golden("rounds")
	open(t, filepath.Join(library, gold)).Press("k", "enter").Golden("exchanges")
	o := options(t, screens.Place{Of: filepath.Join(library, gold)})
	o.Theme, o.Depth = tuitest.Mono(t)
	tuitest.Open(t, o, 80, 24).GoldenMono("rounds")
}

// A library lists what models wrote; a task shows its rounds, what each changed, and what was said.
func TestFromLibraryToPrompts(t *testing.T) {
	library := written(t)
	d := open(t, library)
	d.Shows("Written by models", "never-obeys-000001", "✗ rejected", "✓ accepted", "oracle_low").Press("g", "enter")
	d.Shows("Rounds of repair", "2 · ✓ accepted", "✗ oracle", "+1 -1", "1,500", "MEANING", "eur_total", `1 EUR`, "LINES")
	d.Press("w").Shows("DRAFT", "id: "+gold).Press("w").Shows("LINES")
	d.Press("k").Shows("let it hand in the total", "DRAFT").Press("Y")
	if got := d.Copied[len(d.Copied)-1]; !strings.HasPrefix(got, "coworkenv ") {
		t.Errorf("copied %q", got)
	}
	d.Press("enter").Shows("Prompts and replies", `"prompt": "write a task"`, `"answer": "the draft"`).Press("y")
	if got := d.Copied[len(d.Copied)-1]; got != "x1" {
		t.Errorf("copied %q", got)
	}
	d.Press("esc").Shows("Rounds of repair").Press("j", "enter").Shows("does not hold it").Press("esc")
	again := tuitest.Open(t, options(t, d.Bench.Session().Stack[0]), 160, 40)
	again.Shows("Rounds of repair", gold).Press("esc").Shows("Written by models")
	d.Press("esc").Shows("Written by models").Press("j", "enter").Shows("the draft is the one before", "✗ rejected").Press("w").Shows("I cannot.")
}

func TestNothingThere(t *testing.T) {
	open(t, t.TempDir()).Shows("there is no history of").Press("enter")
	d := open(t, filepath.Join(written(t), engine.HistoryFolder, gold))
	d.Shows("Rounds of repair", "2 · ✓ accepted")
}

func TestSweep(t *testing.T) {
	library := filepath.Join(t.TempDir(), "awkward")
	var drafts []string
	for _, a := range tuitest.Awkward() {
		drafts = append(drafts, "id: x\ntitle: "+a[:min(len(a), 3000)], a[:min(len(a), 3000)])
	}
	save(t, library, "awkward-000001", author.StatusRejected, drafts...)
	save(t, library, gold, author.StatusOpen)
	soak := os.Getenv("COWORKENV_SOAK") != ""
	for _, keys := range [][]string{{"j"}, {"enter"}, {"enter", "k", "k"}, {"enter", "w"}, {"enter", "enter"}, {"enter", "tab"}, {"tab"}} {
		t.Run(strings.Join(keys, "-"), func(t *testing.T) { open(t, library).Press(keys...).Sweep(soak) })
	}
}
