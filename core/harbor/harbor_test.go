package harbor_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/harbor"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

const shipped = "../../library/tasks"

// samples are tasks of every family, two of them with stages and two with a user.
var samples = []string{"expiring-gold-contracts-000001", "harbor-quote-000008", "triage-monday-queue-000002", "weekend-outage-triage",
	"escalate-enterprise-overdue-000003b", "receivables-escalation", "reconcile-february-suppliers-000004", "stocktake-tea-shelf",
	"one-free-hour-000005", "three-site-handover", "onboarding-session-000007", "bank-change-brightpath-000006", "payment-run-approvals", "zhiyin-baojia"}

type kit struct {
	catalog *world.Catalog
	checks  *grade.Registry
}

func newKit(t testing.TB) kit {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return kit{catalog, checks}
}

func (k kit) load(t testing.TB, id string) *episode.Prepared {
	t.Helper()
	p, err := harbor.LoadTask(filepath.Join(shipped, id), k.catalog, k.checks)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func options() harbor.Options {
	return harbor.Options{Org: "example", Name: "set", Schema: harbor.Schema11, Image: "r.example/office-{task}:1", Seed: 7, Version: "1"}
}

// written puts a task into a directory.
func (k kit) written(t testing.TB, id string) string {
	t.Helper()
	o := options()
	w, err := harbor.NewTask(t.Context(), k.load(t, id), o.Seed)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), id)
	if err := w.Write(dir, &o); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestOracleEarnsOneAndNopNothing(t *testing.T) {
	k := newKit(t)
	families := map[task.Family]int{}
	stages := 0
	for _, id := range samples {
		b := k.load(t, id).Bound
		families[b.Task.Family]++
		if len(b.Stages()) > 1 {
			stages++
		}
		d, err := harbor.Try(t.Context(), k.written(t, id), k.catalog, k.checks, 7)
		if err != nil {
			t.Fatal(err)
		}
		if !d.OK() {
			t.Errorf("%s: %s", id, d.Problem)
		}
	}
	if len(families) != len(task.Families()) || stages < 2 {
		t.Errorf("the samples hold %v and %d tasks with stages", families, stages)
	}
}

// A directory whose sides do not fit together is not let through.
func TestTryFindsWhatIsWrong(t *testing.T) {
	k := newKit(t)
	const id = "one-free-hour-000005"
	for name, spoil := range map[string]func(dir string) error{
		"tests/test.sh is missing": func(dir string) error { return os.Remove(filepath.Join(dir, "tests", "test.sh")) },
		"the oracle earns 0": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "solution", "solution.json"), []byte("[]"), 0o644)
		},
		"does not replay": func(dir string) error { // the environment shows other records than are graded
			name := filepath.Join(dir, "environment", "world", "task.yaml")
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			return os.WriteFile(name, bytes.ReplaceAll(data, []byte("evt_"), []byte("evx_")), 0o644)
		},
		"read the script": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "solution", "solution.json"), []byte("{"), 0o644)
		},
	} {
		dir := k.written(t, id)
		if err := spoil(dir); err != nil {
			t.Fatal(err)
		}
		d, err := harbor.Try(t.Context(), dir, k.catalog, k.checks, 7)
		if err != nil || d.OK() || !strings.Contains(d.Problem, name) {
			t.Errorf("%s: %+v %v", name, d, err)
		}
	}
}

// Everything that the agent's side of a container holds: what environment/ brings, and what the
// server answers at any path.
func TestAgentsSideHoldsNoGrading(t *testing.T) {
	k := newKit(t)
	for _, id := range samples {
		whole := k.load(t, id)
		dir := k.written(t, id)
		var held []byte
		for _, name := range []string{"task.toml", "instruction.md", "environment/Dockerfile", "environment/world/task.yaml"} {
			data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, data...)
		}
		held = append(held, answers(t, k, dir)...)
		root := whole.Bound.Task.File.Root
		for _, section := range []string{"facts", "forbid", "solution", "empty", "judge", "provenance"} {
			if _, ok := root.Get(section); ok && bytes.Contains(held, []byte("\n"+section+":")) {
				t.Errorf("%s: the section %s is there", id, section)
			}
		}
		for _, c := range whole.Bound.Task.Checks {
			if bytes.Contains(held, []byte("id: "+c.ID)) || bytes.Contains(held, []byte(`"id": `+c.ID)) || bytes.Contains(held, []byte(`"id":"`+c.ID+`"`)) {
				t.Errorf("%s: check %s is named", id, c.ID)
			}
		}
		for _, f := range whole.Bound.Task.Facts {
			for _, w := range f.Where {
				if len(w.Expr) > 12 && bytes.Contains(held, []byte(w.Expr)) {
					t.Errorf("%s: a condition of %s is there", id, f.Name)
				}
			}
		}
		checkLabels(t, id, root, held)
	}
}

