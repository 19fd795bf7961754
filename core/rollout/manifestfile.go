package rollout

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// What a manifest may hold at most, against files that are none.
const (
	maxHeader = 64 << 20 // bytes of the header line; it may hold scripts
	maxItem   = 64 << 10 // bytes of an item's line
	maxItems  = 50_000_000
)

// WriteFile writes the manifest as JSON lines: the header, then an item a line. It comes to be
// whole or not at all. Errors: Conflict where the file is there already: a manifest never changes.
func (m *Manifest) WriteFile(name string) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".new-*")
	if err != nil {
		return fault.Wrap("", err, "write manifest %s", name).WithHint("choose a folder that exists and that you may write to")
	}
	defer func() {
		if gone := os.Remove(f.Name()); gone != nil && !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	err = m.write(f)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = place(f.Name(), name)
	}
	if errors.Is(err, os.ErrExist) {
		return fault.New(fault.Conflict, "manifest %s is there already, and a manifest never changes", name).WithHint("name another file, or run that one")
	}
	if err != nil {
		return fault.Wrap("", err, "write manifest %s", name)
	}
	return nil
}

// place gives a file its name unless that is taken.
func place(tmp, name string) error {
	err := os.Link(tmp, name)
	if err == nil || errors.Is(err, os.ErrExist) {
		return err
	}
	if _, err := os.Lstat(name); err == nil { // a file system without links
		return os.ErrExist
	}
	return os.Rename(tmp, name)
}

func (m *Manifest) write(to io.Writer) error {
	w := bufio.NewWriter(to)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(true) // as json.Marshal, whose lines the digest is of
	if err := enc.Encode(m.Header); err != nil {
		return err
	}
	for g, err := range m.groups {
		if err != nil {
			return err
		}
		for _, it := range g {
			if err := enc.Encode(it); err != nil {
				return err
			}
		}
	}
	return w.Flush()
}

// OpenManifest reads a manifest through once and checks all of it: form, ids, digest, and that
// groups stand together. Later reads trust it. Errors: NotFound, Invalid, Unsupported.
func OpenManifest(name string) (*Manifest, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fault.Wrap("", err, "open manifest %s", name).WithHint("write one with `coworkenv rollout --plan-only --manifest %s`", name)
	}
	if !info.Mode().IsRegular() {
		return nil, fault.New(fault.Invalid, "open manifest %s: it is no plain file", name).WithHint("give the file that --plan-only wrote")
	}
	m := &Manifest{groups: fileGroups(name)}
	err = withFile(name, func(r *manifestReader) error {
		m.Header = r.header
		return r.check()
	})
	if err != nil {
		return nil, fault.Wrap("", err, "read manifest %s", name)
	}
	return m, nil
}

func fileGroups(name string) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		err := withFile(name, func(r *manifestReader) error { return r.each(func(g Group) bool { return yield(g, nil) }) })
		if err != nil {
			yield(nil, fault.Wrap("", err, "read manifest %s", name))
		}
	}
}

func withFile(name string, do func(*manifestReader) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := readManifest(f)
	if err != nil {
		return err
	}
	return do(r)
}

// manifestReader reads a manifest line by line.
type manifestReader struct {
	in     *bufio.Reader
	header Header
	at     int // line, from 1
}

func readManifest(r io.Reader) (*manifestReader, error) {
	m := &manifestReader{in: bufio.NewReaderSize(r, 64<<10)}
	line, err := m.line(maxHeader)
	if err != nil {
		return nil, m.broken("the header is missing or cut off")
	}
	if err := value.Strictly(bytes.NewReader(line), &m.header); err != nil {
		var other struct{ Format string }
		if json.Unmarshal(line, &other) == nil && other.Format != "" && other.Format != Format {
			return nil, m.foreign(other.Format)
		}
		return nil, m.broken(err.Error())
	}
	if m.header.Format != Format {
		return nil, m.foreign(m.header.Format)
	}
	if n := m.header.Items; n < 0 || n > maxItems {
		return nil, m.broken("the number of items is out of range")
	}
	return m, nil
}

func (m *manifestReader) foreign(format string) error {
	return fault.New(fault.Unsupported, "its format is %q, want %q", format, Format).WithHint("it is no manifest, or one of another version: write it anew with --plan-only")
}

func (m *manifestReader) broken(why string) error {
	return fault.New(fault.Invalid, "line %d: %s", m.at, why).WithHint("the file was changed or cut off: copy it again, or write it anew with --plan-only")
}

// line reads a whole line; io.EOF at the end of the file.
func (m *manifestReader) line(most int) ([]byte, error) {
	m.at++
	var out []byte
	for {
		part, err := m.in.ReadSlice('\n')
		out = append(out, part...)
		switch {
		case len(out) > most:
			return nil, m.broken("the line is too long")
		case err == nil:
			return out[:len(out)-1], nil
		case err == io.EOF && len(out) == 0:
			return nil, io.EOF
		case err == io.EOF:
			return nil, m.broken("the line is cut off")
		case err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}

// item reads the next item; io.EOF after the last.
func (m *manifestReader) item() (it Item, line []byte, err error) {
	line, err = m.line(maxItem)
	if err != nil {
		return it, nil, err
	}
	if err := value.Strictly(bytes.NewReader(line), &it); err != nil {
		return it, nil, m.broken(err.Error())
	}
	return it, line, nil
}

// each yields group by group.
func (m *manifestReader) each(yield func(Group) bool) error {
	var g Group
	for {
		it, _, err := m.item()
		if err != nil && err != io.EOF {
			return err
		}
		if len(g) > 0 && (err == io.EOF || it.Group != g[0].Group) {
			if !yield(g) {
				return nil
			}
			g = nil
		}
		if err == io.EOF {
			return nil
		}
		g = append(g, it)
	}
}

// check reads everything and compares it with the header.
func (m *manifestReader) check() error {
	sum, err := newSum(m.header)
	if err != nil {
		return err
	}
	var ids, groups idSet
	last := ""
	for {
		it, line, err := m.item()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if again := NewItem(it); again != it {
			return m.broken("the ids do not fit the item")
		}
		if ids.add(it.ID); len(ids) > m.header.Items {
			return m.broken("there are more items than the header says")
		}
		if it.Group != last {
			groups.add(it.Group)
			last = it.Group
		}
		sum.line(line)
	}
	switch {
	case len(ids) < m.header.Items:
		return fault.New(fault.Invalid, "it ends after %d of %d items", len(ids), m.header.Items).WithHint("it was cut off: copy it again, or write it anew with --plan-only")
	case len(groups) != m.header.Groups, groups.twice():
		return fault.New(fault.Invalid, "its groups do not stand together, or are not the %d of the header", m.header.Groups).WithHint("write it anew with --plan-only")
	case ids.twice():
		return fault.New(fault.Invalid, "two items have one id").WithHint("write it anew with --plan-only")
	case sum.String() != m.header.Digest:
		return fault.New(fault.Invalid, "its digest is not that of its header").WithHint("it was changed, and a manifest never changes: write a new one with --plan-only")
	}
	return nil
}
