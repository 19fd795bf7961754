package ocr

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Fixture names the text files of a benchmark task, as its environment variables do.
type Fixture struct {
	Filename  string // OCR_FILENAME: one file; "" = menu_ocr.txt
	Filenames string // OCR_FILENAMES: several, separated by commas; joined under headings
}

// maxFixture bounds the bytes of all files together.
const maxFixture = 16 << 20

// Record makes the record of images that the benchmark would serve from folder, the "ocr"
// folder of a task's fixtures. Of several files each existing one is a document under a
// heading that counts its place in the list; where none exists the one file counts. Without
// any file the error is fault.NotFound.
func (f Fixture) Record(folder fs.FS) (*value.Object, error) {
	if names := f.names(); len(names) > 0 {
		text, err := joined(folder, names)
		if err != nil {
			return nil, err
		}
		if text != "" {
			return record(names[0], text), nil
		}
	}
	name := f.Filename
	if name == "" {
		name = "menu_ocr.txt"
	}
	text, err := read(folder, name, maxFixture)
	if err != nil {
		return nil, err
	}
	return record(name, text), nil
}

func (f Fixture) names() []string {
	var out []string
	for _, name := range strings.Split(f.Filenames, ",") {
		if name = strings.TrimSpace(name); name != "" {
			out = append(out, name)
		}
	}
	return out
}

func record(name, text string) *value.Object {
	return value.Obj(
		value.Member{Name: "image_path", Value: path.Clean(name)},
		value.Member{Name: "text", Value: text},
		value.Member{Name: "confidence", Value: confidence},
		value.Member{Name: "language", Value: language},
	)
}

// joined puts the existing files one after the other; "" where there is none.
func joined(folder fs.FS, names []string) (string, error) {
	var parts []string
	left := maxFixture
	for i, name := range names {
		text, err := read(folder, name, left)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return "", err
		}
		left -= len(text)
		parts = append(parts, fmt.Sprintf("--- Document %d: %s ---\n%s", i+1, name, text))
	}
	return strings.Join(parts, "\n\n"), nil
}

// read returns a text file with lines ended by \n.
func read(folder fs.FS, name string, most int) (string, error) {
	if !fs.ValidPath(path.Clean(name)) {
		return "", fault.New(fault.Invalid, "read ocr fixture %s: it is outside the fixture folder", name)
	}
	file, err := folder.Open(path.Clean(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fault.Wrap(fault.NotFound, err, "read ocr fixture %s", name)
	case err != nil:
		return "", fault.Wrap(fault.Invalid, err, "read ocr fixture %s", name)
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(most)+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return "", fault.Wrap(fault.Invalid, err, "read ocr fixture %s", name)
	}
	if len(data) > most {
		return "", fault.New(fault.Exhausted, "read ocr fixture %s: more than %d bytes of text", name, maxFixture)
	}
	text := strings.ReplaceAll(strings.ToValidUTF8(string(data), "\ufffd"), "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n"), nil
}
