// Command without links bubbletea alone, as a control.
package main

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
)

func main() {
	var _ tea.Msg
	fmt.Println("started")
}
