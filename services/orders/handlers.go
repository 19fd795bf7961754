package orders

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func listOrders(tx *world.Tx, in world.Args, out *world.Reply) error {
	found := tx.Select("orders", func(r *world.Record) bool {
		return match.Fields(r, in, "customer_id", "status") &&
			match.Days(r, "placed_at", in.Text("placed_from"), in.Text("placed_to"), tx.Zone())
	})
	out.Listing("orders", in.Page(found, "limit"), "row")
	return nil
}

func getOrder(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := order(tx, in.Text("order_id"))
	if err != nil {
		return err
	}
	out.Record("order", r)
	out.List("lines", tx.Select("lines", func(l *world.Record) bool { return l.Text("order_id") == r.ID() }), "")
	return nil
}

func order(tx *world.Tx, id string) (*world.Record, error) {
	r, ok := tx.Get("orders", id)
	if !ok {
		return nil, world.NotFound("Order", id)
	}
	return r, nil
}

func listShipments(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("shipments", tx.Select("shipments", func(r *world.Record) bool { return match.Fields(r, in, "order_id", "status") }), "row")
	return nil
}

func getShipment(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("shipments", in.Text("shipment_id"))
	if !ok {
		return world.NotFound("Shipment", in.Text("shipment_id"))
	}
	out.Whole(r)
	return nil
}

func listReturns(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("returns", tx.Select("returns", func(r *world.Record) bool { return match.Fields(r, in, "order_id", "status") }), "row")
	return nil
}

func getReturn(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("returns", in.Text("return_id"))
	if !ok {
		return world.NotFound("Return", in.Text("return_id"))
	}
	out.Whole(r)
	return nil
}

func updateAddress(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("shipments", in.Text("shipment_id"))
	if !ok {
		return world.NotFound("Shipment", in.Text("shipment_id"))
	}
	if status := r.Text("status"); status != preparing {
		return world.Refuse(world.Conflict, "shipment %s is %s; its address can no longer be changed", r.ID(), status)
	}
	if blank(in.Text("address")) {
		return world.Refuse(world.Invalid, "the address is empty")
	}
	out.Text("status", "updated")
	out.Record("shipment", tx.Update(r, in.Members("address")...))
	return nil
}

func cancelOrder(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := order(tx, in.Text("order_id"))
	if err != nil {
		return err
	}
	if status := r.Text("status"); status != placed && status != packing {
		return world.Refuse(world.Conflict, "order %s is %s and cannot be cancelled", r.ID(), status)
	}
	if blank(in.Text("reason")) {
		return world.Refuse(world.Invalid, "the reason is empty")
	}
	parcels := tx.Select("shipments", func(s *world.Record) bool { return s.Text("order_id") == r.ID() })
	for _, s := range parcels {
		if status := s.Text("status"); status != preparing && status != cancelled {
			return world.Refuse(world.Conflict, "shipment %s of order %s is %s; the order cannot be cancelled", s.ID(), r.ID(), status)
		}
	}
	r = tx.Update(r,
		value.Member{Name: "status", Value: cancelled},
		value.Member{Name: "cancel_reason", Value: in.Text("reason")},
		tx.Stamp("cancelled_at"))
	for _, s := range parcels {
		tx.Update(s, value.Member{Name: "status", Value: cancelled})
	}
	out.Text("status", cancelled)
	out.Record("order", r)
	return nil
}

// blank reports whether a required text says nothing.
func blank(s string) bool { return strings.TrimSpace(s) == "" }
