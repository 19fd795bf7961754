package fault_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
)

func TestKindAndExitCode(t *testing.T) {
	_, missing := os.Open(filepath.Join(t.TempDir(), "absent"))
	full := &fs.PathError{Op: "write", Path: "db", Err: syscall.ENOSPC}
	tests := []struct {
		name string
		err  error
		kind fault.Kind
		exit int
	}{
		{"nil", nil, "", 0},
		{"plain", errors.New("boom"), fault.Internal, 1},
		{"internal", fault.New(fault.Internal, "x"), fault.Internal, 1},
		{"usage", fault.New(fault.Usage, "x"), fault.Usage, 2},
		{"gate failed", fault.New(fault.GateFailed, "x"), fault.GateFailed, 3},
		{"partial", fault.New(fault.Partial, "x"), fault.Partial, 4},
		{"not found", fault.New(fault.NotFound, "x"), fault.NotFound, 5},
		{"invalid", fault.New(fault.Invalid, "x"), fault.Invalid, 6},
		{"unsupported", fault.New(fault.Unsupported, "x"), fault.Unsupported, 6},
		{"denied", fault.New(fault.Denied, "x"), fault.Denied, 7},
		{"unavailable", fault.New(fault.Unavailable, "x"), fault.Unavailable, 8},
		{"conflict", fault.New(fault.Conflict, "x"), fault.Conflict, 9},
		{"exhausted", fault.New(fault.Exhausted, "x"), fault.Exhausted, 10},
		{"canceled", fault.New(fault.Canceled, "x"), fault.Canceled, 130},
		{"context canceled", fmt.Errorf("run: %w", context.Canceled), fault.Canceled, 130},
		{"deadline", fmt.Errorf("run: %w", context.DeadlineExceeded), fault.Unavailable, 8},
		{"missing file", fmt.Errorf("open: %w", missing), fault.NotFound, 5},
		{"permission", fmt.Errorf("open: %w", fs.ErrPermission), fault.Denied, 7},
		{"errno permission", &fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, fault.Denied, 7},
		{"exists", &fs.PathError{Op: "mkdir", Path: "x", Err: syscall.EEXIST}, fault.Conflict, 9},
		{"file for a folder", &fs.PathError{Op: "open", Path: "x/y", Err: syscall.ENOTDIR}, fault.Invalid, 6},
		{"folder for a file", &fs.PathError{Op: "read", Path: "x", Err: syscall.EISDIR}, fault.Invalid, 6},
		{"long name", &fs.PathError{Op: "open", Path: "x", Err: syscall.ENAMETOOLONG}, fault.Invalid, 6},
		{"links in a circle", &fs.PathError{Op: "open", Path: "x", Err: syscall.ELOOP}, fault.Invalid, 6},
		{"port in use", fmt.Errorf("listen: %w", syscall.EADDRINUSE), fault.Conflict, 9},
		{"disk full", fmt.Errorf("save: %w", full), fault.Exhausted, 10},
		{"outermost kind wins", fault.Wrap(fault.Invalid, fault.New(fault.NotFound, "in"), "out"), fault.Invalid, 6},
		{"wrapped by fmt", fmt.Errorf("a: %w", fault.New(fault.Conflict, "in")), fault.Conflict, 9},
		{"empty kind is the cause's", fault.Wrap("", full, "save"), fault.Exhausted, 10},
		{"empty kind alone", fault.New("", "x"), fault.Internal, 1},
		{"joined, first classified", errors.Join(errors.New("plain"), fault.New(fault.Denied, "x"), fault.New(fault.Invalid, "y")), fault.Denied, 7},
		{"joined, depth first", errors.Join(fmt.Errorf("a: %w", fault.New(fault.Invalid, "y")), fault.New(fault.Denied, "x")), fault.Invalid, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fault.KindOf(tt.err); got != tt.kind {
				t.Errorf("KindOf = %q, want %q", got, tt.kind)
			}
			if got := fault.ExitCode(tt.err); got != tt.exit {
				t.Errorf("ExitCode = %d, want %d", got, tt.exit)
			}
		})
	}
}

func TestEveryKindHasADocumentedExit(t *testing.T) {
	seen := map[fault.Kind]bool{}
	for _, k := range fault.Kinds() {
		if seen[k] {
			t.Errorf("kind %q is listed twice", k)
		}
		seen[k] = true
		if code := fault.ExitCode(fault.New(k, "x")); code == 0 || (code == 1) != (k == fault.Internal) {
			t.Errorf("kind %q has exit code %d", k, code)
		}
	}
}

func TestKindOfExit(t *testing.T) {
	for _, k := range fault.Kinds() {
		status := fault.ExitCode(fault.New(k, "x"))
		if back := fault.KindOfExit(status); fault.ExitCode(fault.New(back, "x")) != status {
			t.Errorf("%s ends with %d, which is read as %s", k, status, back)
		}
	}
	for status, want := range map[int]fault.Kind{1: fault.Internal, 3: fault.GateFailed, 6: fault.Invalid, 130: fault.Canceled, 77: fault.Internal} {
		if got := fault.KindOfExit(status); got != want {
			t.Errorf("%d is %s, want %s", status, got, want)
		}
	}
}

func TestMessageAndHint(t *testing.T) {
	cause := fault.New(fault.NotFound, "no task %q", "t1").WithHint("run %s", "coworkenv list")
	plain := fault.Wrap(fault.Invalid, cause, "show task")
	tests := []struct {
		name, msg, hint string
		err             error
	}{
		{"message", `no task "t1"`, "run coworkenv list", cause},
		{"wrapped keeps the hint", `show task: no task "t1"`, "run coworkenv list", plain},
		{"outer hint wins", `show task: no task "t1"`, "outer", plain.WithHint("outer")},
		{"only kind", "denied", "", &fault.Error{Kind: fault.Denied}},
		{"only cause", "boom", "", &fault.Error{Err: errors.New("boom")}},
		{"nil cause", "save", "", fault.Wrap(fault.Invalid, nil, "save")},
		{"joined", "boom\n" + `no task "t1"`, "run coworkenv list", errors.Join(errors.New("boom"), cause)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.err.Error(); got != tt.msg {
				t.Errorf("Error() = %q, want %q", got, tt.msg)
			}
			if got := fault.HintOf(tt.err); got != tt.hint {
				t.Errorf("HintOf = %q, want %q", got, tt.hint)
			}
		})
	}
	if plain.Hint != "" {
		t.Error("WithHint changed its receiver")
	}
	if !errors.Is(plain, cause) {
		t.Error("errors.Is does not find the cause")
	}
}
