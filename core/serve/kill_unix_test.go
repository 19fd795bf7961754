//go:build unix

package serve_test

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/serve"
)

// childAddress tells a child of this test where to serve.
const childAddress = "COWORKENV_TEST_SERVE"

// TestServeChild is the server of TestKilledServerLeavesClearAnswers, in a process of its own.
func TestServeChild(t *testing.T) {
	addr := os.Getenv(childAddress)
	if addr == "" {
		t.Skip("it is started by another test")
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("serving http://" + l.Addr().String() + "\n") //nolint:errcheck // the parent waits for it
	if err := serve.NewOnline(oneTask{prepared(t)}, serve.OnlineOptions{Limits: serve.SessionLimits{Replica: "r1"}}).Serve(t.Context(), l); err != nil {
		t.Fatal(err)
	}
}

func child(t *testing.T, addr string) (cmd *exec.Cmd, url string) {
	t.Helper()
	cmd = exec.Command(os.Args[0], "-test.run=^TestServeChild$")
	cmd.Env = append(os.Environ(), childAddress+"="+addr)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), "serving "); ok {
			return cmd, url
		}
	}
	t.Fatal("the child does not serve")
	return nil, ""
}

// A server that is killed takes its episodes with it. Clients hear of it at once: the connection is
// gone; and of the server that comes after it, that there is no such episode, never of another's state.
func TestKilledServerLeavesClearAnswers(t *testing.T) {
	first, url := child(t, "127.0.0.1:0")
	o := &online{t: t, url: url, task: prepared(t).Bound.Task.ID}
	id := o.create(nil)
	if !strings.HasPrefix(id, "r1.") {
		t.Errorf("the id %s does not carry its replica", id)
	}
	steps := "/v1/episodes/" + id + "/steps"
	body := map[string]any{"key": "k1", "calls": []any{map[string]any{"tool": "gmail_list_messages"}}}
	if status, doc, _ := o.ask("POST", steps, body); status != http.StatusOK {
		t.Fatalf("%d %v", status, doc)
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err == nil {
		t.Error("it was not killed")
	}
	if _, err := http.Post(url+steps, "application/json", strings.NewReader(`{}`)); err == nil {
		t.Error("a killed server answers")
	}
	second, again := child(t, strings.TrimPrefix(url, "http://"))
	defer func() {
		if err := second.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = second.Wait() // it was killed
	}()
	if again != url {
		t.Fatalf("the second serves at %s", again)
	}
	o.client.CloseIdleConnections()
	status, doc, _ := o.ask("POST", steps, body)
	told := asJSON(t, doc)
	if status != http.StatusNotFound || !strings.Contains(told, "no such open episode") || !strings.Contains(told, "are not taken up again") {
		t.Errorf("%d %s", status, told)
	}
	if fresh := o.create(nil); fresh == id {
		t.Error("an id comes twice")
	}
}
