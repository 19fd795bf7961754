package orders

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func readTools() []world.Tool {
	return []world.Tool{listTool(), getTool(), listShipmentsTool(), getShipmentTool(), listReturnsTool(), getReturnTool()}
}

func orderID() world.Param {
	return world.Param{Name: "order_id", Type: world.ID, Required: true, Ref: "orders.orders", Doc: "id of the order"}
}

func ofOrder() world.Param {
	return world.Param{Name: "order_id", Type: world.ID, Nullable: true, Ref: "orders.orders", Doc: "only those of this order"}
}

func shipmentID() world.Param {
	return world.Param{Name: "shipment_id", Type: world.ID, Required: true, Ref: "orders.shipments", Doc: "id of the shipment"}
}

func returnID() world.Param {
	return world.Param{Name: "return_id", Type: world.ID, Required: true, Ref: "orders.returns", Doc: "RMA number of the return"}
}

func listTool() world.Tool {
	return world.Tool{
		Name: "orders_list", Act: world.Reading, Route: "/orders/list",
		Doc: "Lists orders with customer, status and total, the first ones of the register. Address and lines need orders_get.",
		Params: []world.Param{
			{Name: "customer_id", Type: world.ID, Nullable: true, Ref: "crm.customers", Doc: "only orders of this customer"},
			{Name: "status", Type: world.Text, Nullable: true, Enum: orderStates(), Doc: "only orders with this status"},
			{Name: "placed_from", Type: world.Day, Nullable: true, Doc: "only orders placed on this day or later"},
			{Name: "placed_to", Type: world.Day, Nullable: true, Doc: "only orders placed on this day or earlier"},
			{Name: "limit", Type: world.Int, Default: value.Int(50), Min: 1, Max: 1000, Doc: "how many at most"},
		},
		BodyOptional: true,
		Reads: []world.Read{{
			Collection: "orders", View: "row", Limit: "limit",
			Filters: map[string]string{"customer_id": "customer_id", "status": "status", "placed_from": "placed_at", "placed_to": "placed_at"},
		}},
		Handle: listOrders,
	}
}

func getTool() world.Tool {
	return world.Tool{
		Name: "orders_get", Act: world.Reading, Route: "/orders/get",
		Doc:    "Returns one order with its lines.",
		Params: []world.Param{orderID()},
		Reads: []world.Read{
			{Collection: "orders", Key: "order_id"},
			{Collection: "lines", Filters: map[string]string{"order_id": "order_id"}},
		},
		Handle: getOrder,
	}
}

func listShipmentsTool() world.Tool {
	return world.Tool{
		Name: "orders_list_shipments", Act: world.Reading, Route: "/orders/shipments",
		Doc: "Lists shipments with carrier, status and expected day. Address and tracking number need orders_get_shipment.",
		Params: []world.Param{
			ofOrder(),
			{Name: "status", Type: world.Text, Nullable: true, Enum: shipmentStates(), Doc: "only shipments with this status"},
		},
		BodyOptional: true,
		Reads: []world.Read{{
			Collection: "shipments", View: "row", Filters: map[string]string{"order_id": "order_id", "status": "status"},
		}},
		Handle: listShipments,
	}
}

func getShipmentTool() world.Tool {
	return world.Tool{
		Name: "orders_get_shipment", Act: world.Reading, Route: "/orders/shipments/get",
		Doc:    "Returns one shipment with its address, tracking number and dates.",
		Params: []world.Param{shipmentID()},
		Reads:  []world.Read{{Collection: "shipments", Key: "shipment_id"}},
		Handle: getShipment,
	}
}

func listReturnsTool() world.Tool {
	return world.Tool{
		Name: "orders_list_returns", Act: world.Reading, Route: "/orders/returns",
		Doc: "Lists returns with their status. Reason, quantity and refund need orders_get_return.",
		Params: []world.Param{
			ofOrder(),
			{Name: "status", Type: world.Text, Nullable: true, Enum: returnStates(), Doc: "only returns with this status"},
		},
		BodyOptional: true,
		Reads: []world.Read{{
			Collection: "returns", View: "row", Filters: map[string]string{"order_id": "order_id", "status": "status"},
		}},
		Handle: listReturns,
	}
}

func getReturnTool() world.Tool {
	return world.Tool{
		Name: "orders_get_return", Act: world.Reading, Route: "/orders/returns/get",
		Doc:    "Returns one return with its reason, quantity and refund.",
		Params: []world.Param{returnID()},
		Reads:  []world.Read{{Collection: "returns", Key: "return_id"}},
		Handle: getReturn,
	}
}
