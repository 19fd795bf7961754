package harbor

import (
	"bytes"
	"debug/elf"
	"os"

	"coworkenv.dev/coworkenv/core/fault"
)

// CheckBinary refuses a program that cannot run in a container without further files, or that
// holds tasks with their solutions, as the program for people does: an agent could ask it.
func CheckBinary(name string) error {
	f, err := elf.Open(name)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "read %s", name).WithHint("build it for Linux: GOOS=linux CGO_ENABLED=0 go build -o %s ./cmd/%s", BinaryName, BinaryName)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return fault.New(fault.Invalid, "%s is not static: it needs the libraries of the machine", name).WithHint("build it with CGO_ENABLED=0")
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return fault.Wrap("", err, "read %s", name)
	}
	if bytes.Contains(data, []byte("\nsolution:\n")) {
		return fault.New(fault.Denied, "%s holds tasks with their solutions", name).WithHint("give the program of ./cmd/%s, which holds none", BinaryName)
	}
	return nil
}
