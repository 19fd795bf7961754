package servicetest

import (
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// toy is a small service without a fault: things that are listed, read and renamed.
func toy() *world.Service {
	id := world.Param{Name: "thing_id", Type: world.ID, Required: true, Ref: "toy.things", Doc: "Which."}
	return &world.Service{
		Name: "toy", Title: "Toy", Doc: "Things.", Version: 1, AuditKeys: []string{"renamed"},
		Collections: []world.Collection{{
			Name: "things", Doc: "Things.", Key: "thing_id", NewID: "thing-%d",
			Fields: []world.Field{
				{Name: "thing_id", Type: world.ID},
				{Name: "name", Type: world.Text},
				{Name: "size", Type: world.Int},
				{Name: "code", Type: world.Text, Secret: true},
				{Name: "changed", Type: world.Instant, Optional: true},
			},
			Views: []world.View{{Name: "row", Fields: []string{"thing_id", "name"}}},
		}},
		Tools: []world.Tool{{
			Name: "toy_list", Doc: "List.", Act: world.Reading, Route: "/toy/things",
			Reads: []world.Read{{Collection: "things", View: "row"}},
			Handle: func(tx *world.Tx, _ world.Args, out *world.Reply) error {
				out.Listing("things", all(tx), "row")
				return nil
			},
		}, {
			Name: "toy_rename", Doc: "Rename.", Act: world.Update, Route: "/toy/things/rename",
			Params: []world.Param{id, {Name: "name", Type: world.Text, Required: true, Doc: "The new name."}},
			Reads:  []world.Read{{Collection: "things", Key: "thing_id"}},
			Effects: []world.Effect{{
				Op: world.Updated, Collection: "things", Key: "thing_id",
				Fields: map[string]string{"name": "name"}, Computed: []string{"changed"},
			}},
			Audit: &world.AuditSpec{Key: "renamed", Entry: world.ReplyMember("thing")},
			Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
				r, ok := tx.Get("things", in.Text("thing_id"))
				if !ok {
					return world.NotFound("Thing", in.Text("thing_id"))
				}
				out.Record("thing", tx.Update(r, append(in.Members("name"), tx.Stamp("changed"))...))
				return nil
			},
		}},
	}
}

func all(tx *world.Tx) []*world.Record {
	return tx.Select("things", func(*world.Record) bool { return true })
}

// reports collects what checks report; a fatal report ends the check.
type reports struct{ lines []string }

type ended struct{}

func (r *reports) Helper() {}

func (r *reports) Errorf(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func (r *reports) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(ended{})
}

// judge runs every check over a service and returns what they report.
func judge(s *world.Service, samples ...Sample) string {
	r := &reports{}
	guarded := func(check func()) {
		defer func() {
			if x := recover(); x != nil && x != (ended{}) {
				panic(x)
			}
		}()
		check()
	}
	guarded(func() {
		o := newOffice(r, []*world.Service{s}, 1)
		o.addSamples(r, samples)
		for _, check := range []func(tester, *world.Service){
			o.checkDeclaration, o.checkSchemas, o.checkReads, o.checkEffects, o.checkSamples, o.checkRefusals, o.checkReplay, o.checkAudit,
		} {
			guarded(func() { check(r, s) })
		}
	})
	return strings.Join(r.lines, "\n")
}

func TestSuitePassesASoundService(t *testing.T) {
	if got := judge(toy()); got != "" {
		t.Errorf("reports about a sound service:\n%s", got)
	}
}

