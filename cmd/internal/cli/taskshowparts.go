package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// shownParts are the parts that only some tasks have, and what bounds and names a task.
type shownParts struct {
	Capabilities []string            `json:"capabilities,omitempty"`
	WorksAs      string              `json:"works_as,omitempty"`
	Grants       map[string][]string `json:"grants,omitempty"`
	Denied       []string            `json:"denied_tools,omitempty"`
	Stages       []shownStage        `json:"stages,omitempty"`
	User         *shownUser          `json:"user,omitempty"`
	Assets       []shownAsset        `json:"assets,omitempty"`
	Answer       []shownAnswer       `json:"answer,omitempty"`
	Faults       []string            `json:"faults,omitempty"`
	Rubric       string              `json:"rubric,omitempty"`
	Limits       shownLimits         `json:"limits"`
	Provenance   []string            `json:"provenance,omitempty"` // "generator hand"
}

// shownStage is a stage with what the world changes when it begins.
type shownStage struct {
	Name    string   `json:"name"`
	At      string   `json:"at,omitempty"`
	Changes []string `json:"changes,omitempty"`
}

type shownUser struct {
	Persona string   `json:"persona"`
	Style   string   `json:"style,omitempty"`
	Knows   []string `json:"knows"`
	Rounds  int      `json:"max_rounds,omitempty"`
}

type shownAsset struct {
	Path      string `json:"path"`
	MediaType string `json:"media_type"`
	SHA256    string `json:"sha256,omitempty"`
}

type shownAnswer struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type shownLimits struct {
	Turns   int `json:"max_turns"`
	Calls   int `json:"max_calls"`
	Seconds int `json:"seconds"`
}

func partsOf(t *task.Task) shownParts {
	out := shownParts{Capabilities: t.Capabilities, Denied: t.Deny,
		Limits: shownLimits{cmp.Or(t.Limits.MaxTurns, task.DefaultTurns), cmp.Or(t.Limits.MaxCalls, task.DefaultCalls), cmp.Or(t.Limits.Seconds, task.DefaultSeconds)}}
	if t.Identity != nil {
		out.WorksAs, out.Grants = t.Identity.As, grantsOf(t.Identity.Grants)
	}
	for _, r := range t.Requests {
		if r.Stage == "" {
			continue
		}
		s := shownStage{Name: r.Stage}
		if !r.At.IsZero() {
			s.At = r.At.Format("2006-01-02T15:04:05Z07:00")
		}
		for _, in := range r.Inject {
			s.Changes = append(s.Changes, strings.TrimSpace(fmt.Sprintf("%s %s %s", in.Op, in.Collection, in.ID)))
		}
		out.Stages = append(out.Stages, s)
	}
	if u := t.User; u != nil {
		out.User = &shownUser{Persona: u.Persona, Style: u.Style, Knows: []string{}, Rounds: u.MaxRounds}
		for _, k := range u.Knows {
			out.User.Knows = append(out.User.Knows, k.ID)
		}
	}
	for _, a := range t.Assets {
		out.Assets = append(out.Assets, shownAsset{a.Path, a.MediaType, a.SHA256})
	}
	for _, f := range t.Answer {
		out.Answer = append(out.Answer, shownAnswer{f.Name, answerType(f)})
	}
	for _, f := range t.Faults {
		out.Faults = append(out.Faults, fmt.Sprintf("%s at call %d of %s, %s its effect", f.Kind, f.Nth, f.On, f.Commit))
	}
	if t.Judge != nil {
		out.Rubric = t.Judge.Rubric
	}
	out.Provenance = provenanceOf(&t.Provenance)
	return out
}

func grantsOf(g world.Grants) map[string][]string {
	if g == nil {
		return nil
	}
	out := map[string][]string{}
	for service, acts := range g {
		for _, a := range acts {
			out[service] = append(out[service], string(a))
		}
	}
	return out
}

// answerType words a field's type: "set of id", "rows of product id, quantity number, by product".
func answerType(f task.AnswerField) string {
	s := string(f.Type)
	switch {
	case len(f.Rows) > 0:
		var columns []string
		for _, c := range f.Rows {
			columns = append(columns, c.Name+" "+answerType(c))
		}
		s = "rows of " + strings.Join(columns, ", ")
		if f.Key != "" {
			s += ", by " + f.Key
		}
	case len(f.OneOf) > 0:
		s = "one of " + strings.Join(f.OneOf, ", ")
	}
	if f.List != "" {
		s = f.List + " of " + s
	}
	return s
}

func provenanceOf(p *task.Provenance) []string {
	var out []string
	add := func(name, text string) {
		if text != "" {
			out = append(out, name+" "+text)
		}
	}
	add("generator", p.Generator)
	add("engine", p.Engine)
	add("parents", strings.Join(p.Parents, ", "))
	add("source", p.SourceURL)
	add("license", p.License)
	add("attribution", p.Attribution)
	return out
}

// printWho prints who the agent works as, what it may use, and whom it talks to.
func printWho(p *printer, x *shownParts, services []string) {
	if len(x.Capabilities) > 0 {
		p.say("capabilities %s", clean(strings.Join(x.Capabilities, ", ")))
	}
	p.say("services %s", clean(strings.Join(services, ", ")))
	if len(x.Denied) > 0 {
		p.say("without the tools %s", clean(strings.Join(x.Denied, ", ")))
	}
	if x.WorksAs != "" {
		p.say("works as %s", clean(x.WorksAs))
	}
	for _, service := range slices.Sorted(maps.Keys(x.Grants)) {
		p.say("  may %s: %s", clean(service), clean(strings.Join(x.Grants[service], ", ")))
	}
}

// printUser prints the simulated user.
func printUser(p *printer, u *shownUser) {
	if u == nil {
		return
	}
	block(p, "user", strings.TrimSpace(u.Persona+"\n"+u.Style))
	if len(u.Knows) > 0 {
		p.say("  knows %s", clean(strings.Join(u.Knows, ", ")))
	}
}

// printExtras prints what comes with the records: files, the answer's fields, planned faults.
func printExtras(p *printer, x *shownParts) {
	if len(x.Assets) > 0 {
		p.say("\nassets")
	}
	for _, a := range x.Assets {
		p.say("  %-24s %s", clean(a.Path), clean(a.MediaType))
	}
	if len(x.Faults) > 0 {
		p.say("\nfaults")
	}
	for _, f := range x.Faults {
		p.say("  %s", clean(f))
	}
	if len(x.Answer) > 0 {
		p.say("\nanswer")
	}
	for _, f := range x.Answer {
		p.say("  %-16s %s", clean(f.Name), clean(f.Type))
	}
}
