package harness

import (
	"errors"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
)

// lookIn finds a program: a path is taken as it is, a name is looked for in the folders of path,
// absolute ones alone.
func lookIn(program, path string) (string, error) {
	missing := func(err error) error {
		return fault.Wrap(fault.NotFound, err, "find the harness's program %q", program).WithHint("install it, or give its whole path in the profile's command")
	}
	if filepath.Base(program) != program {
		if !filepath.IsAbs(program) {
			return "", fault.New(fault.Invalid, "the harness's program %q is a relative path", program).WithHint("give its whole path, or its name alone")
		}
		if _, err := os.Stat(program); err != nil {
			return "", missing(err)
		}
		return program, nil
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		file := filepath.Join(dir, program)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file, nil
		}
	}
	return "", missing(errors.New("no folder of $PATH holds it"))
}
