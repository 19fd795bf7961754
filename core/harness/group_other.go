//go:build !unix

package harness

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup ends the program; there are no process groups here.
func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}
