// Package library holds the tasks that the program ships with.
//
// Invariant: every shipped task is a folder with one task.yaml, named after the task's id, and
// passes the gate; the test beside this file proves it.
package library

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed all:tasks
var files embed.FS

// Tasks is the shipped library: one folder a task, each with its task.yaml and its assets.
func Tasks() fs.FS {
	sub, err := fs.Sub(files, "tasks")
	if err != nil {
		panic(fmt.Sprintf("the embedded tasks cannot be opened: %v", err)) // the directive above names the folder
	}
	return sub
}
