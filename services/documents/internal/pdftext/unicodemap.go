package pdftext

import (
	"cmp"
	"slices"
	"sort"
	"unicode/utf16"

	"coworkenv.dev/coworkenv/core/fault"
)

// What a font's map to Unicode may amount to.
const (
	maxMap     = 8 << 20 // decompressed bytes
	maxEntries = 1 << 17
	maxSpaces  = 64
	maxTarget  = 64 // bytes of UTF-16 that one code stands for
)

// unicodeMap is a font's map from codes to text (a ToUnicode CMap). Codes are 1 to 4 bytes.
type unicodeMap struct {
	spaces []codeRange // which codes there are
	ranges []codeRange // sorted by low
	single map[string]string
	known  map[string]string // text of the codes met so far
}

// codeRange maps the codes from low to high, all of one length; a target of one text counts
// up with the code, a list has a text for each.
type codeRange struct {
	low, high string
	target    []string // UTF-16BE
}

func (r codeRange) holds(code string) bool {
	return len(code) == len(r.low) && r.low <= code && code <= r.high
}

// readMap reads the program that a map is written as; what it does not know it skips.
func readMap(program []byte) *unicodeMap {
	m := &unicodeMap{single: map[string]string{}, known: map[string]string{}}
	s := scanner{rest: program}
	entries := 0
	for op, args := s.next(); op != ""; op, args = s.next() {
		if entries += len(args); entries > 3*maxEntries {
			refuse(fault.Exhausted, "a font maps more than %d codes", maxEntries)
		}
		m.apply(op, args)
	}
	slices.SortStableFunc(m.ranges, func(a, b codeRange) int { return cmp.Compare(a.low, b.low) })
	return m
}

func (m *unicodeMap) apply(op string, args operands) {
	switch op {
	case "endcodespacerange":
		for ; len(args) >= 2 && len(m.spaces) < maxSpaces; args = args[2:] {
			m.spaces = add(m.spaces, args[0], args[1], nil)
		}
	case "endbfrange":
		for ; len(args) >= 3; args = args[3:] {
			m.ranges = add(m.ranges, args[0], args[1], targets(args[2]))
		}
	case "endbfchar":
		for ; len(args) >= 2; args = args[2:] {
			m.single[args[0].text] = cut(args[1].text)
		}
	}
}

func add(list []codeRange, low, high operand, target []string) []codeRange {
	if len(low.text) != len(high.text) || low.text == "" || len(low.text) > 4 {
		return list
	}
	return append(list, codeRange{low.text, high.text, target})
}

// targets returns the one text of a range, or the text of each code.
func targets(v operand) []string {
	if v.isText {
		return []string{cut(v.text)}
	}
	out := make([]string, len(v.list))
	for i := range v.list {
		out[i] = cut(v.list[i].text)
	}
	return out
}

func cut(target string) string { return target[:min(len(target), maxTarget)] }

func (m *unicodeMap) decode(codes string) string {
	var out []byte
	for codes != "" {
		n := m.width(codes)
		text, ok := m.known[codes[:n]]
		if !ok {
			text = m.lookup(codes[:n])
			m.known[codes[:n]] = text
		}
		out = append(out, text...)
		codes = codes[n:]
	}
	return string(out)
}

// width is the number of bytes of the next code.
func (m *unicodeMap) width(codes string) int {
	for n := 1; n <= min(4, len(codes)); n++ {
		for _, s := range m.spaces {
			if s.holds(codes[:n]) {
				return n
			}
		}
	}
	if len(m.spaces) > 0 {
		return min(len(m.spaces[0].low), len(codes))
	}
	return 1
}

func (m *unicodeMap) lookup(code string) string {
	if text, ok := m.single[code]; ok {
		return utf16Text(text)
	}
	i := sort.Search(len(m.ranges), func(i int) bool { return m.ranges[i].low > code }) - 1
	if i < 0 || !m.ranges[i].holds(code) || len(m.ranges[i].target) == 0 {
		return "\ufffd"
	}
	r := m.ranges[i]
	distance := codeValue(code) - codeValue(r.low)
	switch {
	case len(r.target) > 1 && distance < len(r.target):
		return utf16Text(r.target[distance])
	case len(r.target) == 1:
		return utf16Text(counted(r.target[0], distance))
	}
	return "\ufffd"
}

func codeValue(code string) int {
	n := 0
	for i := range len(code) {
		n = n<<8 | int(code[i])
	}
	return n
}

// counted adds a distance to the last unit of a UTF-16 text.
func counted(text string, distance int) string {
	b := []byte(text)
	if len(b) == 1 {
		b = []byte{0, b[0]}
	}
	if n := len(b); n >= 2 {
		last := int(b[n-2])<<8 + int(b[n-1]) + distance
		b[n-2], b[n-1] = byte(last>>8), byte(last)
	}
	return string(b)
}

// utf16Text decodes UTF-16BE; a single byte stands for itself.
func utf16Text(text string) string {
	if len(text) == 1 {
		return string(rune(text[0]))
	}
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = uint16(text[2*i])<<8 | uint16(text[2*i+1])
	}
	return string(utf16.Decode(units))
}
