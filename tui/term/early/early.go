// Package early spares the terminal a question at start-up.
//
// bubbletea v1 asks lipgloss for the background colour while packages are
// initialised, even for `coworkenv version`. A terminal that does not answer
// holds the program up for five seconds, and a late answer is typed into the
// next prompt. Answering in its place first makes the question unnecessary;
// themes are chosen by name and do not depend on it.
//
// Invariant: this package's import path sorts before bubbletea's and it imports
// lipgloss alone, so Go initialises it first (packages that are ready are
// initialised in the order of their import paths). It has the only init of the
// project. See docs/adr/0001-bubbletea-v1-and-the-one-init.md.
package early

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
