// Command with links bubbletea with the early answer.
package main

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	_ "coworkenv.dev/coworkenv/tui/term/early"
)

func main() {
	var _ tea.Msg
	fmt.Println("started")
}
