package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

func failed(status int, code, text string) llm.Answer {
	return llm.Answer{Status: status, Code: code, Text: text}
}

// The class follows from status and code fields; it decides whether another attempt is made, and the
// kind of the error.
func TestClassesOfFailure(t *testing.T) {
	after := func(n int) llm.Answer { return llm.Answer{Text: strings.Repeat("lost ", 50), CutAfter: &n} }
	for _, tt := range []struct {
		name   string
		answer llm.Answer
		class  llm.Class
		kind   fault.Kind
		again  bool
	}{
		{"throttled", failed(429, "", "slow down; your budget is fine; quota alerts are in the console"), llm.Throttled, fault.Unavailable, true},
		{"no quota with 429", failed(429, "insufficient_quota", "x"), llm.NoQuota, fault.Exhausted, false},
		{"no quota with 400", failed(400, "insufficient_quota", "x"), llm.NoQuota, fault.Exhausted, false},
		{"payment", failed(402, "x", "x"), llm.NoQuota, fault.Exhausted, false},
		{"throttled by code", failed(400, "rate_limit_exceeded", "x"), llm.Throttled, fault.Unavailable, true},
		{"overloaded", failed(500, "x", "x"), llm.Overloaded, fault.Unavailable, true},
		{"overloaded 529", failed(529, "x", "x"), llm.Overloaded, fault.Unavailable, true},
		{"too long by words", failed(400, "x", "This model's maximum context length is 4096 tokens"), llm.TooLong, fault.Invalid, false},
		{"too long by code", failed(400, "context_length_exceeded", "x"), llm.TooLong, fault.Invalid, false},
		{"permission denied", failed(403, "x", "permission denied"), llm.Unwelcome, fault.Denied, false},
		{"wrong key", failed(401, "x", "x"), llm.Unwelcome, fault.Denied, false},
		{"no model", failed(404, "x", "x"), llm.Missing, fault.NotFound, false},
		{"bad request", failed(422, "x", "quota in words means nothing here"), llm.BadRequest, fault.Invalid, false},
		{"redirect", failed(307, "x", "x"), llm.Missing, fault.NotFound, false},
		{"broken", after(40), llm.Broken, fault.Unavailable, true},
		{"broken at once", after(0), llm.Broken, fault.Unavailable, true},
		{"no JSON", llm.Answer{Raw: json.RawMessage(`"<html>busy</html>"`)}, llm.Garbled, fault.Unavailable, true},
		{"no choices", llm.Answer{Raw: json.RawMessage(`{"choices":[]}`)}, llm.Garbled, fault.Unavailable, true},
		{"an array", llm.Answer{Raw: json.RawMessage(`[]`)}, llm.Garbled, fault.Unavailable, true},
		{"finish error", llm.Answer{Finish: "error", Text: "x"}, llm.Overloaded, fault.Unavailable, true},
		{"error text", llm.Answer{Raw: json.RawMessage(`{"error":"busy"}`)}, llm.Overloaded, fault.Unavailable, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			both(t, func(t *testing.T, stream func(*bench)) {
				always := tt.answer
				always.Times = -1
				b := onScript(t, answers(always), stream)
				_, err := b.Ask(context.Background(), ask("x"))
				f := llm.FailureOf(err)
				if f == nil || f.Class != tt.class || fault.KindOf(err) != tt.kind || fault.HintOf(err) == "" {
					t.Fatalf("%v is %+v of kind %s, hint %q", err, f, fault.KindOf(err), fault.HintOf(err))
				}
				if n := len(b.end.Asked()); (n > 1) != tt.again || n > 8 || f.Attempts != n || len(b.clock.slept) < n-1 {
					t.Errorf("%d attempts (%d said), %d waits", n, f.Attempts, len(b.clock.slept))
				}
				b = onScript(t, answers(tt.answer, llm.Answer{Text: "ok"}), stream)
				if r, err := b.Ask(context.Background(), ask("x")); tt.again != (err == nil && r.Text == "ok" && r.Attempts == 2) {
					t.Errorf("then: %+v, %v", r, err)
				}
			})
		})
	}
}

