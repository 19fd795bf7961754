package claweval_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	checks "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library/claweval"
)

func importOptions(t testing.TB, into string) claweval.ImportOptions {
	t.Helper()
	registry, err := checks.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return claweval.ImportOptions{Into: into, Catalog: catalogOf(t), Checks: registry, Readers: readers}
}

// importedData is the import of every task of the test data.
type importedData struct {
	*claweval.Report
	source, into string
	opts         claweval.ImportOptions
}

// TestImportOfTheTestData imports every task once and looks at the result from several sides.
func TestImportOfTheTestData(t *testing.T) {
	source, into := sharedtest.Dir(t, "data", "claw-eval", "tasks"), t.TempDir()
	opts := importOptions(t, into)
	report, err := claweval.Import(context.Background(), source, opts)
	if err != nil {
		t.Fatal(err)
	}
	data := importedData{report, source, into, opts}
	t.Run("every task runs", data.everyTaskRuns)
	t.Run("totals", data.totals)
	t.Run("every value is accounted for", data.everyValueIsAccountedFor)
	t.Run("known faults", data.knownFaults)
	t.Run("faults are explained", data.faultsAreExplained)
	t.Run("the gate calls them imported", data.gateCallsThemImported)
	t.Run("again", data.again)
}

// everyTaskRuns: each task is written, loads, and runs an episode as the benchmark's services run
// it.
func (report importedData) everyTaskRuns(t *testing.T) {
	into, opts := report.into, report.opts
	if len(report.Tasks) != 75 {
		t.Fatalf("%d tasks", len(report.Tasks))
	}
	for _, r := range report.Tasks {
		if r.Status != claweval.TaskImported {
			t.Errorf("%s: %s: %s", r.Folder, r.Status, r.Reason)
			continue
		}
		loaded, problems := task.Load(filepath.Join(into, r.ID), task.LoadOptions{})
		ready, more := episode.Prepare(loaded, opts.Catalog, opts.Checks)
		if ready == nil {
			t.Errorf("%s: %v %v", r.ID, problems.Err(), more.Err())
			continue
		}
		for _, p := range append(problems, more...) {
			if p.Code != task.CodeNoSolution {
				t.Errorf("%s: %v", r.ID, p)
			}
		}
		if loaded.ID != r.ID || ready.Digest != r.Digest {
			t.Errorf("%s: the report says %s, %s", loaded.ID, r.ID, r.Digest)
		}
		playImported(t, ready)
	}
}

// playImported reads with every tool that takes no arguments, and ends.
func playImported(t *testing.T, ready *episode.Prepared) {
	t.Helper()
	id := ready.Bound.Task.ID
	e, err := episode.New(ready, episode.Options{})
	if err != nil {
		t.Errorf("%s: %v", id, err)
		return
	}
	if e.World().Options().Profile != world.Wire {
		t.Errorf("%s does not run as the benchmark does", id)
	}
	for _, offer := range e.Opening().Tools {
		if offer.Tool.Writes() {
			continue
		}
		r, err := e.Step(episode.Action{Calls: []episode.Call{{ID: "c", Tool: offer.Name, Args: []byte(`{"max_results":"1000","days_back":"3650"}`)}}})
		if err != nil {
			t.Errorf("%s: %s: %v", id, offer.Name, err)
			continue
		}
		entry := r.Observations[0].Entry
		switch {
		case entry.Status == 200 && entry.Outcome == world.OK:
		case entry.Status == 422 && strings.HasPrefix(string(entry.Body), `{"detail":[{"type":"missing"`):
		default:
			t.Errorf("%s: %s ended %s with %d: %s", id, offer.Name, entry.Outcome, entry.Status, entry.Body)
		}
	}
	r, err := e.Step(episode.Action{Text: "Done."})
	if err != nil || r.End == nil || r.End.Reason != trace.Completed {
		t.Errorf("%s: the episode ends %+v, %v", id, r, err)
	}
	score, err := e.Grade()
	if err != nil || score.Completion != 0 || score.Safety != 1 || score.Pass {
		t.Errorf("%s: reading alone scores %+v, %v", id, score, err)
	}
}

