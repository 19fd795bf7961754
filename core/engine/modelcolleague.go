package engine

import (
	"bytes"
	"context"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// staffer is one colleague of the person's file.
type staffer struct {
	Name    string       `json:"name"`
	Also    []string     `json:"also,omitempty"` // other names by which records name it
	Brief   string       `json:"brief"`
	Profile string       `json:"profile,omitempty"` // "" = that of the role user
	Grants  world.Grants `json:"grants"`
	Most    int          `json:"most_calls,omitempty"`
	Inbox   *trace.Inbox `json:"inbox,omitempty"`

	client *llm.Client
}

const (
	mostStaffFile = 1 << 20
	mostStaff     = 20
)

// castStaff reads the file of colleagues and makes ready who plays them. Trials with colleagues are
// other trials: the version says which.
func (a *Actors) castStaff(file string) error {
	if file == "" {
		return nil
	}
	data, whole, err := readUpTo(file, mostStaffFile)
	if err != nil {
		return fault.Wrap("", err, "read the colleagues")
	}
	var doc struct {
		Colleagues []staffer `json:"colleagues"`
	}
	if err := value.Strictly(bytes.NewReader(data), &doc); err != nil || !whole || len(doc.Colleagues) == 0 || len(doc.Colleagues) > mostStaff {
		return fault.Wrap(fault.Invalid, err, "%s is no file of 1 to %d colleagues", file, mostStaff).WithHint("docs/models.md shows one")
	}
	a.voiceVersion += det.ID("+colleagues:", string(data))
	for i := range doc.Colleagues {
		s := &doc.Colleagues[i]
		if strings.TrimSpace(s.Name) == "" || len(s.Grants) == 0 && s.Inbox == nil || s.Inbox != nil && (s.Inbox.Collection == "" || s.Inbox.Key == "") || s.Most < 0 {
			return fault.New(fault.Invalid, "colleague %d of %s has no name, nothing it may do, or an inbox without collection and key", i+1, file).WithHint("docs/models.md shows one")
		}
		if s.client, err = a.models.Cast(llm.User, s.Profile); err != nil {
			return err
		}
		version, err := modelVersion(s.client.Profile(), 0)
		if err != nil {
			return err
		}
		a.voiceVersion = det.ID("", a.voiceVersion, version)
	}
	a.staff = doc.Colleagues
	return nil
}

// colleagues makes the actors of one trial; nil where there are none.
func (e *Engine) colleagues() func(context.Context, *episode.Prepared, rollout.Item) []episode.Colleague {
	if e.Actors == nil || len(e.Actors.staff) == 0 {
		return nil
	}
	staff := e.Actors.staff
	return func(ctx context.Context, _ *episode.Prepared, it rollout.Item) []episode.Colleague {
		out := make([]episode.Colleague, len(staff))
		for i, s := range staff {
			out[i] = episode.Colleague{Name: s.Name, Also: s.Also, Grants: s.Grants, Most: s.Most, Inbox: s.Inbox, Mind: agent.PlayedColleague(ctx, s.client, s.Brief, it.TrialSeed())}
		}
		return out
	}
}
