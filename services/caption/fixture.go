package caption

import (
	"errors"
	"io"
	"io/fs"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// fixture is the file that holds the description; maxFixture bounds its bytes.
const (
	fixture    = "caption.txt"
	maxFixture = 1 << 20
)

// Record makes the record of images that the benchmark would serve from a task's fixture
// folder: the text of caption.txt, or an empty description where there is no such file.
func Record(folder fs.FS) (*value.Object, error) {
	text, err := read(folder)
	if err != nil {
		return nil, err
	}
	return value.Obj(
		value.Member{Name: "image_path", Value: fixture},
		value.Member{Name: "caption", Value: text},
		value.Member{Name: "confidence", Value: confidence},
	), nil
}

func read(folder fs.FS) (string, error) {
	file, err := folder.Open(fixture)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fault.Wrap(fault.Invalid, err, "read caption fixture")
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFixture+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return "", fault.Wrap(fault.Invalid, err, "read caption fixture")
	}
	if len(data) > maxFixture {
		return "", fault.New(fault.Exhausted, "read caption fixture: more than %d bytes", maxFixture)
	}
	text := strings.ReplaceAll(strings.ToValidUTF8(string(data), "\ufffd"), "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n"), nil
}
