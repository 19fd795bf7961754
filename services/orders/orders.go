// Package orders is the register of what customers ordered: orders with their lines, the
// shipments on their way, and what came back.
//
// Invariant: what has left the house is not changed or cancelled any more, and no return
// refunds more than what was paid for it.
package orders

import "coworkenv.dev/coworkenv/core/world"

// Service declares the register of orders.
func Service() *world.Service {
	return &world.Service{
		Name:        "orders",
		Title:       "Orders",
		Doc:         "Customer orders with lines, shipments and returns. Follow them up, correct addresses before dispatch, cancel, take and decide on returns.",
		Version:     1,
		Port:        9126,
		Collections: []world.Collection{orders(), lines(), shipments(), returns()},
		Tools:       append(readTools(), writeTools()...),
		AuditKeys:   []string{"updated_addresses", "cancelled_orders", "created_returns", "decided_returns"},
	}
}

// The states of orders, shipments and returns that rules look at.
const (
	placed    = "placed"
	packing   = "packing"
	shipped   = "shipped"
	delivered = "delivered"
	cancelled = "cancelled"

	preparing  = "preparing"
	dispatched = "dispatched"
	inTransit  = "in_transit"
	lost       = "lost"

	requested = "requested"
	approved  = "approved"
	rejected  = "rejected"
	refunded  = "refunded"
)

func orderStates() []string { return []string{placed, packing, shipped, delivered, cancelled} }

func shipmentStates() []string {
	return []string{preparing, dispatched, inTransit, delivered, lost, cancelled}
}

func returnStates() []string { return []string{requested, approved, rejected, refunded} }

func orders() world.Collection {
	return world.Collection{
		Name:  "orders",
		Doc:   "Orders of customers.",
		Key:   "order_id",
		NewID: "ORD-%04d",
		Fields: []world.Field{
			{Name: "order_id", Type: world.ID},
			{Name: "customer_id", Type: world.ID, Ref: "crm.customers"},
			{Name: "status", Type: world.Text, Enum: orderStates()},
			{Name: "placed_at", Type: world.Instant, Past: true},
			{Name: "total", Type: world.Amount, Currency: "currency", Doc: "what the customer pays for all lines"},
			{Name: "currency", Type: world.Text, Doc: "ISO 4217 code of all amounts of the order"},
			{Name: "address", Type: world.Text, Doc: "where the customer wants it, as given with the order"},
			{Name: "contact_email", Type: world.Address, Optional: true},
			{Name: "reference", Type: world.ID, Optional: true, Doc: "the customer's own order number"},
			{Name: "promised_date", Type: world.Day, Optional: true, Doc: "day of delivery that was promised"},
			{Name: "notes", Type: world.Text, Optional: true},
			{Name: "cancelled_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "cancel_reason", Type: world.Text, Optional: true},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"order_id", "customer_id", "status", "placed_at", "total", "currency"},
		}},
	}
}

func lines() world.Collection {
	return world.Collection{
		Name: "lines",
		Doc:  "What was ordered, one product a line.",
		Key:  "line_id",
		Fields: []world.Field{
			{Name: "line_id", Type: world.ID},
			{Name: "order_id", Type: world.ID, Ref: "orders.orders"},
			{Name: "product_id", Type: world.ID, Optional: true, Ref: "inventory.products"},
			{Name: "description", Type: world.Text},
			{Name: "quantity", Type: world.Int},
			{Name: "unit_price", Type: world.Amount, Doc: "in the currency of the order"},
		},
	}
}

func shipments() world.Collection {
	return world.Collection{
		Name:  "shipments",
		Doc:   "Parcels for orders; an order may have several.",
		Key:   "shipment_id",
		NewID: "SHP-%04d",
		Fields: []world.Field{
			{Name: "shipment_id", Type: world.ID},
			{Name: "order_id", Type: world.ID, Ref: "orders.orders"},
			{Name: "carrier", Type: world.Text},
			{Name: "tracking", Type: world.ID, Optional: true, Doc: "the carrier's number; null before dispatch"},
			{Name: "status", Type: world.Text, Enum: shipmentStates()},
			{Name: "address", Type: world.Text, Doc: "where it goes"},
			{Name: "eta", Type: world.Day, Optional: true, Doc: "expected day of delivery"},
			{Name: "dispatched_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "delivered_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "notes", Type: world.Text, Optional: true},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"shipment_id", "order_id", "carrier", "status", "eta"},
		}},
	}
}

func returns() world.Collection {
	return world.Collection{
		Name:  "returns",
		Doc:   "Goods that customers send back.",
		Key:   "return_id",
		NewID: "RMA-%04d",
		Fields: []world.Field{
			{Name: "return_id", Type: world.ID, Doc: "RMA number"},
			{Name: "order_id", Type: world.ID, Ref: "orders.orders"},
			{Name: "line_id", Type: world.ID, Optional: true, Ref: "orders.lines", Doc: "null for the whole order"},
			{Name: "quantity", Type: world.Int, Optional: true, Doc: "pieces of the line; null for the whole order"},
			{Name: "reason", Type: world.Text},
			{Name: "status", Type: world.Text, Enum: returnStates()},
			{Name: "refund_amount", Type: world.Amount, Optional: true, Currency: "currency", Doc: "null until approved"},
			{Name: "currency", Type: world.Text, Optional: true, Doc: "ISO 4217 code"},
			{Name: "requested_at", Type: world.Instant, Past: true},
			{Name: "decided_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "note", Type: world.Text, Optional: true, Doc: "the words of who decided"},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"return_id", "order_id", "line_id", "status", "requested_at"},
		}},
	}
}
