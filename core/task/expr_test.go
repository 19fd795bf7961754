package task

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
)

func TestExprScope(t *testing.T) {
	b := bindToy(t, "03", examples(t)["03_escalation.yaml"])
	each, p := b.Expr("overdue", "checks[0].record_updated.each", "", Scope{})
	if p != nil {
		t.Fatal(p)
	}
	items, err := b.Items(each, "", Env{})
	if err != nil || len(items) != 3 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	e, p := b.Expr("it.ticket + ' ' + reply.text", "x", "", Scope{It: each, Vars: map[string]any{"reply": nil}})
	if p != nil {
		t.Fatal(p)
	}
	got, err := b.Run(e, "", Env{It: items[0], Vars: map[string]any{"reply": value.Obj(value.Member{Name: "text", Value: "ok"})}})
	if err != nil || got != "TK-2107 ok" {
		t.Errorf("%v, %v", got, err)
	}
	if diff := cmp.Diff([]string{"overdue"}, each.Facts()); diff != "" {
		t.Errorf("facts (-want +got)\n%s", diff)
	}
	for src, want := range map[string]string{"it.tickt": "did you mean ticket?", "reply.x": "no reply", "made('raised').ticket_id": "only where a check", "overdu": "did you mean overdue?"} {
		if _, p := b.Expr(src, "x", "", Scope{It: each}); p == nil || !strings.Contains(p.Message+" "+p.Hint, want) {
			t.Errorf("%s: %v, want %q", src, p, want)
		}
	}
	if _, p := b.Expr("it.ticket", "x", "", Scope{}); p == nil || !strings.Contains(p.Message, "no it here") {
		t.Errorf("it without each: %v", p)
	}
	notList, p := b.Expr("now", "x", "", Scope{})
	if p != nil {
		t.Fatal(p)
	}
	if _, err := b.Items(notList, "", Env{}); err == nil || notList.IsList() {
		t.Error("now is no list")
	}
	if !each.IsList() || each.Collection() != "" {
		t.Errorf("overdue: list %v, collection %q", each.IsList(), each.Collection())
	}
	tickets, p := b.Expr("filter(helpdesk.tickets, .status == 'open')", "x", "", Scope{})
	if p != nil || tickets.Collection() != "helpdesk.tickets" {
		t.Errorf("collection %v, %v", tickets, p)
	}
}

func TestMade(t *testing.T) {
	b := bindToy(t, "08", examples(t)["08_staged.yaml"])
	e, p := b.Expr(`made("todo-mon").task_id`, "checks[4].record_updated.record", "wed", Scope{Made: true})
	if p != nil {
		t.Fatal(p)
	}
	if !e.UsesMade() {
		t.Error("UsesMade is false")
	}
	record := value.Obj(value.Member{Name: "task_id", Value: "T-1"}, value.Member{Name: "title", Value: "x"}, value.Member{Name: "status", Value: "pending"},
		value.Member{Name: "priority", Value: "low"}, value.Member{Name: "due_date", Value: "2026-03-18"})
	got, err := b.Run(e, "wed", Env{Made: func(string) (any, error) { return record, nil }})
	if err != nil || got != "T-1" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := b.Run(e, "wed", Env{}); err == nil {
		t.Error("made without a judge")
	}
	for src, want := range map[string]string{`made("todo-mon").taskid`: "no field taskid", `made("todomon")`: "did you mean todo-mon"} {
		if _, p := b.Expr(src, "x", "", Scope{Made: true}); p == nil || !strings.Contains(p.Message, want) {
			t.Errorf("%s: %v, want %q", src, p, want)
		}
	}
	typed, err := b.Row("todo.tasks", record)
	if err != nil || typed["due_date"] != value.Day("2026-03-18") || typed["tags"] != nil {
		t.Errorf("row %v, %v", typed, err)
	}
}

