package synth

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
)

// The page of a PDF, in points: A5 with its margin and the distance of lines.
const (
	pdfWidth, pdfHeight = 420, 595
	pdfMargin, pdfLine  = 40, 18
	pdfWrap             = 58 // characters of a line; of wide ones half as many
)

// drawPDF writes a PDF of one page with lines of text, uncompressed. Latin text is set in
// Helvetica, other text in the reader's own Song face by its code points.
func drawPDF(lines []string) []byte {
	font, show := []string{"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"}, pdfLatin
	if !latin(lines) {
		font, show = pdfSong(), pdfWide
	}
	var text strings.Builder
	fmt.Fprintf(&text, "BT /F1 11 Tf %d TL %d %d Td\n", pdfLine, pdfMargin, pdfHeight-pdfMargin)
	for _, l := range lines {
		for _, part := range wrapped(l) {
			fmt.Fprintf(&text, "%s Tj T*\n", show(part))
		}
	}
	text.WriteString("ET")
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>", pdfWidth, pdfHeight),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", text.Len(), text.String())}
	objects = append(objects, font...)
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var places []int
	for i, o := range objects {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

// pdfSong is a font of Chinese script that readers have of their own, as objects 5 to 7.
func pdfSong() []string {
	return []string{"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>",
		"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 7 0 R >>",
		"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>"}
}

func latin(lines []string) bool {
	for _, l := range lines {
		for _, r := range l {
			if r > 0x7e {
				return false
			}
		}
	}
	return true
}

var pdfEscapes = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)

func pdfLatin(s string) string { return "(" + pdfEscapes.Replace(s) + ")" }

func pdfWide(s string) string {
	var b strings.Builder
	b.WriteByte('<')
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	b.WriteByte('>')
	return b.String()
}

// wrapped breaks a line where the page ends, at blanks where there are some.
func wrapped(line string) []string {
	var out []string
	from, blank, width := 0, -1, 0
	runes := []rune(line)
	for i, r := range runes {
		if r == ' ' {
			blank = i
		}
		if width++; r > 0x7e {
			width++
		}
		if width <= pdfWrap {
			continue
		}
		cut := i
		if blank > from {
			cut = blank + 1
		}
		out = append(out, strings.TrimRight(string(runes[from:cut]), " "))
		from, blank, width = cut, -1, i-cut+1
	}
	return append(out, string(runes[from:]))
}
