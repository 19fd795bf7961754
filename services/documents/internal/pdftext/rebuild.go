package pdftext

import (
	"bytes"
	"compress/zlib"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/fault"
)

// What the objects of a file may amount to.
const (
	maxObjects  = 1 << 20
	maxUnpacked = 64 << 20 // bytes of objects that lay packed in object streams
)

var (
	objectStart = regexp.MustCompile(`(\d{1,7})[\x00\t\n\f\r ]+(\d{1,5})[\x00\t\n\f\r ]+obj`)
	rootRef     = regexp.MustCompile(`^/Root[\x00\t\n\f\r ]*(\d{1,7})[\x00\t\n\f\r ]+(\d{1,5})[\x00\t\n\f\r ]+R`)
	encryption  = regexp.MustCompile(`/Encrypt[\x00\t\n\f\r ]*(\d{1,7}[\x00\t\n\f\r ]+\d{1,5}[\x00\t\n\f\r ]+R|<<)`)
	countOf     = regexp.MustCompile(`/N[\x00\t\n\f\r ]+(\d{1,7})`)
	firstOf     = regexp.MustCompile(`/First[\x00\t\n\f\r ]+(\d{1,9})`)
)

// rebuilt is a PDF file being written anew.
type rebuilt struct {
	out      bytes.Buffer
	places   map[int]place
	unpacked int
}

// place is where an object stands in the new file.
type place struct{ generation, offset int }

// rebuild writes a file anew: the bytes as they were, behind them the objects that lay packed
// in object streams, then one plain table of where each object stands. The library believes
// the tables of a file, makes room by their numbers and follows packed objects without end;
// of those it now sees none. Objects are found by their headings, the last of a number
// counts, so a file with a broken table can be read as well.
func rebuild(data []byte) ([]byte, error) {
	if encryption.Match(data) {
		return nil, fault.New(fault.Unsupported, "the PDF is encrypted").WithHint("save it without a password")
	}
	b := rebuilt{places: map[int]place{}}
	b.out.Grow(len(data) + len(data)/4 + 1024)
	b.out.WriteString("%PDF-1.7\n")
	shift := b.out.Len()
	b.out.Write(data)
	b.out.WriteByte('\n')
	if err := b.collect(data, shift); err != nil {
		return nil, err
	}
	root := lastRoot(data)
	if root == nil {
		return nil, fault.New(fault.Invalid, "the PDF is damaged: it names no root")
	}
	b.table(string(root[1]) + " " + string(root[2]) + " R")
	return b.out.Bytes(), nil
}

// lastRoot finds the number and the generation of the root that the newest trailer names.
func lastRoot(data []byte) [][]byte {
	for {
		at := bytes.LastIndex(data, []byte("/Root"))
		if at < 0 {
			return nil
		}
		if root := rootRef.FindSubmatch(data[at:]); root != nil {
			return root
		}
		data = data[:at]
	}
}

