package curate

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"reflect"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// The kinds of lines of a selection file: one selection, then its rows, then its pairs.
const (
	lineSelection = "selection"
	lineRow       = "row"
	linePair      = "pair"
)

// mostLine bounds a line of a selection file, in bytes.
const mostLine = 4 << 20

type (
	selectionLine struct {
		Kind string `json:"kind"`
		*Selection
	}
	rowLine struct {
		Kind string `json:"kind"`
		*Row
	}
	pairLine struct {
		Kind string `json:"kind"`
		*Pair
	}
)

// lines hands every line of the file to each, without its end.
func (s *Selection) lines(each func([]byte) error) error {
	put := func(v any) error {
		line, err := json.Marshal(v)
		if err != nil {
			return fault.Wrap(fault.Internal, err, "encode selection %s", s.ID)
		}
		return each(line)
	}
	if err := put(selectionLine{lineSelection, s}); err != nil {
		return err
	}
	for i := range s.Rows {
		if err := put(rowLine{lineRow, &s.Rows[i]}); err != nil {
			return err
		}
	}
	for i := range s.Pairs {
		if err := put(pairLine{linePair, &s.Pairs[i]}); err != nil {
			return err
		}
	}
	return nil
}

// id is the digest of all but the id.
func (s *Selection) id() string {
	bare := *s
	bare.ID = ""
	var sum det.Digest
	err := bare.lines(func(line []byte) error {
		sum = det.Sum(sum[:], line)
		return nil
	})
	if err != nil {
		return "" // it cannot be written either, and Write says why
	}
	return "sel_" + sum.String()
}

// Write writes a selection as JSON lines.
func Write(w io.Writer, s *Selection) error {
	out := bufio.NewWriter(w)
	err := s.lines(func(line []byte) error {
		_, err := out.Write(append(line, '\n'))
		return err
	})
	if err := errors.Join(err, out.Flush()); err != nil {
		return fault.Wrap("", err, "write selection %s", s.ID)
	}
	return nil
}

// Read reads what Write wrote. Errors: Unsupported for another format, Invalid with the line for
// anything that is no selection, or was changed since it was written.
func Read(r io.Reader) (*Selection, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	var s Selection
	for n := 1; ; n++ {
		line, err := readLine(in)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = s.take(n, line)
		}
		if err != nil {
			return nil, fault.Wrap("", err, "read selection, line %d", n)
		}
	}
	return &s, s.sound()
}

// take reads one line.
func (s *Selection) take(n int, line []byte) error {
	var kind struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(line, &kind); err != nil {
		return fault.Wrap(fault.Invalid, err, "read JSON")
	}
	var err error
	switch {
	case n == 1 && kind.Kind == lineSelection:
		err = json.Unmarshal(line, &selectionLine{Selection: s})
		if err == nil && s.Format != Format {
			return fault.New(fault.Unsupported, "the selection has format %q, want %q", s.Format, Format).WithHint("curate again with this version")
		}
	case n > 1 && kind.Kind == lineRow && len(s.Pairs) == 0:
		var row Row
		err = json.Unmarshal(line, &rowLine{Row: &row})
		s.Rows = append(s.Rows, row)
	case n > 1 && kind.Kind == linePair:
		var p Pair
		err = json.Unmarshal(line, &pairLine{Pair: &p})
		s.Pairs = append(s.Pairs, p)
	default:
		return fault.New(fault.Invalid, "a line of kind %q does not belong here", kind.Kind).WithHint("`coworkenv curate` writes selections: first the selection, then rows, then pairs")
	}
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "read a %s", kind.Kind)
	}
	return nil
}

// sound checks that the selection is whole and as it was written.
func (s *Selection) sound() error {
	again := func(format string, args ...any) error {
		return fault.New(fault.Invalid, format, args...).WithHint("the file was changed or cut off: curate again, or take it from its source")
	}
	if s.Format == "" {
		return again("the file is empty")
	}
	for i := 1; i < len(s.Rows); i++ {
		if s.Rows[i-1].Trial >= s.Rows[i].Trial {
			return again("the row of %s stands out of order or twice", s.Rows[i].Trial)
		}
	}
	if !reflect.DeepEqual(count(s), s.Counts) || s.Counts.Sum() != s.Counts.Input {
		return again("the counts are not those of the rows")
	}
	if s.id() != s.ID {
		return again("the id is not that of the content")
	}
	return nil
}

// readLine reads a line without its end; io.EOF where there is none. Only a line feed ends a line.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > mostLine:
			return nil, fault.New(fault.Invalid, "the line is longer than %d bytes", mostLine).WithHint("it is no selection file")
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		case errors.Is(err, bufio.ErrBufferFull):
		default:
			return nil, err
		}
	}
}
