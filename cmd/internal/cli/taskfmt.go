package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

func newTaskFmt(d *Deps) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "fmt PATH...",
		Short: "Format task files; comments stay and the digest does not change",
		Example: `  coworkenv task fmt tasks/escalate-late-orders
  coworkenv task fmt my-library --check`,
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := taskFiles(args)
			if err != nil {
				return err
			}
			changed := []string{}
			for _, file := range files {
				did, err := formatFile(file, check)
				if err != nil {
					return err
				}
				if did {
					changed = append(changed, file)
				}
			}
			p := d.printer()
			err = p.emit(map[string][]string{"changed": changed}, func() {
				for _, file := range changed {
					p.say("%s", clean(file))
				}
			})
			if err == nil && check && len(changed) > 0 {
				return fault.New(fault.Invalid, "%s not formatted", plural(len(changed), "file")).WithHint("run `coworkenv task fmt` on them")
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; fail if a file is not formatted")
	return cmd
}

// taskFiles finds the task files at or below the paths.
func taskFiles(paths []string) ([]string, error) {
	var files []string
	for _, p := range paths {
		err := filepath.WalkDir(p, func(name string, entry os.DirEntry, err error) error {
			if err != nil {
				return fault.Wrap("", err, "look into %s", p)
			}
			if !entry.IsDir() && (filepath.Base(name) == task.FileName || name == p) {
				files = append(files, name)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fault.New(fault.NotFound, "no %s at these paths", task.FileName)
	}
	return files, nil
}

// formatFile formats one file in place, through a temporary file beside it. A link is left
// alone: it may lead out of the library.
func formatFile(file string, check bool) (changed bool, err error) {
	info, err := os.Lstat(file)
	if err != nil {
		return false, fault.Wrap("", err, "read %s", file)
	}
	if !info.Mode().IsRegular() {
		return false, fault.New(fault.Invalid, "format %s: it is no plain file", file).WithHint("links are not followed; give the file itself")
	}
	data, err := task.ReadFile(file)
	if err != nil {
		return false, err
	}
	out, err := task.Format(data)
	if err != nil {
		return false, fault.Wrap("", err, "format %s", file)
	}
	if bytes.Equal(data, out) || check {
		return !bytes.Equal(data, out), nil
	}
	return true, replaceFile(file, out, info.Mode().Perm())
}

// replaceFile puts new content into the place of a file, all of it or none. The temporary file
// gets a name that is not taken, so that nothing that lies there is followed or overwritten.
func replaceFile(file string, data []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return fault.Wrap("", err, "replace %s", file)
	}
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return errors.Join(fault.Wrap("", err, "replace %s", file), os.Remove(tmp.Name()))
	}
	return nil
}
