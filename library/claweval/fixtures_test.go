package claweval_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/library/claweval"
	"coworkenv.dev/coworkenv/services/all"
)

func catalogOf(t testing.TB) *world.Catalog {
	t.Helper()
	c, err := all.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// folder makes a tasks folder; files are name, text, name, text, ...
func folder(t *testing.T, files ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tasks")
	for i := 0; i < len(files); i += 2 {
		write(t, filepath.Join(dir, files[i]), files[i+1])
	}
	return dir
}

func served(f claweval.ServiceFixture) string {
	out := f.Name + ":"
	for _, records := range f.Records {
		for _, r := range records {
			out += " " + r.String()
		}
	}
	return out
}

func TestReadFixtures(t *testing.T) {
	dir := folder(t,
		"T900_x/task.yaml", `task_id: T900_x
services:
  - {name: notes, command: python mock_services/notes/server.py, port: 9105, env: {NOTES_FIXTURES: tasks/T900_x/fixtures/notes/n.json}}
  - {name: gmail, command: python mock_services/gmail/server.py, port: 9100}
  - {name: kb, command: python mock_services/kb/server.py, port: 9106}
  - {name: ocr_t50, command: python mock_services/ocr/server.py, port: 9120, env: {PORT: 9121, OCR_FIXTURES: tasks/T900_x/fixtures, OCR_FILENAME: a.txt}}
  - {name: caption, command: python mock_services/caption/server.py, port: 9118, env: {CAPTION_FIXTURES: tasks/T900_x/fixtures}}
  - {name: documents, command: python mock_services/documents/server.py, port: 9117, env: {DOCUMENTS_BASE_DIR: tasks/T900_x/docs}}
  - {name: web_real, command: python mock_services/web_real/server.py, port: 9114}
  - {name: payroll, command: python mock_services/payroll/server.py, port: 9200}
`,
		"T900_x/fixtures/notes/n.json", `[{"zz":1E2,"note_id":"n1","extra":{"b":[1.50,10],"a":"\u00e9"}}]`,
		"T001zh_mail/fixtures/gmail/inbox.json", `[{"message_id":"m1"}]`,
		"T900_x/fixtures/ocr/a.txt", "seen\r\n",
		"T900_x/fixtures/caption.txt", "a cat",
		"T900_x/docs/sub/bad.pdf", "no PDF",
		"T900_x/docs/note.txt", "x",
	)
	f, err := claweval.ReadFixtures(filepath.Join(dir, "T900_x"), catalogOf(t), readers)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`notes: {"zz":100.0,"note_id":"n1","extra":{"b":[1.5,10],"a":"é"}}`,
		`gmail: {"message_id":"m1"}`,
		`kb:`,
		`ocr_t50: {"image_path":"a.txt","text":"seen\n","confidence":0.95,"language":"mixed"}`,
		`caption: {"image_path":"caption.txt","caption":"a cat","confidence":0.92}`,
		`documents: {"path":"note.txt"}`,
	}
	var got []string
	ports := []int{}
	for _, s := range f.Services {
		got = append(got, served(s))
		ports = append(ports, s.Port)
	}
	if !slices.Equal(got, want) {
		t.Errorf("served\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !slices.Equal(ports, []int{9105, 9100, 9106, 9121, 9118, 9117}) {
		t.Errorf("ports %v", ports)
	}
	if f.TaskID != "T900_x" || len(f.Skipped) != 2 || f.Skipped[0].Name != "web_real" || f.Skipped[1].Reason != "there is no service payroll" {
		t.Errorf("task %s, skipped %v", f.TaskID, f.Skipped)
	}
	if len(f.Warnings) != 2 || !strings.HasPrefix(f.Warnings[0], "kb: KB_FIXTURES names no fixture") || !strings.Contains(f.Warnings[1], "bad.pdf") {
		t.Errorf("warnings %q", f.Warnings)
	}
}

func TestReadFixturesRefuses(t *testing.T) {
	service := func(env string) string {
		return "services:\n  - {name: notes, command: python mock_services/notes/server.py, env: {NOTES_FIXTURES: '" + env + "'}}\n"
	}
	outside := filepath.Join(t.TempDir(), "secret.json")
	write(t, outside, "[]")
	tests := []struct {
		name, yaml, fixture string
		kind                fault.Kind
	}{
		{"absent fixture", service("tasks/T1/none.json"), "[]", fault.NotFound},
		{"outside by dots", service("tasks/../../secret.json"), "[]", fault.Invalid},
		{"outside by dots within", service("tasks/T1/../../x.json"), "[]", fault.Invalid},
		{"absolute", service("/etc/passwd"), "[]", fault.Invalid},
		{"relative to the task", service("fixtures/n.json"), "[]", fault.Invalid},
		{"a folder", service("tasks/T1"), "[]", fault.Invalid},
		{"symbolic link out", service("tasks/T1/link.json"), "[]", fault.Invalid},
		{"no JSON", service("tasks/T1/n.json"), "[", fault.Invalid},
		{"no array", service("tasks/T1/n.json"), `{"a":1}`, fault.Invalid},
		{"no objects", service("tasks/T1/n.json"), `[1]`, fault.Invalid},
		{"no YAML", "services: [", "[]", fault.Invalid},
		{"no mapping", "- a", "[]", fault.Invalid},
		{"service no mapping", "services: [a]", "[]", fault.Invalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := folder(t, "T1/task.yaml", tt.yaml, "T1/n.json", tt.fixture)
			if err := os.Symlink(outside, filepath.Join(dir, "T1", "link.json")); err != nil {
				t.Fatal(err)
			}
			f, err := claweval.ReadFixtures(filepath.Join(dir, "T1"), catalogOf(t), readers)
			if fault.KindOf(err) != tt.kind {
				t.Errorf("%+v, %v (%s), want %s", f, err, fault.KindOf(err), tt.kind)
			}
		})
	}
	if _, err := claweval.ReadFixtures(filepath.Join(t.TempDir(), "none", "T1"), catalogOf(t), readers); fault.KindOf(err) != fault.NotFound {
		t.Errorf("absent tasks folder: %v", err)
	}
	twice := folder(t, "T1/task.yaml", service("tasks/T1/n.json"), "T1/n.json", `[{"note_id":"a"},{"note_id":"a"}]`)
	f, err := claweval.ReadFixtures(filepath.Join(twice, "T1"), catalogOf(t), readers)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Instances(); fault.KindOf(err) != fault.Invalid {
		t.Errorf("two records with one id: %v", err)
	}
}

