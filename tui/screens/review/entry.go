// Package review is the screen on which a person decides: tasks, trials and what rules of the
// curation said, one key a verdict.
//
// Invariant: a verdict is in the store before the screen says so, and is never changed, only
// followed by another; what others said is out of sight in blind mode until one's own is given.
package review

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Name is the screen's name.
const Name = "review"

// Actions.
const (
	actFilter    = "review.filter"
	actOpen      = "review.open"
	actAccept    = "review.accept"
	actReject    = "review.reject"
	actSkip      = "review.skip"
	actFlag      = "review.flag"
	actUndo      = "review.undo"
	actAcceptAll = "review.accept-all"
	actRejectAll = "review.reject-all"
	actMark      = "review.mark"
	actUnmark    = "review.unmark"
	actQueue     = "review.queue"
	actNextQueue = "review.next-queue"
	actPrevQueue = "review.previous-queue"
	actSpot      = "review.spotcheck"
	actBlind     = "review.blind"
	actDiffer    = "review.differ"
	actExplain   = "review.explain"
	actLibrary   = "review.library"
	actCopy      = "review.copy"
	actReload    = "review.reload"
)

// Focuses.
const (
	focusList    = "review"
	focusPreview = "review/preview"
	focusFilter  = "review/filter"
)

// judging is the context that holds in list and preview.
const judging = "review"

// Entry describes the screen.
func Entry() screens.Entry {
	in := func(action string, bar int, name, help, command string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: judging, Keys: k, Name: name, Help: help, Bar: bar, Command: command, Look: command == ""}
	}
	one := func(verb string) string {
		return "coworkenv review " + verb + " {subject} --kind {markkind} --where {marked} --spotcheck {spot}"
	}
	all := func(verb string) string { return "coworkenv review " + verb + " --kind {kind} --where {all}" }
	filter := in(actFilter, 5, "filter", "filter the queue, e.g. decision:none gate:passed fam:triage", "coworkenv review queue --kind {kind} --where {where}", "/")
	filter.Arg = "QUERY"
	queue := in(actQueue, 6, "queue", "choose what to look at: tasks, trials, what rules dropped or kept, a spot check", "coworkenv review queue --kind {kind}", "v")
	queue.Arg = "QUEUE"
	spot := in(actSpot, 7, "spot check", "draw a random sample of what was accepted or kept, and estimate the error rate", "coworkenv review spotcheck --kind {spotkind} --size {size} --seed {seed}", "c")
	spot.Arg = "SIZE SEED"
	return screens.Entry{
		Name: Name, Title: "Review", Key: "5", Doc: "what waits for a verdict, and what others said",
		New: func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: []keys.Binding{
			in(actAccept, 1, "accept", "accept it, or all marked; the next one follows", one("accept"), "a"),
			in(actReject, 2, "reject", "reject it, or all marked, for a reason", one("reject"), "x"),
			in(actSkip, 3, "skip", "note that it was looked at, without a verdict", one("skip"), "s"),
			in(actFlag, 3, "flag", "flag it for another look; curation leaves it out until then", one("flag"), "f"),
			in(actUndo, 4, "undo", "take back the last verdict given here, else one's own on this row", "coworkenv review undo {undo}", "u"),
			in(actAcceptAll, 0, "accept all", "accept everything that the filter shows; asks with the number", all("accept"), "A"),
			in(actRejectAll, 0, "reject all", "reject everything that the filter shows; asks with the number", all("reject"), "X"),
			in(actMark, 0, "mark", "mark it and go on; verdicts take the marked ones", "", " "),
			in(actUnmark, 0, "unmark", "take all marks away", "", "U"),
			filter, queue,
			in(actNextQueue, 0, "next queue", "to the next queue", "", "]"),
			in(actPrevQueue, 0, "queue before", "to the queue before", "", "["),
			spot,
			in(actDiffer, 0, "differ", "only what reviewers disagree about, or all again", "coworkenv review queue --kind {kind} --where differ:true", "D"),
			in(actBlind, 0, "blind", "hide what others said until your own verdict is given, or show it", "", "b"),
			in(actExplain, 0, "every rule", "what every rule of the curation says of the trial; again for the preview", "coworkenv curate explain {trial}", "i"),
			in(actOpen, 8, "open", "open the trial's trajectory or the task's gate; esc returns", "coworkenv open --screen {screen} --of {of}", "enter"),
			in(actLibrary, 0, "task", "show the task in the library", "coworkenv task show {task}", "o"),
			in(actCopy, 0, "copy", "copy the subject's name, as the command line takes it", "", "y"),
			in(actReload, 0, "reload", "read the queue anew, with what others said meanwhile", "", "r"),
		},
		Focuses: []keys.Focus{
			{Name: focusList, Doc: "the queue", Contexts: []string{judging, keys.Moves, keys.Panes}},
			{Name: focusPreview, Doc: "what is known of the subject", Contexts: []string{judging, keys.Moves, keys.Panes}},
			{Name: focusFilter, Doc: "the filter", Contexts: []string{keys.Typing}, Typing: true},
		},
		Columns: columnNames(),
	}
}

// columns are all columns of the queues.
func columns() []ui.Column {
	return []ui.Column{
		{Name: "check", Title: "check", Width: 8},
		{Name: "rule", Title: "rule", Width: 14, Least: 12},
		{Name: "task", Title: "task", Width: 36, Least: 16, Flex: 2},
		{Name: "trial", Title: "trial", Width: 12, Drop: 9},
		{Name: "title", Title: "title", Width: 40, Least: 18, Flex: 3, Drop: 7},
		{Name: "why", Title: "why", Width: 44, Least: 16, Flex: 3, Drop: 3},
		{Name: "agent", Title: "agent", Width: 14, Least: 8, Drop: 5},
		{Name: "score", Title: "score", Width: 5, Right: true, Drop: 1},
		{Name: "gate", Title: "gate", Width: 8, Drop: 2},
		{Name: "decision", Title: "verdict", Width: 8},
		{Name: "by", Title: "by", Width: 10, Least: 5, Drop: 8},
		{Name: "others", Title: "others", Width: 16, Least: 12, Drop: 4},
	}
}

func columnNames() []string {
	var out []string
	for _, c := range columns() {
		out = append(out, c.Name)
	}
	return out
}

// lacking are the columns that a queue has no use for.
func lacking(queue string) map[string]bool {
	switch queue {
	case queueTasks:
		return map[string]bool{"check": true, "rule": true, "trial": true, "why": true, "agent": true, "score": true}
	case queueTrials:
		return map[string]bool{"check": true, "rule": true, "title": true, "why": true}
	case queueSpotTasks:
		return map[string]bool{"rule": true, "trial": true, "why": true, "agent": true, "score": true}
	case queueSpotTrials:
		return map[string]bool{"rule": true, "title": true, "why": true}
	}
	return map[string]bool{"check": true, "trial": true, "title": true, "gate": true}
}
