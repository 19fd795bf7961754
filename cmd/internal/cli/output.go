package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"coworkenv.dev/coworkenv/core/fault"
)

// printer writes a command's result. The first failure to write is kept and
// returned by emit, so that a full disk is not mistaken for success.
type printer struct {
	out, err io.Writer
	json     bool
	quiet    bool
	color    bool
	width    int // columns to fit tables into, 0 for no limit
	failure  error
}

// printer follows the global flags and must be asked for inside a command.
func (d *Deps) printer() *printer {
	p := &printer{out: d.Stdout, err: d.Stderr, json: d.opts.json, quiet: d.opts.quiet, color: d.color()}
	if d.IsTTY {
		p.width = d.Width
	}
	return p
}

// emit prints one result: doc as a JSON document when --json is given, else
// what text prints.
func (p *printer) emit(doc any, text func()) error {
	if p.json {
		return p.document(doc)
	}
	text()
	return p.failure
}

// document prints v as one indented JSON document.
func (p *printer) document(v any) error { return p.encode(v, "  ") }

// jsonLine prints v as one line of JSON, for streams.
func (p *printer) jsonLine(v any) error { return p.encode(v, "") }

func (p *printer) encode(v any, indent string) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return fault.Wrap(fault.Internal, err, "write result as JSON")
	}
	p.write(escapeJSON(buf.Bytes()))
	return p.failure
}

// say prints one line of the result, wrapped between words on a terminal that is too narrow for
// it. Foreign text in args must be cleaned.
func (p *printer) say(format string, args ...any) {
	p.write([]byte(wrapLines(fmt.Sprintf(format, args...), p.width) + "\n"))
}

// note tells a person something that is not the result, on standard error;
// neither --quiet nor --json wants it.
func (p *printer) note(format string, args ...any) {
	if p.quiet || p.json {
		return
	}
	if _, err := fmt.Fprintf(p.err, format+"\n", args...); err != nil && p.failure == nil {
		p.failure = fault.Wrap("", err, "write note")
	}
}

// none says why a list is empty: a line of titles alone looks like a failure.
func (p *printer) none(rows int, why string) {
	if rows == 0 {
		p.note("%s", why)
	}
}

func (p *printer) write(b []byte) {
	if p.failure != nil {
		return
	}
	if _, err := p.out.Write(b); err != nil {
		p.failure = fault.Wrap("", err, "write result")
	}
}

// tint is a colour with a meaning; the word beside it always says the same.
type tint string

const (
	plain tint = ""
	good  tint = "32"
	warn  tint = "33"
	bad   tint = "31"
	faint tint = "2"
)

func (p *printer) paint(t tint, s string) string {
	if !p.color || t == plain || s == "" {
		return s
	}
	return "\x1b[" + string(t) + "m" + s + "\x1b[0m"
}
