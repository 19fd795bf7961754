package claweval

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Readers make records of files that only their service understands. A nil reader leaves its
// service without records, with a warning.
type Readers struct {
	// OCR makes the record of ocr.images from the texts in a folder: one file (OCR_FILENAME)
	// or several (OCR_FILENAMES). No text at all is a fault.NotFound.
	OCR func(folder fs.FS, filename, filenames string) (*value.Object, error)
	// Caption makes the record of caption.images from a fixtures folder.
	Caption func(folder fs.FS) (*value.Object, error)
	// PDF returns the text of each page of a file of at most maxBytes.
	PDF func(file string, maxBytes int64) ([]string, error)
}

func (f *ServiceFixture) warn(format string, args ...any) {
	f.Warnings = append(f.Warnings, fmt.Sprintf(format, args...))
}

func withHint(err error, hint string) error {
	return fault.Wrap("", err, "").WithHint("%s", hint)
}

// folder opens a folder that a variable names, below the tasks folder.
func (t *Tasks) folder(named string) (fs.FS, string, error) {
	below, err := t.locate(named)
	if err != nil {
		return nil, "", err
	}
	sub, err := fs.Sub(t.root.FS(), below)
	return sub, below, err
}

// addPictures reads the texts of the ocr service. The benchmark falls back to the menu of T072
// where nothing is found, whatever the task.
func (t *Tasks) addPictures(f *ServiceFixture, env map[string]string) error {
	if t.readers.OCR == nil {
		f.warn("no reader for texts: pictures say nothing")
		return nil
	}
	tried := []string{}
	if named := env["OCR_FIXTURES"]; named != "" {
		tried = append(tried, named)
	}
	fallback, err := t.defaultFile("T072", "ocr/menu_ocr.txt")
	if err != nil {
		return err
	}
	if fallback != "" {
		tried = append(tried, path.Join("tasks", path.Dir(path.Dir(fallback))))
	}
	for i, named := range tried {
		folder, below, err := t.folder(path.Join(named, "ocr"))
		if err != nil {
			return err
		}
		one, several := env["OCR_FILENAME"], env["OCR_FILENAMES"]
		if i > 0 || env["OCR_FIXTURES"] == "" {
			one, several = "", ""
		}
		record, err := t.readers.OCR(folder, one, several)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		f.Records["ocr.images"], f.Files = []*value.Object{record}, append(f.Files, below)
		return nil
	}
	f.warn("no text is found: pictures say nothing")
	return nil
}

func (t *Tasks) addDescription(f *ServiceFixture, env map[string]string) error {
	named := env["CAPTION_FIXTURES"]
	switch {
	case t.readers.Caption == nil:
		f.warn("no reader for descriptions: pictures show nothing")
		return nil
	case named == "":
		f.warn("CAPTION_FIXTURES is not set: pictures show nothing")
		return nil
	}
	folder, below, err := t.folder(named)
	if err != nil {
		return err
	}
	record, err := t.readers.Caption(folder)
	if err != nil {
		return err
	}
	f.Records["caption.images"], f.Files = []*value.Object{record}, append(f.Files, below)
	return nil
}

// Bounds of a task's documents.
const (
	maxDocument  = 64 << 20
	maxDocuments = 1000
)

// addDocuments reads the PDF files below the service's base folder. Other files are known by
// their names alone: asking for one is refused differently than asking for none.
func (t *Tasks) addDocuments(f *ServiceFixture, env map[string]string) error {
	named := env["DOCUMENTS_BASE_DIR"]
	switch {
	case t.readers.PDF == nil:
		f.warn("no reader for PDF files: there are no documents")
		return nil
	case path.Clean(named) == ".": // the folder that the benchmark was started in
		f.warn("DOCUMENTS_BASE_DIR names no folder: there are no documents")
		return nil
	}
	folder, below, err := t.folder(named)
	if err != nil {
		return err
	}
	files := 0
	return fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			f.warn("%s is absent: there are no documents", named)
			return nil
		case err != nil:
			return fault.Wrap("", err, "list documents")
		case !d.Type().IsRegular():
			return nil
		}
		if files++; files > maxDocuments {
			return fault.New(fault.Exhausted, "%s holds more than %d files", named, maxDocuments)
		}
		t.addDocument(f, below, name)
		return nil
	})
}

// addDocument reads one file. A PDF that cannot be read has no record: the benchmark answers
// 500 for it, ours 404.
func (t *Tasks) addDocument(f *ServiceFixture, below, name string) {
	record := value.Obj(value.Member{Name: "path", Value: name})
	if strings.EqualFold(path.Ext(name), ".pdf") {
		file := path.Join(below, name)
		pages, err := t.readers.PDF(filepath.Join(t.root.Name(), filepath.FromSlash(file)), maxDocument)
		if err != nil {
			f.warn("%s: %v", file, err)
			return
		}
		texts := make([]any, len(pages))
		for i, page := range pages {
			texts[i] = page
		}
		record.Set("page_count", value.Int(int64(len(pages))))
		record.Set("pages", texts)
		f.Files = append(f.Files, file)
	}
	f.Records["documents.files"] = append(f.Records["documents.files"], record)
}
