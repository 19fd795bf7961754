//go:build unix

package cli

import "syscall"

// ownSession makes a process independent of the terminal that started it.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
