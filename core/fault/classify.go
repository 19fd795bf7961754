package fault

import (
	"context"
	"io/fs"
	"os"
	"syscall"
)

// KindOf returns the kind of err: that of the first *Error met when walking
// wraps and joined errors depth first, outermost before cause. Errors of the
// standard library that have an evident kind count as well (canceled contexts,
// missing files, refused permissions, full disks, timeouts). Anything else is
// Internal, and nil is the empty kind.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	kind := Internal
	walk(err, func(e error) bool {
		if k := kindHere(e); k != "" {
			kind = k
			return true
		}
		return false
	})
	return kind
}

// HintOf returns the first hint met in the order of KindOf, or "".
func HintOf(err error) string {
	hint := ""
	walk(err, func(e error) bool {
		if f, ok := e.(*Error); ok && f != nil {
			hint = f.Hint
		}
		return hint != ""
	})
	return hint
}

// walk visits err and all that it wraps until visit returns true.
func walk(err error, visit func(error) bool) bool {
	if err == nil {
		return false
	}
	if visit(err) {
		return true
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return walk(e.Unwrap(), visit)
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			if walk(inner, visit) {
				return true
			}
		}
	}
	return false
}

// kindHere classifies this one error value without looking at its causes.
func kindHere(err error) Kind {
	switch e := err.(type) {
	case *Error:
		return e.Kind
	case syscall.Errno:
		return errnoKind(e)
	}
	switch err {
	case context.Canceled:
		return Canceled
	case context.DeadlineExceeded, os.ErrDeadlineExceeded:
		return Unavailable
	case fs.ErrNotExist:
		return NotFound
	case fs.ErrPermission:
		return Denied
	case fs.ErrExist:
		return Conflict
	}
	return ""
}

func errnoKind(e syscall.Errno) Kind {
	switch {
	case e == syscall.ENOSPC || e == syscall.EDQUOT || e == syscall.EMFILE || e == syscall.ENFILE:
		return Exhausted
	case e == syscall.ENOTDIR || e == syscall.EISDIR || e == syscall.ENAMETOOLONG || e == syscall.ELOOP || e == syscall.EADDRNOTAVAIL:
		return Invalid // a name that cannot be what was asked for
	case e == syscall.EADDRINUSE:
		return Conflict
	case e == syscall.ECONNREFUSED || e == syscall.ETIMEDOUT || e == syscall.ECONNRESET:
		return Unavailable
	case e.Is(fs.ErrNotExist):
		return NotFound
	case e.Is(fs.ErrPermission) || e == syscall.EROFS:
		return Denied
	case e.Is(fs.ErrExist):
		return Conflict
	}
	return ""
}
