package det

import "encoding/hex"

// ID derives an id from what it names: prefix and 12 hexadecimal digits of the
// framed parts' digest. Equal parts give equal ids; of a million different ones
// some two collide with a chance of 1 in 560, so a store must still refuse
// an id that is taken by other content.
func ID(prefix string, parts ...string) string {
	d := Sum(framed(parts)...)
	return prefix + hex.EncodeToString(d[:6])
}

func framed(parts []string) [][]byte {
	out := make([][]byte, len(parts))
	for i, p := range parts {
		out[i] = []byte(p)
	}
	return out
}