// A problem of an expression stands at the character that it is about.
func TestExprPlace(t *testing.T) {
	data := starterWith(t, "late:    {expr: .due_date < day(now), says: overdue}", "late:    {expr: .due_dat < day(now), says: overdue}")
	_, problems := bindOnly(t, data)
	if len(problems) != 1 || problems[0].Code != CodeBadExpression || problems[0].Path != "facts.overdue.where.late.expr" {
		t.Fatalf("problems %v", problems)
	}
	line := strings.Split(string(data), "\n")[problems[0].Line-1]
	if !strings.HasPrefix(line[problems[0].Column-1:], "due_dat <") {
		t.Errorf("points at %q", line[problems[0].Column-1:])
	}
}

func TestValue(t *testing.T) {
	b := bindToy(t, "05", examples(t)["05_scheduling.yaml"])
	n := b.Task.File.Node("checks[0].record_created.match")
	got, p := b.Value(n, "", Scope{}, Env{})
	if p != nil {
		t.Fatal(p)
	}
	slot := mustTime(t, "2026-03-17T10:00:00Z")
	want := row{"title": row{"text": "Launch review"}, "start_time": row{"datetime": slot}, "end_time": row{"datetime": slot.Add(3600e9)},
		"attendees": row{"set_equals": row{"address": []any{"lin.qiao@northwind.test", "ada.brook@northwind.test", "jonas.weber@northwind.test"}}}}
	for range 2 { // the second time from the cache
		if diff := cmp.Diff(want, got, decimals()); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		got, _ = b.Value(n, "", Scope{}, Env{})
	}
	tpl, p := b.Template(n, "", Scope{})
	if p != nil || tpl.IsLiteral() || len(tpl.Exprs()) != 3 {
		t.Errorf("template: %v", p)
	}
	literal := &Node{Kind: Scalar, Text: "==x"}
	if got, _ := b.Value(literal, "", Scope{}, Env{}); got != "=x" {
		t.Errorf("literal %v", got)
	}
	missing := &Node{Kind: List, Items: []*Node{{Kind: Scalar, Text: "=nosuch", Path: "x"}}}
	if _, p := b.Value(missing, "", Scope{}, Env{}); p == nil {
		t.Error("an unknown name is no problem")
	}
}

func TestJSON(t *testing.T) {
	b := bindToy(t, "05", examples(t)["05_scheduling.yaml"])
	price, err := value.ParseDecimal("1180.50")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		in   any
		want string
	}{
		{nil, `null`}, {true, `true`}, {7, `7`}, {0.5, `0.5`}, {3.0, `3`}, {"x", `"x"`}, {price, `1180.5`}, {eur(118050), `1180.5`},
		{value.Day("2026-03-17"), `"2026-03-17"`}, {mustTime(t, "2026-03-17T10:00:00Z"), `"2026-03-17T18:00:00+08:00"`},
		{[]any{1, row{"b": 1, "a": "x"}}, `[1,{"a":"x","b":1}]`},
	}
	for _, tt := range tests {
		if got := string(value.Append(nil, b.JSON(tt.in))); got != tt.want {
			t.Errorf("JSON(%v) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// A Bound is used from many goroutines at once.
func TestConcurrentUse(t *testing.T) {
	b := bindToy(t, "04", examples(t)["04_reconciliation.yaml"])
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			e, p := b.Expr(fmt.Sprintf("total(map(filter(reconciled, .currency == 'EUR'), .amount)) == money(2213.30, 'EUR') and %d >= 0", i%3), "x", "", Scope{})
			if p != nil {
				t.Error(p)
				return
			}
			if v, err := b.Run(e, "", Env{}); err != nil || v != true {
				t.Errorf("%v, %v", v, err)
			}
			if _, err := b.Conditions("reconciled", ""); err != nil {
				t.Error(err)
			}
			v, err := b.Vary(Variation{Changes: []RecordChange{{Collection: "finance.transactions", ID: "TXN-503", Set: []value.Member{{Name: "amount", Value: value.Number("1033.30")}}}}})
			if err != nil {
				t.Error(err)
				return
			}
			if got := ids(t, v, "reconciled", "id"); len(got) != 4 {
				t.Errorf("reconciled %v", got)
			}
		})
	}
	wg.Wait()
}
