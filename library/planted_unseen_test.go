package library_test

import "strings"

// unseen are faults that lie in what an agent need not look at, in house rules that say another
// number, and in ids that are written so that only an eye reads them.
func unseen() []fault {
	const (
		jobs     = "failed-jobs/en/medium/23000001"
		receipts = "invoices-against-receipts/en/hard/23000001"
		inbox    = "approval-inbox/en/medium/23000001"
		asked    = "approval-inbox/zh/medium/23000001"
		terms    = "return-terms/en/medium/23000001"
		leave    = "decide-leave/en/hard/23000001"
		parcels  = "late-parcels/en/hard/23000001"
		photos   = "damage-photos/en/medium/23000001"
		health   = "integration-health/zh/medium/23000001"
		stuck    = "stuck-approvals/en/hard/23000001"
		tickets  = "overdue-tickets/en/hard/23000001"
	)
	unread, says, leaked := []string{"adversary/read_not_demanded"}, []string{"truth/says_disagrees"}, []string{"leak/leaked_value"}
	f := func(kind, name, base string, sees []string, edit ...func(string) string) fault {
		return fault{kind: kind, name: name, base: base, edits: edit, warns: true, sees: sees}
	}
	return []fault{
		f("B", "a_row_of_the_list_will_do", jobs, unread, throughout("fields: [error_message, failure_count]", "fields: [job_id]")),
		f("B", "one_scan_will_do", receipts, unread, throughout("ocr.images, each: due,", `ocr.images, each: "due[0:1]",`)),
		f("B", "vendors_of_the_approved_alone", inbox, unread, throughout("crm.customers, each: inbox", "crm.customers, each: approved")),
		f("B", "balances_of_the_granted_alone", leave, unread, throughout("hr.balances, each: asked", "hr.balances, each: granted")),
		f("B", "orders_of_the_first_list_alone", parcels, unread, throughout("orders.orders, each: late_again", "orders.orders, each: late")),
		f("B", "one_photo_will_do", photos, unread, throughout("caption.images, each: reports", `caption.images, each: "reports[0:1]"`)),

		f("E", "threshold_of_another_rule", inbox, says, throughout("amount >= 6500", "amount >= 6600")),
		f("E", "threshold_of_another_rule_chinese", asked, says, throughout("amount >= 5500", "amount >= 5000")),
		f("E", "another_share_is_refunded", terms, says, throughout(`"0.5"`, `"0.6"`)),
		f("E", "more_days_for_gold", terms, says, throughout(`"gold" ? 21 : 13`, `"gold" ? 24 : 13`)),
		f("E", "one_failure_more", jobs, says, throughout("<= 4 ?", "<= 5 ?")),
		f("E", "larger_dents", photos, says, throughout("size > 29", "size > 35")),
		f("E", "another_error_rate_chinese", health, says, throughout(">= 0.30 ?", ">= 0.25 ?")),

		f("H", "ids_in_arabic_digits", parcels, leaked, disguised("shipment_id", "Just the facts", digitsAs('٠'))),
		f("H", "ids_in_devanagari_digits", tickets, leaked, disguised("ticket_id", "go through the open tickets", digitsAs('०'))),
		f("H", "ids_under_marks", stuck, leaked, disguised("request_id", "Decide nothing yourself", func(id string) string { return strings.ReplaceAll(id, "A", "A\u0301") })),
		f("H", "ids_in_look_alikes", parcels, leaked, disguised("shipment_id", "Just the facts", strings.NewReplacer("S", "Ѕ", "H", "Н", "P", "Р").Replace)),
	}
}

// disguised writes every id of a collection behind a phrase, each in another manner.
func disguised(key, phrase string, how func(id string) string) func(string) string {
	return func(file string) string {
		var out []string
		for _, id := range idsOf(file, key) {
			out = append(out, how(id))
		}
		return strings.Replace(file, phrase, phrase+" ("+strings.Join(out, ", ")+")", 1)
	}
}

// digitsAs writes the digits of another script.
func digitsAs(nought rune) func(string) string {
	return func(id string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return nought + r - '0'
			}
			return r
		}, id)
	}
}
