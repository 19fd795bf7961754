package tuitest

import "coworkenv.dev/coworkenv/tui/term"

// Storm changes the window's size again and again while Work runs, presses a key at each size
// without waiting, and looks at every frame, whether Work has told something meanwhile or not.
func (d *Desk) Storm(keys ...string) *Desk {
	d.T.Helper()
	widths, heights := []int{80, 61, 200, 59, 120, 20, 160, 60, 137, 99}, []int{24, 60, 15, 40, 14, 48, 9, 33}
	for i := range len(widths) * len(heights) {
		d.size = term.Size{Width: widths[i%len(widths)], Height: heights[i%len(heights)]}
		d.handle(d.size)
		d.Frame()
		if len(keys) > 0 {
			d.Step(keys[i%len(keys)])
			d.Frame()
		}
		select {
		case t := <-d.told:
			d.deliver(t)
			d.Frame()
		default:
		}
		if d.T.Failed() || d.Ended {
			return d
		}
	}
	d.Settle().Frame()
	return d
}
