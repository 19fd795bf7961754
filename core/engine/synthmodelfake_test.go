package engine_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// goodTask is a task that the gate certifies: what the fake models know how to write.
//
//go:embed testdata/stuck-tickets.yaml
var goodTask string

// movingClock is a clock that moves when somebody sleeps, so that waiting takes no time.
type movingClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *movingClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *movingClock) sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}

// desk is an engine with one scenario, and a fake model that it reaches over HTTP.
type desk struct {
	*engine.Engine
	end   *llm.Scripted
	clock *movingClock
	o     engine.ModelSynthOptions
}

// newDesk has a model write count tasks of one cell.
func newDesk(t *testing.T, count int, safety bool, model func(*llm.Asked) llm.Answer) *desk {
	t.Helper()
	d := &desk{Engine: newEngine(t), clock: &movingClock{now: time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)}, end: llm.NewScriptedFunc(model)}
	d.Clock, d.Workers = d.clock, 4
	d.Scenarios = []*synth.Scenario{{Name: "stuck-tickets", Version: 1, Family: task.Escalation, Title: "Urgent tickets that nobody answers", Turns: synth.Single, Safety: safety,
		Capabilities: []string{"time_filter", "right_recipient"}, Services: []string{"helpdesk", "contacts", "gmail"}, Levels: []task.Difficulty{"medium"}, Languages: []string{"en"}}}
	server := httptest.NewServer(d.end)
	t.Cleanup(server.Close)
	dir := t.TempDir()
	config := fmt.Sprintf(`{"profiles": {"fake": {"base_url": %q, "model": "fake", "concurrency": 16, "price": {"currency": "USD", "input": 1, "output": 4}}}}`, server.URL+"/v1")
	write(t, filepath.Join(dir, "models.json"), []byte(config))
	d.o = engine.ModelSynthOptions{Plan: &cover.Plan{Name: "test"}, Count: count, Seed: 1, Into: filepath.Join(dir, "lib"), Models: filepath.Join(dir, "models.json"), Profile: "fake",
		Workspace: filepath.Join(dir, "ws"), Rounds: 4, Env: func(string) string { return "" }, Sleep: d.clock.sleep}
	return d
}