// checkLabels looks for the members of records that begin with "_".
func checkLabels(t *testing.T, id string, root *task.Node, held []byte) {
	t.Helper()
	records, _ := root.Get("records")
	for _, list := range records.Items {
		for _, r := range list.Items {
			for _, key := range r.Keys {
				if strings.HasPrefix(key, "_") && bytes.Contains(held, []byte(`"`+key+`"`)) {
					t.Errorf("%s: the label %s is there", id, key)
				}
			}
		}
	}
}

// answers asks a running server for whatever it may have.
func answers(t *testing.T, k kit, dir string) []byte {
	t.Helper()
	s := k.server(t, dir, filepath.Join(t.TempDir(), "record.json"))
	var all bytes.Buffer
	for _, path := range []string{"/", "/healthz", "/mcp/", "/v1/tasks", "/v1/episodes", "/metrics", "/openapi.json", "/verify", "/state", "/../tests/task.yaml", "/mcp/../v1/tasks"} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader("{}")))
			if path != "/healthz" && w.Code != http.StatusNotFound {
				t.Errorf("%s %s: %d", method, path, w.Code)
			}
			all.Write(w.Body.Bytes())
		}
	}
	for _, call := range []string{"initialize", "tools/list", "resources/list", "prompts/list"} {
		w := httptest.NewRecorder()
		req := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+call+
			`","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`))
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("Content-Type", "application/json")
		s.ServeHTTP(w, req)
		all.Write(w.Body.Bytes())
	}
	if !bytes.Contains(all.Bytes(), []byte("submit_answer")) {
		t.Error("the server lists no tools, so that nothing was looked at")
	}
	return all.Bytes()
}

