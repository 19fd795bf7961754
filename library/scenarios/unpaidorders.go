package scenarios

import (
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// unpaidOrders: a day's orders are held against the ledger and what is unpaid is posted; the next
// day payments have come in and bounced, and the thread gets what is still unpaid.
func unpaidOrders() *synth.Scenario {
	return &synth.Scenario{
		Name: "unpaid-orders", Version: 3, Family: task.Reconciliation, Title: "Post a day's unpaid orders, and again when payments have come in",
		Capabilities: []string{"stage_memory", "reread", "compare_sources", "exact_arithmetic", "time_filter"},
		Services:     []string{"orders", "finance", "chat"},
		Turns:        synth.Staged, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildUnpaidOrders,
	}
}

func buildUnpaidOrders(d *synth.Draft) {
	channel := d.T(synth.Choose(d, "takings", "till", "money-in"), synth.Choose(d, "收款", "订单回款", "到账"))
	back := d.Between(1, 4)
	d.Set("channel", channel)
	d.Set("day", d.Day(-back))
	d.Set("date", spokenDay(d, -back))
	d.Title("Orders of {{.date}} that are not paid", "{{.date}}未付订单")
	d.Stage("first", time.Time{}, "", []string{
		"Please look which orders placed on {{.date}} are not paid: no completed entry of the ledger refers to the order with its whole total. Cancelled orders don't count. Post one message into the channel {{.channel}} with the numbers of the unpaid orders and the sum of their totals in EUR.",
		"Which orders of {{.date}} have no completed ledger payment (reference = order number) over the full total? Leave cancelled ones out. I want a single post in {{.channel}} that names all of them and the EUR amount they come to together.",
		"Reconcile the orders placed on {{.date}} with the ledger. An order counts as paid if a completed transaction with its number as reference has the order's total to the cent; cancelled orders are ignored. Write the unpaid ones and their sum in EUR into the chat channel {{.channel}}, in one message.",
		"Who hasn't paid? Take the orders placed on {{.date}}, cancelled ones aside, and look in the ledger: an order is paid if a completed transaction has its number as reference and the exact total as amount. Then one post in {{.channel}} with the numbers of the unpaid orders and their sum in EUR.",
	}, []string{
		"请核对{{.date}}下的订单有哪些还没付款：账上没有以订单号为 reference、已完成（completed）且金额等于订单总额的记录即为未付，已取消的订单不算。请在聊天频道 {{.channel}} 发一条消息，列出未付订单号及其合计金额（EUR）。",
		"帮我把{{.date}}的订单与账本对一下：reference 为订单号、状态 completed、金额与订单总额分毫不差才算已付，取消的订单不计。把未付订单的编号和合计 EUR 金额写成一条消息发到 {{.channel}} 频道。",
		"{{.date}}的订单哪些没付？除掉已取消的，账上有以订单号为 reference、已完成（completed）、金额与总额完全一致的才算已付。把没付的订单号和 EUR 合计用一条消息发到 {{.channel}} 频道。",
	})
	unpaidRecords(d, channel, back)
	d.Stage("again", d.At(nextWorkday(d), 9, 30), `
		- {insert: finance.transactions, record: {transaction_id: {{.new_txn}}, date: "{{.new_day}}", amount: {{.new_amount}}, currency: EUR, description: "{{.word}}", type: order_payment, status: completed, reference: {{.new_ref}}}}
		- {update: finance.transactions, record: {{.bounced}}, set: {status: reversed}}
		- {update: orders.orders, record: {{.gone}}, set: {status: cancelled}}`, []string{
		"Good morning. Payments have moved since. Please check the orders of {{.date}} once more and answer in the thread of your message with the orders that are unpaid now and the new sum.",
		"The bank has booked since. Same check for the orders of {{.date}} again, please; put the orders that are unpaid as of now and their sum into the thread of your post, as a reply.",
		"Could you update the list? Look at the orders of {{.date}} and the ledger as they are today and reply in your own thread with what is unpaid now, numbers and sum.",
		"Some money has come in since, and something may have bounced. Check the orders of {{.date}} again and reply in the thread of your message: which are unpaid as of now, and what do they come to?",
	}, []string{
		"早上好，款项又有变动。请把{{.date}}的订单再核对一遍，在你那条消息的话题串里回复目前未付的订单号和新的合计。",
		"银行又入账了一批。请对{{.date}}的订单重新核对，把现在仍未付的订单号及合计回复到你之前那条消息的话题串里。",
		"这期间又有款项进出。{{.date}}的订单请重查一次，在你那条消息的话题串里回复：现在还有哪些没付，合计多少。",
	})
	unpaidFacts(d)
	unpaidParts(d)
	done := work{ids: "map(unpaid_now, .order)", all: "orders_all", what: "the numbers of the orders that are unpaid now", chinese: "目前未付的订单号", needs: "replied", stage: "again", from: 5}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Write to the customers who have not paid", "催未付款客户") },
		func(d *synth.Draft) { done.mail(d) })
}