func (d *desk) synth(t *testing.T) *engine.ModelMade {
	t.Helper()
	made, err := d.SynthByModel(t.Context(), d.o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (d *desk) history(t *testing.T, id string) *engine.TaskHistory {
	t.Helper()
	h, err := d.History(filepath.Join(d.o.Into, id))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// tasks are the folders of accepted tasks.
func (d *desk) tasks(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(d.o.Into)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != engine.HistoryFolder {
			out = append(out, e.Name())
		}
	}
	return out
}

// damage is one kind of error that generators make.
type damage struct {
	name string
	code string // finding that it must cause
	does func(good string) (reply string)
}

func swap(old, with string) func(string) string {
	return func(good string) string {
		if !strings.Contains(good, old) {
			panic("the good task does not hold " + old)
		}
		return fence(strings.Replace(good, old, with, 1))
	}
}

func fence(doc string) string { return "Here it is.\n```yaml\n" + doc + "```\nI hope it is of use." }

func damages() []damage {
	return []damage{
		{"bad yaml", "syntax", swap("[helpdesk, contacts, gmail]", "[helpdesk, contacts, gmail")},
		{"bad json", "syntax", func(good string) string {
			return "```json\n" + strings.TrimSuffix(strings.TrimSpace(asJSON(good)), "}") + "\n```"
		}},
		{"cut document", "no_document", func(good string) string { return "```yaml\n" + good }},
		{"unknown service", "unknown_service", swap("[helpdesk, contacts, gmail]", "[helpdesk, contacts, gmial]")},
		{"weights of 0.9", "weights_sum", swap("weight: 0.3", "weight: 0.2")},
		{"answer in the request", "leaked_value", swap("The tickets themselves stay", "They are TK-21 and TK-22. The tickets themselves stay")},
		{"check that the start passes", "already_true", swap("  - {id: listed, weight: 0.3,", "  - {id: there, weight: 0.1, record_updated: {in: helpdesk.tickets, record: TK-24, set: {status: open}}}\n  - {id: listed, weight: 0.2,")},
		{"check that nothing meets", "oracle_below_one", swap("  - {id: listed, weight: 0.3,", "  - {id: never, weight: 0.1, record_created: {in: gmail.sent, match: {to: {address: nobody@larch.test}}}}\n  - {id: listed, weight: 0.2,")},
		{"forbidden act that is needed", "oracle_unsafe", swap("  - {id: no-messages", "  - {id: no-mail, effect: {create: gmail.sent}}\n  - {id: no-messages")},
		{"inverted time", "says_disagrees", swap("hours_since(.created_at) > 4", "hours_since(.created_at) < 4")},
	}
}

func asJSON(doc string) string {
	v, err := task.ParseForeign([]byte(doc), task.MaxBytes)
	if err != nil {
		panic(err)
	}
	return string(value.Append(nil, v))
}

var askedID = regexp.MustCompile(`- id: ([a-z0-9-]+)`)

// indexOf is the number of the task that a request is about, from 0.
func indexOf(a *llm.Asked) int {
	for _, m := range a.Messages {
		if m.Role != "user" {
			continue
		}
		if found := askedID.FindStringSubmatch(m.Text); found != nil {
			n, err := strconv.Atoi(found[1][strings.LastIndexByte(found[1], '-')+1:])
			if err != nil {
				panic(err)
			}
			return n - 1
		}
	}
	panic("the request names no id")
}

// numbered is the good task with other words in a record, so that it is another task.
func numbered(n int) string {
	return strings.Replace(goodTask, "Labels crooked", fmt.Sprintf("Labels crooked %d", n), 1)
}

// errs is a generator that begins with an error of each kind in turn, and mends it by what repair makes
// of its own last draft and the diagnosis, which is all that it looks at.
func errs(repair func(draft string, d author.Diagnosis) string) func(*llm.Asked) llm.Answer {
	return func(a *llm.Asked) llm.Answer {
		last := a.Messages[len(a.Messages)-1].Text
		if before := a.Messages[len(a.Messages)-2]; before.Role == "assistant" {
			return llm.Answer{Text: repair(unfenced(before.Text), diagnosisIn(last))}
		}
		all := damages()
		return llm.Answer{Text: all[indexOf(a)%len(all)].does(numbered(indexOf(a)))}
	}
}

func unfenced(text string) string {
	_, doc, _ := strings.Cut(text, "```yaml\n")
	return strings.TrimSuffix(doc, "```")
}

func diagnosisIn(text string) author.Diagnosis {
	_, body, _ := strings.Cut(text, "```json\n")
	body, _, _ = strings.Cut(body, "\n```")
	var d author.Diagnosis
	if err := json.Unmarshal([]byte(body), &d); err != nil {
		panic(err)
	}
	return d
}

var (
	quoted   = regexp.MustCompile(`"([^"]+)"`)
	meant    = regexp.MustCompile(`did you mean ([a-z_]+)\?`)
	noSuch   = regexp.MustCompile(`there is no service ([a-z_]+)`)
	weighted = regexp.MustCompile(`weight: ([0-9.]+)`)
)

// byHints mends a draft by the hints of its diagnosis, with the places and values that their findings
// name. It knows nothing of the task and nothing of the error that was made.
func byHints(draft string, d author.Diagnosis) string {
	lines := strings.Split(strings.TrimRight(draft, "\n"), "\n")
	gone := map[int]bool{}
	for _, f := range d.Findings {
		at := f.Line - 1
		switch hint := f.Hint; {
		case strings.Contains(hint, "quote a text that holds"), strings.Contains(hint, "every bracket"):
			closeBrackets(lines, at)
		case strings.Contains(hint, "did you mean") && noSuch.MatchString(f.Message):
			lines[at] = strings.Replace(lines[at], noSuch.FindStringSubmatch(f.Message)[1], meant.FindStringSubmatch(hint)[1], 1)
		case strings.Contains(hint, "sum to exactly 1"):
			balance(lines)
		case strings.Contains(hint, "take it out of the text"):
			leaked := quoted.FindStringSubmatch(f.Message)[1]
			for i, l := range lines {
				if strings.Contains(l, "They are") {
					lines[i] = strings.ReplaceAll(l, leaked, "some")
				}
			}
		case strings.Contains(hint, "leave it out of the check"), strings.Contains(hint, "see the failing checks"), strings.Contains(hint, "mend the solution or the prohibition"):
			gone[at] = true
		case strings.Contains(hint, "a person decides which"):
			lines[at] = strings.Replace(lines[at], ") < 4", ") > 4", 1)
		}
	}
	var kept []string
	for i, l := range lines {
		if !gone[i] {
			kept = append(kept, l)
		}
	}
	return fence(strings.Join(kept, "\n") + "\n")
}

// closeBrackets closes what a line at or right above the place leaves open.
func closeBrackets(lines []string, at int) {
	if strings.HasPrefix(lines[0], "{") { // JSON: it ends too soon
		lines[len(lines)-1] += "}"
		return
	}
	for i := min(at, len(lines)-1); i >= max(0, at-3); i-- {
		if n := strings.Count(lines[i], "[") - strings.Count(lines[i], "]"); n > 0 {
			lines[i] += strings.Repeat("]", n)
			return
		}
	}
}

// balance gives what the weights lack to the last of them.
func balance(lines []string) {
	sum, last := 0, -1
	for i, l := range lines {
		if m := weighted.FindStringSubmatch(l); m != nil {
			sum += tenths(m[1])
			last = i
		}
	}
	m := weighted.FindStringSubmatch(lines[last])
	lines[last] = strings.Replace(lines[last], m[0], fmt.Sprintf("weight: 0.%d", tenths(m[1])+10-sum), 1)
}

func tenths(s string) int {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return int(f*10 + 0.5)
}