func TestReadersMayBeAbsent(t *testing.T) {
	dir := folder(t, "T1/x", "")
	tasks, err := claweval.OpenTasks(dir, claweval.Readers{})
	if err != nil {
		t.Fatal(err)
	}
	defer tasks.Close()
	for _, name := range []string{"ocr", "caption", "documents"} {
		s, _ := catalogOf(t).Service(name)
		f, err := tasks.Service(s, map[string]string{"DOCUMENTS_BASE_DIR": "tasks/T1"})
		if err != nil || len(f.Warnings) != 1 || len(f.Records) != 0 {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

// TestPicturesFallBack: without a text of its own a task is served the benchmark's default.
func TestPicturesFallBack(t *testing.T) {
	dir := folder(t, "T072_menu/fixtures/ocr/menu_ocr.txt", "menu", "T1/fixtures/ocr/a.txt", "a", "T1/fixtures/ocr/b.txt", "b")
	tasks, err := claweval.OpenTasks(dir, readers)
	if err != nil {
		t.Fatal(err)
	}
	defer tasks.Close()
	tests := []struct {
		env  map[string]string
		want string
	}{
		{nil, "menu"},
		{map[string]string{"OCR_FIXTURES": "tasks/T1/fixtures"}, "menu"},
		{map[string]string{"OCR_FIXTURES": "tasks/T9/fixtures", "OCR_FILENAME": "a.txt"}, "menu"},
		{map[string]string{"OCR_FIXTURES": "tasks/T1/fixtures", "OCR_FILENAME": "a.txt"}, "a"},
		{map[string]string{"OCR_FIXTURES": "tasks/T1/fixtures", "OCR_FILENAMES": "x.txt,a.txt, b.txt"}, "--- Document 2: a.txt ---\na\n\n--- Document 3: b.txt ---\nb"},
	}
	s, _ := catalogOf(t).Service("ocr")
	for _, tt := range tests {
		f, err := tasks.Service(s, tt.env)
		if err != nil {
			t.Fatal(err)
		}
		if got := field[string](f.Records["ocr.images"][0], "text"); got != tt.want {
			t.Errorf("%v: text %q, want %q", tt.env, got, tt.want)
		}
	}
}

// TestEveryTaskIsServed reads every task of the test data and builds its services.
func TestEveryTaskIsServed(t *testing.T) {
	dir := sharedtest.Dir(t, "data", "claw-eval", "tasks")
	folders, err := fs.Glob(os.DirFS(dir), "T*")
	if err != nil || len(folders) < 70 {
		t.Fatalf("%d tasks, %v", len(folders), err)
	}
	catalog, services, tasks := catalogOf(t), 0, 0
	for _, name := range folders {
		f, err := claweval.ReadFixtures(filepath.Join(dir, name), catalog, readers)
		if fault.KindOf(err) == fault.NotFound { // a twin's fixture that is not among the test data
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		instances, err := f.Instances()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		set, err := serve.NewWireServices(instances, serve.WireOptions{Clock: det.System()})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		set.Close()
		services += len(instances)
		tasks++
	}
	t.Logf("%d services of %d tasks", services, tasks)
	if services < 150 {
		t.Errorf("only %d services", services)
	}
}

func FuzzFixture(f *testing.F) {
	for _, seed := range []string{`[]`, `[{"a":1.50}]`, `[{"note_id":"x","a":[{}]}]`, `{}`, "\ufeff[]", `[{"a":NaN}]`, `[{"note_id":5},{"note_id":5.0}]`} {
		f.Add([]byte(seed))
	}
	catalog, err := all.Catalog()
	if err != nil {
		f.Fatal(err)
	}
	service, _ := catalog.Service("notes")
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := folder(t, "T1/n.json", string(data))
		tasks, err := claweval.OpenTasks(dir, readers)
		if err != nil {
			t.Fatal(err)
		}
		defer tasks.Close()
		fixture, err := tasks.Service(service, map[string]string{"NOTES_FIXTURES": "tasks/T1/n.json"})
		if err != nil {
			return
		}
		image, err := fixture.Image()
		if err != nil {
			return
		}
		for r := range world.New(image, world.Options{}).State().Records("notes.notes") {
			if _, err := value.Parse(r.JSON()); err != nil {
				t.Fatalf("record %q: %v", r.JSON(), err)
			}
		}
	})
}
