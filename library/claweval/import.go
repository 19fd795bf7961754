package claweval

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/world"
)

// ImportOptions say what tasks are imported into, and with what.
type ImportOptions struct {
	Into    string     // folder of the library; it is made where it is missing
	Now     *time.Time // the day on which the tasks are set, in place of their own; nil keeps that
	Catalog *world.Catalog
	Checks  *grade.Registry
	Readers Readers // files that only their service understands
	// Progress, where it is set, is told of each task before it is imported, and of the end.
	Progress func(done, total int, what string)
}

// maxTasks bounds the task folders of one import.
const maxTasks = 10_000

// Import reads the task in a folder, or every task of a folder of tasks, and writes each as
// INTO/<id>/task.yaml, with INTO/import-report.json and INTO/import-report.md beside them. What
// cannot be imported is in the report and is no error; an error means that the folders cannot
// be read or written, or that ctx was cancelled. Nothing of the original is executed or copied
// but data.
func Import(ctx context.Context, dir string, opts ImportOptions) (*Report, error) {
	if opts.Catalog == nil || opts.Checks == nil {
		return nil, fault.New(fault.Internal, "import: no catalogue or no check kinds")
	}
	root, folders, err := findTasks(dir)
	if err != nil {
		return nil, err
	}
	tasks, err := OpenTasks(root, opts.Readers)
	if err != nil {
		return nil, err
	}
	defer tasks.Close() // read only: nothing is lost
	lib, err := openLibrary(opts.Into)
	if err != nil {
		return nil, err
	}
	defer lib.close()
	run := &importRun{opts: opts, tasks: tasks, lib: lib, ids: map[string]string{}, names: map[string]string{}}
	report := &Report{Format: ReportFormat, Source: filepath.Base(root), Tasks: []TaskReport{}}
	for i, folder := range folders {
		if err := ctx.Err(); err != nil {
			return nil, fault.Wrap(fault.Canceled, err, "import %s", folder)
		}
		run.tell(i, len(folders), folder)
		t, err := run.task(folder)
		if err != nil {
			return nil, err
		}
		report.Tasks = append(report.Tasks, *t)
	}
	run.tell(len(folders), len(folders), "")
	report.sum()
	return report, lib.report(report)
}

// importRun is what the tasks of one import share.
type importRun struct {
	opts  ImportOptions
	tasks *Tasks
	lib   *libraryFolder
	ids   map[string]string // id -> folder
	names map[string]string // task_name -> folder
}

func (r *importRun) tell(done, total int, what string) {
	if r.opts.Progress != nil {
		r.opts.Progress(done, total, what)
	}
}

// findTasks returns the folder that holds the tasks, and the names of the tasks' own folders.
func findTasks(dir string) (root string, folders []string, err error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return "", nil, fault.Wrap(fault.Invalid, err, "find %s", dir)
	}
	if full, err = filepath.EvalSymlinks(full); err != nil {
		return "", nil, fault.Wrap("", err, "find tasks").WithHint("give a task folder of the benchmark, or its folder tasks")
	}
	tasks, err := OpenTasks(full, Readers{})
	if err != nil {
		return "", nil, err
	}
	defer tasks.Close() // read only
	if tasks.regular("task.yaml") {
		return filepath.Dir(full), []string{filepath.Base(full)}, nil
	}
	entries, err := fs.ReadDir(tasks.root.FS(), ".")
	if err != nil {
		return "", nil, fault.Wrap("", err, "list %s", dir)
	}
	for _, e := range entries {
		if e.IsDir() && tasks.regular(e.Name()+"/task.yaml") {
			folders = append(folders, e.Name())
		}
	}
	slices.Sort(folders)
	switch {
	case len(folders) == 0:
		return "", nil, fault.New(fault.NotFound, "%s holds no task", dir).WithHint("a task of the benchmark is a folder with a task.yaml; give one, or its folder tasks")
	case len(folders) > maxTasks:
		return "", nil, fault.New(fault.Exhausted, "%s holds %d tasks; at most %d are imported at once", dir, len(folders), maxTasks)
	}
	return full, folders, nil
}

// regular reports whether there is a plain file of that name below the tasks folder.
func (t *Tasks) regular(name string) bool {
	info, err := t.root.Stat(filepath.FromSlash(name))
	return err == nil && info.Mode().IsRegular()
}

// String is a fault in one line.
func (f Fault) String() string {
	where := f.File
	if f.Line > 0 {
		where += fmt.Sprintf(":%d", f.Line)
	}
	if f.Path != "" {
		where += " " + f.Path
	}
	return fmt.Sprintf("%s: %s: %s", where, f.Code, f.Message)
}
