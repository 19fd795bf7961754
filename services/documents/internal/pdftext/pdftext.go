// Package pdftext reads the text of PDF files.
//
// It stands between a library that trusts what a file says about itself and files that lie.
// Invariant: whatever the bytes, Pages returns text or an error, within bounds of memory; it
// never panics and never overflows the stack.
package pdftext

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/ledongthuc/pdf"

	"coworkenv.dev/coworkenv/core/fault"
)

// What one file may cost, whatever its own numbers claim.
const (
	maxPages      = 5000
	maxPageStream = 8 << 20 // decompressed bytes of a page's content
	maxStreams    = 256 << 20
	maxText       = 16 << 20
	maxForms      = 1000 // drawings placed on one page
)

// Pages returns the text of each page. The errors are fault.Exhausted for a file that is
// packed or written too large, fault.Unsupported for an encrypted one and fault.Invalid for
// one that is no PDF or is damaged.
func Pages(data []byte) (pages []string, err error) {
	// The library panics on much that is malformed; what it throws becomes an error here, and
	// guard and rebuild keep it from what could not be caught.
	defer func() {
		if x := recover(); x != nil {
			pages, err = nil, thrown(x)
		}
	}()
	if !bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")) {
		return nil, fault.New(fault.Invalid, "it is no PDF file")
	}
	clean, err := rebuild(data)
	if err != nil {
		return nil, err
	}
	file, err := pdf.NewReader(&guard{data: clean}, int64(len(clean)))
	if err != nil {
		return nil, thrown(err)
	}
	d := document{leaves: leaves(file.Trailer().Key("Root").Key("Pages"))}
	return d.text(), nil
}

// thrown gives what the library threw or returned a kind.
func thrown(x any) error {
	if err, ok := x.(error); ok {
		var f *fault.Error
		if errors.As(err, &f) {
			return f
		}
		return fault.Wrap(fault.Invalid, err, "the PDF is damaged")
	}
	return fault.New(fault.Invalid, "the PDF is damaged: %v", x)
}

// refuse stops the reading of a file; Pages turns it into the error.
func refuse(kind fault.Kind, format string, args ...any) {
	panic(fault.New(kind, format, args...))
}

// document is a file whose pages are being read.
type document struct {
	leaves  []pdf.Value
	streams int64 // decompressed bytes so far
	written int   // bytes of text so far
}

func (d *document) text() []string {
	pages := make([]string, len(d.leaves))
	for i, leaf := range d.leaves {
		pages[i] = strings.TrimSpace(d.page(leaf))
	}
	return pages
}

// content returns the content of a page: one stream, or several that count as one.
func (d *document) content(v pdf.Value) []byte {
	switch v.Kind() {
	case pdf.Stream:
		return d.unpack(v, maxPageStream)
	case pdf.Array:
		var all []byte
		for i := range v.Len() {
			all = append(all, d.unpack(v.Index(i), maxPageStream-int64(len(all)))...)
			all = append(all, '\n')
		}
		return all
	}
	return nil
}

// unpack returns the bytes of a stream and refuses what unpacks to more than is allowed.
func (d *document) unpack(v pdf.Value, most int64) []byte {
	checkFilters(v)
	data, err := io.ReadAll(io.LimitReader(v.Reader(), most+1))
	d.streams += int64(len(data))
	switch {
	case int64(len(data)) > most || d.streams > maxStreams:
		refuse(fault.Exhausted, "its streams unpack to too many bytes")
	case err != nil:
		refuse(fault.Invalid, "the PDF is damaged: %v", err)
	}
	return data
}

// checkFilters looks at the one number for which the library makes room before it reads.
func checkFilters(v pdf.Value) {
	parms := v.Key("DecodeParms")
	for i := range max(1, parms.Len()) {
		one := parms
		if parms.Kind() == pdf.Array {
			one = parms.Index(i)
		}
		if n := one.Key("Columns").Int64(); n < 0 || n > 1<<20 {
			refuse(fault.Invalid, "the PDF is damaged: a stream has rows of %d bytes", n)
		}
	}
}
