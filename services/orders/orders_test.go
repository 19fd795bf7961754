package orders_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/orders"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var register = map[string]string{
	"orders.orders": `[
		{"order_id":"ORD-0001","customer_id":"CUS-1","status":"delivered","placed_at":"2026-03-01T23:30:00Z","total":100.50,"currency":"EUR","address":"1 Quay"},
		{"order_id":"ORD-0002","customer_id":"CUS-2","status":"packing","placed_at":"2026-03-10T08:00:00Z","total":20,"currency":"EUR","address":"2 Quay"},
		{"order_id":"ORD-0003","customer_id":"CUS-1","status":"packing","placed_at":"2026-03-11T08:00:00Z","total":20,"currency":"EUR","address":"3 Quay"},
		{"order_id":"ORD-0004","customer_id":"CUS-1","status":"shipped","placed_at":"2026-03-12T08:00:00Z","total":20,"currency":"USD","address":"4 Quay"},
		{"order_id":"ORD-0005","customer_id":"CUS-2","status":"delivered","placed_at":"2026-02-12T08:00:00Z","total":64.00,"currency":"USD","address":"5 Quay"}]`,
	"orders.lines": `[
		{"line_id":"LN-1","order_id":"ORD-0001","description":"Boards","quantity":5,"unit_price":20.10},
		{"line_id":"LN-2","order_id":"ORD-0002","description":"Rope","quantity":1,"unit_price":20}]`,
	"orders.shipments": `[
		{"shipment_id":"SHP-0001","order_id":"ORD-0002","carrier":"Kestrel","status":"preparing","address":"2 Quay","eta":"2026-03-20"},
		{"shipment_id":"SHP-0002","order_id":"ORD-0003","carrier":"Kestrel","tracking":"KX-7","status":"dispatched","address":"3 Quay","eta":"2026-03-18"}]`,
	"orders.returns": `[
		{"return_id":"RMA-0001","order_id":"ORD-0001","line_id":"LN-1","quantity":2,"reason":"Broken","status":"requested","currency":"EUR","requested_at":"2026-03-09T09:00:00Z"},
		{"return_id":"RMA-0002","order_id":"ORD-0001","line_id":"LN-1","quantity":1,"reason":"Late","status":"rejected","requested_at":"2026-03-09T09:00:00Z"}]`,
}

func TestReading(t *testing.T) {
	berlin := time.FixedZone("", 3600)
	w := servicetest.Start(t, orders.Service(), world.Options{Zone: berlin}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "a row has no address", Tool: "orders_list", Args: `{"status":"shipped"}`,
			Want: `{"orders":[{"order_id":"ORD-0004","customer_id":"CUS-1","status":"shipped","placed_at":"2026-03-12T08:00:00Z","total":20,"currency":"USD"}],"total":1}`},
		{Name: "days are those of the zone", Tool: "orders_list", Args: `{"placed_from":"2026-03-02","placed_to":"2026-03-02"}`, Shows: []string{"ORD-0001"}},
		{Name: "the first ones", Tool: "orders_list", Args: `{"customer_id":"CUS-1","limit":2}`, Shows: []string{"ORD-0001", "ORD-0003"}},
		{Name: "an order with its lines", Tool: "orders_get", Args: `{"order_id":"ORD-0001"}`,
			Want: `{"order":{"order_id":"ORD-0001","customer_id":"CUS-1","status":"delivered","placed_at":"2026-03-01T23:30:00Z","total":100.50,"currency":"EUR","address":"1 Quay"},"lines":[{"line_id":"LN-1","order_id":"ORD-0001","description":"Boards","quantity":5,"unit_price":20.10}]}`},
		{Name: "no order", Tool: "orders_get", Args: `{"order_id":"ORD-9"}`, Outcome: world.Missing, Want: `{"error":"Order ORD-9 not found"}`},
		{Name: "shipments", Tool: "orders_list_shipments", Args: `{"order_id":"ORD-0003"}`,
			Want: `{"shipments":[{"shipment_id":"SHP-0002","order_id":"ORD-0003","carrier":"Kestrel","status":"dispatched","eta":"2026-03-18"}],"total":1}`},
		{Name: "one shipment", Tool: "orders_get_shipment", Args: `{"shipment_id":"SHP-0002"}`, Shows: []string{"SHP-0002"}},
		{Name: "returns", Tool: "orders_list_returns", Args: `{"order_id":"ORD-0001","status":"requested"}`,
			Want: `{"returns":[{"return_id":"RMA-0001","order_id":"ORD-0001","line_id":"LN-1","status":"requested","requested_at":"2026-03-09T09:00:00Z"}],"total":1}`},
		{Name: "one return", Tool: "orders_get_return", Args: `{"return_id":"RMA-0002"}`, Shows: []string{"RMA-0002"}},
	})
}

