package harness

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/fault"
)

func TestParseConfig(t *testing.T) {
	for _, tt := range []struct {
		text, says string
		kind       fault.Kind
	}{
		{`{"harnesses": {"a": {"command": ["x", "{prompt}"]}}}`, "", ""},
		{`{"harnesses": {"a": {"like": "claude-code"}}}`, "", ""},
		{`{"harnesses": {"a": {}}}`, "command is missing", fault.Invalid},
		{`{"harnesses": {"a": null}}`, "is null", fault.Invalid},
		{`{"harnesses": {"a": {"like": "nosuch"}}}`, "no template", fault.Invalid},
		{`{"harnesses": {"a": {"command": ["x"], "pass": ["sk-canary"]}}}`, "no variable's name", fault.Denied},
		{`{"harnesses": {"a": {"command": ["x"], "env": {"A=B": "c"}}}}`, "no variable", fault.Invalid},
		{`{"harnesses": {"a": {"command": ["x"], "files": [{"path": "../x", "text": ""}]}}}`, "within the trial's folder", fault.Invalid},
		{`{"harnesses": {"a": {"command": ["x"], "files": [{"path": "/etc/x", "text": ""}]}}}`, "within the trial's folder", fault.Invalid},
		{`{"harnesses": {"a": {"command": ["x"], "seconds": -1}}}`, "out of range", fault.Invalid},
		{`{"harnesses": {"a": {"comand": ["x"]}}}`, "unknown field", fault.Invalid},
		{`{"harnesses": {}} x`, "stands behind", fault.Invalid},
	} {
		_, err := ParseConfig([]byte(tt.text))
		if fault.KindOf(err) != tt.kind || err != nil && (!strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "canary") || fault.HintOf(err) == "") {
			t.Errorf("%s: %v", tt.text, err)
		}
	}
}

