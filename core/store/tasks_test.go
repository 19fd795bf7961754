package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

func ids(rows []store.TaskRow) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.ID)
	}
	return out
}

func TestTaskVersions(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	first, edited := task(1), task(1)
	edited.Digest, edited.Title = "digest-edited", "edited"
	edited.AddedAt = first.AddedAt.AddDate(0, 0, 1)
	ok(t, s.PutTasks(ctx, first))
	ok(t, s.PutTasks(ctx, edited))
	current, err := s.CurrentTask(ctx, first.ID)
	ok(t, err)
	if current.Digest != "digest-edited" {
		t.Errorf("current is %s", current.Digest)
	}
	if rows := collect(t, s.Tasks(ctx, nil)); len(rows) != 1 || rows[0].Title != "edited" {
		t.Errorf("listing shows %v", rows)
	}
	if old, err := s.Task(ctx, first.Digest); err != nil || old.Title != first.Title {
		t.Errorf("the old content: %v, %v", old, err)
	}
	ok(t, s.PutTasks(ctx, first)) // back to the old text
	if current, err := s.CurrentTask(ctx, first.ID); err != nil || current.Digest != first.Digest {
		t.Errorf("after going back current is %s, %v", current.Digest, err)
	}
	versions, err := s.TaskVersions(ctx, first.ID)
	ok(t, err)
	if diff := cmp.Diff([]string{first.Digest, "digest-edited"}, versions); diff != "" {
		t.Error(diff)
	}
	ok(t, s.RetireTask(ctx, first.ID))
	_, err = s.CurrentTask(ctx, first.ID)
	wantKind(t, err, fault.NotFound)
	wantKind(t, s.RetireTask(ctx, first.ID), fault.NotFound)
	if n, err := s.CountTasks(ctx, nil); err != nil || n != 0 {
		t.Errorf("%d tasks after retiring, %v", n, err)
	}
	if _, err := s.Task(ctx, first.Digest); err != nil {
		t.Errorf("a retired content is gone: %v", err)
	}
}

func TestReadingAgainKeepsWhatTheGateFound(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.PutTasks(ctx, task(1)))
	ok(t, s.SetTaskState(ctx, "digest-0001", store.TaskVerified))
	moved := task(1)
	moved.Path, moved.AddedAt = "elsewhere/task.yaml", moved.AddedAt.AddDate(1, 0, 0)
	ok(t, s.PutTasks(ctx, moved))
	got, err := s.Task(ctx, "digest-0001")
	ok(t, err)
	if got.State != store.TaskVerified || got.Path != "elsewhere/task.yaml" || !got.AddedAt.Equal(task(1).AddedAt) {
		t.Errorf("state %s, path %s, added %s", got.State, got.Path, got.AddedAt)
	}
}

func TestPutTasksRenames(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	old, other := task(1), task(2)
	ok(t, s.PutTasks(ctx, old, other))
	renamed := old
	renamed.ID = other.ID // and so it takes the place of the other one
	ok(t, s.PutTasks(ctx, renamed))
	got, err := s.CurrentTask(ctx, other.ID)
	ok(t, err)
	if got.Digest != old.Digest {
		t.Errorf("the current task %s has digest %s, want %s", other.ID, got.Digest, old.Digest)
	}
	_, err = s.CurrentTask(ctx, old.ID)
	wantKind(t, err, fault.NotFound)
}

func TestPutTasksRefuses(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.PutTasks(ctx, task(1)))
	change := func(edit func(*store.Task)) store.Task {
		v := task(2)
		edit(&v)
		return v
	}
	tests := []struct {
		name string
		task store.Task
		kind fault.Kind
	}{
		{"no digest", change(func(v *store.Task) { v.Digest = "" }), fault.Invalid},
		{"no id", change(func(v *store.Task) { v.ID = "" }), fault.Invalid},
		{"unknown state", change(func(v *store.Task) { v.State = "great" }), fault.Invalid},
		{"provenance", change(func(v *store.Task) { v.Provenance = []byte("{") }), fault.Invalid},
	}
	for _, tt := range tests {
		err := s.PutTasks(ctx, task(3), tt.task)
		if fault.KindOf(err) != tt.kind {
			t.Errorf("%s: %v has kind %s, want %s", tt.name, err, fault.KindOf(err), tt.kind)
		}
		if n, err := s.CountTasks(ctx, nil); err != nil || n != 1 {
			t.Errorf("%s: %d tasks afterwards (all or none), %v", tt.name, n, err)
		}
	}
	wantKind(t, s.SetTaskState(ctx, "nope", store.TaskFailed), fault.NotFound)
}

