// Package all lists the services that ship. It is the one place that knows them all.
//
// Invariant: nothing registers itself; a service that is not in the list does not exist.
package all

import (
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/approvals"
	"coworkenv.dev/coworkenv/services/calendar"
	"coworkenv.dev/coworkenv/services/caption"
	"coworkenv.dev/coworkenv/services/chat"
	"coworkenv.dev/coworkenv/services/config"
	"coworkenv.dev/coworkenv/services/contacts"
	"coworkenv.dev/coworkenv/services/crm"
	"coworkenv.dev/coworkenv/services/documents"
	"coworkenv.dev/coworkenv/services/drive"
	"coworkenv.dev/coworkenv/services/finance"
	"coworkenv.dev/coworkenv/services/gmail"
	"coworkenv.dev/coworkenv/services/helpdesk"
	"coworkenv.dev/coworkenv/services/hr"
	"coworkenv.dev/coworkenv/services/inventory"
	"coworkenv.dev/coworkenv/services/kb"
	"coworkenv.dev/coworkenv/services/notes"
	"coworkenv.dev/coworkenv/services/ocr"
	"coworkenv.dev/coworkenv/services/orders"
	"coworkenv.dev/coworkenv/services/payments"
	"coworkenv.dev/coworkenv/services/rss"
	"coworkenv.dev/coworkenv/services/scheduler"
	"coworkenv.dev/coworkenv/services/sheets"
	"coworkenv.dev/coworkenv/services/todo"
	"coworkenv.dev/coworkenv/services/web"
)

// Services returns a fresh declaration of every service, sorted by name.
func Services() []*world.Service {
	return []*world.Service{
		approvals.Service(),
		calendar.Service(),
		caption.Service(),
		chat.Service(),
		config.Service(),
		contacts.Service(),
		crm.Service(),
		documents.Service(),
		drive.Service(),
		finance.Service(),
		gmail.Service(),
		helpdesk.Service(),
		hr.Service(),
		inventory.Service(),
		kb.Service(),
		notes.Service(),
		ocr.Service(),
		orders.Service(),
		payments.Service(),
		rss.Service(),
		scheduler.Service(),
		sheets.Service(),
		todo.Service(),
		web.Service(),
	}
}

// Catalog returns the catalogue of all services; an error is a fault of a declaration.
func Catalog() (*world.Catalog, error) { return world.NewCatalog(Services()...) }
