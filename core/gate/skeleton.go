package gate

import (
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Skeleton is what is left of a task with its entities masked, so that a set of tasks can be
// asked how many different ones it holds.
type Skeleton struct {
	Request  string `json:"request,omitempty"`  // digest of the request's masked words
	Workflow string `json:"workflow,omitempty"` // digest of the solution's tools, repeats taken together
}

func (s *subject) skeleton() Skeleton {
	var words strings.Builder
	for _, r := range s.task.Requests {
		words.WriteString(s.masked(r.Say))
		words.WriteByte('\n')
	}
	out := Skeleton{Request: shortSum(words.String())}
	if s.lab == nil {
		return out
	}
	var flow strings.Builder
	last := ""
	for _, e := range s.lab.oracle.episode.World().Entries() {
		if e.Actor == world.Agent && e.Tool != last {
			flow.WriteString(e.Tool + "\n")
			last = e.Tool
		}
	}
	out.Workflow = shortSum(flow.String())
	return out
}

func shortSum(text string) string { return det.SHA256Hex([]byte(text))[:16] }

// masked is a text with digits and the names and ids of the task's records taken out.
func (s *subject) masked(text string) string {
	text = strings.ToLower(value.Fold(text))
	if s.ready != nil {
		state := s.seedState()
		for _, full := range state.Image().Collections() {
			decl, _ := state.Image().Collection(full)
			for r := range state.Records(full) {
				for i := range decl.Fields {
					if f := &decl.Fields[i]; f.Type == world.ID || f.Type == world.Address || f.Type == world.Text && !f.List {
						text = mask(text, r.Text(f.Name))
					}
				}
			}
		}
	}
	return flattened(calendarWords.Replace(text))
}

// calendarWords masks the names of days and months, so that a date in words counts as one in
// digits.
var calendarWords = calendarMask()

func calendarMask() *strings.Replacer {
	var pairs []string
	for day := time.Sunday; day <= time.Saturday; day++ {
		pairs = append(pairs, strings.ToLower(day.String()), "@")
	}
	for month := time.January; month <= time.December; month++ {
		if name := strings.ToLower(month.String()); len(name) > 3 { // "may" is a verb too, and stands beside digits
			pairs = append(pairs, name, "@")
		} else {
			pairs = append(pairs, " "+name+" 2", " @ 2")
		}
	}
	for _, day := range "一二三四五六日" {
		pairs = append(pairs, "周"+string(day), "@")
	}
	return strings.NewReplacer(pairs...)
}

// flattened masks digits and takes masks that stand together for one.
func flattened(text string) string {
	var b strings.Builder
	masked, gap := false, ""
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9' || r == '@':
			if !masked {
				b.WriteByte('@')
			}
			masked, gap = true, ""
		case masked && strings.ContainsRune(" .,:/-", r):
			gap += string(r)
		default:
			b.WriteString(gap)
			b.WriteRune(r)
			masked, gap = false, ""
		}
	}
	return b.String()
}

// mask takes a name out of a text in small letters; short words and prose are no names.
func mask(text, name string) string {
	const longest = 60
	if len(name) > 3*longest { // no letter shrinks to less than a third
		return text
	}
	name = strings.ToLower(name)
	if len(name) < minLeak || len(name) > longest || !strings.Contains(text, name) {
		return text
	}
	return strings.ReplaceAll(text, name, "@")
}
