package caption_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/caption"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var album = map[string]string{"caption.images": `[
	{"image_path":"desk.jpg","caption":"A desk"},
	{"image_path":"logo.png","caption":"A whale","confidence":0.4}]`}

func TestPicturesByPath(t *testing.T) {
	w := servicetest.Start(t, caption.Service(), world.Options{}, album)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "default", Tool: "caption_describe_image", Args: `{"image_path":"desk.jpg"}`, Want: `{"caption":"A desk","confidence":0.92}`, Shows: []string{"desk.jpg"}},
		{Name: "own value", Tool: "caption_describe_image", Args: `{"image_path":"x/../logo.png"}`, Want: `{"caption":"A whale","confidence":0.4}`, Shows: []string{"logo.png"}},
		{Name: "unknown", Tool: "caption_describe_image", Args: `{"image_path":"Desk.jpg"}`, Outcome: world.Missing, Want: `{"error":"Image Desk.jpg not found"}`},
		{Name: "no path", Tool: "caption_describe_image", Outcome: world.Invalid},
	})
}

func TestWireServesTheFixture(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	servicetest.Play(t, servicetest.StartWire(t, caption.Service(), now, album), []servicetest.Step{
		{Name: "any path", Tool: "caption_describe_image", Args: `{"image_path":"whatever"}`, Want: `{"caption":"A desk","confidence":0.92}`},
		{Name: "no path", Tool: "caption_describe_image", Args: `{}`, Want: `{"caption":"A desk","confidence":0.92}`},
	})
	servicetest.Play(t, servicetest.StartWire(t, caption.Service(), now, nil), []servicetest.Step{
		{Name: "no picture", Tool: "caption_describe_image", Args: `{}`, Want: `{"caption":"","confidence":0.92}`, Shows: []string{}},
	})
}

func TestRecord(t *testing.T) {
	tests := []struct {
		name   string
		folder fstest.MapFS
		want   string
	}{
		{"no file", fstest.MapFS{}, `{"image_path":"caption.txt","caption":"","confidence":0.92}`},
		{"a file", fstest.MapFS{"caption.txt": {Data: []byte("A\r\nB\n")}}, `{"image_path":"caption.txt","caption":"A\nB\n","confidence":0.92}`},
	}
	for _, tt := range tests {
		r, err := caption.Record(tt.folder)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, string(value.Append(nil, r))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
	big := fstest.MapFS{"caption.txt": {Data: []byte(strings.Repeat("x", 1<<20+1))}}
	if _, err := caption.Record(big); fault.KindOf(err) != fault.Exhausted {
		t.Errorf("a file that is too large: error %v", err)
	}
}
