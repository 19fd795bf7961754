package llm_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/llm"
)

// answering is a server of one body, byte by byte what a script cannot say.
func answering(t *testing.T, body string) *bench {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body) //nolint:errcheck // the client notices
	}))
	t.Cleanup(server.Close)
	b := onScript(t, answers(), func(b *bench) {
		b.profile.BaseURL = server.URL
		b.opts.Cache = llm.FolderCache{Dir: t.TempDir()}
	})
	return b
}

// Bytes that are no UTF-8 are the server's slip: the reply is taken with a mark in their place.
func TestNoUTF8(t *testing.T) {
	b := answering(t, "{\"choices\":[{\"message\":{\"content\":\"caf\xc3\",\"tool_calls\":[{\"function\":{\"name\":\"tickets.get\",\"arguments\":\"{\\\"a\\\":\\\"\xff\\\"}\"}}]}}]}")
	for range 2 { // the second one from the cache
		r := b.must(t, office())
		if r.Text != "caf\uFFFD" || len(r.Calls) != 1 || r.Calls[0].Args != "{\"a\":\"\uFFFD\"}" || !hasWarning(r, "no UTF-8") {
			t.Errorf("%+v", r)
		}
	}
}

// Numbers beyond any float are left out, and nothing fails for them.
func TestNumbersBeyondBounds(t *testing.T) {
	b := answering(t, `{"choices":[{"message":{"content":"x"},"logprobs":{"content":[{"logprob":-1e999999},{"logprob":-0.5},{"logprob":NaN}]},"token_ids":[1e99]}],"usage":{"prompt_tokens":1e999999,"completion_tokens":-3}}`)
	for range 2 {
		if r := b.must(t, ask("x")); fmt.Sprint(r.Logprobs) != "[-0.5]" || len(r.TokenIDs) != 0 || r.Usage.Prompt != 0 || r.Usage.Completion != 0 {
			t.Errorf("%+v", r)
		}
	}
}

// A model that makes calls without end has done so itself: the first ones are taken, and no endpoint
// is blamed.
func TestTooManyCalls(t *testing.T) {
	both(t, func(t *testing.T, stream func(*bench)) {
		var calls []llm.ScriptCall
		for i := range 400 {
			calls = append(calls, llm.ScriptCall{Name: "tickets.get", Arguments: json.RawMessage(fmt.Sprintf(`{"limit":%d}`, i))})
		}
		b := onScript(t, answers(llm.Answer{Calls: calls}), stream)
		r := b.must(t, office())
		if len(r.Calls) != 256 || r.Calls[255].Args != `{"limit":255}` || !hasWarning(r, "left out") {
			t.Errorf("%d calls, %q", len(r.Calls), r.Warnings)
		}
	})
}

// Where a redirect leads to is told, but for its query; it is not followed.
func TestRedirectIsTold(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Location", "https://login.example/in?session=abc")
		w.WriteHeader(http.StatusFound)
	}))
	t.Cleanup(server.Close)
	b := onScript(t, answers(), func(b *bench) { b.profile.BaseURL = server.URL })
	_, err := b.Ask(t.Context(), ask("x"))
	f := llm.FailureOf(err)
	if f == nil || f.Class != llm.Missing || !strings.Contains(f.Message, "https://login.example/in") || strings.Contains(err.Error(), "session") || asked != 1 {
		t.Errorf("%v after %d requests", err, asked)
	}
}