func TestHostileTexts(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	for i, text := range []string{"'; DROP TABLE tasks; --", "a\x00b", "\xff\xfe", strings.Repeat("长", 100_000), `["a","b"]`, "\u202e"} {
		v := task(i)
		v.Title, v.Request, v.Services = text, text, []string{strings.ToValidUTF8(text, "?"), "a,b", `q"q`, ""}
		ok(t, s.PutTasks(ctx, v))
		got, err := s.Task(ctx, v.Digest)
		ok(t, err)
		if diff := cmp.Diff(v, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestTaskListing(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	var all []store.Task
	for i := range 1203 { // three pages
		all = append(all, task(i))
	}
	ok(t, s.PutTasks(ctx, all...))
	rows := collect(t, s.Tasks(ctx, nil))
	if len(rows) != len(all) {
		t.Fatalf("%d rows, want %d", len(rows), len(all))
	}
	for i, r := range rows {
		want := all[i]
		want.Source = nil
		if diff := cmp.Diff(store.TaskRow{Task: want, Gate: "none", Decision: "none"}, r); diff != "" {
			t.Fatalf("row %d: %s", i, diff)
		}
	}
	for r, err := range s.Tasks(ctx, nil) { // reads and writes inside of a listing
		ok(t, err)
		if r.ID == "task-0003" {
			break
		}
		_, err := s.Task(ctx, r.Digest)
		ok(t, err)
		ok(t, s.SetTaskState(ctx, r.Digest, store.TaskVerified))
	}
	q, err := query.Parse("state:verified", store.TaskSchema())
	ok(t, err)
	if got := ids(collect(t, s.Tasks(ctx, q))); len(got) != 3 {
		t.Errorf("verified: %v", got)
	}
}

// fillFindings gives the tasks of a listing everything that is filtered by.
func fillFindings(t testing.TB, s *store.Store) {
	ctx := t.Context()
	for i := range 12 {
		ok(t, s.PutTasks(ctx, task(i)))
	}
	for i := range 9 {
		c := store.Certificate{TaskDigest: fmt.Sprintf("digest-%04d", i), Passed: i%2 == 0, Difficulty: "hard"}
		ok(t, s.PutCertificate(ctx, c, []store.Finding{{Round: "leak", Code: fmt.Sprintf("L%d", i%3), Severity: "error"}}))
	}
	ok(t, s.MarkStale(ctx, "digest-0002", "digest-0003"))
	for i := range 60 {
		v := trial(i)
		if i%7 == 0 {
			v.Status = store.TrialEnvError
		}
		_, err := s.PutTrial(ctx, v)
		ok(t, err)
	}
	for i, verdict := range []store.Verdict{store.Accept, store.Reject, store.Flag, store.Skip, store.Accept} {
		_, err := s.Decide(ctx, store.Decision{Kind: "task", Digest: fmt.Sprintf("digest-%04d", i), Verdict: verdict, Reviewer: "r"},
			store.Decision{Kind: store.KindTrial, Digest: fmt.Sprintf("trial-%06d", i*3), Verdict: verdict, Reviewer: "r"})
		ok(t, err)
	}
	_, err := s.Undo(ctx, "task", "digest-0004", "r", "")
	ok(t, err)
}

// What SQL selects is what Match selects of the rows that are shown.
func TestTaskFilters(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	fillFindings(t, s)
	all := collect(t, s.Tasks(ctx, nil))
	tests := []struct {
		src  string
		want int // number of tasks; -1: some, but not all
	}{
		{"", 12},
		{"svc:crm", 12},
		{"svc:gmail fam:escalation", -1},
		{"gate:none", 3},
		{"gate:stale", 2},
		{"gate:passed OR gate:failed", 7},
		{"state:verified", 5},
		{"measured:hard", 9},
		{"-measured:*", 3},
		{"decision:none", 8},
		{"decision:accept", 1},
		{"-decision:none -decision:accept", 3},
		{"score<0.5", -1},
		{"score>=0 -score<0.5", -1},
		{"-score:*", 2},
		{"passrate=0 OR passrate>0.9", -1},
		{"trials=6", 10},
		{"trials=0", 2},
		{"lang:zh rechnung", 6},
		{"überfällig", 12},
		{"ÜBERFÄLLIGE", 12},
		{`"invoice 1"`, 3},
		{"added:2026-03-10", 12},
		{"added>=2026-03-10T12:00", -1},
		{"diff:easy cap:dates path:tasks/1/", 1},
		{"id:TASK-0004", 1},
		{"digest:digest-0004", 1},
		{"nothing", 0},
	}
	for _, tt := range tests {
		q, err := query.Parse(tt.src, store.TaskSchema())
		ok(t, err)
		var want []string
		for _, r := range all {
			if q.Match(r.Field) {
				want = append(want, r.ID)
			}
		}
		got := ids(collect(t, s.Tasks(ctx, q)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: Match - SQL + %s", tt.src, diff)
		}
		if tt.want >= 0 && len(got) != tt.want || tt.want < 0 && (len(got) == 0 || len(got) == len(all)) {
			t.Errorf("%s: selects %d of %d, want %d", tt.src, len(got), len(all), tt.want)
		}
		if n, err := s.CountTasks(ctx, q); err != nil || n != len(got) {
			t.Errorf("%s: count %d, %v; want %d", tt.src, n, err, len(got))
		}
	}
	q, err := query.Parse("finding:l1", store.TaskSchema())
	ok(t, err)
	if got := ids(collect(t, s.Tasks(ctx, q))); len(got) != 3 {
		t.Errorf("finding:l1 selects %v", got)
	}
}

// Every field of a schema is known to SQL and to the rows.
func TestEveryFieldIsKnown(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	fillFindings(t, s)
	row := collect(t, s.Tasks(ctx, nil))[1]
	for _, f := range store.TaskSchema().Fields {
		if f.Name == "finding" {
			continue
		}
		if v, known := row.Field(f.Name); !known || v == nil {
			t.Errorf("a task has no value of %s", f.Name)
		}
		anyOf(t, f, store.TaskSchema(), func(q *query.Query) (int, error) { return s.CountTasks(ctx, q) })
	}
	v := trial(1)
	v.ID, v.ItemID, v.RunID = "in-run", "in-run", "run"
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	_, err := s.PutTrial(ctx, v)
	ok(t, err)
	rows := collect(t, s.Trials(ctx, store.TrialsOf{RunID: "run"}))
	if len(rows) != 1 {
		t.Fatalf("%d trials of the run", len(rows))
	}
	for _, f := range store.TrialSchema().Fields {
		if v, known := rows[0].Field(f.Name); !known || v == nil {
			t.Errorf("a trial has no value of %s", f.Name)
		}
		anyOf(t, f, store.TrialSchema(), func(q *query.Query) (int, error) { return s.CountTrials(ctx, store.TrialsOf{Where: q}) })
	}
}

// anyOf checks that field:* selects rows, so that the field has a column.
func anyOf(t *testing.T, f query.Field, schema query.Schema, count func(*query.Query) (int, error)) {
	t.Helper()
	q, err := query.Parse(f.Name+":*", schema)
	ok(t, err)
	if n, err := count(q); err != nil || n == 0 {
		t.Errorf("%s:* selects %d, %v", f.Name, n, err)
	}
}

func TestCertificates(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.PutTasks(ctx, task(1), task(2)))
	first := store.Certificate{TaskDigest: "digest-0001", Passed: false, Difficulty: "easy", Versions: []byte(`{"record":1}`), Body: []byte(`{"rounds":8}`)}
	findings := []store.Finding{
		{Round: "oracle", Code: "O100", Severity: "error", Path: "solution[0]", Message: "m", Hint: "h", Evidence: []byte(`{"call":1}`)},
		{Round: "leak", Code: "L200", Severity: "info"},
	}
	ok(t, s.PutCertificate(ctx, first, findings))
	got, err := s.Findings(ctx, "digest-0001")
	ok(t, err)
	if diff := cmp.Diff(findings, got); diff != "" {
		t.Error(diff)
	}
	if v, err := s.Task(ctx, "digest-0001"); err != nil || v.State != store.TaskFailed {
		t.Errorf("state after a failed gate: %s, %v", v.State, err)
	}
	ok(t, s.MarkStale(ctx, "digest-0001"))
	if c, err := s.Certificate(ctx, "digest-0001"); err != nil || !c.Stale {
		t.Errorf("stale: %v, %v", c, err)
	}
	second := first
	second.Passed = true
	ok(t, s.PutCertificate(ctx, second, nil))
	second.CreatedAt = epoch
	c, err := s.Certificate(ctx, "digest-0001")
	ok(t, err)
	if diff := cmp.Diff(second, c); diff != "" {
		t.Errorf("a new certificate is not stale and has the new findings: %s", diff)
	}
	if got, err := s.Findings(ctx, "digest-0001"); err != nil || len(got) != 0 {
		t.Errorf("findings of the earlier certificate stay: %v, %v", got, err)
	}
	if v, err := s.Task(ctx, "digest-0001"); err != nil || v.State != store.TaskVerified {
		t.Errorf("state after a passed gate: %s, %v", v.State, err)
	}
	ok(t, s.PutCertificate(ctx, store.Certificate{TaskDigest: "digest-0002"}, nil))
	ok(t, s.RetireTask(ctx, "task-0002"))
	if all := collect(t, s.Certificates(ctx)); len(all) != 1 || all[0].TaskDigest != "digest-0001" {
		t.Errorf("certificates of current tasks: %v", all)
	}
	_, err = s.Certificate(ctx, "nope")
	wantKind(t, err, fault.NotFound)
	wantKind(t, s.PutCertificate(ctx, store.Certificate{TaskDigest: "nope"}, nil), fault.NotFound)
	if err := s.PutCertificate(ctx, first, []store.Finding{{Code: "X", Severity: "fatal"}}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("unknown severity: %v", err)
	}
	if c, err := s.Certificate(ctx, "digest-0001"); err != nil || !c.Passed {
		t.Errorf("a refused certificate was half written: %v, %v", c, err)
	}
}