// unpaidFacts sets what is unpaid on either day.
func unpaidFacts(d *synth.Draft) {
	d.Set("text", d.T("Unpaid: ", "未付订单："))
	d.Set("sum", d.T(" - together ", "，合计 "))
	d.Set("cancelled", d.T("cancelled", "取消"))
	d.Set("done", d.T("It is posted.", "已发布。"))
	d.Facts(`
		unpaid:
		  from: orders.orders
		  at: first
		  let: {id: .order_id, whole: .total}
		  where:
		    day: {expr: "day(.placed_at) == day('{{.day}}')", says: "{{.date}}"}
		    kept: {expr: .status != "cancelled", says: "{{.cancelled}}"}
		    owed: {expr: "none(finance.transactions, .reference == id and .status == 'completed' and .amount == whole)", says: completed}
		  give: {order: .order_id, total: "money(.total, .currency)"}
		unpaid_now:
		  from: orders.orders
		  at: again
		  let: {id: .order_id, whole: .total}
		  where:
		    day: {expr: "day(.placed_at) == day('{{.day}}')", says: "{{.date}}"}
		    kept: {expr: .status != "cancelled", says: "{{.cancelled}}"}
		    owed: {expr: "none(finance.transactions, .reference == id and .status == 'completed' and .amount == whole)", says: completed}
		  give: {order: .order_id, total: "money(.total, .currency)"}
		looked: "map(filter(orders.orders, day(.placed_at) == day('{{.day}}')), .order_id)"
		booked: "map(filter(finance.transactions, .reference in looked), .transaction_id)"
		booked_now: {at: again, value: "map(filter(finance.transactions, .reference in looked), .transaction_id)"}
		orders_all: map(orders.orders, .order_id)
		channel: the(chat.channels, 'name', '{{.channel}}').channel_id`)
}

func unpaidParts(d *synth.Draft) {
	d.Checks(`
		- {id: placed, stage: first, read: {in: orders.orders, each: unpaid, record: =it.order, fields: [total, placed_at]}}
		- {id: ledger, stage: first, read: {in: finance.transactions, each: booked, record: =it, fields: [amount, status, reference]}}
		- {id: ledger-now, stage: again, read: {in: finance.transactions, each: booked_now, record: =it, fields: [amount, status, reference]}}
		- {id: posted, stage: first, weight: 0.5, needs: [placed, ledger], record_created: {in: chat.messages, only: true, match: {channel_id: {id: =channel}, thread_id: {absent: true}, text: {mentions: {all: "=map(unpaid, .order)", any: [{money: "=total(map(unpaid, .total))"}], none: "=filter(orders_all, not (# in map(unpaid, .order)))"}}}}}
		- {id: replied, stage: again, weight: 0.5, needs: [placed, ledger-now], record_created: {in: chat.messages, only: true, match: {channel_id: {id: =channel}, thread_id: {id: '=made("posted").message_id'}, text: {mentions: {all: "=map(unpaid_now, .order)", any: [{money: "=total(map(unpaid_now, .total))"}], none: "=filter(orders_all, not (# in map(unpaid_now, .order)))"}}}}}`)
	d.Forbid(`
		- {id: orders-left, effect: {update: orders.orders}}
		- {id: not-private, effect: {create: chat.direct_messages}}
		- {id: no-report, tool: finance_submit_report}`)
	d.Solution(`
		calls:
		  - orders_list: {placed_from: "{{.day}}", placed_to: "{{.day}}", limit: 200}
		  - finance_list_transactions: {}
		  - chat_list_channels: {}
		  - {as: post, chat_post_message: {channel_id: =channel, text: "='{{.text}}' + join(map(unpaid, .order), ', ') + '{{.sum}}' + show(total(map(unpaid, .total)))"}}
		  - say: "{{.done}}"
		  - stage: again
		  - orders_list: {placed_from: "{{.day}}", placed_to: "{{.day}}", limit: 200}
		  - finance_list_transactions: {}
		  - chat_reply_in_thread: {message_id: =post.message_id, text: "='{{.text}}' + join(map(unpaid_now, .order), ', ') + '{{.sum}}' + show(total(map(unpaid_now, .total)))"}
		  - say: "{{.done}}"`)
}

