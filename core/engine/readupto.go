package engine

import (
	"io"
	"os"
)

// readUpTo reads a file of a person's; whole is false where it has more than most bytes.
func readUpTo(name string, most int) (data []byte, whole bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false, err
	}
	defer f.Close() //nolint:errcheck // only read
	data, err = io.ReadAll(io.LimitReader(f, int64(max(most, 0))+1))
	return data, len(data) <= most, err
}
