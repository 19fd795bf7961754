package review_test

import (
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

type standIn struct {
	env *screens.Env
	at  screens.Place
}

func (standIn) Init()                     {}
func (standIn) Update(screens.Msg)        {}
func (standIn) Title() string             { return "" }
func (standIn) Focus() string             { return "review" }
func (standIn) Values() map[string]string { return nil }
func (s standIn) Place() screens.Place    { return s.at }

func (s standIn) View(width, height int) []string {
	line := ui.NewLine(s.env.Sheet(), width).Put(themes.Text, "opened "+s.at.Screen+" of "+s.at.Of+" at "+s.at.Cursor).String()
	return ui.Fill([]string{line}, width, height)
}