// TestSuiteSeesEachFault plants one fault at a time and wants a report that names it.
func TestSuiteSeesEachFault(t *testing.T) {
	type handler = func(*world.Tx, world.Args, *world.Reply) error
	list := func(s *world.Service, h handler) { s.Tools[0].Handle = h }
	rename := func(s *world.Service, h func(*world.Tx, world.Args, *world.Reply, *world.Record)) {
		s.Tools[1].Handle = func(tx *world.Tx, in world.Args, out *world.Reply) error {
			r, ok := tx.Get("things", in.Text("thing_id"))
			if !ok {
				return world.NotFound("Thing", in.Text("thing_id"))
			}
			h(tx, in, out, r)
			return nil
		}
	}
	calls := 0
	tests := []struct {
		name, want string
		plant      func(*world.Service)
	}{
		{"no title", "lacks a title", func(s *world.Service) { s.Title = "" }},
		{"parameter without words", "toy_rename.name lacks a description", func(s *world.Service) { s.Tools[1].Params[1].Doc = "" }},
		{"reference to nowhere", "no collection with a key", func(s *world.Service) { s.Tools[1].Params[0].Ref = "toy.gone" }},
		{"reference of another type", "not an id", func(s *world.Service) { s.Tools[1].Params[0].Type = world.Text }},
		{"key that is no id", "must be a required id", func(s *world.Service) { s.Collections[0].Fields[0].Type = world.Text }},
		{"act and effects disagree", "declares 1 effects", func(s *world.Service) { s.Tools[1].Act = world.Reading }},
		{"parameter stored in another type", "has another type", func(s *world.Service) { s.Tools[1].Effects[0].Fields = map[string]string{"size": "name"} }},
		{"effect on an unknown field", "unknown field colour", func(s *world.Service) { s.Tools[1].Effects[0].Computed = []string{"changed", "colour"} }},
		{"read by an unknown parameter", "unknown parameter gone", func(s *world.Service) { s.Tools[0].Reads[0].Limit = "gone" }},
		{"effect that never comes about", `declares "update things.size"`, func(s *world.Service) {
			s.Tools[1].Effects[0].Computed = []string{"changed", "size"}
		}},
		{"field set but not declared", "sets toy.things.changed", func(s *world.Service) { s.Tools[1].Effects[0].Computed = nil }},
		{"undeclared operation", "undeclared effect: delete toy.things", func(s *world.Service) {
			rename(s, func(tx *world.Tx, in world.Args, out *world.Reply, r *world.Record) {
				tx.Delete(r)
			})
		}},
		{"another record changed", "undeclared effect: update toy.things", func(s *world.Service) {
			rename(s, func(tx *world.Tx, in world.Args, out *world.Reply, r *world.Record) {
				out.Record("thing", r)
				tx.Update(all(tx)[0], in.Members("name")...)
			})
		}},
		{"parameter not stored", "not the parameter name", func(s *world.Service) {
			rename(s, func(tx *world.Tx, in world.Args, out *world.Reply, r *world.Record) {
				out.Record("thing", tx.Update(r, value.Member{Name: "name", Value: "other"}, tx.Stamp("changed")))
			})
		}},
		{"value that does not fit", "which is no datetime", func(s *world.Service) {
			rename(s, func(tx *world.Tx, in world.Args, out *world.Reply, r *world.Record) {
				out.Record("thing", tx.Update(r, append(in.Members("name"), value.Member{Name: "changed", Value: "now"})...))
			})
		}},
		{"a read that writes", "changed records", func(s *world.Service) {
			list(s, func(tx *world.Tx, _ world.Args, out *world.Reply) error {
				out.Listing("things", all(tx), "row")
				tx.Update(all(tx)[0], tx.Stamp("changed"))
				return nil
			})
		}},
		{"a read that leads nowhere", "to which it should lead", func(s *world.Service) {
			list(s, func(tx *world.Tx, _ world.Args, out *world.Reply) error {
				out.Listing("things", all(tx)[1:], "row")
				return nil
			})
		}},
		{"a view that is not shown", "never shows all of the view", func(s *world.Service) { s.Tools[0].Reads[0].View = "" }},
		{"shown without a declaration", "which it does not declare", func(s *world.Service) { s.Tools[1].Reads = nil }},
		{"noted but not in the reply", "its value is not in the reply", func(s *world.Service) {
			list(s, func(tx *world.Tx, _ world.Args, out *world.Reply) error {
				out.Listing("things", all(tx), "row")
				out.Show(all(tx)[0], "size")
				return nil
			})
		}},
		{"in the reply but not noted", "does not note it", func(s *world.Service) {
			list(s, func(tx *world.Tx, _ world.Args, out *world.Reply) error {
				out.Listing("things", all(tx), "row")
				v, _ := all(tx)[0].Get("size")
				out.Value("first", v)
				return nil
			})
		}},
		{"a secret without its record", "toy.things.code", func(s *world.Service) {
			s.Tools[0].Reads = nil
			list(s, func(tx *world.Tx, _ world.Args, out *world.Reply) error {
				out.Text("code", all(tx)[0].Text("code"))
				return nil
			})
		}},
		{"state outside the world", "equal calls made another audit", func(s *world.Service) {
			list(s, func(tx *world.Tx, _ world.Args, out *world.Reply) error {
				calls++
				out.Listing("things", all(tx), "row")
				out.Int("calls", calls)
				return nil
			})
		}},
		{"an id that is not there accepted", "names nothing, but the outcome", func(s *world.Service) {
			s.Tools[0].Params = []world.Param{{Name: "like", Type: world.ID, Ref: "toy.gone", Doc: "Which."}}
		}},
		{"fixed values of no text", "has fixed values but is no text", func(s *world.Service) { s.Collections[0].Fields[2].Enum = []string{"1"} }},
		{"the past of no date", "neither a date nor a datetime", func(s *world.Service) { s.Collections[0].Fields[1].Past = true }},
		{"a parameter freer than its field", "may hold other values", func(s *world.Service) { s.Collections[0].Fields[1].Enum = []string{"a", "b"} }},
		{"a value that is no choice", "none of its values", func(s *world.Service) {
			s.Collections[0].Fields[1].Enum, s.Tools[1].Params[1].Enum = []string{"a", "b"}, []string{"a", "b"}
			rename(s, func(tx *world.Tx, in world.Args, out *world.Reply, r *world.Record) {
				out.Record("thing", tx.Update(r, value.Member{Name: "name", Value: "c"}, tx.Stamp("changed")))
			})
		}},
		{"an effect that names no record", "no parameter names the record", func(s *world.Service) { s.Tools[1].Effects[0].Key = "" }},
		{"an effect that follows and names", "follows from others and yet", func(s *world.Service) { s.Tools[1].Effects[0].Follows = true }},
		{"audit under an unknown key", `tools are listed under "gone"`, func(s *world.Service) { s.Tools[1].Audit.Key = "gone" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := toy()
			tt.plant(s)
			if got := judge(s); !strings.Contains(got, tt.want) {
				t.Errorf("the reports do not hold %q:\n%s", tt.want, got)
			}
		})
	}
}

