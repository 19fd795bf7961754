package world_test

import (
	"fmt"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// pair is the same episode twice: one takes over what calls came to elsewhere, one works them out.
type pair struct{ quick, plain *world.World }

func (p pair) fork() pair { return pair{p.quick.Fork(), p.plain.Fork()} }

// act does one act of chance in both.
func (p pair) act(t *testing.T, rand *det.Rand) {
	t.Helper()
	id := fmt.Sprintf("TK-%d", 1+rand.Intn(6))
	acts := []func(w *world.World) *world.Entry{
		func(w *world.World) *world.Entry { return call(w, "desk_list", `{}`) },
		func(w *world.World) *world.Entry { return call(w, "desk_get", `{"ticket_id":"`+id+`"}`) },
		func(w *world.World) *world.Entry { return call(w, "desk_create", `{"title":"new"}`) },
		func(w *world.World) *world.Entry {
			return call(w, "desk_update", `{"ticket_id":"`+id+`","priority":"high"}`)
		},
		func(w *world.World) *world.Entry {
			return call(w, "desk_update", `{"ticket_id":"`+id+`","priority":"refused"}`)
		},
		func(w *world.World) *world.Entry {
			return call(w, "desk_update", `{"ticket_id":"`+id+`","owner":"P-1"}`)
		},
		func(w *world.World) *world.Entry { return call(w, "desk_delete", `{"ticket_id":"`+id+`"}`) },
		func(w *world.World) *world.Entry { return call(w, "desk_create", `{"titel":1}`) },
		func(w *world.World) *world.Entry { return w.Call("colleague:ada", "desk_list", []byte(`{}`)) },
		func(w *world.World) *world.Entry { return call(w, "book_get", `{"id":"P-1"}`) },
	}
	do := acts[rand.Intn(len(acts))]
	got, want := do(p.quick), do(p.plain)
	if string(got.Body) != string(want.Body) || got.Outcome != want.Outcome || got.Cause != want.Cause || got.Status != want.Status ||
		got.Before() != want.Before() || got.After() != want.After() || got.Seq != want.Seq || len(got.Shown) != len(want.Shown) ||
		len(got.Changes) != len(want.Changes) || len(got.Problems) != len(want.Problems) || (got.Fault == nil) != (want.Fault == nil) {
		t.Fatalf("call %d, %s %s:\n%+v\nwant\n%+v", got.Seq, got.Tool, got.Raw, got, want)
	}
	for i := range got.Changes {
		if string(got.Changes[i].Record().JSON()) != string(want.Changes[i].Record().JSON()) {
			t.Fatalf("call %d changed %s, want %s", got.Seq, got.Changes[i].Record().JSON(), want.Changes[i].Record().JSON())
		}
	}
}

func (p pair) compare(t *testing.T) {
	t.Helper()
	if p.quick.Digest() != p.plain.Digest() || len(p.plain.State().Diff(p.quick.State())) > 0 {
		t.Fatal("the records differ")
	}
	for _, coll := range []string{"desk.tickets", "desk.notes"} {
		var a, b string
		for r := range p.quick.State().Records(coll) {
			a += string(r.JSON()) + "\n"
		}
		for r := range p.plain.State().Records(coll) {
			b += string(r.JSON()) + "\n"
		}
		if a != b {
			t.Fatalf("%s holds\n%s\nwant\n%s", coll, a, b)
		}
	}
}

// A world with a memo never differs from one without, whatever its other worlds did before.
func TestMemoMakesNoDifference(t *testing.T) {
	img, memo := image(t, 4), world.NewMemo()
	faults := []world.PlannedFault{{On: "desk_update", Nth: 2, Kind: world.Error, Commit: world.AfterCommit}, {On: "desk_create", Nth: 1, Kind: world.Error, Commit: world.BeforeCommit}}
	rand := det.NewRand(7, "memo")
	for range 60 {
		opts := start(t, 0).Options()
		if rand.Intn(3) == 0 {
			opts.Faults = faults
		}
		if rand.Intn(3) == 0 {
			opts.As = "ada@example.com"
		}
		plain := world.New(img, opts)
		opts.Memo = memo
		open := []pair{{world.New(img, opts), plain}}
		for range 25 {
			p := open[rand.Intn(len(open))]
			switch rand.Intn(12) {
			case 0:
				open = append(open, p.fork())
			case 1:
				title := value.Member{Name: "title", Value: "moved"}
				in := world.Injection{Op: world.Updated, Collection: "desk.tickets", ID: "TK-1", Set: []value.Member{title}}
				_, err := p.quick.Inject(world.TheWorld, in)
				if _, again := p.plain.Inject(world.TheWorld, in); (err == nil) != (again == nil) {
					t.Fatalf("an injection: %v, want %v", err, again)
				}
			case 2:
				p.quick.Enter("later", opts.Now.AddDate(0, 0, 1))
				p.plain.Enter("later", opts.Now.AddDate(0, 0, 1))
			default:
				p.act(t, rand)
			}
		}
		for _, p := range open {
			p.compare(t)
		}
	}
}

// A world that was reset takes over nothing: what it does is to show that nothing is left.
func TestResetWorldsHaveNoMemo(t *testing.T) {
	calls := 0
	counting := desk()
	handle := counting.Tools[0].Handle
	counting.Tools[0].Handle = func(tx *world.Tx, in world.Args, out *world.Reply) error { calls++; return handle(tx, in, out) }
	img, err := world.NewImage(world.Seed{Services: []*world.Service{counting}})
	if err != nil {
		t.Fatal(err)
	}
	opts := start(t, 0).Options()
	opts.Memo = world.NewMemo()
	w := world.New(img, opts)
	call(w, "desk_list", `{}`)
	call(w, "desk_list", `{}`)
	call(world.New(img, opts), "desk_list", `{}`)
	if calls != 1 {
		t.Errorf("the handler ran %d times, want once", calls)
	}
	w.Reset()
	call(w, "desk_list", `{}`)
	if calls != 2 {
		t.Errorf("after a reset the handler ran %d times in all, want twice", calls)
	}
}