// Every template stands by itself: it has a command, names the address and the prompt, and its
// files lie where they may.
func TestTemplates(t *testing.T) {
	for _, p := range Templates() {
		if err := p.check(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		all := strings.Join(p.Command, " ")
		for _, f := range p.Files {
			all += f.Text
		}
		if !strings.Contains(all, "{url}") || !strings.Contains(all, "{prompt}") {
			t.Errorf("%s does not name the address and the prompt", p.Name)
		}
	}
}

// The child is given what is stated and nothing else; a task's text cannot become an option or be
// filled in again.
func TestChildIsGivenWhatIsStated(t *testing.T) {
	env := map[string]string{"PATH": "/bin", "MY_KEY": "k", "AWS_SECRET": "no", "HOME": "/home/ada", "LANG": "C"}
	s := Setting{Dir: "/trial", URL: "http://127.0.0.1:1/mcp/t", Prompt: "--help {url}", Env: func(n string) string { return env[n] }}
	p := &Profile{Command: []string{"x", "-p", "{prompt}", "{dir}/a", "{seconds}"}, Pass: []string{"MY_KEY"}, Env: map[string]string{"AT": "{url}"}, Seconds: 30}
	if got := s.command(p); !slices.Equal(got, []string{"x", "-p", " --help {url}", "/trial/a", "30"}) {
		t.Errorf("command %q", got)
	}
	want := []string{"AT=http://127.0.0.1:1/mcp/t", "HOME=/trial", "LANG=C", "MY_KEY=k", "NO_COLOR=1", "PATH=/bin", "TERM=dumb", "TMPDIR=" + filepath.Join("/trial", "tmp")}
	if got := s.environ(p); !slices.Equal(got, want) {
		t.Errorf("environment %q", got)
	}
	s.Seconds = 5
	if p.seconds(s.Seconds) != 5 || p.seconds(0) != 30 || (&Profile{}).seconds(0) != 900 {
		t.Error("the shorter limit holds")
	}
}

// A program is found in absolute folders of the path alone.
func TestLookIn(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "agent")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := lookIn("agent", "relative:"+dir); err != nil || got != file {
		t.Errorf("%s %v", got, err)
	}
	for _, bad := range []string{"nosuch", "./agent", filepath.Join(dir, "nosuch")} {
		if _, err := lookIn(bad, dir); err == nil || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// A flood of output costs a bounded memory, whether it comes in lines or in none.
func TestCaptureIsBounded(t *testing.T) {
	for name, block := range map[string][]byte{"no lines": bytes.Repeat([]byte("x"), 1<<20), "lines": bytes.Repeat([]byte("{\"type\":\"x\"}\n"), 1<<16)} {
		c := newCapture(1<<40, newHider(nil)) // never flooded
		for c.total < 256<<20 {
			if n, err := c.Write(block); n != len(block) || err != nil {
				t.Fatal(n, err)
			}
			if cap(c.line) > 2*mostLine+len(block) || c.kept.Cap() > 4*mostKept {
				t.Fatalf("%s: a line of %d bytes, %d kept", name, cap(c.line), c.kept.Cap())
			}
			if name == "lines" && c.total > 64<<20 {
				break
			}
		}
		if out := c.finish(); len(out.Kept) > mostKept || out.Bytes != c.total {
			t.Errorf("%s: %d kept of %d", name, len(out.Kept), out.Bytes)
		}
	}
	c := newCapture(10, newHider(nil))
	c.count(11)
	select {
	case <-c.flooded:
	default:
		t.Error("too much output is not told")
	}
}

// What well-known harnesses print at the end is what the agent says.
func TestTranscripts(t *testing.T) {
	for name, tt := range map[string]struct {
		text                   string
		says, failed, endpoint string
	}{
		"claude":    {`{"type":"assistant","message":{"content":[{"type":"text","text":"so far"}]}}` + "\n" + `{"type":"result","subtype":"success","result":"Done."}`, "Done.", "", ""},
		"error":     {`{"type":"result","subtype":"error_max_turns","is_error":true}`, "", "error_max_turns", ""},
		"limit":     {`{"type":"assistant","error":"rate_limit","message":{"content":[]}}`, "", "", "rate_limit"},
		"got over":  {`{"type":"assistant","error":"rate_limit","message":{}}` + "\n" + `{"type":"result","subtype":"success","result":"Done."}`, "Done.", "", ""},
		"codex":     {`{"type":"item.completed","item":{"type":"agent_message","text":"Done."}}` + "\n" + `{"type":"turn.completed","usage":{"input_tokens":7,"cached_input_tokens":3,"output_tokens":2}}`, "Done.", "", ""},
		"codex 2":   {`{"type":"turn.failed","error":{"message":"no"}}`, "", "no", ""},
		"gemini":    {`{"type":"message","role":"assistant","content":"Do","delta":true}` + "\n" + `{"type":"message","role":"assistant","content":"ne.","delta":true}` + "\n" + `{"type":"result","status":"success"}`, "Done.", "", ""},
		"opencode":  {`{"type":"text","part":{"type":"text","text":"Done."}}`, "Done.", "", ""},
		"odd limit": {`{"type":"result","subtype":"success","is_error":true,"num_turns":1.5,"result":"API Error: 529 overloaded"}`, "", "", "529"},
		"odd error": {`{"type":"assistant","message":{"content":[{"type":"text","text":"so far"}]}}` + "\n" + `{"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":"3","session_id":7,"result":{}}`, "so far", "error_during_execution", ""},
		"odd usage": {`{"type":"result","is_error":false,"usage":{"input_tokens":1e3,"output_tokens":"x"},"result":"Done."}`, "Done.", "", ""},
		"again":     {`{"type":"message","role":"assistant","content":"Do","delta":true}` + "\n" + `{"type":"message","role":"assistant","content":"Done."}`, "Done.", "", ""},
		"plain":     {"thinking\nDone.\n\n", "Done.", "", ""},
		"nothing":   {"", "", "", ""},
	} {
		c := newCapture(1<<20, newHider(nil))
		if _, err := c.Write([]byte(tt.text)); err != nil {
			t.Fatal(err)
		}
		out := c.finish()
		if out.Text != tt.says || !strings.Contains(out.Failed, tt.failed) || (tt.failed == "") != (out.Failed == "") || !strings.Contains(out.EndpointFailed, tt.endpoint) || (tt.endpoint == "") != (out.EndpointFailed == "") {
			t.Errorf("%s: %+v", name, out)
		}
	}
}

// A message that comes in very many pieces costs neither time nor memory beyond its bound.
func TestPiecesAreBounded(t *testing.T) {
	piece := []byte(`{"type":"message","role":"assistant","delta":true,"content":"` + strings.Repeat("é", 500) + `"}` + "\n")
	c := newCapture(1<<40, newHider(nil))
	for range 4 * mostSaid / 1000 {
		if _, err := c.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if out := c.finish(); len(out.Text) < mostSaid-4 || len(out.Text) > mostSaid+4 || !utf8.ValidString(out.Text) {
		t.Errorf("%d bytes are kept", len(out.Text))
	}
}

// A key that stands in a profile's environment is neither shown nor kept.
func TestKeysInEnvironment(t *testing.T) {
	p := &Profile{Env: map[string]string{"OPENAI_API_KEY": "sk-literal-abc", "MAX_TOKENS": "25000", "MCP_TOKEN": "{url}/x", "HOME_DIR": "/long/enough"}}
	if got := p.Shown(); got["OPENAI_API_KEY"] != "[secret]" || got["MAX_TOKENS"] != "25000" || got["MCP_TOKEN"] != "{url}/x" || got["HOME_DIR"] != "/long/enough" {
		t.Errorf("%v", got)
	}
	s := Setting{Env: func(string) string { return "" }}
	if got := s.secrets(p); !slices.Equal(got, []string{"sk-literal-abc"}) {
		t.Errorf("%q", got)
	}
}

func FuzzTranscript(f *testing.F) {
	f.Add([]byte(`{"type":"assistant","message":{"content":[{"type":"text","text":"x"}]}}`))
	f.Add([]byte(`{"type":"item.completed","item":null}` + "\n{\"type\":\"text\"}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := newCapture(1<<20, newHider([]string{"secret-value"}))
		if _, err := c.Write(data); err != nil {
			t.Fatal(err)
		}
		if out := c.finish(); bytes.Contains(out.Kept, []byte("secret-value")) || strings.Contains(out.Text, "secret-value") {
			t.Error("a secret is kept")
		}
	})
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte(`{"harnesses": {"a": {"like": "codex", "pass": ["X"]}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig(data)
		if err != nil {
			return
		}
		for _, name := range c.Names() {
			if p, err := c.Profile(name); err != nil || len(p.Command) == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// A canceled run says so and leaves nothing running.
func TestRunIsCanceled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell to wait in")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Run(ctx, &Profile{Name: "p", Command: []string{"sleep", "60"}}, Setting{Dir: t.TempDir(), Env: os.Getenv})
	if fault.KindOf(err) != fault.Canceled {
		t.Errorf("error %v", err)
	}
}
