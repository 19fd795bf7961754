package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"coworkenv.dev/coworkenv/core/fault"
)

// applicationID marks the file as ours, in SQLite's header ("CoWk").
const applicationID = 0x436f576b

const (
	fileMagic  = "SQLite format 3\x00"
	headerSize = 100
)

// checkFile looks at the file before SQLite does, for what SQLite takes as
// normal: it fills an empty file anew, and notices a missing end only when it
// comes to read it.
func checkFile(path string, flag int) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fault.New(fault.Invalid, "%s is no plain file", FileName).WithHint("name another folder, or move it away; it was not changed") // opening a pipe would wait for ever
	}
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return fault.Wrap("", err, "open file").WithHint("make the workspace's folder and files accessible, or open the workspace read-only")
	}
	logged, err := hasLog(path)
	if err != nil {
		return firstError(err, f.Close())
	}
	var header [headerSize]byte
	_, err = io.ReadFull(f, header[:])
	info, statErr := f.Stat()
	if err := firstError(statErr, f.Close()); err != nil {
		return err
	}
	switch {
	case errors.Is(err, io.EOF):
		return damaged("%s is empty", FileName)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return damaged("%s ends after %d bytes", FileName, info.Size())
	case err != nil:
		return err
	case string(header[:len(fileMagic)]) != fileMagic:
		return fault.New(fault.Invalid, "%s is not a workspace (it is no SQLite file)", FileName).
			WithHint("name another folder, or move this file away; it was not changed")
	}
	// While a log exists the file alone is not the whole truth; asked before
	// and after, as the log may come or go meanwhile.
	later, err := hasLog(path)
	if err != nil || logged || later {
		return err
	}
	if want := headerLength(header[:]); info.Size() < want {
		return damaged("%s ends after %d of %d bytes", FileName, info.Size(), want)
	}
	return nil
}

func damaged(format string, args ...any) error {
	return fault.New(fault.Invalid, "%s: the file is damaged", fmt.Sprintf(format, args...)).WithHint("%s", hintDamaged)
}

// headerLength is the length in bytes that the header states, 0 when it states
// none.
func headerLength(header []byte) int64 {
	changes, validFor := binary.BigEndian.Uint32(header[24:]), binary.BigEndian.Uint32(header[92:])
	if changes != validFor {
		return 0
	}
	page := int64(binary.BigEndian.Uint16(header[16:]))
	if page == 1 {
		page = 65536
	}
	return page * int64(binary.BigEndian.Uint32(header[28:]))
}

// hasLog tells whether a journal holds something. An empty log is what a
// read-only process leaves behind, as it may not remove it.
func hasLog(path string) (bool, error) {
	for _, suffix := range []string{"-wal", "-journal"} {
		info, err := os.Stat(path + suffix)
		if err == nil && info.Size() > 0 {
			return true, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// checkOwner refuses a database that is not a workspace.
func checkOwner(ctx context.Context, conn *connection) error {
	var id int64
	if err := conn.pragma(ctx, "application_id", &id); err != nil {
		return err
	}
	if id != applicationID {
		return fault.New(fault.Invalid, "%s is not a workspace (it is another program's database)", FileName).
			WithHint("name another folder, or move this file away; it was not changed")
	}
	return nil
}