func TestUnreachable(t *testing.T) {
	b := onScript(t, answers(llm.Answer{Text: "ok"}), func(b *bench) {
		server := httptest.NewServer(http.NotFoundHandler())
		b.profile.BaseURL = server.URL
		server.Close()
	})
	_, err := b.Ask(context.Background(), ask("x"))
	if f := llm.FailureOf(err); f == nil || f.Class != llm.Unreachable || f.Attempts != 5 || fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%v", err)
	}
}

func TestRetryAfter(t *testing.T) {
	at := newFaked().Now().Add(7 * time.Second).Format(http.TimeFormat)
	for header, want := range map[string]time.Duration{"20": 20 * time.Second, "0.5": time.Second / 2, at: 7 * time.Second} {
		b := onScript(t, answers(llm.Answer{Status: 429, RetryAfter: header}, llm.Answer{Text: "ok"}))
		start := b.clock.Now()
		b.must(t, ask("x"))
		if took := b.clock.Now().Sub(start); took < want || took > want+want/10+2*time.Second {
			t.Errorf("%s: waited %s", header, took)
		}
	}
	for _, nonsense := range []string{"soon", "-5", "NaN"} {
		b := onScript(t, answers(llm.Answer{Status: 429, RetryAfter: nonsense}, llm.Answer{Text: "ok"}))
		start := b.clock.Now()
		b.must(t, ask("x"))
		if took := b.clock.Now().Sub(start); took < time.Second/2 || took > time.Second {
			t.Errorf("%s: waited %s", nonsense, took)
		}
	}
}

// A silence that is longer than the profile waits ends the request, and those after it without asking
// or waiting; when it is over the endpoint is asked again.
func TestLongSilence(t *testing.T) {
	for header, over := range map[string]time.Duration{"3600": time.Hour, "99999999999": 31 * 24 * time.Hour, "1e999": 31 * 24 * time.Hour} {
		b := onScript(t, answers(llm.Answer{Status: 429, RetryAfter: header}, llm.Answer{Text: "ok"}))
		for i := range 3 {
			_, err := b.Ask(context.Background(), ask("x"))
			if f := llm.FailureOf(err); fault.KindOf(err) != fault.Unavailable || f == nil || !f.Later || fault.HintOf(err) == "" {
				t.Errorf("%s, request %d: %+v", header, i, err)
			}
		}
		if len(b.end.Asked()) != 1 || len(b.clock.slept) != 0 {
			t.Errorf("%s: asked %d times, slept %v", header, len(b.end.Asked()), b.clock.slept)
		}
		if err := b.clock.Sleep(context.Background(), over); err != nil {
			t.Fatal(err)
		}
		if r := b.must(t, ask("x")); r.Text != "ok" {
			t.Errorf("%s, after it: %+v", header, r)
		}
	}
}

func TestWaitsGrowAndDiffer(t *testing.T) {
	run := func(seed uint64) []time.Duration {
		b := onScript(t, answers(llm.Answer{Status: 500, Times: -1}), func(b *bench) { b.opts.Seed = seed })
		b.Ask(context.Background(), ask("x")) //nolint:errcheck // it fails, and is tested elsewhere
		return b.clock.slept
	}
	one, two, again := run(1), run(2), run(1)
	if len(one) != 7 || one[6] < 4*one[0] || fmt.Sprint(one) == fmt.Sprint(two) || fmt.Sprint(one) != fmt.Sprint(again) {
		t.Errorf("waits %v and %v, again %v", one, two, again)
	}
}

// inMemory serves without a network, so that time can be the test's own.
type inMemory struct{ handler http.Handler }

func (m inMemory) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	m.handler.ServeHTTP(w, r)
	return w.Result(), nil
}

