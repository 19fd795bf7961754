package world_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
)

// mirror is a service whose one tool tells who called it.
func mirror() *world.Service {
	return &world.Service{Name: "mirror", Version: 1, Tools: []world.Tool{{
		Name: "mirror_look", Doc: "Tells who looks.", Act: world.Reading, Route: "/mirror/look",
		Handle: func(tx *world.Tx, _ world.Args, out *world.Reply) error {
			out.Text("who", tx.Identity())
			return nil
		},
	}}}
}

func TestIdentity(t *testing.T) {
	image, err := world.NewImage(world.Seed{Services: []*world.Service{mirror()}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		as    string
		actor world.Actor
		want  string
	}{
		{"kim@example.com", world.Agent, "kim@example.com"},
		{"", world.Agent, ""},
		{"kim@example.com", "colleague:ada@example.com", "ada@example.com"},
		{"kim@example.com", world.User, ""},
		{"kim@example.com", world.Harness, ""},
	}
	for _, tt := range tests {
		w := world.New(image, world.Options{Now: time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC), As: tt.as})
		if got, want := string(w.Call(tt.actor, "mirror_look", nil).Body), `{"who":"`+tt.want+`"}`; got != want {
			t.Errorf("%s working as %q: %s, want %s", tt.actor, tt.as, got, want)
		}
	}
}
