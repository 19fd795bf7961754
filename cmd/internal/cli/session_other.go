//go:build !unix

package cli

import "syscall"

// ownSession: elsewhere a started process outlives its terminal as it is.
func ownSession() *syscall.SysProcAttr { return nil }
