//go:build unix

package harness

import (
	"os/exec"
	"syscall"
)

// ownGroup lets the program lead a process group, so that all of it can be ended.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the program and all that it has started and that has not left its group. A group
// that is gone already is none to end.
func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