// Sixty-four workers that are told to be quiet for 20 seconds do not storm the server.
func TestNoRetryStorm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := det.System() // the test's own time
		began := clock.Now()
		var asked atomic.Int64
		end := llm.NewScriptedFunc(func(*llm.Asked) llm.Answer {
			if clock.Now().Sub(began) < time.Minute {
				asked.Add(1)
				return llm.Answer{Status: 429, RetryAfter: "20", DelayMS: 100} // all are under way before the first is refused
			}
			return llm.Answer{Text: "ok"}
		})
		config := &llm.Config{Profiles: map[string]*llm.Profile{"p": {Name: "p", BaseURL: "http://x.test/v1", Model: "m", Concurrency: 64}}}
		c, err := llm.Open(config, llm.Options{HTTP: inMemory{end}}).Profile("p")
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var failed atomic.Int64
		for range 64 {
			all.Go(func() {
				if _, err := c.Ask(t.Context(), ask("x")); err != nil {
					failed.Add(1)
				}
			})
		}
		all.Wait()
		if n := asked.Load(); n < 64 || n > 128 || failed.Load() > 0 {
			t.Errorf("%d requests in the minute, %d workers failed", n, failed.Load())
		}
	})
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var at []time.Duration
		clock := det.System()
		began := clock.Now()
		end := llm.NewScriptedFunc(func(*llm.Asked) llm.Answer {
			at = append(at, clock.Now().Sub(began))
			return llm.Answer{Text: "ok"}
		})
		config := &llm.Config{Profiles: map[string]*llm.Profile{"p": {Name: "p", BaseURL: "http://x.test/v1", Model: "m", RequestsPerMinute: 6}}}
		c, err := llm.Open(config, llm.Options{HTTP: inMemory{end}}).Profile("p")
		if err != nil {
			t.Fatal(err)
		}
		for range 7 {
			if _, err := c.Ask(t.Context(), ask("x")); err != nil {
				t.Fatal(err)
			}
		}
		if at[6] < 50*time.Second || at[6] > 70*time.Second {
			t.Errorf("six a minute go out at %v", at)
		}
	})
}

func TestConcurrencyIsBounded(t *testing.T) {
	var now, most atomic.Int64
	inner := llm.NewScripted(answers(llm.Answer{Text: "ok", DelayMS: 5, Times: -1}))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		inner.ServeHTTP(w, r)
		now.Add(-1)
	}))
	t.Cleanup(server.Close)
	b := onScript(t, answers(llm.Answer{}), func(b *bench) { b.profile.BaseURL, b.profile.Concurrency = server.URL, 3 })
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { b.Ask(context.Background(), ask("x")) }) //nolint:errcheck // counted by the server
	}
	all.Wait()
	if most.Load() > 3 || len(inner.Asked()) != 20 {
		t.Errorf("%d at once, %d in all", most.Load(), len(inner.Asked()))
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := onScript(t, answers(llm.Answer{Status: 500, Times: -1}), func(b *bench) {
		b.opts.Sleep = func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() }
	})
	if _, err := b.Ask(ctx, ask("x")); fault.KindOf(err) != fault.Canceled {
		t.Errorf("while waiting: %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	end := llm.NewScriptedFunc(func(*llm.Asked) llm.Answer { cancel(); return llm.Answer{Text: "late", DelayMS: 60_000} })
	if _, err := on(t, end).Ask(ctx, ask("x")); fault.KindOf(err) != fault.Canceled {
		t.Errorf("while asking: %v", err)
	}
	b = onScript(t, answers(llm.Answer{Text: "late", DelayMS: 60_000, Times: -1}), func(b *bench) { b.profile.Timeout, b.profile.Attempts = 1, 1 })
	_, err := b.Ask(context.Background(), ask("x"))
	if f := llm.FailureOf(err); f == nil || f.Class != llm.TimedOut || fault.KindOf(err) != fault.Unavailable || errors.Is(err, context.Canceled) {
		t.Errorf("in time: %v", err)
	}
}

// A fifth of all replies fails, sixteen are under way at once: all come, each once.
func TestThroughTrouble(t *testing.T) {
	script := &llm.Script{Answers: []llm.Answer{{Text: "ok", Times: -1}}, Trouble: &llm.Trouble{Share: 0.2, Seed: 3, Kinds: []string{"429", "500", "cut"}, RetryAfter: "1"}}
	both(t, func(t *testing.T, stream func(*bench)) {
		b := onScript(t, script, stream, func(b *bench) { b.profile.Concurrency = 16 })
		var all sync.WaitGroup
		var good, retried atomic.Int64
		for i := range 200 {
			all.Go(func() {
				r, err := b.Ask(context.Background(), ask(fmt.Sprint("question ", i)))
				if err != nil {
					t.Error(err)
					return
				}
				good.Add(1)
				retried.Add(int64(r.Attempts - 1))
			})
		}
		all.Wait()
		if good.Load() != 200 || int64(len(b.end.Asked())) != 200+retried.Load() || retried.Load() < 20 {
			t.Errorf("%d replies, %d retries, %d requests", good.Load(), retried.Load(), len(b.end.Asked()))
		}
	})
}
