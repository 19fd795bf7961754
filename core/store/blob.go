package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
)

// A body is framed as one byte for the coding, the length of the content as an
// unsigned varint, and the content. Trajectories are JSON and shrink to less
// than half, which is as much less through the log, the file and every copy.
const (
	codingRaw = 0
	codingLZ4 = 1

	// minPack is the length from which compressing pays.
	minPack = 1 << 10
	// MaxBody bounds one trajectory, score or task source, in bytes.
	MaxBody = 256 << 20
)

// packer packs bodies; its tables of 32 KB are used again.
type packer struct{ tables sync.Pool }

func newPacker() *packer {
	return &packer{tables: sync.Pool{New: func() any { return new(lzTable) }}}
}

func (p *packer) pack(body []byte) ([]byte, error) {
	if len(body) > MaxBody {
		return nil, fault.New(fault.Invalid, "a body has %d bytes, more than the %d a workspace takes", len(body), MaxBody).
			WithHint("shorten the trajectory, for instance by a limit on tool output")
	}
	if len(body) >= minPack {
		table := p.tables.Get().(*lzTable)
		packed := lzPack(frame(codingLZ4, len(body), lzBound(len(body))), body, table)
		p.tables.Put(table)
		if len(packed) < len(body) {
			return packed, nil
		}
	}
	return append(frame(codingRaw, len(body), len(body)), body...), nil
}

// frame is the head of a body, with room for the content.
func frame(coding byte, length, room int) []byte {
	head := make([]byte, 1, 1+binary.MaxVarintLen64+room)
	head[0] = coding
	return binary.AppendUvarint(head, uint64(length))
}

// unpack reads what pack wrote. The file may be foreign or damaged, so nothing
// of the frame is believed beyond MaxBody.
func unpack(packed []byte) ([]byte, error) {
	if len(packed) < 2 {
		return nil, brokenBody("%d bytes", len(packed))
	}
	length, n := binary.Uvarint(packed[1:])
	if n <= 0 || length > MaxBody {
		return nil, brokenBody("no sound length")
	}
	content := packed[1+n:]
	switch packed[0] {
	case codingRaw:
		if uint64(len(content)) != length {
			return nil, brokenBody("%d bytes in place of %d", len(content), length)
		}
		return bytes.Clone(content), nil
	case codingLZ4:
		body, ok := lzUnpack(content, int(length))
		if !ok {
			return nil, brokenBody("not the %d bytes it should have", length)
		}
		return body, nil
	}
	return nil, brokenBody("unknown coding %d", packed[0])
}

// ErrDamaged is in the error of a body that is not what was written, or is gone. The row that it
// belongs to may be sound.
var ErrDamaged = errors.New("a stored body is damaged")

func brokenBody(format string, args ...any) error {
	return fault.Wrap(fault.Invalid, ErrDamaged, "%s", fmt.Sprintf(format, args...)).WithHint("%s", hintDamaged)
}
