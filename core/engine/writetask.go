package engine

import (
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// writeTask writes the folder of a generated task whole: file, certificate and the files that it
// comes with, through a temporary folder.
func writeTask(into string, r *gate.Report, file []byte, assets []task.Asset) error {
	cert, err := encodeCertificate(r)
	if err != nil {
		return err
	}
	files := map[string][]byte{task.FileName: file, CertificateFile: cert}
	for _, a := range assets {
		if files[a.Path], err = synth.AssetFile(a); err != nil {
			return err
		}
	}
	dir := filepath.Join(into, r.TaskID)
	tmp, err := os.MkdirTemp(into, ".new-")
	if err != nil {
		return fault.Wrap("", err, "write task %s", r.TaskID)
	}
	defer os.RemoveAll(tmp)
	for name, data := range files {
		if err := writeBelow(tmp, name, data); err != nil {
			return fault.Wrap("", err, "write task %s", r.TaskID)
		}
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return fault.Wrap("", err, "write task %s", r.TaskID)
	}
	if err := os.RemoveAll(dir); err != nil {
		return fault.Wrap("", err, "replace task %s", r.TaskID)
	}
	if err := os.Rename(tmp, dir); err != nil {
		return fault.Wrap("", err, "write task %s", r.TaskID)
	}
	return nil
}

// writeBelow writes a file with the folders on its way; the reader of tasks has seen to it that
// the name stays below.
func writeBelow(dir, name string, data []byte) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
