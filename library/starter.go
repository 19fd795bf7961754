package library

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed starters
var starters embed.FS

// Starters are FAMILY.yaml, one a family: a whole small task with comments, to be changed into
// another one. Each passes the gate.
func Starters() fs.FS {
	sub, err := fs.Sub(starters, "starters")
	if err != nil {
		panic(fmt.Sprintf("the embedded starters cannot be opened: %v", err)) // the directive above names the folder
	}
	return sub
}
