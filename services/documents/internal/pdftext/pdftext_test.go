package pdftext

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
)

// file writes a PDF from its objects, numbered from 1; object 1 is the root. It has no table:
// objects are found without one.
func file(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	for i, o := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b.WriteString("trailer\n<</Root 1 0 R>>\n%%EOF\n")
	return b.Bytes()
}

func stream(dict, content string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(content), content)
}

func deflated(t testing.TB, dict, content string) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return stream(dict+"/Filter/FlateDecode", b.String())
}

// onePage is a file whose page has the font F1 (object 4) and the content (object 5); more
// objects follow from 6.
func onePage(font, content string, more ...string) []byte {
	return file(append([]string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F1 4 0 R>>/XObject<</X1 6 0 R>>>>>>",
		"<</Type/Page/Parent 2 0 R/Contents 5 0 R>>",
		font,
		content,
	}, more...)...)
}

const (
	winAnsi = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
	mapped  = "<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 6 0 R>>"
)

const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def % comment
1 begincodespacerange <0000> <FFFF> endcodespacerange
2 beginbfchar <0001> <0041> <0002> <d83dde00> endbfchar
2 beginbfrange <0010> <0013> <4E00> <0020> <0021> [<0058> <00590059>] endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`

func TestPages(t *testing.T) {
	tests := []struct {
		name string
		data []byte
		want []string
	}{
		{"lines and words", onePage(winAnsi, stream("", "BT /F1 12 Tf 72 700 Td (Hello) Tj 40 0 Td (there) Tj 0 -14 Td [(Wo) 20 (rld) -300 (wide)] TJ ET")),
			[]string{"Hello there\nWorld wide"}},
		{"leading and quotes", onePage(winAnsi, stream("", "BT /F1 12 Tf 14 TL 72 700 Td (a) Tj T* (b) Tj (c) ' 1 2 (d) \" ET")),
			[]string{"a\nb\nc\nd"}},
		{"matrices", onePage(winAnsi, stream("", "q 1 0 0 1 0 500 cm BT /F1 9 Tf (top) Tj ET Q q 1 0 0 1 0 400 cm BT (low) Tj 1 0 0 1 50 0 Tm (right) Tj ET Q")),
			[]string{"top\nlow right"}},
		{"deflated, accents", onePage(winAnsi, deflated(t, "", "BT /F1 12 Tf (caf\\351 \\200 5) Tj ET")), []string{"café € 5"}},
		{"differences", onePage("<</Type/Font/Encoding<</Differences[65/eacute/Euro]>>>>", stream("", "BT /F1 12 Tf (AB C) Tj ET")), []string{"é€ C"}},
		{"map to Unicode", onePage(mapped, stream("", "BT /F1 12 Tf <0001000200100012002000210099> Tj ET"), stream("", toUnicode)),
			[]string{"A\U0001F600\u4e00\u4e02XYY\ufffd"}},
		{"a drawing", onePage(winAnsi, stream("", "BT /F1 12 Tf 0 100 Td (page) Tj ET /X1 Do BT 0 90 Td (end) Tj ET"),
			stream("/Type/XObject/Subtype/Form/Matrix[1 0 0 1 0 95]", "BT /F1 12 Tf (form) Tj ET")), []string{"page\nform\nend"}},
		{"two contents, no content", file(
			"<</Type/Catalog/Pages 2 0 R>>",
			"<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
			"<</Type/Page/Parent 2 0 R/Contents[5 0 R 6 0 R]>>",
			"<</Type/Page/Parent 2 0 R>>",
			stream("", "BT (one) Tj "), stream("", " 0 -9 Td (two) Tj ET")), []string{"one\ntwo", ""}},
		{"the newest of a number counts", append(onePage(winAnsi, stream("", "BT (old) Tj ET")),
			[]byte("5 0 obj\n"+stream("", "BT (new) Tj ET")+"\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF")...), []string{"new"}},
		{"object stream", packed(t), []string{"packed"}},
		{"bytes before the header", append([]byte("\n\n"), onePage(winAnsi, stream("", "BT (x) Tj ET"))...), []string{"x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Pages(tt.data)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("pages (-want +got)\n%s", diff)
			}
		})
	}
}

// packed is a file whose root and page tree lie in an object stream.
func packed(t testing.TB) []byte {
	catalog, pages, page := "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/Contents 9 0 R>>"
	index := fmt.Sprintf("1 0 2 %d 3 %d ", len(catalog), len(catalog)+len(pages))
	var b bytes.Buffer
	fmt.Fprintf(&b, "%%PDF-1.5\n7 0 obj\n%s\nendobj\n", deflated(t, fmt.Sprintf("/Type/ObjStm/N 3/First %d", len(index)), index+catalog+pages+page))
	fmt.Fprintf(&b, "9 0 obj\n%s\nendobj\n", stream("", "BT (packed) Tj ET"))
	b.WriteString("8 0 obj<</Type/XRef/Root 1 0 R>>endobj\nstartxref\n0\n%%EOF\n")
	return b.Bytes()
}

// Each of these is made to take a reader down or to hold it up; all must end, most as errors.
func TestPagesRefuses(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	tests := []struct {
		name string
		data []byte
		want fault.Kind
	}{
		{"no PDF", []byte("PK\x03\x04 a zip file"), fault.Invalid},
		{"empty", nil, fault.Invalid},
		{"header alone", []byte("%PDF-1.4\n"), fault.Invalid},
		{"root that is not there", []byte("%PDF-1.4\ntrailer<</Root 9 0 R>>"), ""},
		{"encrypted", append(onePage(winAnsi, stream("", "BT (x) Tj ET")), []byte("trailer<</Root 1 0 R/Encrypt 9 0 R>>")...), fault.Unsupported},
		{"page tree in a circle", file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"), fault.Invalid},
		{"parents in a circle", file("<</Type/Catalog/Pages 2 0 R>>", "<</Kids[3 0 R]>>", "<</Type/Page/Parent 3 0 R/Contents 4 0 R>>", stream("", "BT (x) Tj ET")), ""},
		{"length in a circle", onePage(winAnsi, "<</Length 5 0 R>>\nstream\nBT ET\nendstream"), ""},
		{"drawing within itself", onePage(winAnsi, stream("", "/X1 Do"), stream("/Subtype/Form", "/X1 Do /X1 Do")), fault.Exhausted},
		{"bomb", onePage(winAnsi, deflated(t, "", strings.Repeat(" ", maxPageStream+1))), fault.Exhausted},
		{"bomb of objects", append([]byte("%PDF-1.5\n1 0 obj\n"), []byte(deflated(t, "/Type/ObjStm/N 1/First 4", strings.Repeat(" ", maxUnpacked+1))+"\nendobj\n/Root 1 0 R")...), fault.Exhausted},
		{"wide rows", onePage(winAnsi, deflated(t, "/DecodeParms<</Predictor 12/Columns 99999999999>>", "BT ET")), fault.Invalid},
		{"unknown filter", onePage(winAnsi, stream("/Filter/JPXDecode", "BT ET")), fault.Invalid},
		{"cut short", onePage(winAnsi, deflated(t, "", "BT (x) Tj ET"))[:330], fault.Invalid},
		{"deep content", onePage(winAnsi, stream("", deep)), ""},
		{"deep object", onePage(winAnsi, deep), fault.Invalid},
		{"many differences", onePage("<</Type/Font/Encoding<</Differences["+strings.Repeat("/a", 2000)+"]>>>>", stream("", "BT /F1 1 Tf (x) Tj ET")), fault.Invalid},
		{"map of many codes", onePage(mapped, stream("", "BT /F1 12 Tf <0001> Tj ET"), stream("", strings.Repeat("<00><00>", 4*maxEntries)+"endbfchar")), fault.Exhausted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Pages(tt.data)
			if got := fault.KindOf(err); got != tt.want {
				t.Errorf("error %v of kind %q, want %q", err, got, tt.want)
			}
		})
	}
}

func TestTextIsBounded(t *testing.T) {
	long := "<0001> <" + strings.Repeat("0041", 1000) + ">"
	m := readMap([]byte("1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar " + long + " endbfchar"))
	if got := len(m.decode("\x00\x01")); got != maxTarget/2 {
		t.Errorf("one code stands for %d characters, want %d", got, maxTarget/2)
	}
	d := document{written: maxText}
	defer func() {
		if err, _ := recover().(error); fault.KindOf(err) != fault.Exhausted {
			t.Errorf("text beyond the bound: %v", err)
		}
	}()
	p := painter{doc: &d, font: plain}
	p.write("x")
	t.Error("text beyond the bound was written")
}

func FuzzPages(f *testing.F) {
	f.Add(onePage(winAnsi, stream("", "BT /F1 12 Tf 72 700 Td (Hello) Tj [(a) -300 <62>] TJ ET q 1 0 0 1 0 0 cm Q")))
	f.Add(onePage(mapped, stream("", "BT /F1 12 Tf <00010010> Tj ET"), stream("", toUnicode)))
	f.Add(onePage(winAnsi, stream("", "/X1 Do"), stream("/Subtype/Form", "BT (x) Tj ET")))
	f.Add(packed(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		pages, err := Pages(data)
		if err != nil && pages != nil {
			t.Errorf("pages and an error: %v", err)
		}
		if kind := fault.KindOf(err); kind == fault.Internal {
			t.Errorf("an error without a kind: %v", err)
		}
	})
}

func FuzzReadMap(f *testing.F) {
	f.Add([]byte(toUnicode), "\x00\x01\x00\x10\x00\x20")
	f.Add([]byte("<00> <7F> endcodespacerange <41> <42> <0061> endbfrange"), "AB")
	f.Fuzz(func(t *testing.T, program []byte, codes string) {
		defer func() {
			if x := recover(); x != nil {
				if err, _ := x.(error); fault.KindOf(err) != fault.Exhausted {
					t.Errorf("panic: %v", x)
				}
			}
		}()
		m := readMap(program)
		if first, again := m.decode(codes), m.decode(codes); first != again {
			t.Errorf("%q decodes to %q, then to %q", codes, first, again)
		}
	})
}
