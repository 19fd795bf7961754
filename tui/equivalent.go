package tui

// Equivalents are the command lines of what can be done where the workbench stands, by action.
// What the screen refuses at the moment is left out.
func (w *Workbench) Equivalents() map[string]string {
	out := map[string]string{}
	for _, b := range w.table.In(w.focus()) {
		if line := w.commandLine(b, ""); line != "" && w.refusal(b.Action) == "" {
			out[b.Action] = line
		}
	}
	return out
}
