package scenarios

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// traceParcels: parcels of high-tier customers that are overdue on the road are traced, and the
// account manager hears the tracking number, which only the parcel itself shows.
func traceParcels() *synth.Scenario {
	return &synth.Scenario{
		Name: "trace-parcels", Version: 3, Family: task.Escalation, Title: "Have late parcels traced and tell the account managers",
		Capabilities: []string{"multi_hop_join", "time_filter", "distractor_rejection", "act_then_report", "search_the_web"},
		Services:     []string{"orders", "crm", "contacts", "todo", "web"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildTraceParcels,
	}
}

func buildTraceParcels(d *synth.Draft) {
	days, tier := synth.Choose(d, 2, 3, 4, 5), synth.Choose(d, "gold", "vip")
	carrier := d.T(synth.Choose(d, "Northpost", "Velo Cargo", "Kite Freight"), synth.Choose(d, "顺达快运", "蓝车物流", "飞鸢速递"))
	d.Set("days", days)
	d.Set("trace", d.T("Trace", "追件"))
	d.Set("tier", tier)
	d.Set("carrier", carrier)
	d.Set("seen", d.T("Last scan: depot ([A-Za-z]+)", "最近扫描：(.+)网点"))
	d.Set("longer", fmt.Sprintf(d.T("more than %d days", "超过 %d 天"), days))
	d.Title("Late {{.carrier}} parcels", "{{.carrier}} 延误包裹跟进")
	d.Say([]string{
		"{{.carrier}} is losing our parcels again. For every shipment of theirs that is still in_transit although its expected day was more than {{.days}} days ago, and that belongs to a {{.tier}} customer, put a to-do \"{{.trace}} <shipment number>\" with priority high on my list and send the customer's account manager a short message with the tracking number and the depot where the parcel was last scanned. The depot is on the carrier's page, which the notes of the shipment link to.",
		"Please follow up the late parcels of {{.carrier}}: in_transit, expected day more than {{.days}} days past, customer of tier {{.tier}}. Each needs a high-priority to-do called \"{{.trace}} <shipment number>\", and the customer's account manager should get the tracking number and the depot of the last scan by contact message. The notes of a shipment have the link to the carrier's page, which shows the depot.",
		"I need the overdue {{.carrier}} shipments of our {{.tier}} customers chased. Overdue means in_transit with an expected day that lies more than {{.days}} days back. Create the to-do \"{{.trace}} <shipment number>\" (priority high) for each, then message the account manager of the customer: tracking number and the depot where the carrier last scanned the parcel (its page is linked in the shipment's notes). Leave orders and shipments as they are.",
		"Could you chase {{.carrier}} for us? Any parcel of theirs that is still in_transit, was expected more than {{.days}} days ago and is for a {{.tier}} customer gets a to-do \"{{.trace}} <shipment number>\" with priority high, and the account manager of that customer gets the tracking number and the last depot in a short contact message. You find the depot on the carrier's page that is linked in the shipment's notes. Don't change orders or shipments.",
	}, []string{
		"{{.carrier}} 最近又有包裹延误。凡是 {{.tier}} 级客户、由 {{.carrier}} 承运、仍在途（in_transit）且预计送达日已过去超过 {{.days}} 天的包裹，请各建一条优先级为 high 的待办“{{.trace}} <运单编号>”，并给该客户的客户经理发一条联系人消息，写明物流追踪号（tracking）和包裹最近一次扫描的网点，网点见承运商页面，链接在运单备注里。",
		"麻烦跟进 {{.carrier}} 的延误件：状态 in_transit、预计送达日距今超过 {{.days}} 天、客户等级为 {{.tier}}。每件建一个待办，标题“{{.trace}} <运单编号>”，优先级 high；再把追踪号（tracking）和最近扫描网点用联系人消息发给对应的客户经理，网点在承运商页面上能查到，链接在运单备注里。订单和运单本身不要改。",
		"{{.tier}} 级客户在问 {{.carrier}} 的件。仍是 in_transit、预计送达日已过去超过 {{.days}} 天的，请每件建一个优先级 high 的待办“{{.trace}} <运单编号>”，再用联系人消息把追踪号（tracking）和最近扫描的网点（见运单备注里的承运商链接）告诉对应的客户经理，订单和运单不要动。",
	})
	customers := tracedCustomers(d, tier)
	tracedParcels(d, days, carrier, customers)
	d.Facts(`
		late:
		  from: orders.shipments
		  let:
		    order: "the(orders.orders, 'order_id', .order_id)"
		    customer: "the(crm.customers, 'customer_id', order.customer_id)"
		  where:
		    moving: {expr: .status == "in_transit", says: in_transit}
		    carrier: {expr: .carrier == "{{.carrier}}", says: "{{.carrier}}"}
		    late: {expr: "days_between(.eta, day(now)) > {{.days}}", says: "{{.longer}}"}
		    tier: {expr: customer.tier == "{{.tier}}", says: "{{.tier}}"}
		  give: {shipment: .shipment_id, tracking: .tracking, customer: customer.customer_id, manager: customer.manager_id, page: .notes, depot: 'extract(the(web.pages, "url", .notes).content, "{{.seen}}")'}
		trackings: map(filter(orders.shipments, .tracking != nil), .tracking)`)
	traceGrading(d)
}

// traceGrading sets what counts as done, and how it is done.
func traceGrading(d *synth.Draft) {
	d.Checks(`
		- {id: parcels, read: {in: orders.shipments, each: late, record: =it.shipment, fields: [tracking, eta]}}
		- {id: register, read: {in: crm.customers, each: late, record: =it.customer, fields: [manager_id]}}
		- {id: pages, read: {in: web.pages, each: late, record: =it.page, fields: [content]}}
		- {id: traced, weight: 0.4, needs: [parcels, register], record_created: {in: todo.tasks, each: late, only: true, match: {title: {text: "='{{.trace}} ' + it.shipment"}, priority: high}}}
		- {id: told, weight: 0.6, needs: [parcels, register, pages], record_created: {in: contacts.messages, each: late, only: true, match: {contact_id: {id: =it.manager}, message: {mentions: {all: [=it.tracking, =it.depot], none: "=filter(trackings, not (# in map(filter(late, .manager == it.manager), .tracking)))"}}}}}`)
	d.Forbid(`
		- {id: orders-left, effect: {any: orders.orders}}
		- {id: parcels-left, effect: {any: orders.shipments}}
		- {id: todos-left, effect: {update: todo.tasks}}
		- {id: no-export, tool: crm_export_report}`)
	d.Set("message", d.T("='Please follow up the parcel ' + it.tracking + ', last scanned at ' + it.depot + '.'", "='请跟进包裹 ' + it.tracking + '，最近扫描网点：' + it.depot + '。'"))
	d.Solution(`
		calls:
		  - orders_list_shipments: {status: in_transit}
		  - {each: "map(filter(orders.shipments, .status == 'in_transit' and .carrier == '{{.carrier}}'), .shipment_id)", orders_get_shipment: {shipment_id: =it}}
		  - orders_list: {limit: 200}
		  - crm_list_customers: {tier: "{{.tier}}"}
		  - {each: "map(filter(crm.customers, .tier == '{{.tier}}'), .customer_id)", crm_get_customer: {customer_id: =it}}
		  - {each: late, web_fetch: {url: =it.page}}
		  - {each: late, todo_create_task: {title: "='{{.trace}} ' + it.shipment", priority: high}}
		  - {each: late, contacts_send_message: {contact_id: =it.manager, message: "{{.message}}"}}`)
	done := work{ids: "map(late, .shipment)", all: "map(orders.shipments, .shipment_id)", what: "the shipment numbers", chinese: "这些包裹的运单编号", needs: "traced, told"}
	done.perhaps(d,
		func(d *synth.Draft) { done.post(d, "logistics carriers shipping", "物流 承运商 发货") },
		func(d *synth.Draft) { done.draft(d) })
}

// trackingPage is where a carrier shows its parcels; the tracking number follows.
func trackingPage(carrier string) string {
	hosts := map[string]string{"顺达快运": "shunda", "蓝车物流": "lanche", "飞鸢速递": "feiyuan", "顺达快运（同城）": "shunda", "蓝车物流（同城）": "lanche", "飞鸢速递（同城）": "feiyuan"}
	host, known := hosts[carrier]
	if !known {
		host = strings.ToLower(strings.ReplaceAll(strings.TrimSuffix(carrier, " Express"), " ", ""))
	}
	return "https://track." + host + ".test/"
}

// tracedCustomers adds customers with account managers: the first half has the tier.
func tracedCustomers(d *synth.Draft, tier string) (ids []string) {
	n := d.ByLevel(4, 6, 8)
	for i := range n {
		m, c := d.Person(), d.Company()
		contact, id := d.ID("CT-"), d.ID("CUS-")
		d.Add("contacts.contacts", "contact_id", contact, "name", m.Name, "department", m.Department, "title", d.T("Account manager", "客户经理"), "email", m.Mail, "phone", m.Phone)
		has := tier
		if i >= n/2 {
			has = "standard"
		}
		d.Add("crm.customers", "customer_id", id, "name", c.Name, "contact_person", d.PersonAt(c.Domain).Name, "industry", d.T("retail", "零售"), "tier", has, "annual_revenue", 1000*d.Between(50, 900), "status", "active", "manager_id", contact)
		ids = append(ids, id)
	}
	r := d.Person()
	d.Distract(synth.Unrelated, "contacts.contacts", "contact_id", d.ID("CT-"), "name", r.Name, "department", r.Department, "title", r.Title, "email", r.Mail, "phone", r.Phone)
	d.Distract(synth.AlreadyDone, "todo.tasks", "task_id", d.ID("TODO-"), "title", d.T("Check packing tape", "检查封箱胶带"), "status", "pending", "priority", "low", "tags", []string{})
	d.Mix("crm.customers")
	return ids
}

// tracedParcels adds late parcels and near misses on every condition.
func tracedParcels(d *synth.Draft, days int, carrier string, customers []string) {
	half := len(customers) / 2
	parcel := func(kind synth.Distractor, status, by, customer string, eta int) {
		order := d.ID("ORD-")
		d.Add("orders.orders", "order_id", order, "customer_id", customer, "status", "shipped", "placed_at", d.Instant(d.At(-days-30-d.Between(1, 9), 10, d.Between(0, 59))), "total", d.Cents(40, 900), "currency", "EUR", "address", d.City())
		tracking := d.ID("TRK")
		d.Add("web.pages", "url", trackingPage(by)+tracking, "title", by, "content", fmt.Sprintf(d.T("%s, parcel %s. Last scan: depot %s, %s.", "%s，包裹 %s。最近扫描：%s网点，%s。"), by, tracking, d.City(), d.Office(d.Between(1, days+5)).Format("2006-01-02 15:04")))
		r := []any{"shipment_id", d.ID("SHP-"), "order_id", order, "carrier", by, "tracking", tracking, "status", status, "address", d.City(), "eta", d.Day(eta), "notes", trackingPage(by) + tracking}
		if kind == "" {
			d.Add("orders.shipments", r...)
		} else {
			d.Distract(kind, "orders.shipments", r...)
		}
	}
	for i := range d.ByLevel(2, 4, 6) {
		parcel("", "in_transit", carrier, customers[i%half], -days-d.Between(1, 15))
	}
	parcel(synth.OneDay, "in_transit", carrier, customers[0], -days)
	parcel(synth.WrongStatus, "delivered", carrier, customers[1], -days-3)
	parcel(synth.WrongStatus, "lost", carrier, customers[0], -days-8)
	parcel(synth.OtherOwner, "in_transit", carrier, customers[half], -days-4)
	parcel(synth.WrongKind, "in_transit", carrier+d.T(" Express", "（同城）"), customers[1], -days-6)
	if d.Level() > 0 {
		parcel(synth.LoudOutside, "in_transit", carrier, customers[half+1], -days-25)
	}
	d.Mix("orders.shipments")
	d.Mix("orders.orders")
	d.Mix("web.pages")
	d.Collection("web.results")
}
