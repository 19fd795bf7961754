package engine

import (
	"coworkenv.dev/coworkenv/core/harness"
	"coworkenv.dev/coworkenv/core/importer"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/trace"
)

// addWords puts what a harness printed beside its calls - text, reasoning, model and tokens - into
// the trajectory, which has them from the audit alone. It does so only where the transcript holds
// each of the trajectory's calls in the same order; the harness's calls of tools of its own are
// passed over. A transcript that is no stream-json, or was cut, adds nothing.
func addWords(t *trace.Trajectory, out *harness.Outcome) {
	r, err := importer.Read(out.Kept, importer.StreamJSON)
	if err != nil || !out.Whole {
		return
	}
	said := spoken(r.Trajectories[0])
	next, places := 0, make([]int, 0, len(t.Steps))
	for i := range t.Steps {
		want := toolOf(&t.Steps[i])
		if want == "" { // the last message, which is there already
			places = append(places, -1)
			continue
		}
		for next < len(said) && said[next].tool != want {
			next++
		}
		if next == len(said) {
			return
		}
		places = append(places, next)
		next++
	}
	last := -1
	for i, at := range places {
		if at < 0 {
			continue
		}
		s, w := &t.Steps[i], said[at]
		s.Model = w.from.Model
		if w.message == last {
			continue // words stand beside the first call of a message
		}
		last = w.message
		s.Reasoning, s.Usage = w.from.Reasoning, w.from.Usage
		if len(s.Calls) > 0 {
			s.Text = w.from.Text
		}
	}
}

// words are one call of a transcript, and the message that it stands in.
type words struct {
	tool    string
	message int
	from    *trace.Step
}

func spoken(t *trace.Trajectory) []words {
	var out []words
	for s, c := range t.Calls {
		out = append(out, words{c.Tool, s.Index, s})
	}
	return out
}

// toolOf is the tool by which a harness took a step.
func toolOf(s *trace.Step) string {
	switch {
	case len(s.Calls) > 0:
		return s.Calls[0].Tool
	case s.Finish == lastWords:
		return ""
	}
	return serve.ReplyTool
}
