package synth

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// The media types of the files that drafts come with.
const (
	PDF = "application/pdf"
	PNG = "image/png"
)

// Asset adds a file that a record names by its path: a scan or a document whose text is given. The
// file is drawn from the text alone, so that it need not be kept until the task is written.
func (d *Draft) Asset(path, media, text string) {
	data, err := drawAsset(media, text)
	if err != nil {
		d.fail("draw %s: %v", path, err)
		return
	}
	d.parts["assets"] += fmt.Sprintf("- {path: %s, sha256: %s, media_type: %s, text: %s}\n", quote(path), det.SHA256Hex(data), media, quote(text))
}

// Scan adds a scanned page: a picture, or a PDF where its script has no glyphs here. It returns the
// path with the ending of its kind.
func (d *Draft) Scan(path, text string) string {
	media, ending := PNG, ".png"
	if d.Chinese() {
		media, ending = PDF, ".pdf"
	}
	d.Asset(path+ending, media, text)
	return path + ending
}

// AssetFile draws the file of an asset that a draft added.
func AssetFile(a task.Asset) ([]byte, error) {
	data, err := drawAsset(a.MediaType, a.Text)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "draw asset %s", a.Path)
	}
	if det.SHA256Hex(data) != a.SHA256 {
		return nil, fault.New(fault.Conflict, "asset %s has another SHA-256 than its text gives", a.Path).WithHint("it was made by another build; make the task anew")
	}
	return data, nil
}

func drawAsset(media, text string) ([]byte, error) {
	lines := strings.Split(text, "\n")
	switch media {
	case PDF:
		return drawPDF(lines), nil
	case PNG:
		return drawScan(lines)
	}
	return nil, fmt.Errorf("no files of type %s can be drawn", media)
}