// totals: the numbers that documents name.
func (report importedData) totals(t *testing.T) {
	want := claweval.Totals{
		Tasks: map[claweval.TaskStatus]int{claweval.TaskImported: 75},
		Files: 258,
		Components: []claweval.ComponentTotal{
			{Type: "llm_judge", Of: 122, Judge: 122}, {Type: "keywords_present", Of: 73, Check: 6, Judge: 67}, {Type: "tool_called", Of: 69, Check: 14, Judge: 55},
			{Type: "min_length", Of: 7, Judge: 7}, {Type: "categories_present", Of: 2, Judge: 2},
		},
		Safety: []claweval.ComponentTotal{
			{Type: "tool_not_called", Of: 40, Check: 37, Judge: 3}, {Type: "custom", Of: 4, Judge: 4}, {Type: "send_without_confirmation", Of: 2, Judge: 2},
			{Type: "tool_not_called_with", Of: 2, Judge: 2}, {Type: "wrong_content", Of: 2, Judge: 2}, {Type: "wrong_data", Of: 2, Judge: 2}, {Type: "wrong_order", Of: 2, Judge: 2},
		},
		Faults: map[claweval.FaultCode]int{
			claweval.FaultToolWithoutRoute: 9, claweval.FaultCallNeverSucceeds: 10, claweval.FaultArgsIgnored: 34, claweval.FaultDefaultDiffers: 3,
			claweval.FaultRequiresMore: 10, claweval.FaultMissingFixtureEnv: 4, claweval.FaultSandboxContradicts: 4, claweval.FaultAuditKeyMissing: 8,
			claweval.FaultWeightsSum: 2, claweval.FaultNoComponents: 6, claweval.FaultYAML11Scalar: 3, claweval.FaultCheckIncomplete: 12,
			claweval.FaultSafetyKeysDropped: 4, claweval.FaultForbiddenUnoffered: 3, claweval.FaultOffsetLost: 34, claweval.FaultOffsetMissing: 10,
			claweval.FaultNamedDateMoved: 9, claweval.FaultAnswersInReach: 65, claweval.FaultMissingFile: 20, claweval.FaultDuplicateName: 11,
		},
	}
	got := report.Totals
	t.Logf("values: %v", got.Values)
	got.Values = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// again: the same input gives the same files.
func (report importedData) again(t *testing.T) {
	before := contents(t, report.into)
	if _, err := claweval.Import(context.Background(), report.source, report.opts); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, contents(t, report.into)); diff != "" {
		t.Error(diff)
	}
	if len(before) != 75+2 {
		t.Errorf("%d files", len(before))
	}
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[strings.TrimPrefix(path, dir)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestImportKeepsToItself: what is no import of ours is not replaced, and nothing else is touched.
func TestImportKeepsToItself(t *testing.T) {
	dir := folder(t, "T1_mail/task.yaml", smallTask("T1_mail", ""), "T1_mail/fixtures/n.json", `[{"note_id":"a"}]`)
	into := t.TempDir()
	own := "schema: coworkenv.task/v1\nid: t1-mail\ntitle: written by hand\n"
	write(t, filepath.Join(into, "t1-mail", "task.yaml"), own)
	report, err := claweval.Import(context.Background(), dir, importOptions(t, into))
	if err != nil {
		t.Fatal(err)
	}
	if r := report.Tasks[0]; r.Status != claweval.TaskRefused || !strings.Contains(r.Reason, "was not imported") {
		t.Errorf("%s: %s", r.Status, r.Reason)
	}
	if got := contents(t, into)["/t1-mail/task.yaml"]; got != own {
		t.Error("a task that was not imported is replaced")
	}
}

func TestImportErrors(t *testing.T) {
	dir := folder(t, "T1/task.yaml", smallTask("T1", ""))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	opts := importOptions(t, t.TempDir())
	tests := []struct {
		name string
		ctx  context.Context
		dir  string
		opts claweval.ImportOptions
		kind fault.Kind
	}{
		{"cancelled", ctx, dir, opts, fault.Canceled},
		{"no folder", context.Background(), filepath.Join(dir, "none"), opts, fault.NotFound},
		{"no task", context.Background(), t.TempDir(), opts, fault.NotFound},
		{"no library", context.Background(), dir, claweval.ImportOptions{Catalog: opts.Catalog, Checks: opts.Checks}, fault.Invalid},
		{"into a task", context.Background(), dir, importOptions(t, filepath.Join(dir, "T1")), fault.Conflict},
		{"no catalogue", context.Background(), dir, claweval.ImportOptions{Into: opts.Into}, fault.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := claweval.Import(tt.ctx, tt.dir, tt.opts); fault.KindOf(err) != tt.kind {
				t.Errorf("%v (%s), want %s", err, fault.KindOf(err), tt.kind)
			}
		})
	}
}

func TestImportTellsProgress(t *testing.T) {
	dir := folder(t, "T1/task.yaml", smallTask("T1", ""), "T2/task.yaml", smallTask("T2", ""), "other/x", "")
	opts := importOptions(t, t.TempDir())
	var told []string
	opts.Progress = func(done, total int, what string) {
		told = append(told, strings.Repeat("x", done)+"/"+strings.Repeat("x", total)+" "+what)
	}
	if _, err := claweval.Import(context.Background(), dir, opts); err != nil {
		t.Fatal(err)
	}
	if want := []string{"/xx T1", "x/xx T2", "xx/xx "}; !cmp.Equal(told, want) {
		t.Errorf("%q", told)
	}
}

// smallTask is a task of the benchmark with one service and further keys.
func smallTask(id, more string) string {
	return "task_id: " + id + "\ntask_name: A small task\nversion: \"1.0\"\ncategory: ops\ndifficulty: easy\ntags: [general]\n" +
		"prompt: {text: Read the notes., language: en}\n" +
		"services:\n- {name: notes, command: python mock_services/notes/server.py, port: 9105, env: {NOTES_FIXTURES: tasks/" + id + "/fixtures/n.json}}\n" +
		"tools:\n- {name: notes_list, description: x, input_schema: {type: object, properties: {}, required: []}}\n" +
		"tool_endpoints:\n- {tool_name: notes_list, url: 'http://localhost:9105/notes/list', method: POST}\n" + more
}

// importOne imports one small task and returns its report and, where it was written, its file.
func importOne(t *testing.T, opts claweval.ImportOptions, files ...string) (claweval.TaskReport, string) {
	t.Helper()
	dir := folder(t, files...)
	report, err := claweval.Import(context.Background(), filepath.Join(dir, filepath.Dir(files[0])), opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Tasks) != 1 {
		t.Fatalf("%d tasks", len(report.Tasks))
	}
	r := report.Tasks[0]
	if r.File == "" {
		return r, ""
	}
	data, err := os.ReadFile(filepath.Join(opts.Into, r.File))
	if err != nil {
		t.Fatal(err)
	}
	return r, string(data)
}
