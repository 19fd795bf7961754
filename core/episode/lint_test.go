package episode_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/task"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
)

// linted is what is told of the lookup starter after edits: places and codes.
func linted(t *testing.T, edits ...string) []string {
	t.Helper()
	data, err := fs.ReadFile(library.Starters(), "lookup.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i+1 < len(edits); i += 2 {
		if !strings.Contains(text, edits[i]) {
			t.Fatalf("the starter has no %q", edits[i])
		}
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	parsed, problems := task.Parse("task.yaml", []byte(text))
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	ready, problems := episode.Lint(parsed, problems, catalog, checks)
	if (ready == nil) != (problems.Err() != nil) {
		t.Errorf("ready is %v with %v", ready != nil, problems)
	}
	var out []string
	for _, p := range problems {
		out = append(out, p.Path+" "+string(p.Code))
	}
	return out
}

// One mistake in every part of a file: all are told in one go, and nothing that only follows.
func TestLintTellsAllAtOnce(t *testing.T) {
	mistakes := []struct{ old, by, want string }{
		{"family: lookup", "family: lookpu", "family wrong_value"},
		{"annual_revenue: 910000", "annual_revenue: lots", "records.crm.customers[1].annual_revenue field_type"},
		{"status: delivered", "status: deliverd", "records.orders.orders[4].status field_type"},
		{"expr: .promised_date <", "expr: .promised_dat <", "facts.late.where.overdue.expr bad_expression"},
		{"fields: [name, tier]", "fields: [name, teir]", "checks[1].read.fields[1] unknown_field"},
		{"weight: 1,", "weigth: 1,", "checks[2].weigth unknown_key"},
		{"effect: {any:", "efect: {any:", "forbid[0].efect unknown_kind"},
		{"orders_list: {", "orders_lst: {", "solution.calls[1].orders_lst unknown_tool"},
		{"max_turns: 20", "max_turn: 20", "limits.max_turn unknown_key"},
	}
	var edits, want []string
	for _, m := range mistakes {
		if got := linted(t, m.old, m.by); !slices.Equal(got, []string{m.want}) {
			t.Errorf("%s alone: told %v", m.want, got)
		}
		edits, want = append(edits, m.old, m.by), append(want, m.want)
	}
	if got := linted(t, edits...); !slices.Equal(got, want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What rests on something that is wrong is not blamed.
func TestLintBlamesNoConsequences(t *testing.T) {
	for name, tt := range map[string]struct {
		old, by string
		want    []string
	}{
		"nothing is wrong":            {"EUR", "EUR", nil},
		"a record of a check":         {"{order_id: ORD-501,", "{order_di: ORD-501,", []string{"records.orders.orders[0] missing_field", "records.orders.orders[0].order_di unknown_field"}},
		"a collection":                {"  orders.orders:", "  orders.ordres:", []string{"records.orders.ordres unknown_collection"}},
		"a service":                   {"services: [orders,", "services: [odrers,", []string{"records.orders.orders unknown_service", "services[0] unknown_service"}},
		"a fact's expression":         {`customer.tier == "gold"`, `customer.tier = "gold"`, []string{"facts.late.where.gold.expr bad_expression"}},
		"a fact that cannot be told":  {`"customer_id", .customer_id)'`, `"name", .customer_id)'`, []string{"facts.late.where.gold.expr fact_error"}},
		"a fact that finds nothing":   {`.status == "packing"`, `.status == "parking"`, []string{"facts.late fact_empty"}},
		"the answer":                  {"answer:\n  late: {rows: {order: id,", "answer:\n  late: {rows: {order: idd,", []string{"answer.late.rows.order wrong_value"}},
		"the format":                  {"coworkenv.task/v1", "coworkenv.task/v9", []string{"schema schema_version"}},
		"an argument of another form": {"orders_list: {status: packing}", "orders_list: {status: [packing]}", []string{"solution.calls[1].orders_list.status field_type"}},
		"an argument of other words":  {"orders_list: {status: packing}", "orders_list: {status: packed}", []string{"solution.calls[1].orders_list.status field_type"}},
		"an answer that is none":      {"- answer: {late: \"=map(late, ({order: .order, customer: .customer, days: .days}))\"}", "- answer: {late: none}", []string{"solution.calls[3].answer.late field_type"}},
		"a name for a whole section":  {"facts:\n", "fats:\n", []string{"fats unknown_key"}},
		"a section of another form":   {"services: [orders, crm]", "services: {orders: crm}", []string{"services wrong_type"}},
		"no request":                  {"request:\n", "requests:\n", []string{"request missing_key", "requests unknown_key"}},
		"a check of no kind":          {"- {id: who, read: {in:", "- {id: who, red_: {in:", []string{"checks[1].red_ unknown_kind"}},
		"a check without its kind":    {"- {id: who, read: {in: crm.customers, each: late, record: =it.buyer, fields: [name, tier]}}", "- {id: who}", []string{"checks[1] check_kind"}},
		"no checks":                   {"checks:\n", "checks: []\nxchecks:\n", []string{"checks no_checks", "xchecks unknown_key"}},
		"a list for a text":           {"effect: {any: \"*\"}", "effect: {update: orders.orders, match: {status: [packing]}}", []string{"forbid[0].effect.match.status matcher_value"}},
		"a fact that nobody declared": {"each: late, record: =it.order", "each: lat, record: =it.order", []string{"checks[0].read.each bad_expression"}},
	} {
		got := linted(t, tt.old, tt.by)
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: told\n%s", name, strings.Join(got, "\n"))
		}
	}
}