// refuser is toy with a tool that only things of code "yes" allow.
func refuser() *world.Service {
	s := toy()
	s.Tools[1].Handle = func(tx *world.Tx, in world.Args, out *world.Reply) error {
		r, ok := tx.Get("things", in.Text("thing_id"))
		if !ok {
			return world.NotFound("Thing", in.Text("thing_id"))
		}
		if r.Text("code") != "yes" {
			return world.Refuse(world.Conflict, "not now")
		}
		out.Record("thing", tx.Update(r, append(in.Members("name"), tx.Stamp("changed"))...))
		return nil
	}
	return s
}

// TestSamples: what made records never allow comes about by a sample; one that does not go well,
// or holds records that do not fit, is reported.
func TestSamples(t *testing.T) {
	things := func(code string) map[string]string {
		return map[string]string{"toy.things": `[{"thing_id":"thing-1","name":"n","size":1,"code":` + code + `}]`}
	}
	call := []SampleCall{{Tool: "toy_rename", Args: `{"thing_id":"thing-1","name":"m"}`}}
	tests := []struct {
		name, want string
		samples    []Sample
	}{
		{"none", "no call brought it about", nil},
		{"one that goes well", "", []Sample{{things(`"yes"`), call}}},
		{"one that is refused", "the sample call toy_rename", []Sample{{things(`"no"`), call}}},
		{"one that does not fit", "the sample record thing-1 of toy.things", []Sample{{things(`5`), nil}}},
		{"records that are no list", "records of toy.things", []Sample{{map[string]string{"toy.things": `[1]`}, nil}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := judge(refuser(), tt.samples...); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("the reports do not hold %q:\n%s", tt.want, got)
			}
		})
	}
}
