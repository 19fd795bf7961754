package synth

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"
	"unicode"
)

// A scan is drawn in dots: glyphs of 5 by 7, two pixels a dot, with a margin.
const (
	glyphWide, glyphHigh = 5, 7
	dot                  = 2
	scanMargin           = 12
)

// scanner stores pictures as they are: a page of two colours is small, and how zlib presses differs
// between releases of Go, while the picture's sum stands in the task.
var scanner = &png.Encoder{CompressionLevel: png.NoCompression, BufferPool: new(encoderBuffers)}

// encoderBuffers keeps the encoder's buffers for the next picture: they are larger than any scan.
type encoderBuffers struct{ pool sync.Pool }

func (b *encoderBuffers) Get() *png.EncoderBuffer {
	kept, _ := b.pool.Get().(*png.EncoderBuffer)
	return kept // nil: the encoder makes one
}

func (b *encoderBuffers) Put(e *png.EncoderBuffer) { b.pool.Put(e) }

// drawScan draws lines of text as a printer of receipts does, in capitals.
func drawScan(lines []string) ([]byte, error) {
	wide := 0
	for _, l := range lines {
		wide = max(wide, len([]rune(l)))
	}
	img := newPage(2*scanMargin+dot*(glyphWide+1)*wide, 2*scanMargin+dot*(glyphHigh+3)*len(lines))
	for row, l := range lines {
		for column, r := range []rune(l) {
			g, known := glyphs[unicode.ToUpper(r)]
			if !known {
				return nil, fmt.Errorf("the scanner's font has no %q", r)
			}
			img.stamp(g, scanMargin+dot*(glyphWide+1)*column, scanMargin+dot*(glyphHigh+3)*row)
		}
	}
	var b bytes.Buffer
	if err := scanner.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return b.Bytes(), nil
}

// page is a picture of two colours. It is no image.Paletted since the encoder asks for every pixel
// by itself: that takes half of the time of encoding where it is asked whether the pixel lies within.
type page struct {
	wide, high int
	ink        []uint8 // by row; 1 = ink
}

func newPage(wide, high int) *page { return &page{wide, high, make([]uint8, wide*high)} }

var paper = color.Palette{color.Gray{Y: 0xf4}, color.Gray{Y: 0x28}}

func (p *page) ColorModel() color.Model     { return paper }
func (p *page) Bounds() image.Rectangle     { return image.Rect(0, 0, p.wide, p.high) }
func (p *page) ColorIndexAt(x, y int) uint8 { return p.ink[y*p.wide+x] }
func (p *page) At(x, y int) color.Color     { return paper[p.ColorIndexAt(x, y)] }

func (p *page) stamp(g [glyphHigh]uint8, x, y int) {
	for row, bits := range g {
		for column := range glyphWide {
			if bits>>(glyphWide-1-column)&1 == 0 {
				continue
			}
			for dy := range dot {
				at := (y+dot*row+dy)*p.wide + x + dot*column
				for dx := range dot {
					p.ink[at+dx] = 1
				}
			}
		}
	}
}

// glyphs are rows of dots from the top, the leftmost dot the highest bit.
var glyphs = map[rune][glyphHigh]uint8{
	' ': {}, '.': {5: 12, 6: 12}, ',': {4: 6, 5: 4, 6: 8}, ':': {1: 12, 2: 12, 4: 12, 5: 12}, '-': {3: 14}, '/': {1, 2, 2, 4, 8, 8, 16}, '&': {12, 18, 20, 8, 21, 18, 13}, '#': {10, 10, 31, 10, 31, 10, 10},
	'0': {14, 17, 19, 21, 25, 17, 14}, '1': {4, 12, 4, 4, 4, 4, 14}, '2': {14, 17, 1, 6, 8, 16, 31}, '3': {30, 1, 1, 14, 1, 1, 30}, '4': {2, 6, 10, 18, 31, 2, 2},
	'5': {31, 16, 30, 1, 1, 17, 14}, '6': {14, 16, 16, 30, 17, 17, 14}, '7': {31, 1, 2, 4, 8, 8, 8}, '8': {14, 17, 17, 14, 17, 17, 14}, '9': {14, 17, 17, 15, 1, 1, 14},
	'A': {14, 17, 17, 31, 17, 17, 17}, 'B': {30, 17, 17, 30, 17, 17, 30}, 'C': {15, 16, 16, 16, 16, 16, 15}, 'D': {30, 17, 17, 17, 17, 17, 30}, 'E': {31, 16, 16, 30, 16, 16, 31},
	'F': {31, 16, 16, 30, 16, 16, 16}, 'G': {15, 16, 16, 19, 17, 17, 15}, 'H': {17, 17, 17, 31, 17, 17, 17}, 'I': {14, 4, 4, 4, 4, 4, 14}, 'J': {7, 2, 2, 2, 2, 18, 12},
	'K': {17, 18, 20, 24, 20, 18, 17}, 'L': {16, 16, 16, 16, 16, 16, 31}, 'M': {17, 27, 21, 21, 17, 17, 17}, 'N': {17, 25, 21, 19, 17, 17, 17}, 'O': {14, 17, 17, 17, 17, 17, 14},
	'P': {30, 17, 17, 30, 16, 16, 16}, 'Q': {14, 17, 17, 17, 21, 18, 13}, 'R': {30, 17, 17, 30, 20, 18, 17}, 'S': {15, 16, 16, 14, 1, 1, 30}, 'T': {31, 4, 4, 4, 4, 4, 4},
	'U': {17, 17, 17, 17, 17, 17, 14}, 'V': {17, 17, 17, 17, 17, 10, 4}, 'W': {17, 17, 17, 21, 21, 27, 17}, 'X': {17, 17, 10, 4, 10, 17, 17}, 'Y': {17, 17, 10, 4, 4, 4, 4}, 'Z': {31, 1, 2, 4, 8, 16, 31},
}
