package harbor

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

// recordFormat names the form of a record and its version.
const recordFormat = "coworkenv.harbor-record/v1"

// maxRecord bounds a record that is read, in bytes.
const maxRecord = 256 << 20

// Record is what an agent did in a container so far.
type Record struct {
	Format     string            `json:"format"`
	Seed       uint64            `json:"seed"`
	Trajectory *trace.Trajectory `json:"trajectory"`
}

// WriteRecord puts a record in its place in one step, readable by its owner alone.
func WriteRecord(name string, r Record) error {
	r.Format = recordFormat
	body, err := json.Marshal(r)
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the record")
	}
	return place(name, append(body, '\n'), 0o600)
}

// ReadRecord reads a record. Errors: NotFound, Invalid.
func ReadRecord(name string) (Record, error) {
	var r Record
	data, err := readBounded(name, maxRecord)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fault.Wrap(fault.Invalid, err, "read the record")
	}
	if r.Format != recordFormat || r.Trajectory == nil {
		return r, fault.New(fault.Invalid, "%s is no record of an agent's calls", filepath.Base(name))
	}
	return r, nil
}

// readBounded reads a plain file of up to that many bytes.
func readBounded(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.Wrap(fault.NotFound, err, "read %s", filepath.Base(name))
	}
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", filepath.Base(name))
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fault.New(fault.Invalid, "%s is no plain file", filepath.Base(name))
	}
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", filepath.Base(name))
	}
	if int64(len(data)) > most {
		return nil, fault.New(fault.Exhausted, "%s is over %d bytes", filepath.Base(name), most)
	}
	return data, nil
}

// place writes a file beside its place and moves it there, so that nobody reads half of it.
func place(name string, data []byte, mode fs.FileMode) error {
	tmp := name + ".new"
	if err := os.WriteFile(tmp, data, mode); err != nil {
		return fault.Wrap("", err, "write %s", filepath.Base(name))
	}
	if err := os.Rename(tmp, name); err != nil {
		return fault.Wrap("", err, "write %s", filepath.Base(name))
	}
	return nil
}