func (k kit) server(t testing.TB, dir, record string) *harbor.Server {
	t.Helper()
	p, err := harbor.LoadWorld(filepath.Join(dir, "environment", "world"), k.catalog)
	if err != nil {
		t.Fatal(err)
	}
	s, err := harbor.NewServer(p, harbor.ServerOptions{Seed: 7, Record: record, Clock: det.Fixed(time.Unix(0, 0))})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The server runs as a user of its own, and what it keeps is for that user alone.
func TestContainerKeepsUsersApart(t *testing.T) {
	k := newKit(t)
	o := options()
	o.Image, o.Binary = "", filepath.Join(t.TempDir(), harbor.BinaryName)
	if err := os.WriteFile(o.Binary, []byte("program"), 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := harbor.NewTask(t.Context(), k.load(t, "one-free-hour-000005"), o.Seed)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "task")
	if err := w.Write(dir, &o); err != nil {
		t.Fatal(err)
	}
	for name, parts := range map[string][]string{
		"environment/Dockerfile": {"useradd --system --no-create-home", "COPY world /var/lib/coworkenv/world", "chown -R coworkenv:coworkenv /var/lib/coworkenv", "chmod -R u=rwX,go= /var/lib/coworkenv"},
		"environment/start":      {"setpriv --reuid coworkenv --regid coworkenv --clear-groups --no-new-privs", "--listen 127.0.0.1:8000"},
		"task.toml":              {"[agent]\ntimeout_sec = 900.0\nuser = \"agent\"", "[verifier]\ntimeout_sec = 120.0\n\n[environment]"},
	} {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if !bytes.Contains(data, []byte(part)) {
				t.Errorf("%s lacks %q", name, part)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "environment", "*"))
	if err != nil || len(files) != 4 { // Dockerfile, start, binary, world
		t.Errorf("the build context holds %v %v", files, err)
	}
}

// A record that somebody touched, or that is not there, brings no reward at all.
func TestNoRewardForARecordThatDoesNotReplay(t *testing.T) {
	k := newKit(t)
	const id = "one-free-hour-000005"
	dir := k.written(t, id)
	record := filepath.Join(t.TempDir(), "record.json")
	s := httptest.NewServer(k.server(t, dir, record))
	defer s.Close()
	acts, err := harbor.ReadScript(filepath.Join(dir, "solution", "solution.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := harbor.Play(t.Context(), s.Client(), s.URL+"/mcp", acts); err != nil {
		t.Fatal(err)
	}
	r, err := harbor.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	whole := k.load(t, id)
	v, err := harbor.Verify(t.Context(), whole, r)
	if err != nil || v.Score.Score != grade.One {
		t.Fatalf("%+v %v", v, err)
	}
	r.Trajectory.Steps[0].Calls[0].Observation = "{}"
	if _, err := harbor.Verify(t.Context(), whole, r); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a changed reply: %v", err)
	}
	into := t.TempDir()
	if err := harbor.WriteRewards(into, v, true); err != nil {
		t.Fatal(err)
	}
	checkRewards(t, into)
	if err := harbor.WriteMissing(into, fault.New(fault.Conflict, "it broke")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{harbor.RewardText, harbor.RewardJSON} {
		if _, err := os.Stat(filepath.Join(into, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	if details, err := os.ReadFile(filepath.Join(into, harbor.RewardDetails)); err != nil || !bytes.Contains(details, []byte("it broke")) {
		t.Errorf("%s %v", details, err)
	}
}

// checkRewards reads the files as the frameworks do: one number; a flat map of finite numbers.
func checkRewards(t *testing.T, into string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(into, harbor.RewardText))
	if err != nil || strings.TrimSpace(string(text)) != "1.000000" {
		t.Errorf("reward.txt is %q %v", text, err)
	}
	data, err := os.ReadFile(filepath.Join(into, harbor.RewardJSON))
	if err != nil {
		t.Fatal(err)
	}
	var flat map[string]float64
	if err := json.Unmarshal(data, &flat); err != nil || flat["reward"] != 1 || flat["completion"] != 1 || flat["safety"] != 1 {
		t.Errorf("reward.json is %s %v", data, err)
	}
}

func TestReadRecordRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, body := range map[string]string{"no.json": "{", "other.json": `{"format":"x"}`, "empty.json": ""} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := harbor.ReadRecord(file); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := harbor.ReadRecord(filepath.Join(dir, "none")); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	if _, err := harbor.ReadRecord(dir); err == nil {
		t.Error("a folder is no record")
	}
}

func TestOptionsRefuse(t *testing.T) {
	for name, change := range map[string]func(*harbor.Options){
		"organisation": func(o *harbor.Options) { o.Org = "a/b" },
		"name":         func(o *harbor.Options) { o.Name = "" },
		"schema":       func(o *harbor.Options) { o.Schema = "2" },
		"hosts":        func(o *harbor.Options) { o.Hosts = []string{"api.example.com"} },
		"host":         func(o *harbor.Options) { o.Schema, o.Hosts = harbor.Schema14, []string{"a b"} },
		"one image":    func(o *harbor.Options) { o.Image = "r.example/office:1" },
		"no binary":    func(o *harbor.Options) { o.Image = "" },
	} {
		o := options()
		change(&o)
		if err := o.Check(); fault.KindOf(err) != fault.Usage {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The program for people holds the shipped solutions, and this test's is not made for containers.
func TestCheckBinaryRefuses(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := harbor.CheckBinary(plain); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	if err := harbor.CheckBinary(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing file passes")
	}
}

// Whatever a task's texts hold, its public half reads back as the same.
func FuzzPublic(f *testing.F) {
	data, err := os.ReadFile(filepath.Join(shipped, "three-site-handover", "task.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("schema: coworkenv.task/v1\nid: a\nrequest: [{say: \"a\\u0085b\\x7f \U0001F600\"}]\nrecords: {gmail.messages: [{_label: x, n: 0010, d: 2026-01-02, e: 1_0, t: '12.50', y: yes}]}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		was, problems := task.Parse("f", data)
		if was == nil || problems.Err() != nil {
			return
		}
		out, err := harbor.Public(was)
		if err != nil {
			t.Fatal(err)
		}
		now, problems := task.Parse("f", out)
		if now == nil || problems.Err() != nil {
			t.Fatalf("%v\n%s", problems, out)
		}
		for i := range was.Requests {
			if was.Requests[i].Say != now.Requests[i].Say {
				t.Fatalf("%q became %q", was.Requests[i].Say, now.Requests[i].Say)
			}
		}
		if len(was.Records) != len(now.Records) || was.ZoneName != now.ZoneName || len(was.Services) != len(now.Services) {
			t.Fatalf("parts are lost\n%s", out)
		}
	})
}
