package ocr_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/ocr"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var album = map[string]string{"ocr.images": `[
	{"image_path":"scans/menu.png","text":"Soup 4.50"},
	{"image_path":"badge.png","text":"Kim","confidence":0.5,"language":"en"}]`}

const (
	menu  = `{"text":"Soup 4.50","confidence":0.95,"language":"mixed"}`
	badge = `{"text":"Kim","confidence":0.5,"language":"en"}`
)

func TestPicturesByPath(t *testing.T) {
	w := servicetest.Start(t, ocr.Service(), world.Options{}, album)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "defaults", Tool: "ocr_extract_text", Args: `{"image_path":"scans/menu.png"}`, Want: menu, Shows: []string{"scans/menu.png"}},
		{Name: "own values", Tool: "ocr_extract_text", Args: `{"image_path":"./badge.png"}`, Want: badge, Shows: []string{"badge.png"}},
		{Name: "unknown", Tool: "ocr_extract_text", Args: `{"image_path":"menu.png"}`, Outcome: world.Missing, Want: `{"error":"Image menu.png not found"}`},
		{Name: "no path", Tool: "ocr_extract_text", Args: `{}`, Outcome: world.Invalid},
	})
}

func TestWireServesTheFixture(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	w := servicetest.StartWire(t, ocr.Service(), now, album)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "any path", Tool: "ocr_extract_text", Args: `{"image_path":"whatever"}`, Want: menu},
		{Name: "no path", Tool: "ocr_extract_text", Args: `{}`, Want: menu},
		{Name: "a known path", Tool: "ocr_extract_text", Args: `{"image_path":"badge.png"}`, Want: badge},
		{Name: "null", Tool: "ocr_extract_text", Args: `{"image_path":null}`, Outcome: world.Invalid},
	})
	empty := servicetest.StartWire(t, ocr.Service(), now, nil)
	servicetest.Play(t, empty, []servicetest.Step{{Name: "no picture", Tool: "ocr_extract_text", Args: `{}`, Want: `{"text":"","confidence":0.95,"language":"mixed"}`}})
}

func TestFixture(t *testing.T) {
	folder := fstest.MapFS{
		"menu_ocr.txt": {Data: []byte("menu\r\nsoup")},
		"a.txt":        {Data: []byte("A\n")},
		"b.txt":        {Data: []byte("B")},
		"empty.txt":    {Data: nil},
		"bad.txt":      {Data: []byte("x\xffy")},
	}
	tests := []struct {
		name       string
		fixture    ocr.Fixture
		path, text string
	}{
		{"nothing set", ocr.Fixture{}, "menu_ocr.txt", "menu\nsoup"},
		{"one file", ocr.Fixture{Filename: "a.txt"}, "a.txt", "A\n"},
		{"several", ocr.Fixture{Filename: "b.txt", Filenames: "a.txt, gone.txt,b.txt"}, "a.txt", "--- Document 1: a.txt ---\nA\n\n\n--- Document 3: b.txt ---\nB"},
		{"several that is one", ocr.Fixture{Filenames: "empty.txt"}, "empty.txt", "--- Document 1: empty.txt ---\n"},
		{"none of several", ocr.Fixture{Filename: "b.txt", Filenames: "gone.txt, ,also.txt"}, "b.txt", "B"},
		{"bytes that are no text", ocr.Fixture{Filename: "bad.txt"}, "bad.txt", "x\ufffdy"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := tt.fixture.Record(folder)
			if err != nil {
				t.Fatal(err)
			}
			path, _ := r.Get("image_path")
			text, _ := r.Get("text")
			if diff := cmp.Diff([]any{tt.path, tt.text}, []any{path, text}); diff != "" {
				t.Errorf("record (-want +got)\n%s", diff)
			}
		})
	}
}

func TestFixtureRefuses(t *testing.T) {
	folder := fstest.MapFS{"big.txt": {Data: []byte(strings.Repeat("x", 16<<20+1))}, "half.txt": {Data: []byte(strings.Repeat("x", 9<<20))}}
	tests := []struct {
		name    string
		fixture ocr.Fixture
		want    fault.Kind
	}{
		{"absent", ocr.Fixture{Filename: "gone.txt"}, fault.NotFound},
		{"outside", ocr.Fixture{Filename: "../secret.txt"}, fault.Invalid},
		{"one outside", ocr.Fixture{Filenames: "half.txt,/etc/passwd"}, fault.Invalid},
		{"too large", ocr.Fixture{Filename: "big.txt"}, fault.Exhausted},
		{"too large together", ocr.Fixture{Filenames: "half.txt,half.txt"}, fault.Exhausted},
	}
	for _, tt := range tests {
		if _, err := tt.fixture.Record(folder); fault.KindOf(err) != tt.want {
			t.Errorf("%s: error %v, want the kind %s", tt.name, err, tt.want)
		}
	}
}
