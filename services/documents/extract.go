package documents

import (
	"errors"
	"fmt"
	"io"
	"os"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/services/documents/internal/pdftext"
)

// Extract returns the text of each page of a PDF file of at most maxBytes. The errors are
// fault.NotFound or fault.Denied for a file that cannot be opened, fault.Exhausted for one
// that is too large, packed or written, fault.Unsupported for an encrypted one and
// fault.Invalid for one that is no PDF or is damaged. It never panics.
func Extract(path string, maxBytes int64) ([]string, error) {
	data, err := load(path, maxBytes)
	if err != nil {
		return nil, err
	}
	pages, err := pdftext.Pages(data)
	if err != nil {
		return nil, fmt.Errorf("extract text of %s: %w", path, err)
	}
	return pages, nil
}

func load(path string, maxBytes int64) (data []byte, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open document: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fault.New(fault.Invalid, "open document %s: it is no regular file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open document: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	data, err = io.ReadAll(io.LimitReader(file, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read document %s: %w", path, err)
	}
	if int64(len(data)) > maxBytes {
		return nil, fault.New(fault.Exhausted, "read document %s: it has more than %d bytes", path, maxBytes).
			WithHint("raise the limit or split the document")
	}
	return data, nil
}
