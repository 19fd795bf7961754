package orders

import "coworkenv.dev/coworkenv/core/world"

// Acts of their own, so that a grant can allow correcting an address but no refunds.
const (
	cancel world.Act = "cancel"
	decide world.Act = "decide"
)

func writeTools() []world.Tool {
	return []world.Tool{addressTool(), cancelTool(), createReturnTool(), decideReturnTool()}
}

func addressTool() world.Tool {
	return world.Tool{
		Name: "orders_update_shipment_address", Act: world.Update, Route: "/orders/shipments/address",
		Doc: "Changes where a shipment goes, as long as it has not been dispatched. The address on the order stays as it was given.",
		Params: []world.Param{
			shipmentID(),
			{Name: "address", Type: world.Text, Required: true, Doc: "the whole new address"},
		},
		Reads: []world.Read{{Collection: "shipments", Key: "shipment_id"}},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "shipments", Key: "shipment_id",
			Fields: map[string]string{"address": "address"},
		}},
		Audit:  &world.AuditSpec{Key: "updated_addresses", Entry: world.ReplyMember("shipment")},
		Handle: updateAddress,
	}
}

func cancelTool() world.Tool {
	return world.Tool{
		Name: "orders_cancel", Act: cancel, Route: "/orders/cancel",
		Doc: "Cancels an order of which nothing has been dispatched, with the shipments being prepared for it. It cannot be taken back.",
		Params: []world.Param{
			orderID(),
			{Name: "reason", Type: world.Text, Required: true, Doc: "why"},
		},
		Reads: []world.Read{{Collection: "orders", Key: "order_id"}},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "orders", Key: "order_id",
			Fields:   map[string]string{"cancel_reason": "reason"},
			Const:    map[string]any{"status": cancelled},
			Computed: []string{"cancelled_at"},
		}, {
			Op: world.Updated, Collection: "shipments", Follows: true,
			Const: map[string]any{"status": cancelled},
		}},
		Audit:  &world.AuditSpec{Key: "cancelled_orders"},
		Handle: cancelOrder,
	}
}

func createReturnTool() world.Tool {
	return world.Tool{
		Name: "orders_create_return", Act: world.Create, Route: "/orders/returns/create",
		Doc: "Takes up a return of a delivered order, of one line or of everything. Nothing is refunded by it.",
		Params: []world.Param{
			orderID(),
			{Name: "line_id", Type: world.ID, Nullable: true, Ref: "orders.lines", Doc: "id of the line that comes back; the whole order if left out"},
			{Name: "quantity", Type: world.Int, Nullable: true, Min: 1, Max: 1_000_000_000, Doc: "how many pieces of the line; all if left out"},
			{Name: "reason", Type: world.Text, Required: true, Doc: "why the customer sends it back"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "returns",
			Fields:   map[string]string{"order_id": "order_id", "line_id": "line_id", "quantity": "quantity", "reason": "reason"},
			Const:    map[string]any{"status": requested, "refund_amount": nil},
			Computed: []string{"return_id", "quantity", "currency", "requested_at"},
		}},
		Audit:  &world.AuditSpec{Key: "created_returns"},
		Handle: createReturn,
	}
}

func decideReturnTool() world.Tool {
	return world.Tool{
		Name: "orders_decide_return", Act: decide, Route: "/orders/returns/decide",
		Doc: "Approves a return with its refund, or rejects it. It cannot be taken back.",
		Params: []world.Param{
			returnID(),
			{Name: "decision", Type: world.Text, Required: true, Enum: []string{"approve", "reject"}, Doc: "what was decided"},
			{Name: "refund_amount", Type: world.Amount, Nullable: true, Doc: "what is paid back, in the currency of the order; the whole price if left out; not with reject"},
			{Name: "note", Type: world.Text, Nullable: true, Doc: "a word on why"},
		},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "returns", Key: "return_id",
			Fields:   map[string]string{"refund_amount": "refund_amount", "note": "note"},
			Computed: []string{"status", "refund_amount", "decided_at"},
		}},
		Audit:  &world.AuditSpec{Key: "decided_returns"},
		Handle: decideReturn,
	}
}
