package synth

import (
	"bytes"
	"fmt"
	"image/png"
	"regexp"
	"strconv"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/task"
)

func TestPDFPointsAtItsObjects(t *testing.T) {
	for _, text := range []string{"Contract (draft) of Harbor Foods \\ 2026", "框架协议\n甲方：北风公司", "a line that is much longer than the page is wide and therefore has to be broken somewhere in it"} {
		data, err := drawAsset(PDF, text)
		if err != nil {
			t.Fatal(err)
		}
		places := regexp.MustCompile(`(?m)^([0-9]{10}) 00000 n $`).FindAllSubmatch(data, -1)
		if len(places) < 5 {
			t.Fatalf("%q: %d objects", text, len(places))
		}
		for i, m := range places {
			at, _ := strconv.Atoi(string(m[1]))
			if want := fmt.Sprintf("%d 0 obj\n", i+1); !bytes.HasPrefix(data[at:], []byte(want)) {
				t.Errorf("%q: object %d is not at %d", text, i+1, at)
			}
		}
		m := regexp.MustCompile(`startxref\n([0-9]+)\n%%EOF\n$`).FindSubmatch(data)
		if at, _ := strconv.Atoi(string(m[1])); !bytes.HasPrefix(data[at:], []byte("xref\n")) {
			t.Errorf("%q: no table at %d", text, at)
		}
	}
}

func TestScanShowsItsText(t *testing.T) {
	one, err := drawAsset(PNG, "TOTAL EUR 12.00")
	if err != nil {
		t.Fatal(err)
	}
	two, err := drawAsset(PNG, "TOTAL EUR 12.01")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(one, two) {
		t.Error("one cent makes no difference in the picture")
	}
	img, err := png.Decode(bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() < 100 || b.Dy() < 20 {
		t.Errorf("the picture is %v", b)
	}
	if _, err := drawAsset(PNG, "合计"); err == nil {
		t.Error("a script without glyphs was drawn")
	}
}

func TestAssetFileIsTheDeclaredOne(t *testing.T) {
	data, err := drawAsset(PDF, "terms")
	if err != nil {
		t.Fatal(err)
	}
	a := task.Asset{Path: "a.pdf", MediaType: PDF, Text: "terms", SHA256: det.SHA256Hex(data)}
	if got, err := AssetFile(a); err != nil || !bytes.Equal(got, data) {
		t.Errorf("another file: %v", err)
	}
	a.Text = "other terms"
	if _, err := AssetFile(a); err == nil {
		t.Error("a text that does not belong to the sum was drawn")
	}
}
