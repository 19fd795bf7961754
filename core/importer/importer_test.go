package importer_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/importer"
	"coworkenv.dev/coworkenv/core/trace"
)

var update = flag.Bool("update", false, "write the golden files")

func files() map[string]importer.Format {
	return map[string]importer.Format{"claude-code.jsonl": importer.ClaudeCode, "stream-json.jsonl": importer.StreamJSON, "openhands.json": importer.OpenHands,
		"openhands-sdk.jsonl": importer.OpenHands, "messages.jsonl": importer.Messages}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// shown is a trajectory as a person reads it: all that must come over, in its order.
func shown(t *trace.Trajectory) string {
	var b strings.Builder
	fmt.Fprintf(&b, "trajectory %s by %s %s %s\n", t.Trial, t.Agent.Name, t.Agent.Version, t.Agent.Model)
	fmt.Fprintf(&b, "system: %s\nopening: %s\n", t.System, t.Opening)
	for _, s := range t.Steps {
		fmt.Fprintf(&b, "step %d: %q reasoning %q", s.Index, s.Text, s.Reasoning)
		if s.Usage != nil {
			fmt.Fprintf(&b, " tokens %d+%d cached %d", s.Usage.Prompt, s.Usage.Completion, s.Usage.Cached)
		}
		b.WriteByte('\n')
		for _, c := range s.Calls {
			fmt.Fprintf(&b, "  call %d %s %s %s -> %s %d %q\n", c.Index, c.ID, c.Tool, c.Args, c.Outcome, c.Status, c.Observation)
		}
		if s.User != nil {
			fmt.Fprintf(&b, "  user: %q\n", s.User.Text)
		}
	}
	fmt.Fprintf(&b, "end: %s %s %s\n", t.End.Kind, t.End.Reason, t.End.Detail)
	return b.String()
}

func TestGoldenTranscripts(t *testing.T) {
	for name, format := range files() {
		r, err := importer.Read(read(t, name), format)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var b strings.Builder
		for _, tr := range r.Trajectories {
			b.WriteString(shown(tr))
		}
		for _, n := range r.Notes {
			fmt.Fprintf(&b, "note: %s\n", n)
		}
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// What was imported goes out as ATIF and comes in again with the same calls, results and order.
// Arguments that are no object cannot stand in ATIF, so they are made ones before.
func TestRoundTrip(t *testing.T) {
	for name, format := range files() {
		r, err := importer.Read(read(t, name), format)
		if err != nil {
			t.Fatal(err)
		}
		var lines []byte
		for _, tr := range r.Trajectories {
			for i := range tr.Steps {
				for j := range tr.Steps[i].Calls {
					if c := &tr.Steps[i].Calls[j]; !strings.HasSuffix(c.Args, "}") {
						c.Args = `{"unreadable":true}`
					}
				}
			}
			data, err := trace.EncodeATIF(tr, trace.ATIF{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if again, err := importer.Read(data, importer.ATIF); err != nil || len(again.Trajectories) != 1 {
				t.Errorf("%s: one document: %v", name, err)
			}
			lines = append(append(lines, bytes.ReplaceAll(data, []byte("\n"), nil)...), '\n')
		}
		again, err := importer.Read(lines, importer.ATIF)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, tr := range again.Trajectories {
			want := r.Trajectories[i]
			if a, b := calls(want), calls(tr); a != b {
				t.Errorf("%s:\n%s", name, cmp.Diff(a, b))
			}
		}
	}
}

func calls(t *trace.Trajectory) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", t.System, t.Opening)
	for _, s := range t.Steps {
		fmt.Fprintf(&b, "%q %q\n", s.Text, s.Reasoning)
		for _, c := range s.Calls {
			fmt.Fprintf(&b, "%s %s %s %q\n", c.ID, c.Tool, strings.ReplaceAll(c.Args, " ", ""), c.Observation)
		}
		if s.User != nil {
			fmt.Fprintf(&b, "user %q\n", s.User.Text)
		}
	}
	return b.String()
}

func TestScan(t *testing.T) {
	r, err := importer.Read([]byte(`{"messages":[{"role":"user","content":"Mail ada@corp.de from /home/ada/x with ghp_0123456789abcdefghijABCDEFGHIJ012345, not kim@northwind.test."},
	  {"role":"assistant","content":"ok","tool_calls":[{"id":"c","function":{"name":"t","arguments":"{\"to\":\"ada@corp.de\"}"}}]},{"role":"tool","tool_call_id":"c","content":"C:\\Users\\ada\\x"}]}`), importer.Messages)
	if err != nil {
		t.Fatal(err)
	}
	tr := r.Trajectories[0]
	kinds := map[export.LeakKind]int{}
	for _, l := range importer.Scan(tr, false) {
		kinds[l.Kind]++
		if strings.Contains(l.Text, "0123456789abcdefghij") {
			t.Error("the secret is shown whole")
		}
	}
	if kinds[export.LeakEmail] != 2 || kinds[export.LeakPath] != 2 || kinds[export.LeakSecret] != 1 {
		t.Errorf("found %v", kinds)
	}
	importer.Scan(tr, true)
	if left := importer.Scan(tr, false); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if want := "Mail [email] from [home]/x with [secret], not kim@northwind.test."; tr.Opening != want || tr.Steps[0].Calls[0].Args != `{"to":"[email]"}` {
		t.Errorf("masked: %q, %q", tr.Opening, tr.Steps[0].Calls[0].Args)
	}
}

// Names come from the transcript as well: ids, models and tools are scanned and masked, and what is
// found in them is not told by them.
func TestScanOfNames(t *testing.T) {
	const secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"
	tr := &trace.Trajectory{Trial: "/home/ada/" + secret, Agent: trace.AgentRef{Name: "a", Model: secret}, End: trace.End{Detail: secret},
		Steps: []trace.Step{{Model: secret, Calls: []trace.Call{{ID: secret, Tool: secret, Args: "{}", Observation: secret}}}}}
	leaks := importer.Scan(tr, false)
	if len(leaks) != 8 {
		t.Errorf("%d findings: %+v", len(leaks), leaks)
	}
	for _, l := range leaks {
		if strings.Contains(l.Trial+l.Where+l.Text, secret) || strings.Contains(l.Trial, "/home/ada") {
			t.Errorf("told by its own name: %+v", l)
		}
	}
	importer.Scan(tr, true)
	if left := importer.Scan(tr, false); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		text string
		f    importer.Format
		kind fault.Kind
	}{
		{"", importer.ClaudeCode, fault.Invalid}, {"hello", importer.StreamJSON, fault.Invalid}, {"3", importer.OpenHands, fault.Invalid},
		{"[1]", importer.OpenHands, fault.Invalid}, {`{"messages":[{"role":"chief","content":"x"}]}`, importer.Messages, fault.Invalid},
		{`{"x":1}`, importer.Messages, fault.Invalid}, {`{"schema_version":"ATIF-v9"}`, importer.ATIF, fault.Unsupported},
		{`{"messages":[{"role":"user","content":"x"}]}`, importer.Messages, fault.Invalid}, {"{}\n[]\n{}", importer.ClaudeCode, fault.Invalid}, {"{}", "csv", fault.Usage},
	} {
		if r, err := importer.Read([]byte(tt.text), tt.f); fault.KindOf(err) != tt.kind || r != nil {
			t.Errorf("%q as %s: %v %v", tt.text, tt.f, r, err)
		}
	}
	// The last line of a program that was ended is cut off; what stands before it counts.
	r, err := importer.Read(append(read(t, "stream-json.jsonl"), `{"type":"assis`...), importer.StreamJSON)
	if err != nil || len(r.Trajectories) != 2 {
		t.Errorf("a cut last line: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for name, format := range files() {
		for i, g := range importer.Formats() {
			if g == format {
				f.Add(i, read(f, name))
			}
		}
	}
	f.Add(0, []byte(`{"type":"assistant","uuid":"a","message":null}`))
	f.Add(2, []byte(`{"kind":"ActionEvent"}`))
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		formats := importer.Formats()
		if i < 0 || i >= len(formats) {
			return
		}
		r, err := importer.Read(data, formats[i])
		if err != nil {
			return
		}
		for _, tr := range r.Trajectories {
			if len(tr.Steps) == 0 {
				t.Error("a trajectory without a step")
			}
			importer.Scan(tr, true)
			if _, err := trace.Encode(tr); err != nil {
				t.Error(err)
			}
		}
	})
}
