package task

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/world"
)

// toyCatalog declares services with the collections, tools and fields that the examples use.
func toyCatalog(t testing.TB) *world.Catalog {
	t.Helper()
	cat, err := world.NewCatalog(
		toyService("gmail", []world.Collection{
			toyCollection("messages message_id:id from:address to:address subject:text body:text date:datetime labels:[text] is_read:bool"),
			toyCollection("sent :message to:address subject:text body:text"),
			toyCollection("drafts :message to:address subject:text body:text"),
		}, "gmail_list_messages days_back?", "gmail_get_message message_id", "gmail_send_message to subject body", "gmail_save_draft to subject body"),
		toyService("crm", []world.Collection{
			toyCollection("customers customer_id:id name:text contact_person:text industry:text tier:text annual_revenue:amount status:text " +
				"contract_end:date? contract_amount:amount? currency:text? manager_id:id? email:address? phone:text? notes:text?"),
		}, "crm_list_customers status? tier?", "crm_get_customer customer_id", "crm_export_report title"),
		toyService("helpdesk", []world.Collection{
			toyCollection("tickets ticket_id:id title:text description:text? reporter:text department:text priority:text status:text created_at:datetime category:text? customer_id:id?"),
		}, "helpdesk_list_tickets status?", "helpdesk_get_ticket ticket_id", "helpdesk_update_ticket ticket_id priority? category?", "helpdesk_close_ticket ticket_id"),
		toyService("contacts", []world.Collection{
			toyCollection("contacts contact_id:id name:text department:text title:text email:address phone:text timezone:text? work_start:text? work_end:text?"),
		}, "contacts_search query", "contacts_get contact_id", "contacts_send_message contact_id message"),
		toyService("finance", []world.Collection{
			toyCollection("transactions transaction_id:id date:date amount:amount currency:text? type:text? status:text? reference:id? supplier:text? description:text owner:text?"),
			toyCollection("reports :report title:text transactions:[id] total_amount:amount"),
		}, "finance_list_transactions start_date? end_date?", "finance_submit_report title transactions total_amount"),
		toyService("notes", []world.Collection{
			toyCollection("notes note_id:id title:text created_at:datetime participants:[text] content:text duration_minutes:int"),
		}, "notes_list max_results?", "notes_get note_id", "notes_share note_id recipients"),
		toyService("inventory", []world.Collection{
			toyCollection("products product_id:id name:text category:text quantity:int? unit_price:amount? currency:text?"),
			toyCollection("orders order_id:id product_id:id"),
		}, "inventory_list_products", "inventory_get_product product_id", "inventory_create_order product_id"),
		toyService("kb", []world.Collection{
			toyCollection("articles article_id:id title:text category:text tags:[text] content:text last_updated:date views:int"),
		}, "kb_search query", "kb_get_article article_id"),
		toyService("calendar", []world.Collection{
			toyCollection("events event_id:id title:text start_time:datetime end_time:datetime attendees:[text] location:text status:text?"),
		}, "calendar_list_events date", "calendar_get_user_events user date", "calendar_create_event title start_time end_time attendees? location?", "calendar_delete_event event_id"),
		toyService("todo", []world.Collection{
			toyCollection("tasks task_id:id title:text status:text priority:text due_date:date? tags:[text]?"),
		}, "todo_list_tasks", "todo_create_task title due_date? priority?", "todo_update_task task_id status? title? priority?"),
		toyService("lab", []world.Collection{
			toyCollection("things thing_id:id n:int? share:number? price:amount? ok:bool? on:date? at:datetime? free:json? many:[int]? colour:text=red,green? sizes:[text]=small,large?"),
		}, "lab_touch thing_id"),
	)
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

// toyCollection reads "name field:type ...": the first field is the key, ":" before the name
// of the second word means that there is none; = gives the only values; ? marks optional fields.
func toyCollection(spec string) world.Collection {
	words := strings.Fields(spec)
	c := world.Collection{Name: words[0], NewID: words[0] + "_%d"}
	for _, w := range words[1:] {
		name, typ, _ := strings.Cut(w, ":")
		if name == "" {
			continue
		}
		f := world.Field{Name: name, Optional: strings.HasSuffix(typ, "?")}
		typ = strings.TrimSuffix(typ, "?")
		typ, words, _ := strings.Cut(typ, "=")
		if words != "" {
			f.Enum = strings.Split(words, ",")
		}
		if strings.HasPrefix(typ, "[") {
			f.List, typ = true, strings.Trim(typ, "[]")
		}
		for ty := world.Text; ty <= world.Tree; ty++ {
			if ty.String() == typ {
				f.Type = ty
			}
		}
		c.Fields = append(c.Fields, f)
	}
	if !strings.HasPrefix(words[1], ":") {
		c.Key = c.Fields[0].Name
	}
	return c
}

// toyService makes a service of tools written as "name param param?".
func toyService(name string, colls []world.Collection, tools ...string) *world.Service {
	s := &world.Service{Name: name, Version: 1, Doc: name, Collections: colls}
	for _, spec := range tools {
		words := strings.Fields(spec)
		t := world.Tool{Name: words[0], Doc: words[0], Route: "/" + words[0], Act: toyAct(words[0]),
			Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error { out.Text("status", "ok"); return nil }}
		for _, w := range words[1:] {
			t.Params = append(t.Params, world.Param{Name: strings.TrimSuffix(w, "?"), Type: world.Tree, Required: !strings.HasSuffix(w, "?"), Doc: "the " + w})
		}
		s.Tools = append(s.Tools, t)
	}
	return s
}

func toyAct(tool string) world.Act {
	for word, act := range map[string]world.Act{"_send_": world.Send, "_save_draft": world.Draft, "_create_": world.Create, "_update_": world.Update,
		"_delete_": world.Delete, "_export_": world.Export, "_share": world.Share, "_submit_": world.Create} {
		if strings.Contains(tool, word) {
			return act
		}
	}
	return world.Reading
}

// bindToy parses and binds a task and fails on problems.
func bindToy(t testing.TB, name string, data []byte) *Bound {
	t.Helper()
	parsed, problems := Parse(name, data)
	if len(problems) > 0 {
		t.Fatalf("parse %s: %v", name, problems)
	}
	b, problems := Bind(parsed, toyCatalog(t))
	if len(problems) > 0 {
		t.Fatalf("bind %s: %v", name, problems)
	}
	return b
}
