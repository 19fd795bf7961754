package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// browse collects a listing and counts its batches.
func browse(t *testing.T, e *engine.Engine, src engine.BrowseSource) (rows []engine.Browsed, batches []engine.BrowseBatch) {
	t.Helper()
	err := e.Browse(t.Context(), src, func(b engine.BrowseBatch) {
		if b.Replace {
			rows = nil
		}
		rows = append(rows, b.Rows...)
		batches = append(batches, b)
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows, batches
}

func ids(rows []engine.Browsed) []string {
	var out []string
	for i := range rows {
		out = append(out, rows[i].ID)
	}
	return out
}

func TestBrowseShipped(t *testing.T) {
	e := newEngine(t)
	rows, _ := browse(t, e, engine.BrowseSource{})
	all, err := e.Open()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(all) || !rows[0].Shipped || rows[0].Gate != "none" || rows[0].Digest == "" {
		t.Fatalf("%d rows of %d tasks, the first is %+v", len(rows), len(all), rows[0])
	}
	if _, ok := rows[0].File(); ok {
		t.Error("a shipped task has a file on disk")
	}
	l, err := e.OpenBrowsed(t.Context(), nil, &rows[0])
	if err != nil || l.Ready == nil || l.ID() != rows[0].ID {
		t.Errorf("opened %v, %v", l, err)
	}
}

// A listing of a library comes at once from the index, then as it is: what was changed, is new
// or has gone is found, and nothing else is opened.
func TestBrowseIndex(t *testing.T) {
	e := newEngine(t)
	lib, cache := copyTasks(t, "harbor-quote-000008", "vendor-wants-the-key", "zhusu-baoxiao"), t.TempDir()
	src := engine.BrowseSource{Paths: []string{lib}, Cache: cache}
	cold, batches := browse(t, e, src)
	if want := []string{"harbor-quote-000008", "vendor-wants-the-key", "zhusu-baoxiao"}; !cmp.Equal(want, ids(cold)) {
		t.Fatalf("listed %v", ids(cold))
	}
	if last := batches[len(batches)-1]; !last.Replace || last.Done != 3 || last.Total != 3 {
		t.Errorf("the last batch is %d of %d", last.Done, last.Total)
	}
	warm, batches := browse(t, e, src)
	if diff := cmp.Diff(cold, warm); diff != "" {
		t.Error(diff)
	}
	if first := batches[0]; first.Replace || len(first.Rows) != 3 || first.Total != 3 {
		t.Errorf("the index gave %d rows", len(first.Rows))
	}
	file := filepath.Join(lib, "vendor-wants-the-key", "task.yaml")
	write(t, file, []byte("schema: coworkenv.task/v1\nid: vendor-wants-the-key\ntitle: now broken\n"))
	if err := os.RemoveAll(filepath.Join(lib, "zhusu-baoxiao")); err != nil {
		t.Fatal(err)
	}
	changed, _ := browse(t, e, src)
	if want := []string{"harbor-quote-000008", "vendor-wants-the-key"}; !cmp.Equal(want, ids(changed)) || changed[1].Problems == 0 || changed[1].Title != "now broken" {
		t.Errorf("after the changes: %v, %d problems", ids(changed), changed[1].Problems)
	}
	entries, err := filepath.Glob(filepath.Join(cache, "index-*.jsonl"))
	if err != nil || len(entries) != 1 {
		t.Fatalf("indexes %v, %v", entries, err)
	}
	for _, damage := range []string{"", "{", `{"format":"coworkenv.index/v1","program":"other"}` + "\n{}\n", strings.Repeat("x", 100)} {
		write(t, entries[0], []byte(damage))
		again, _ := browse(t, e, src)
		if diff := cmp.Diff(changed, again); diff != "" {
			t.Errorf("with the index %.20q: %s", damage, diff)
		}
	}
	if _, err := os.Stat(filepath.Join(lib, "vendor-wants-the-key")); err != nil {
		t.Fatal(err)
	}
	if err := e.Browse(t.Context(), engine.BrowseSource{Paths: []string{t.TempDir()}}, func(engine.BrowseBatch) {}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an empty library: %v", err)
	}
}

func TestBrowseWorkspace(t *testing.T) {
	e := newEngine(t)
	ctx := t.Context()
	w, err := e.Workspace(ctx, t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if rows, _ := browse(t, e, engine.BrowseSource{Workspace: w}); !rows[0].Shipped {
		t.Error("an empty workspace hides the shipped library")
	}
	lib := copyTasks(t, "harbor-quote-000008")
	listed, _ := browse(t, e, engine.BrowseSource{Paths: []string{lib}})
	source, err := os.ReadFile(filepath.Join(lib, "harbor-quote-000008", "task.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	stored := listed[0].Task
	stored.Source, stored.Path = source, "gone/harbor-quote-000008"
	tasks := []store.Task{stored}
	for i := range 3000 {
		tasks = append(tasks, store.Task{Digest: fmt.Sprintf("d%d", i), ID: fmt.Sprintf("t%04d", i), State: store.TaskGenerated, Services: []string{"crm"}})
	}
	must(t, w.Store.PutTasks(ctx, tasks...))
	must(t, w.Store.PutCertificate(ctx, store.Certificate{TaskDigest: stored.Digest}, []store.Finding{{Round: "oracle", Code: "CODE", Severity: "error", Message: "m"}}))
	_, err = w.Store.PutTrial(ctx, store.Trial{ID: "x", ItemID: "i", TaskDigest: stored.Digest, TaskID: stored.ID, Agent: "a", Status: "scored", Score: 500_000, Completion: 500_000, Safety: 1})
	must(t, err)
	rows, batches := browse(t, e, engine.BrowseSource{Workspace: w})
	if len(rows) != 3001 || len(batches) < 3 || len(batches[0].Rows) != 100 || batches[0].Total != 3001 {
		t.Fatalf("%d rows in %d batches", len(rows), len(batches))
	}
	if l, err := e.OpenBrowsed(ctx, w, &rows[0]); err != nil || l.Ready == nil {
		t.Errorf("the kept task: %v, %v", l, err)
	}
	// A library on disk carries what the workspace knows of the same content.
	over, _ := browse(t, e, engine.BrowseSource{Workspace: w, Paths: []string{lib}})
	if o := over[0]; o.Gate != "failed" || o.Trials != 1 || o.Mean == nil || *o.Mean != 500_000 {
		t.Errorf("laid over: %+v", o)
	}
	for _, tt := range []struct {
		where string
		want  int
	}{{"", 3001}, {"gate:failed", 1}, {"finding:CODE", 1}, {"finding:NONE", 0}, {"score<0.6", 1}, {"svc:crm id:t0001", 1}, {"loads:true", 3001}, {"-gate:failed", 3000}} {
		shown, err := e.Arrange(ctx, w, rows, tt.where, "id", true)
		if err != nil || len(shown) != tt.want {
			t.Errorf("%q selects %d, %v; want %d", tt.where, len(shown), err, tt.want)
		}
	}
	if _, err := e.Arrange(ctx, w, rows, "gat:x", "", false); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a wrong query: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := e.Arrange(stopped, w, rows, "gate:failed", "", false); fault.KindOf(err) != fault.Canceled {
		t.Errorf("stopped: %v", err)
	}
	if err := e.Browse(stopped, engine.BrowseSource{Workspace: w}, func(engine.BrowseBatch) {}); fault.KindOf(err) != fault.Canceled {
		t.Errorf("a listing that was stopped: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestArrangeSorts(t *testing.T) {
	e := newEngine(t)
	half, full := int64(500_000), int64(1_000_000)
	rows := make([]engine.Browsed, 3)
	for i := range rows {
		rows[i].ID, rows[i].Gate, rows[i].Decision = string("bca"[i]), "none", "none"
	}
	rows[0].Mean, rows[0].Difficulty, rows[0].Trials, rows[0].Services = &full, "hard", 2, []string{"x", "y"}
	rows[2].Mean, rows[2].Difficulty, rows[2].Gate = &half, "easy", "failed"
	for _, tt := range []struct {
		by   string
		down bool
		want []int
	}{{"id", false, []int{2, 0, 1}}, {"id", true, []int{1, 0, 2}}, {"score", false, []int{2, 0, 1}}, {"score", true, []int{0, 2, 1}}, {"difficulty", true, []int{0, 2, 1}}, {"trials", true, []int{0, 1, 2}},
		{"gate", false, []int{2, 0, 1}}, {"services", true, []int{0, 1, 2}}, {"title", false, []int{0, 1, 2}}, {"family", true, []int{0, 1, 2}}, {"measured", false, []int{0, 1, 2}}, {"decision", false, []int{0, 1, 2}}} {
		got, err := e.Arrange(t.Context(), nil, rows, "", tt.by, tt.down)
		if err != nil || !cmp.Equal(tt.want, got) {
			t.Errorf("by %s down %v: %v, %v; want %v", tt.by, tt.down, got, err, tt.want)
		}
	}
}

func TestBrowseSchema(t *testing.T) {
	rows := []engine.Browsed{{}, {}}
	rows[0].Services, rows[0].Language = []string{"gmail", "crm"}, "zh"
	rows[1].Capabilities = []string{"triage"}
	s := engine.BrowseSchema(rows)
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{"svc": {"crm", "gmail"}, "lang": {"zh"}, "cap": {"triage"}} {
		if f, _ := s.Lookup(name); !cmp.Equal(want, f.Values) {
			t.Errorf("%s offers %v, want %v", name, f.Values, want)
		}
	}
}

func TestSearchTasks(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "harbor-quote-000008", "vendor-wants-the-key")
	rows, _ := browse(t, e, engine.BrowseSource{Paths: []string{lib}})
	var hits []engine.TextHit
	err := e.SearchTasks(t.Context(), nil, rows, "NORDPOST", func(h engine.TextHit) { hits = append(hits, h) }, nil)
	if err != nil || len(hits) != 1 || rows[hits[0].Row].ID != "vendor-wants-the-key" || hits[0].Count < 2 || !strings.Contains(strings.ToLower(hits[0].Text), "nordpost") || hits[0].Line == 0 {
		t.Errorf("found %+v, %v", hits, err)
	}
	if err := e.SearchTasks(t.Context(), nil, rows, " ", nil, nil); fault.KindOf(err) != fault.Usage {
		t.Errorf("a blank text: %v", err)
	}
	if err := os.RemoveAll(lib); err != nil {
		t.Fatal(err)
	}
	if err := e.SearchTasks(t.Context(), nil, rows, "x", func(engine.TextHit) { t.Error("a task that is gone has text") }, nil); err != nil {
		t.Error(err)
	}
	if _, err := e.OpenBrowsed(t.Context(), nil, &rows[0]); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a task that is gone: %v", err)
	}
}
