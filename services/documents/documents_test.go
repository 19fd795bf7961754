package documents_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/documents"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var shelf = map[string]string{"documents.files": `[
	{"path":"reports/q1.pdf","pages":[" One ","Two","Three"]},
	{"path":"memo.PDF","text":"First\fSecond"},
	{"path":"scan.pdf","page_count":4,"text":"No breaks"},
	{"path":"blank.pdf"},
	{"path":"notes.txt","text":"x"}]`}

func steps() []servicetest.Step {
	const tool = "documents_extract_text"
	return []servicetest.Step{
		{Name: "all pages", Tool: tool, Args: `{"path":"reports/q1.pdf"}`, Shows: []string{"reports/q1.pdf"},
			Want: `{"path":"reports/q1.pdf","page_count":3,"pages_returned":3,"text":"One \n\nTwo\n\nThree"}`},
		{Name: "first pages", Tool: tool, Args: `{"path":"./reports//q1.pdf","max_pages":2}`,
			Want: `{"path":"reports/q1.pdf","page_count":3,"pages_returned":2,"text":"One \n\nTwo"}`},
		{Name: "more than there are", Tool: tool, Args: `{"path":"reports/q1.pdf","max_pages":9}`,
			Want: `{"path":"reports/q1.pdf","page_count":3,"pages_returned":3,"text":"One \n\nTwo\n\nThree"}`},
		{Name: "pages within the text", Tool: tool, Args: `{"path":"memo.PDF","max_pages":1}`, Want: `{"path":"memo.PDF","page_count":2,"pages_returned":1,"text":"First"}`},
		{Name: "a declared number of pages", Tool: tool, Args: `{"path":"scan.pdf"}`, Want: `{"path":"scan.pdf","page_count":4,"pages_returned":4,"text":"No breaks"}`},
		{Name: "no text", Tool: tool, Args: `{"path":"blank.pdf"}`, Want: `{"path":"blank.pdf","page_count":1,"pages_returned":1,"text":""}`},
		{Name: "not there", Tool: tool, Args: `{"path":"nope.pdf"}`, Outcome: world.Missing, Want: `{"detail":"File not found: nope.pdf"}`},
		{Name: "no PDF", Tool: tool, Args: `{"path":"notes.txt"}`, Outcome: world.Invalid, Want: `{"detail":"Only PDF files are supported"}`},
		{Name: "a folder", Tool: tool, Args: `{"path":"reports"}`, Outcome: world.Invalid, Want: `{"detail":"Only PDF files are supported"}`},
		{Name: "the folder of all", Tool: tool, Args: `{"path":""}`, Outcome: world.Invalid, Want: `{"detail":"Only PDF files are supported"}`},
		{Name: "absolute", Tool: tool, Args: `{"path":"/etc/passwd"}`, Outcome: world.Invalid, Want: `{"detail":"Path escapes base directory: /etc/passwd"}`},
		{Name: "upwards", Tool: tool, Args: `{"path":"reports/../../x.pdf"}`, Outcome: world.Invalid, Want: `{"detail":"Path escapes base directory: reports/../../x.pdf"}`},
	}
}

func TestDocuments(t *testing.T) {
	servicetest.Play(t, servicetest.Start(t, documents.Service(), world.Options{}, shelf), steps())
	servicetest.Play(t, servicetest.StartWire(t, documents.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), shelf), append(steps(),
		servicetest.Step{Name: "none is all", Tool: "documents_extract_text", Args: `{"path":"memo.PDF","max_pages":0}`, Want: `{"path":"memo.PDF","page_count":2,"pages_returned":2,"text":"First\n\nSecond"}`},
		servicetest.Step{Name: "a negative number drops from the end", Tool: "documents_extract_text", Args: `{"path":"reports/q1.pdf","max_pages":-2}`, Want: `{"path":"reports/q1.pdf","page_count":3,"pages_returned":1,"text":"One"}`},
	))
}

func TestStatuses(t *testing.T) {
	w := servicetest.Start(t, documents.Service(), world.Options{}, shelf)
	for path, want := range map[string]int{"nope.pdf": 404, "../nope.pdf": 400, "notes.txt": 400, "memo.PDF": 200} {
		if e := w.Call(world.Agent, "documents_extract_text", []byte(`{"path":"`+path+`"}`)); e.Status != want {
			t.Errorf("%s: status %d, want %d", path, e.Status, want)
		}
	}
}

func TestAuditHoldsNoText(t *testing.T) {
	w := servicetest.StartWire(t, documents.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), map[string]string{"documents.files": `[{"path":"a.pdf","text":"naïve"}]`})
	e := w.Call(world.Agent, "documents_extract_text", []byte(`{"path":"a.pdf"}`))
	if diff := cmp.Diff(`{"path":"a.pdf","page_count":1,"pages_returned":1,"text_length":5}`, string(e.Ref.Audit.Body(e))); diff != "" {
		t.Errorf("audit (-want +got)\n%s", diff)
	}
}

func TestWhatAnExtractionShows(t *testing.T) {
	w := servicetest.Start(t, documents.Service(), world.Options{}, shelf)
	for path, want := range map[string][]string{
		"reports/q1.pdf": {"path", "pages"},
		"memo.PDF":       {"path", "text"},
		"scan.pdf":       {"path", "page_count", "text"},
		"blank.pdf":      {"path"},
	} {
		e := w.Call(world.Agent, "documents_extract_text", []byte(`{"path":"`+path+`","max_pages":1}`))
		if diff := cmp.Diff(want, e.Shown[0].Fields()); diff != "" {
			t.Errorf("%s shows (-want +got)\n%s", path, diff)
		}
	}
}
