package harbor

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
)

// Task is one task on its way into a directory.
type Task struct {
	whole  *episode.Prepared
	public []byte
	acts   []Act
}

// NewTask makes a task ready to be written: its public half and the oracle's calls.
func NewTask(ctx context.Context, whole *episode.Prepared, seed uint64) (*Task, error) {
	public, err := Public(whole.Bound.Task)
	if err != nil {
		return nil, err
	}
	acts, err := Script(ctx, whole, seed)
	if err != nil {
		return nil, err
	}
	return &Task{whole: whole, public: public, acts: acts}, nil
}

// Write makes the task's directory, which must not be there.
func (w *Task) Write(dir string, o *Options) error {
	t := w.whole.Bound.Task
	toml, err := config(w, o)
	if err != nil {
		return err
	}
	script, err := json.MarshalIndent(w.acts, "", " ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the script")
	}
	files := []file{
		{"task.toml", toml},
		{"instruction.md", []byte(instruction(episode.System(t), t.Requests[0].Say, t.Language, serve.Talks(w.whole)))},
		{"environment/Dockerfile", []byte(dockerfile(o, t.ID))},
		{"environment/" + WorldDir + "/" + taskFile, w.public},
		{"tests/" + taskFile, t.File.Data},
		{"solution/" + scriptFile, script},
	}
	if o.Binary != "" {
		files = append(files, file{"environment/start", []byte(startScript(strconv.FormatUint(o.Seed, 10)))})
	}
	for _, a := range t.Assets {
		data, err := t.ReadAsset(a)
		if err != nil {
			return err
		}
		files = append(files, file{"environment/" + WorldDir + "/" + a.Path, data}, file{"tests/" + a.Path, data})
	}
	if err := writeTree(dir, files, 0o644); err != nil {
		return err
	}
	scripts := []file{{"tests/test.sh", []byte(testScript(o))}, {"solution/solve.sh", []byte(solveScript())}}
	if err := writeTree(dir, scripts, 0o755); err != nil {
		return err
	}
	if o.Binary == "" {
		return nil
	}
	return errors.Join(link(o.Binary, filepath.Join(dir, "tests", BinaryName)), link(o.Binary, filepath.Join(dir, "environment", BinaryName)))
}

func writeTree(dir string, files []file, mode os.FileMode) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return fault.Wrap("", err, "make the folder of %s", f.name)
		}
		if err := os.WriteFile(name, f.data, mode); err != nil {
			return fault.Wrap("", err, "write %s", f.name)
		}
	}
	return nil
}

// link gives a file a second name, so that a thousand tasks hold the binary once; where the disk
// cannot do that, it is copied.
func link(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return fault.Wrap("", err, "read %s", from)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return fault.Wrap("", err, "write %s", to)
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err != nil {
		return fault.Wrap("", err, "write %s", to)
	}
	return nil
}