// unpaidRecords adds orders of the day and beside it, their payments, and the channels.
func unpaidRecords(d *synth.Draft, channel string, back int) {
	members := []string{onChat(d, d.Person()), onChat(d, d.Person())}
	d.Add("chat.channels", "channel_id", d.ID("CH-"), "name", channel, "topic", d.T("Money that came in", "收款情况"), "private", false, "members", members)
	d.Distract(synth.LikeName, "chat.channels", "channel_id", d.ID("CH-"), "name", channel+"-2024", "topic", d.T("Closed", "已停用"), "private", false, "members", members)
	last := ""
	pay := func(ref, status string, amount synth.Amount) {
		last = d.ID("TXN-")
		d.Add("finance.transactions", "transaction_id", last, "date", d.Day(-d.Between(0, back)), "amount", amount, "currency", "EUR", "description", d.T("Order payment", "订单付款"), "type", "order_payment", "status", status, "reference", ref)
	}
	order := func(kind synth.Distractor, status string, at time.Time) (string, synth.Amount) {
		id, sum := d.ID("ORD-"), d.Cents(15, 700)
		r := []any{"order_id", id, "customer_id", d.ID("CUS-"), "status", status, "placed_at", d.Instant(at), "total", sum, "currency", "EUR", "address", d.City()}
		if kind == "" {
			d.Add("orders.orders", r...)
		} else {
			d.Distract(kind, "orders.orders", r...)
		}
		return id, sum
	}
	today := func() time.Time { return d.At(-back, d.Between(1, 22), d.Between(0, 59)) }
	for range d.ByLevel(1, 2, 3) {
		order("", "placed", today())
	}
	late, sum := order("", "packing", today())
	d.Set("new_ref", late)
	d.Set("new_amount", sum.String())
	gone, _ := order("", "placed", today())
	d.Set("gone", gone)
	for _, beside := range []int{-1, 1}[:d.ByLevel(1, 2, 2)] {
		id, sum := order(synth.OneCent, "placed", today())
		pay(id, "completed", sum+synth.Amount(beside))
	}
	id, sum := order(synth.StaleDraft, "placed", today())
	pay(id, "pending", sum)
	id, sum = order("", "shipped", today())
	pay(id, "completed", sum)
	d.Set("bounced", last)
	id, sum = order(synth.AlreadyDone, "placed", today())
	pay(id, "completed", sum)
	order(synth.WrongStatus, "cancelled", today())
	order(synth.OneDay, "placed", d.At(-back+1, 0, 0))
	order(synth.OneDay, "placed", d.At(-back, 0, 0).Add(-time.Second))
	d.Mix("orders.orders")
	d.Mix("finance.transactions")
	d.Set("new_txn", d.ID("TXN-"))
	d.Set("new_day", d.Day(nextWorkday(d)))
	d.Set("word", d.T("Order payment", "订单付款"))
}
