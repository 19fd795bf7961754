package orders

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func createReturn(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := order(tx, in.Text("order_id"))
	if err != nil {
		return err
	}
	if status := r.Text("status"); status != delivered {
		return world.Refuse(world.Conflict, "order %s is %s; only what was delivered can come back", r.ID(), status)
	}
	if blank(in.Text("reason")) {
		return world.Refuse(world.Invalid, "the reason is empty")
	}
	pieces, err := piecesBack(tx, r.ID(), in)
	if err != nil {
		return err
	}
	members := append([]value.Member{{Name: "return_id", Value: tx.NextID("returns")}}, in.Members("order_id", "line_id")...)
	members = append(members,
		value.Member{Name: "quantity", Value: pieces},
		value.Member{Name: "reason", Value: in.Text("reason")},
		value.Member{Name: "status", Value: requested},
		value.Member{Name: "refund_amount", Value: nil},
		value.Member{Name: "currency", Value: r.Text("currency")},
		tx.Stamp("requested_at"))
	out.Text("status", requested)
	out.Text("return_id", tx.Insert("returns", members...).ID())
	out.Value("quantity", pieces)
	return nil
}

// piecesBack returns how many pieces of a line come back, null for the whole order, or why they
// cannot.
func piecesBack(tx *world.Tx, orderID string, in world.Args) (any, error) {
	earlier := tx.Select("returns", func(x *world.Record) bool {
		return x.Text("order_id") == orderID && x.Text("status") != rejected
	})
	if !in.Given("line_id") {
		if in.Given("quantity") {
			return nil, world.Refuse(world.Invalid, "a quantity needs a line")
		}
		if len(earlier) > 0 {
			return nil, world.Refuse(world.Conflict, "return %s of this order is %s already; name the line that comes back", earlier[0].ID(), earlier[0].Text("status"))
		}
		return nil, nil
	}
	line, ok := tx.Get("lines", in.Text("line_id"))
	if !ok {
		return nil, world.NotFound("Line", in.Text("line_id"))
	}
	if line.Text("order_id") != orderID {
		return nil, world.Refuse(world.Conflict, "line %s is not of order %s", line.ID(), orderID)
	}
	left := whole(line, "quantity")
	for _, x := range earlier {
		switch x.Text("line_id") {
		case "":
			return nil, world.Refuse(world.Conflict, "return %s of the whole order is %s already", x.ID(), x.Text("status"))
		case line.ID():
			left -= whole(x, "quantity")
		}
	}
	pieces := int64(in.Int("quantity"))
	if !in.Given("quantity") {
		pieces = left
	}
	if pieces < 1 || pieces > left {
		return nil, world.Refuse(world.Conflict, "%d pieces of line %s can still come back", max(0, left), line.ID())
	}
	return value.Int(pieces), nil
}

func whole(r *world.Record, field string) int64 {
	v, _ := r.Get(field)
	n, _ := v.(value.Number)
	i, _ := n.Int()
	return i
}

func decideReturn(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("returns", in.Text("return_id"))
	if !ok {
		return world.NotFound("Return", in.Text("return_id"))
	}
	if status := r.Text("status"); status != requested {
		return world.Refuse(world.Conflict, "return %s is %s already", r.ID(), status)
	}
	set := append(in.GivenMembers("note"), tx.Stamp("decided_at"))
	switch in.Text("decision") {
	case "approve":
		amount, err := refund(tx, r, in)
		if err != nil {
			return err
		}
		set = append(set, value.Member{Name: "status", Value: approved}, value.Member{Name: "refund_amount", Value: amount})
	case "reject":
		if in.Given("refund_amount") {
			return world.Refuse(world.Invalid, "a rejected return has no refund")
		}
		set = append(set, value.Member{Name: "status", Value: rejected})
	default:
		return world.Refuse(world.Invalid, "the decision must be approve or reject")
	}
	now := tx.Update(r, set...)
	out.Text("status", now.Text("status"))
	out.Text("return_id", r.ID())
	if amount, ok := now.Get("refund_amount"); ok && now.Text("status") == approved {
		out.Value("refund_amount", amount)
	}
	return nil
}

// refund is what is paid back for a return: what the call says, at most the price, or the price.
func refund(tx *world.Tx, r *world.Record, in world.Args) (value.Number, error) {
	price, ok := priceOf(tx, r)
	if !in.Given("refund_amount") {
		if !ok {
			return "", world.Refuse(world.Conflict, "the price of return %s cannot be worked out; give a refund_amount", r.ID())
		}
		return value.Number(price.String()), nil
	}
	n, _ := in.Value("refund_amount").(value.Number)
	amount, err := value.ParseDecimal(string(n))
	if err != nil || amount.Sign() < 0 {
		return "", world.Refuse(world.Invalid, "the refund must be an amount from 0 on, of at most 18 digits")
	}
	if ok && amount.Cmp(price) > 0 {
		return "", world.Refuse(world.Conflict, "the refund is higher than what was paid for return %s", r.ID())
	}
	return n, nil
}

// priceOf is what the customer paid for what comes back.
func priceOf(tx *world.Tx, r *world.Record) (value.Decimal, bool) {
	if r.Text("line_id") == "" {
		o, ok := tx.Get("orders", r.Text("order_id"))
		if !ok {
			return value.Decimal{}, false
		}
		return decimal(o, "total")
	}
	line, ok := tx.Get("lines", r.Text("line_id"))
	if !ok {
		return value.Decimal{}, false
	}
	unit, ok := decimal(line, "unit_price")
	if !ok {
		return unit, false
	}
	price, err := unit.Mul(value.DecimalOf(whole(r, "quantity")))
	return price, err == nil
}

func decimal(r *world.Record, field string) (value.Decimal, bool) {
	v, _ := r.Get(field)
	n, _ := v.(value.Number)
	d, err := value.ParseDecimal(string(n))
	return d, err == nil
}
