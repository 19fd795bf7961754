package task

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func TestStages(t *testing.T) {
	b := bindToy(t, "08", examples(t)["08_staged.yaml"])
	if diff := cmp.Diff([]string{"mon", "tue", "wed"}, b.Stages()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for stage, want := range map[string]string{"mon": "2026-03-16T08:00:00Z", "tue": "2026-03-17T08:00:00Z", "wed": "2026-03-18T08:00:00Z", "nosuch": "2026-03-16T08:00:00Z"} {
		if got := b.StageTime(stage); !got.Equal(mustTime(t, want)) {
			t.Errorf("%s begins at %s, want %s", stage, got, want)
		}
	}
	tests := []struct{ src, mon, wed string }{
		{`the(crm.customers, "customer_id", "CUS-101").contact_person`, "Ines Roth", "Paul Adler"},
		{`string(len(gmail.messages))`, "0", "1"},
		{`show(the(inventory.products, "product_id", "SKU-12").unit_price)`, "18.5", "19.25"},
		{`show(day(now))`, "2026-03-16", "2026-03-18"},
		{`show(total_mon)`, "740.00 EUR", "740.00 EUR"},
	}
	for _, tt := range tests {
		e, p := b.Expr(tt.src, "x", "", Scope{})
		if p != nil {
			t.Fatal(p)
		}
		for stage, want := range map[string]string{"mon": tt.mon, "wed": tt.wed, "": tt.mon} {
			if got, err := b.Run(e, stage, Env{}); err != nil || got != want {
				t.Errorf("%s at %q: %v, %v; want %s", tt.src, stage, got, err, want)
			}
		}
	}
}

// The typed injections are what a world takes; a world that made them has the records that
// expressions see.
func TestInjections(t *testing.T) {
	b := bindToy(t, "08", examples(t)["08_staged.yaml"])
	w := newWorld(b)
	for _, stage := range b.Stages() {
		w.Enter(stage, b.StageTime(stage))
		for _, in := range b.Injections(stage) {
			if _, err := w.Inject(world.TheWorld, in); err != nil {
				t.Fatal(err)
			}
		}
	}
	price, ok := w.State().Get("inventory.products", "SKU-12")
	if v, _ := price.Get("unit_price"); !ok || v != value.Number("19.25") {
		t.Errorf("unit price %v", v)
	}
	mail, ok := w.State().Get("gmail.messages", "msg_310")
	if v, _ := mail.Get("is_read"); !ok || v != false {
		t.Errorf("is_read %v", v)
	}
	if w.State().Len("gmail.messages") != 1 {
		t.Error("the mail is missing")
	}
	if n := len(b.Task.Requests[1].Inject); n != 2 || b.Task.Requests[1].Inject[0].Set[0].Value != value.Number("19.25") {
		t.Errorf("the bound task has %d injections", n)
	}
}

func TestInjectHidden(t *testing.T) {
	data := labTask("{thing_id: a, n: 1, _label: x}")
	text := string(data)
	text = replaceOnce(t, text, "request: [{say: x}]", `request:
  - {say: x, stage: one}
  - say: y
    stage: two
    at: 2026-03-17T09:00:00+01:00
    inject:
      - {update: lab.things, record: a, set: {n: 2, _label: y}}
      - {insert: lab.things, record: {thing_id: b, _label: z}}
      - {delete: lab.things, record: b}`)
	text = replaceOnce(t, text, "facts: {every: lab.things}", "facts: {labels: {at: two, value: 'map(lab.things, ._label)'}, first_n: 'lab.things[0].n'}")
	b, problems := bindOnly(t, []byte(text))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if v, _ := b.Fact("", "labels"); !cmp.Equal(v, []any{"y"}) {
		t.Errorf("labels %v", v)
	}
	if v, _ := b.Fact("two", "first_n"); v != 1 {
		t.Errorf("first_n %v: a fact without at is of the first stage", v)
	}
	in := b.Injections("two")
	if len(in) != 3 || len(in[0].Set) != 1 || in[1].Record.Len() != 1 {
		t.Errorf("hidden attributes reach the world: %v", in)
	}
}

func replaceOnce(t *testing.T, s, old, by string) string {
	t.Helper()
	if !strings.Contains(s, old) {
		t.Fatalf("no %q", old)
	}
	return strings.Replace(s, old, by, 1)
}
