package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
)

// canWrite sees, before the work whose result goes there, that files can be written; "" is none.
// What is there stays as it is.
func canWrite(names ...string) error {
	for _, name := range names {
		if name == "" {
			continue
		}
		if err := tryWriting(name); err != nil {
			if at := (*fs.PathError)(nil); errors.As(err, &at) {
				err = at.Err // its path is one that was made up
			}
			return fault.Wrap("", err, "write %s", name).WithHint("name a file in a folder that is there and that you may write to")
		}
	}
	return nil
}

func tryWriting(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if f, err = os.CreateTemp(filepath.Dir(name), ".new-"); err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
