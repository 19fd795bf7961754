package library_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/library"
	"coworkenv.dev/coworkenv/library/lexicons"
	"coworkenv.dev/coworkenv/library/scenarios"
)

// variantsOf bounds the tasks that one kind of fault is planted in.
const variantsOf = 5

// fromScenarios are the scenarios that give good tasks besides the shipped ones.
var fromScenarios = [...]string{"overdue-tickets", "exposed-files", "claims-against-scans", "late-parcels", "supply-gaps", "stocktake-sheet", "payables-by-city",
	"which-namesake", "unsigned-agreement", "fair-deadlines", "invoices-against-receipts", "unpaid-orders", "stuck-approvals", "pieces-in-stock"}

// base is a good task that faults are planted in.
type base struct {
	name, file string
}

// bases are the shipped tasks and one task of some scenarios.
func bases(t *testing.T) []base {
	t.Helper()
	var out []base
	folders, err := fs.ReadDir(library.Tasks(), ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		data, err := fs.ReadFile(library.Tasks(), f.Name()+"/task.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if tk, _ := task.Parse(f.Name(), data); tk != nil && len(tk.Assets) == 0 {
			out = append(out, base{f.Name(), string(data)})
		}
	}
	for i, name := range fromScenarios {
		out = append(out, base{name, generated(t, name, []string{"en", "zh"}[i%3/2], "medium", 3)})
	}
	return out
}

// generated is the file of a task that a scenario gives.
func generated(t *testing.T, scenario, lang string, level task.Difficulty, seed uint64) string {
	t.Helper()
	at := slices.IndexFunc(scenarios.All(), func(s *synth.Scenario) bool { return s.Name == scenario })
	if at < 0 {
		t.Fatalf("there is no scenario %s any more: name another one", scenario)
	}
	lex, err := lexicons.For(lang)
	if err != nil {
		t.Fatal(err)
	}
	data, err := synth.Generate(scenarios.All()[at], synth.Dials{Seed: seed, Language: lang, Level: level}, lex)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// faults are those that were thought up for one task alone.
func faults(t *testing.T) []planted {
	t.Helper()
	var out []planted
	for _, f := range slices.Concat(guesses(), lax(), strict(), astray(), leaks(), vague(), clocks(), trespasses(), repeats(), sums(), contradictions(), reworded(), unsaid(), unchecked(), unseen()) {
		file := baseOf(t, f.base)
		for _, edit := range f.edits {
			next := edit(file)
			if next == file {
				t.Errorf("%s does not fit %s any more: plant it in another way", f.name, f.base)
			}
			file = next
		}
		out = append(out, planted{plant{kind: f.kind, name: f.name, warns: f.warns, sees: f.sees}, f.base, file})
	}
	return out
}

// baseOf is a shipped task, or that of scenario/language/level/seed.
func baseOf(t *testing.T, name string) string {
	t.Helper()
	parts := strings.Split(name, "/")
	if len(parts) == 4 {
		seed, err := strconv.ParseUint(parts[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return generated(t, parts[0], parts[1], task.Difficulty(parts[2]), seed)
	}
	data, err := fs.ReadFile(library.Tasks(), name+"/task.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// quotedWords are the request's comparing words in a finding.
var quotedWords = regexp.MustCompile(`"([^"]+)"`)

// planted is one fault in one task.
type planted struct {
	plant
	base string
	file string
}

// grow plants each kind of fault in several tasks, beginning with another one each time.
func grow(t *testing.T) []planted {
	t.Helper()
	all := bases(t)
	var out []planted
	for _, p := range plants() {
		n, first := 0, det.NewRand(1, p.name).Intn(len(all)) // by its name, so that kinds do not shift each other
		for k := range all {
			b := all[(k+first)%len(all)]
			if file := p.edit(b.file); file != b.file && n < variantsOf && !slices.Contains(p.blind, b.name) && isYAML(b.name, file) {
				n++
				out = append(out, planted{p, b.name, file})
			}
		}
	}
	return out
}

// isYAML reports whether an edit left a file that can be read: one that cannot shows nothing.
func isYAML(name, file string) bool {
	_, problems := task.Parse(name, []byte(file))
	return !slices.ContainsFunc(problems, func(p task.Problem) bool { return p.Code == task.CodeSyntax || p.Code == task.CodeEqualKeys })
}

// TestPlantedCases does the same for the faults that were planted one by one.
func TestPlantedCases(t *testing.T) {
	e := newEngine(t)
	g := &gate.Gate{Catalog: e.catalog, Checks: e.registry, Clock: e.clock}
	kinds := map[string]int{}
	all := faults(t)
	for i, p := range all {
		kinds[p.kind]++
		if testing.Short() && i%7 != 0 {
			continue
		}
		t.Run(p.kind+"/"+p.name, func(t *testing.T) { p.stopped(t, g) })
	}
	if len(all) < 80 {
		t.Errorf("only %d faults are planted", len(all))
	}
	t.Logf("%d faults by kind: %v", len(all), kinds)
}

// stopped takes a planted fault through the gate and returns the report.
func (p *planted) stopped(t *testing.T, g *gate.Gate) *gate.Report {
	t.Helper()
	tk, problems := task.Parse(p.base, []byte(p.file))
	report, err := g.Run(context.Background(), tk, problems, gate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, f := range report.Findings {
		if f.Severity == gate.Error || f.Severity == gate.Warning && p.warns {
			found[fmt.Sprintf("%s/%s", f.Round, f.Code)] = true
		}
	}
	if !slices.ContainsFunc(p.sees, func(s string) bool { return found[s] }) {
		t.Errorf("%s: status %s: want one of %v, found %v", p.base, report.Status, p.sees, slices.Sorted(maps.Keys(found)))
	}
	return report
}

// TestPlantedFaultsAreStopped takes tasks with one planted fault through the gate: each must be
// stopped, in the round and by the code that its kind names. -short tries every seventh.
func TestPlantedFaultsAreStopped(t *testing.T) {
	e := newEngine(t)
	g := &gate.Gate{Catalog: e.catalog, Checks: e.registry, Clock: e.clock}
	all := grow(t)
	kinds, quoted, ran := map[string]int{}, 0, 0
	for _, p := range all {
		kinds[p.kind]++
	}
	for i, p := range all {
		if testing.Short() && i%7 != 0 {
			continue
		}
		t.Run(p.kind+"/"+p.name+"/"+p.base, func(t *testing.T) {
			ran++
			for _, f := range p.stopped(t, g).Findings {
				if m := quotedWords.FindStringSubmatch(f.Message); f.Code == gate.SaysDisagrees && m != nil && strings.Contains(strings.ToLower(p.file), m[1]) {
					quoted++
				}
			}
		})
	}
	for _, k := range []string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "Q"} {
		if kinds[k] < 3 {
			t.Errorf("%d faults of kind %s are planted, not three", kinds[k], k)
		}
	}
	if len(all) < 150 {
		t.Errorf("only %d faults are planted", len(all))
	}
	if quoted < 12 && ran == len(all) {
		t.Errorf("the request's words are held against %d self-consistent inversions only", quoted)
	}
	t.Logf("%d planted faults by kind: %v; the request's words are held against %d self-consistent inversions", len(all), kinds, quoted)
}