// collect notes where each object stands and unpacks the object streams.
func (b *rebuilt) collect(data []byte, shift int) error {
	seen := 0
	for from := 0; ; {
		at := objectStart.FindSubmatchIndex(data[from:])
		if at == nil {
			return nil
		}
		if seen++; seen > maxObjects {
			return fault.New(fault.Exhausted, "it has more than %d objects", maxObjects)
		}
		start, end := from+at[0], from+at[1]
		if start == 0 || !isDigit(data[start-1]) {
			b.put(number(data[from+at[2]:from+at[3]]), place{number(data[from+at[4] : from+at[5]]), shift + start})
			if err := b.unpack(data[end:]); err != nil {
				return err
			}
		}
		from = end
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number reads digits that a pattern has bounded.
func number(digits []byte) int {
	n := 0
	for _, c := range digits {
		n = n*10 + int(c-'0')
	}
	return n
}

func (b *rebuilt) put(id int, p place) {
	if id > 0 && id <= maxObjects && p.generation <= 65535 {
		b.places[id] = p
	}
}

// unpack writes out the objects of an object stream; other objects stay where they are.
func (b *rebuilt) unpack(object []byte) error {
	head := object[:min(len(object), 4096)]
	if end := bytes.Index(head, []byte("endobj")); end >= 0 {
		head = head[:end]
	}
	start := bytes.Index(head, []byte("stream"))
	if start < 0 || !bytes.Contains(head[:start], []byte("/ObjStm")) {
		return nil
	}
	head = head[:start]
	rest := bytes.TrimPrefix(object[start+len("stream"):], []byte("\r"))
	rest = bytes.TrimPrefix(rest, []byte("\n"))
	content, err := b.content(head, rest)
	if err != nil {
		return err
	}
	n, first := countOf.FindSubmatch(head), firstOf.FindSubmatch(head)
	if n == nil || first == nil {
		return fault.New(fault.Invalid, "the PDF is damaged: an object stream does not say what it holds")
	}
	return b.split(content, number(n[1]), number(first[1]))
}

// content returns the bytes of an object stream, inflated where it is deflated.
func (b *rebuilt) content(head, rest []byte) ([]byte, error) {
	switch {
	case bytes.Contains(head, []byte("/Predictor")):
		return nil, fault.New(fault.Unsupported, "its object streams have a predictor")
	case !bytes.Contains(head, []byte("/Filter")):
		end := bytes.Index(rest, []byte("endstream"))
		return rest[:max(0, end)], nil
	case !bytes.Contains(head, []byte("/FlateDecode")):
		return nil, fault.New(fault.Unsupported, "its object streams are packed in a way that is not known")
	}
	packed, err := zlib.NewReader(bytes.NewReader(rest))
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "unpack an object stream")
	}
	left := maxUnpacked - b.unpacked
	content, err := io.ReadAll(io.LimitReader(packed, int64(left)+1))
	if b.unpacked += len(content); len(content) > left {
		return nil, fault.New(fault.Exhausted, "its object streams unpack to more than %d bytes", maxUnpacked)
	}
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "unpack an object stream")
	}
	return content, nil
}

// split writes the n objects of a stream; pairs of number and offset stand before first.
func (b *rebuilt) split(content []byte, n, first int) error {
	if first > len(content) {
		return fault.New(fault.Invalid, "the PDF is damaged: an object stream ends before its objects")
	}
	pairs := bytes.Fields(content[:first])
	for i := 0; i < n && 2*i+1 < len(pairs); i++ {
		id, err := strconv.Atoi(string(pairs[2*i]))
		from, err2 := strconv.Atoi(string(pairs[2*i+1]))
		if err != nil || err2 != nil || from < 0 || from > len(content)-first {
			return fault.New(fault.Invalid, "the PDF is damaged: an object stream has a wrong index")
		}
		to := len(content)
		if 2*i+3 < len(pairs) {
			if next, err := strconv.Atoi(string(pairs[2*i+3])); err == nil && next >= from && next <= len(content)-first {
				to = first + next
			}
		}
		if b.unpacked += to - first - from; b.unpacked > 2*maxUnpacked {
			return fault.New(fault.Exhausted, "its object streams hold more than %d bytes of objects", 2*maxUnpacked)
		}
		b.put(id, place{0, b.out.Len()})
		b.out.WriteString(strconv.Itoa(id) + " 0 obj\n")
		b.out.Write(content[first+from : to])
		b.out.WriteString("\nendobj\n")
	}
	return nil
}

// table writes where each object stands and ends the file.
func (b *rebuilt) table(root string) {
	start := b.out.Len()
	ids := slices.Sorted(maps.Keys(b.places))
	b.out.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for i := 0; i < len(ids); {
		run := i + 1
		for run < len(ids) && ids[run] == ids[run-1]+1 {
			run++
		}
		b.out.WriteString(strconv.Itoa(ids[i]) + " " + strconv.Itoa(run-i) + "\n")
		for ; i < run; i++ {
			p := b.places[ids[i]]
			b.out.WriteString(padded(p.offset, 10) + " " + padded(p.generation, 5) + " n \n")
		}
	}
	size := 1
	if len(ids) > 0 {
		size = ids[len(ids)-1] + 1
	}
	b.out.WriteString("trailer\n<</Size " + strconv.Itoa(size) + "/Root " + root + ">>\nstartxref\n" + strconv.Itoa(start) + "\n%%EOF\n")
}

func padded(n, width int) string {
	s := strconv.Itoa(n)
	for len(s) < width {
		s = "0" + s
	}
	return s
}