func TestShippingAndCancelling(t *testing.T) {
	w := servicetest.Start(t, orders.Service(), world.Options{}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "before dispatch", Tool: "orders_update_shipment_address", Args: `{"shipment_id":"SHP-0001","address":"9 Quay"}`,
			Want: `{"status":"updated","shipment":{"shipment_id":"SHP-0001","order_id":"ORD-0002","carrier":"Kestrel","status":"preparing","address":"9 Quay","eta":"2026-03-20"}}`},
		{Name: "after dispatch", Tool: "orders_update_shipment_address", Args: `{"shipment_id":"SHP-0002","address":"9 Quay"}`, Outcome: world.Conflict,
			Want: `{"error":"shipment SHP-0002 is dispatched; its address can no longer be changed"}`},
		{Name: "nowhere", Tool: "orders_update_shipment_address", Args: `{"shipment_id":"SHP-0001","address":" "}`, Outcome: world.Invalid},
		{Name: "an order on its way", Tool: "orders_cancel", Args: `{"order_id":"ORD-0004","reason":"x"}`, Outcome: world.Conflict, Want: `{"error":"order ORD-0004 is shipped and cannot be cancelled"}`},
		{Name: "an order with a parcel on its way", Tool: "orders_cancel", Args: `{"order_id":"ORD-0003","reason":"x"}`, Outcome: world.Conflict,
			Want: `{"error":"shipment SHP-0002 of order ORD-0003 is dispatched; the order cannot be cancelled"}`},
		{Name: "no reason", Tool: "orders_cancel", Args: `{"order_id":"ORD-0002","reason":""}`, Outcome: world.Invalid},
		{Name: "cancel", Tool: "orders_cancel", Args: `{"order_id":"ORD-0002","reason":"Ordered twice"}`,
			Want: `{"status":"cancelled","order":{"order_id":"ORD-0002","customer_id":"CUS-2","status":"cancelled","placed_at":"2026-03-10T08:00:00Z","total":20,"currency":"EUR","address":"2 Quay","cancel_reason":"Ordered twice","cancelled_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "its parcel is cancelled too", Tool: "orders_list_shipments", Args: `{"status":"cancelled"}`, Shows: []string{"SHP-0001"}},
		{Name: "cancel twice", Tool: "orders_cancel", Args: `{"order_id":"ORD-0002","reason":"x"}`, Outcome: world.Conflict},
		{Name: "and its address is closed", Tool: "orders_update_shipment_address", Args: `{"shipment_id":"SHP-0001","address":"8 Quay"}`, Outcome: world.Conflict},
	})
}

func TestReturns(t *testing.T) {
	w := servicetest.Start(t, orders.Service(), world.Options{}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "what is left of a line", Tool: "orders_create_return", Args: `{"order_id":"ORD-0001","line_id":"LN-1","reason":"Wrong size"}`,
			Want: `{"status":"requested","return_id":"RMA-0003","quantity":3}`},
		{Name: "it is there", Tool: "orders_get_return", Args: `{"return_id":"RMA-0003"}`,
			Want: `{"return_id":"RMA-0003","order_id":"ORD-0001","line_id":"LN-1","quantity":3,"reason":"Wrong size","status":"requested","refund_amount":null,"currency":"EUR","requested_at":"2026-03-16T09:00:00+00:00"}`},
		{Name: "nothing is left", Tool: "orders_create_return", Args: `{"order_id":"ORD-0001","line_id":"LN-1","quantity":1,"reason":"x"}`, Outcome: world.Conflict,
			Want: `{"error":"0 pieces of line LN-1 can still come back"}`},
		{Name: "everything after a part", Tool: "orders_create_return", Args: `{"order_id":"ORD-0001","reason":"x"}`, Outcome: world.Conflict},
		{Name: "a line of another order", Tool: "orders_create_return", Args: `{"order_id":"ORD-0001","line_id":"LN-2","reason":"x"}`, Outcome: world.Conflict, Want: `{"error":"line LN-2 is not of order ORD-0001"}`},
		{Name: "not delivered", Tool: "orders_create_return", Args: `{"order_id":"ORD-0004","reason":"x"}`, Outcome: world.Conflict,
			Want: `{"error":"order ORD-0004 is shipped; only what was delivered can come back"}`},
		{Name: "pieces of nothing", Tool: "orders_create_return", Args: `{"order_id":"ORD-0005","quantity":2,"reason":"x"}`, Outcome: world.Invalid},
		{Name: "no reason", Tool: "orders_create_return", Args: `{"order_id":"ORD-0005","reason":""}`, Outcome: world.Invalid},
		{Name: "a whole order", Tool: "orders_create_return", Args: `{"order_id":"ORD-0005","reason":"x"}`, Want: `{"status":"requested","return_id":"RMA-0004","quantity":null}`},
		{Name: "a whole order twice", Tool: "orders_create_return", Args: `{"order_id":"ORD-0005","reason":"x"}`, Outcome: world.Conflict},
		{Name: "too much money", Tool: "orders_decide_return", Args: `{"return_id":"RMA-0001","decision":"approve","refund_amount":40.21}`, Outcome: world.Conflict,
			Want: `{"error":"the refund is higher than what was paid for return RMA-0001"}`},
		{Name: "less than nothing", Tool: "orders_decide_return", Args: `{"return_id":"RMA-0001","decision":"approve","refund_amount":-1}`, Outcome: world.Invalid},
		{Name: "a refund for nothing", Tool: "orders_decide_return", Args: `{"return_id":"RMA-0001","decision":"reject","refund_amount":1}`, Outcome: world.Invalid},
		{Name: "the whole price", Tool: "orders_decide_return", Args: `{"return_id":"RMA-0001","decision":"approve"}`,
			Want: `{"status":"approved","return_id":"RMA-0001","refund_amount":40.2}`},
		{Name: "it is written down", Tool: "orders_get_return", Args: `{"return_id":"RMA-0001"}`,
			Want: `{"return_id":"RMA-0001","order_id":"ORD-0001","line_id":"LN-1","quantity":2,"reason":"Broken","status":"approved","currency":"EUR","requested_at":"2026-03-09T09:00:00Z","decided_at":"2026-03-16T09:00:00+00:00","refund_amount":40.2}`},
		{Name: "twice", Tool: "orders_decide_return", Args: `{"return_id":"RMA-0001","decision":"reject"}`, Outcome: world.Conflict, Want: `{"error":"return RMA-0001 is approved already"}`},
		{Name: "a part of the price", Tool: "orders_decide_return", Args: `{"return_id":"RMA-0004","decision":"approve","refund_amount":63.50,"note":"Used"}`, Want: `{"status":"approved","return_id":"RMA-0004","refund_amount":63.50}`},
		{Name: "reject", Tool: "orders_decide_return", Args: `{"return_id":"RMA-0003","decision":"reject","note":"Too late"}`, Want: `{"status":"rejected","return_id":"RMA-0003"}`},
	})
	var got []string
	for _, c := range w.Entries()[17].Changes {
		for _, name := range c.Fields() {
			v, _ := c.After.Get(name)
			got = append(got, name+"="+stringOf(v))
		}
	}
	if diff := cmp.Diff([]string{"status=rejected", "note=Too late", "decided_at=2026-03-16T09:00:00+00:00"}, got); diff != "" {
		t.Errorf("a rejection set (-want +got)\n%s", diff)
	}
}

func stringOf(v any) string {
	s, _ := v.(string)
	return s
}

func TestWire(t *testing.T) {
	w := servicetest.StartWire(t, orders.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "no order", Tool: "orders_cancel", Args: `{"order_id":"x","reason":"r"}`, Outcome: world.Missing, Want: `{"error":"Order x not found"}`},
		{Name: "no shipment", Tool: "orders_get_shipment", Args: `{"shipment_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Shipment x not found"}`},
		{Name: "no return", Tool: "orders_decide_return", Args: `{"return_id":"x","decision":"approve"}`, Outcome: world.Missing, Want: `{"error":"Return x not found"}`},
		{Name: "no line", Tool: "orders_create_return", Args: `{"order_id":"ORD-0001","line_id":"x","reason":"r"}`, Outcome: world.Missing, Want: `{"error":"Line x not found"}`},
		{Name: "less than one piece", Tool: "orders_create_return", Args: `{"order_id":"ORD-0001","line_id":"LN-1","quantity":-3,"reason":"r"}`, Outcome: world.Conflict},
		{Name: "another word", Tool: "orders_decide_return", Args: `{"return_id":"RMA-0001","decision":"ok"}`, Outcome: world.Invalid},
	})
}
