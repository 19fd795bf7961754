package pdftext

import (
	"github.com/ledongthuc/pdf"

	"coworkenv.dev/coworkenv/core/fault"
)

// decoder turns the codes of a shown string into text.
type decoder func(codes string) string

// plain is the decoder of text without a font: the codes are taken for Latin-1.
func plain(codes string) string {
	runes := make([]rune, len(codes))
	for i := range len(codes) {
		runes[i] = rune(codes[i])
	}
	return string(runes)
}

// decoderOf chooses by what a font says about itself: its own map to Unicode, else its
// encoding as the library knows it.
func (d *document) decoderOf(font pdf.Value) decoder {
	if font.Kind() != pdf.Dict {
		return plain
	}
	if m := font.Key("ToUnicode"); m.Kind() == pdf.Stream {
		return readMap(d.unpack(m, maxMap)).decode
	}
	encoding := font.Key("Encoding")
	if encoding.Name() == "UniGB-UCS2-H" {
		return utf16Text
	}
	// The library walks the differences for every character.
	if n := encoding.Key("Differences").Len(); n > 1024 {
		refuse(fault.Invalid, "the PDF is damaged: a font redefines %d characters", n)
	}
	return byBytes((&pdf.Font{V: font}).Encoder())
}

// byBytes decodes byte by byte and remembers what each byte stands for.
func byBytes(encoding pdf.TextEncoding) decoder {
	var table [256]string
	var known [256]bool
	return func(codes string) string {
		var out []byte
		for i := range len(codes) {
			c := codes[i]
			if !known[c] {
				table[c], known[c] = encoding.Decode(codes[i:i+1]), true
			}
			out = append(out, table[c]...)
		}
		return string(out)
	}
}
