package synth

import (
	"bytes"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
)

// picture is a picture of two colours as PNG stores one that is not pressed: rows of a byte for the
// filter, which is none, and eight dots a byte. A page of two colours is small as it is, and how
// zlib presses differs between releases of Go, while the picture's sum stands in the task.
//
// Invariant: its bytes are those that image/png writes with NoCompression; that asks for every dot
// by itself and takes ten times as long.
type picture struct {
	wide, high, row int
	bytes           []byte
}

func newPicture(wide, high int) *picture {
	row := 1 + (wide+7)/8
	return &picture{wide, high, row, make([]byte, row*high)}
}

// ink puts a dot of ink at a place.
func (p *picture) ink(x, y int) { p.bytes[y*p.row+1+x/8] |= 0x80 >> (x % 8) }

var (
	pngBegin   = []byte("\x89PNG\r\n\x1a\n")
	pngPalette = []byte{0xf4, 0xf4, 0xf4, 0x28, 0x28, 0x28} // paper, ink
)

const (
	pngChunk = 1 << 15   // bytes that are gathered for a chunk
	zlibMost = 1<<16 - 1 // bytes of a block that is not pressed
)

// png encodes the picture.
func (p *picture) png() []byte {
	var b bytes.Buffer
	b.Grow(len(p.bytes) + 256)
	b.Write(pngBegin)
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(p.wide)), uint32(p.high))
	writeChunk(&b, "IHDR", append(head, 1, 3, 0, 0, 0)) // a bit a dot, by palette
	writeChunk(&b, "PLTE", pngPalette)
	data := &pngData{b: &b}
	data.add([]byte{0x78, 0x01})
	for rest := p.bytes; len(rest) > 0; {
		n := min(len(rest), zlibMost)
		data.add([]byte{0})
		data.add(zlibLength(n))
		data.add(rest[:n])
		rest = rest[n:]
	}
	data.add([]byte{1}) // the last block, which is empty
	data.add(zlibLength(0))
	data.add(binary.BigEndian.AppendUint32(nil, adler32.Checksum(p.bytes)))
	writeChunk(&b, "IDAT", data.held)
	writeChunk(&b, "IEND", nil)
	return b.Bytes()
}

func zlibLength(n int) []byte {
	return binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, uint16(n)), ^uint16(n))
}

// pngData gathers data for a chunk, as bufio does; what does not fit is a chunk by itself.
type pngData struct {
	b    *bytes.Buffer
	held []byte
}

func (d *pngData) add(piece []byte) {
	for len(d.held)+len(piece) > pngChunk {
		n := len(piece)
		if len(d.held) > 0 {
			n = pngChunk - len(d.held)
		}
		writeChunk(d.b, "IDAT", append(d.held, piece[:n]...))
		d.held, piece = d.held[:0], piece[n:]
	}
	d.held = append(d.held, piece...)
}

func writeChunk(b *bytes.Buffer, name string, data []byte) {
	b.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	from := b.Len()
	b.WriteString(name)
	b.Write(data)
	b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(b.Bytes()[from:])))
}
