// Package curves is the screen of figures over the course of a training, such as the held-out score
// of a student update by update: a chart with the numbers at the cursor.
//
// Invariant: a curve is told by its digit as well as by its colour, and what is printed is read or
// computed from the file, never from the chart's cells.
package curves

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Name is the screen's name.
const Name = "curves"

// Actions.
const (
	actLeft   = "curves.left"
	actRight  = "curves.right"
	actFirst  = "curves.first"
	actLast   = "curves.last"
	actNext   = "curves.next"
	actAlone  = "curves.alone"
	actShow   = "curves.show"
	actReload = "curves.reload"
)

const focusChart = "curves"

// Entry describes the screen.
func Entry() screens.Entry {
	look := func(action string, bar int, name, help string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: focusChart, Keys: k, Name: name, Help: help, Bar: bar, Look: true}
	}
	show := keys.Binding{Action: actShow, In: focusChart, Keys: []string{"p"}, Name: "numbers", Help: "copy the command that prints the numbers at the cursor", Bar: 3,
		Command: "coworkenv curves {file} --at {x}"}
	reload := keys.Binding{Action: actReload, In: focusChart, Keys: []string{"r"}, Name: "reload", Help: "read the file anew, e.g. while it is being written", Bar: 4,
		Command: "coworkenv curves {file}"}
	return screens.Entry{
		Name: Name, Title: "Curves", Needs: "a file of curves", Doc: "figures over the course of a training, with the numbers at the cursor",
		New: func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: []keys.Binding{
			look(actLeft, 1, "left", "one column to the left", "h", "left"),
			look(actRight, 1, "right", "one column to the right", "l", "right"),
			look(actFirst, 0, "start", "to the first column", "g", "home"),
			look(actLast, 0, "end", "to the last column", "G", "end"),
			look(actNext, 0, "next curve", "mark the next curve", "j", "down", "tab"),
			look(actAlone, 2, "alone", "show the marked curve alone, or all of them", "space"),
			show, reload,
		},
		Focuses: []keys.Focus{{Name: focusChart, Doc: "the chart", Contexts: []string{focusChart}}},
	}
}
