package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/value"
)

func decimal(t *testing.T, s string) value.Decimal {
	t.Helper()
	d, err := value.ParseDecimal(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestCostIsExact(t *testing.T) {
	b := onScript(t, answers(llm.Answer{Text: "ok", Usage: &llm.ScriptUsage{Prompt: 1001, Completion: 7, Cached: 1}}), func(b *bench) {
		b.profile.Price = &llm.Price{Currency: "USD", Input: decimal(t, "0.25"), Cached: pointer(decimal(t, "0.025")), Output: decimal(t, "2")}
	})
	if r := b.must(t, ask("x")); r.Cost.String() != "0.000264025 USD" || r.Usage.Cached != 1 {
		t.Errorf("cost %s of %+v", r.Cost, r.Usage)
	}
}

// A budget stops before it is overspent, also with many requests at once, and goes on where it was
// after a restart and a killed writer.
func TestBudgetStopsAndResumes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budget.jsonl")
	open := func(tokens int64) *llm.Budget {
		budget, err := llm.OpenBudget(file, llm.Limits{Tokens: tokens})
		if err != nil {
			t.Fatal(err)
		}
		return budget
	}
	budget := open(1000)
	b := onScript(t, answers(llm.Answer{Text: "ok", Times: -1, Usage: &llm.ScriptUsage{Prompt: 50, Completion: 50}}), func(b *bench) {
		b.profile.MaxTokens, b.profile.Concurrency, b.opts.Budget = 80, 16, budget
	})
	run := func() (good, spent int) {
		var all sync.WaitGroup
		var mu sync.Mutex
		for range 30 {
			all.Go(func() {
				_, err := b.Ask(context.Background(), ask("x"))
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					good++
				case fault.KindOf(err) == fault.Exhausted && strings.Contains(fault.HintOf(err), "resume"):
					spent++
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		return good, spent
	}
	good, refused := run()
	if s := budget.Spent(); good != 9 && good != 10 || good+refused != 30 || s.Prompt+s.Completion > 1000 || int(s.Requests) != good {
		t.Fatalf("%d replies, %d refused, %+v", good, refused, s)
	}
	if err := budget.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"requests":1,"pro`); err != nil { // a killed writer
		t.Fatal(err)
	}
	f.Close()
	before := budget.Spent()
	budget = open(1500)
	if budget.Spent() != before {
		t.Fatalf("resumed with %+v, not %+v", budget.Spent(), before)
	}
	b.opts.Budget = budget
	b.reopen(t)
	if more, _ := run(); more < 4 || more > 6 {
		t.Errorf("%d more replies", more)
	}
	budget.Close()
	again := open(1)
	if again.Spent() != budget.Spent() {
		t.Errorf("the file holds %+v, spent is %+v", again.Spent(), budget.Spent())
	}
	if _, err := llm.OpenBudget(file, llm.Limits{}); runtime.GOOS != "windows" && (fault.KindOf(err) != fault.Conflict || fault.HintOf(err) == "") {
		t.Errorf("held twice: %v", err)
	}
	again.Close()
	if err := os.WriteFile(file, []byte("{\"requests\":1}\nnonsense\n{\"requests\":1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := llm.OpenBudget(file, llm.Limits{}); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("damage in the middle: %v", err)
	}
}

func TestBudgetOfMoneyAndRequests(t *testing.T) {
	price := &llm.Price{Currency: "EUR", Input: decimal(t, "1"), Output: decimal(t, "10")}
	for _, tt := range []struct {
		limits llm.Limits
		price  *llm.Price
		good   int
		kind   fault.Kind
	}{
		{llm.Limits{Requests: 2}, nil, 2, fault.Exhausted}, {llm.Limits{Cost: llm.Cost{Amount: decimal(t, "0.0035"), Currency: "EUR"}}, price, 3, fault.Exhausted},
		{llm.Limits{Cost: llm.Cost{Amount: decimal(t, "1"), Currency: "USD"}}, price, 0, fault.Invalid}, {llm.Limits{Cost: llm.Cost{Amount: decimal(t, "1"), Currency: "USD"}}, nil, 0, fault.Invalid},
	} {
		b := onScript(t, answers(llm.Answer{Text: "ok", Times: -1, Usage: &llm.ScriptUsage{Prompt: 10, Completion: 99}}), func(b *bench) {
			b.profile.MaxTokens, b.profile.Price, b.opts.Budget = 100, tt.price, llm.NewBudget(tt.limits, llm.Spent{})
		})
		good := 0
		var err error
		for good < 9 && err == nil {
			if _, err = b.Ask(context.Background(), ask("x")); err == nil {
				good++
			}
		}
		if good != tt.good || fault.KindOf(err) != tt.kind || len(b.end.Asked()) != good {
			t.Errorf("%+v: %d replies, then %v", tt.limits, good, err)
		}
	}
}

// Whatever made a server work is booked, a refusal is not.
func TestFailedAttemptsAreBooked(t *testing.T) {
	cut := 40
	b := onScript(t, answers(llm.Answer{Status: 500}, llm.Answer{Text: "lost", CutAfter: &cut}, llm.Answer{Text: "ok", Usage: &llm.ScriptUsage{Prompt: 5, Completion: 5}}), func(b *bench) {
		b.opts.Budget = llm.NewBudget(llm.Limits{}, llm.Spent{})
	})
	b.must(t, ask("x"))
	if s := b.opts.Budget.Spent(); s.Requests != 3 || s.Estimated != 1 || s.Prompt <= 5 {
		t.Errorf("%+v", s)
	}
}

func TestCache(t *testing.T) {
	dir := t.TempDir()
	end := llm.NewScriptedFunc(func(a *llm.Asked) llm.Answer {
		return llm.Answer{Text: fmt.Sprint("reply ", a.N), Calls: []llm.ScriptCall{call("clock_now", `{"a":1,}`)}}
	})
	b := on(t, end, func(b *bench) {
		b.opts.Cache, b.opts.Budget = llm.FolderCache{Dir: dir}, llm.NewBudget(llm.Limits{}, llm.Spent{})
	})
	first := b.must(t, office())
	b.reopen(t)
	again := b.must(t, office())
	if again.Text != first.Text || !again.FromCache || first.FromCache || len(end.Asked()) != 1 || b.opts.Budget.Spent().Requests != 1 {
		t.Fatalf("%q, then %q from cache %v after %d requests", first.Text, again.Text, again.FromCache, len(end.Asked()))
	}
	asked := 1
	same := func(change string, do func(*llm.Request, *llm.Profile), want bool) {
		t.Helper()
		kept := *b.profile
		r := office()
		do(&r, b.profile)
		b.reopen(t)
		b.must(t, r)
		if n := len(end.Asked()); (n == asked) != want {
			t.Errorf("%s: from the cache %v, want %v", change, n == asked, want)
		}
		asked = len(end.Asked())
		*b.profile = kept
	}
	same("nothing", func(*llm.Request, *llm.Profile) {}, true)
	same("streamed", func(_ *llm.Request, p *llm.Profile) { p.Dialect.Stream = true }, true)
	same("how it is read", func(_ *llm.Request, p *llm.Profile) { p.Dialect.Repair = true }, true)
	same("label", func(r *llm.Request, _ *llm.Profile) { r.Label = "x" }, true)
	same("sample", func(r *llm.Request, _ *llm.Profile) { r.Sample = 1 }, false)
	same("model", func(_ *llm.Request, p *llm.Profile) { p.Model = "other" }, false)
	same("words", func(r *llm.Request, _ *llm.Profile) { r.Messages = append(r.Messages, said("?")) }, false)
	same("tools", func(r *llm.Request, _ *llm.Profile) { r.Tools = r.Tools[:1] }, false)
	same("temperature", func(r *llm.Request, _ *llm.Profile) { r.Temperature = pointer(0.0) }, false)
	same("seed", func(r *llm.Request, _ *llm.Profile) { r.Seed = pointer(int64(1)) }, false)
	same("most tokens", func(r *llm.Request, _ *llm.Profile) { r.MaxTokens = 9 }, false)
	same("extra", func(_ *llm.Request, p *llm.Profile) {
		p.Extra = value.Obj(value.Member{Name: "top_k", Value: value.Int(1)})
	}, false)
	same("endpoint", func(_ *llm.Request, p *llm.Profile) { p.BaseURL += "/" }, false)

	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil || len(files) != asked {
		t.Fatalf("%d files for %d replies, %v", len(files), asked, err)
	}
	for _, f := range files {
		if err := os.WriteFile(f, []byte("{damaged"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.reopen(t)
	if r := b.must(t, office()); r.FromCache || !hasWarning(r, "damaged") {
		t.Errorf("a damaged file: %+v", r)
	}
	if r := b.must(t, office()); !r.FromCache {
		t.Error("a damaged file is not replaced")
	}
	if n, err := (llm.FolderCache{Dir: dir}).Purge(det.System().Now().Add(time.Hour)); err != nil || n != asked {
		t.Errorf("purged %d, %v", n, err)
	}
}

func TestFailuresAreNotCached(t *testing.T) {
	b := onScript(t, answers(llm.Answer{Status: 400}, llm.Answer{Text: "ok"}), func(b *bench) { b.opts.Cache = llm.FolderCache{Dir: t.TempDir()} })
	if _, err := b.Ask(context.Background(), ask("x")); err == nil {
		t.Fatal("no failure")
	}
	if r := b.must(t, ask("x")); r.FromCache || r.Text != "ok" {
		t.Errorf("%+v", r)
	}
}

func entries(t *testing.T, path string) []llm.Entry {
	t.Helper()
	var out []llm.Entry
	if err := llm.ReadJournal(path, func(e llm.Entry) bool { out = append(out, e); return true }); err != nil {
		t.Fatal(err)
	}
	return out
}

// What went over the wire can be read afterwards, every attempt of it.
func TestJournal(t *testing.T) {
	dir := t.TempDir()
	both(t, func(t *testing.T, stream func(*bench)) {
		dir := filepath.Join(dir, t.Name())
		b := onScript(t, answers(llm.Answer{Status: 503, RetryAfter: "2", Text: "busy <now>"}, llm.Answer{Text: "fine", Shape: []llm.Shape{llm.Parts}}), stream, func(b *bench) {
			b.opts.Journal, b.opts.Cache = llm.OpenJournal(dir, b.clock), llm.FolderCache{Dir: t.TempDir()}
		})
		r := ask("x")
		r.Label = "try"
		reply := b.must(t, r)
		b.must(t, r)
		got := entries(t, dir)
		var kinds []string
		for _, e := range got {
			kinds = append(kinds, fmt.Sprintf("%s%d", e.Kind, e.Attempt))
			if e.Profile != "p" || e.Role != llm.Teacher || e.Label != "try" || e.Key != got[0].Key || len(e.Key) != 64 || e.At.IsZero() {
				t.Errorf("%+v", e)
			}
		}
		if strings.Join(kinds, " ") != "sent1 got1 sent2 got2 reuse0" {
			t.Fatalf("entries %v", kinds)
		}
		if asked := b.end.Asked(); !bytes.Equal(got[0].Body, asked[0].Body) || !bytes.Equal(got[2].Body, asked[1].Body) {
			t.Errorf("kept  %s\nasked %s", got[0].Body, asked[0].Body)
		}
		if got[1].Class != llm.Overloaded || got[1].Status != 503 || got[1].Header["Retry-After"] != "2" || !strings.Contains(got[1].Raw, "busy <now>") || !strings.Contains(got[3].Raw, `"type":"text"`) {
			t.Errorf("%+v\n%+v", got[1], got[3])
		}
		if reply.Exchange != got[0].Exchange || got[3].Exchange != reply.Exchange || got[4].Exchange == reply.Exchange {
			t.Errorf("exchange %s, entries %+v", reply.Exchange, got)
		}
	})
}

func TestJournalsShareAFolderAndSurviveAKill(t *testing.T) {
	dir, clock := t.TempDir(), newFaked()
	for range 3 {
		b := onScript(t, answers(llm.Answer{Text: "ok"}), func(b *bench) { b.opts.Journal = llm.OpenJournal(dir, clock) })
		b.must(t, ask("x"))
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 3 {
		t.Fatalf("%v, %v", files, err)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(`{"kind":"sent","exch`)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if n := len(entries(t, dir)); n != 6 {
		t.Errorf("%d entries", n)
	}
	if err := os.WriteFile(files[1], []byte("{\n{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := llm.ReadJournal(dir, func(llm.Entry) bool { return true }); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("damage: %v", err)
	}
	old := newFaked().Now().Add(-time.Hour)
	if err := os.Chtimes(files[0], old, old); err != nil {
		t.Fatal(err)
	}
	if p, err := llm.PurgeJournal(dir, llm.Retention{Before: old.Add(time.Minute)}); err != nil || p.Files != 1 {
		t.Errorf("by age: %+v, %v", p, err)
	}
	if p, err := llm.PurgeJournal(dir, llm.Retention{Bytes: 1}); err != nil || p.Files != 1 {
		t.Errorf("by size: %+v, %v", p, err)
	}
	if _, err := os.Stat(files[2]); err != nil {
		t.Errorf("the last file: %v", err)
	}
	if p, err := llm.PurgeJournal(filepath.Join(dir, "absent"), llm.Retention{Bytes: 1}); err != nil || p.Files != 0 {
		t.Errorf("no journal: %+v, %v", p, err)
	}
}

// The key goes to the endpoint and nowhere else, even where the endpoint repeats it.
func TestKeyIsKeptNowhere(t *testing.T) {
	const key = `sk-canary/+"&7f3a9` + "\\"
	quoted, err := json.Marshal("your key " + key + " is known")
	if err != nil {
		t.Fatal(err)
	}
	both(t, func(t *testing.T, stream func(*bench)) {
		dir := t.TempDir()
		b := on(t, llm.NewScripted(answers(llm.Answer{Status: 500, Text: "bad key " + key, RetryAfter: key}, llm.Answer{Text: "your key " + key + " is known"}, llm.Answer{Raw: json.RawMessage(`{"choices":[{"message":{"content":` + string(quoted) + `},"finish_reason":"stop"}]}`)}, llm.Answer{Status: 401, Text: "bad key " + key})).Demand(llm.NeedsKey), stream,
			func(b *bench) {
				b.profile.KeyEnv = "MY_KEY"
				b.opts.Env = func(name string) string { return map[string]string{"MY_KEY": key}[name] }
				b.opts.Journal, b.opts.Cache = llm.OpenJournal(filepath.Join(dir, "j"), b.clock), llm.FolderCache{Dir: filepath.Join(dir, "c")}
			})
		for _, question := range []string{"one", "two"} {
			if r := b.must(t, ask(question)); r.Text != "your key [key] is known" {
				t.Errorf("the reply is %q", r.Text)
			}
		}
		_, err := b.Ask(context.Background(), ask("three"))
		if err == nil || strings.Contains(err.Error()+fault.HintOf(err), "canary") || !strings.Contains(err.Error(), "[key]") {
			t.Errorf("error %v", err)
		}
		if got := b.end.Asked(); got[0].Key != key || len(got) != 4 {
			t.Errorf("the endpoint was shown %q in %d requests", got[0].Key, len(got))
		}
		files := 0
		walk := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			files++
			data, err := os.ReadFile(file)
			if strings.Contains(string(data), "canary") || strings.Contains(string(data), "7f3a9") {
				t.Errorf("%s holds the key: %s", file, data)
			}
			return err
		})
		if walk != nil || files != 3 {
			t.Errorf("%d files, %v", files, walk)
		}
		if text := fmt.Sprintf("%+v %#v", b.Client.Profile(), b.profile); strings.Contains(text, "canary") {
			t.Errorf("printed: %s", text)
		}
	})
	b := onScript(t, answers(llm.Answer{Text: "ok"}), func(b *bench) { b.profile.KeyEnv = "MY_KEY" })
	if _, err := b.Ask(context.Background(), ask("x")); fault.KindOf(err) != fault.Denied || len(b.end.Asked()) != 0 || !strings.Contains(fault.HintOf(err), "export MY_KEY") {
		t.Errorf("no key: %v", err)
	}
}
