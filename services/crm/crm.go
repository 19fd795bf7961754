// Package crm is the customer register: who the customers are, what they are worth and who
// looks after them. Reports about chosen customers can be exported.
//
// Invariant: no tool changes a customer; an export is the only thing written.
package crm

import "coworkenv.dev/coworkenv/core/world"

// Service declares the customer register.
func Service() *world.Service {
	return &world.Service{
		Name:        "crm",
		Title:       "Customers",
		Doc:         "Customer register. Look up customers and suppliers with their contacts, contracts and status; export a report about chosen ones.",
		Version:     1,
		Port:        9110,
		Collections: []world.Collection{customers(), exports()},
		Tools:       tools(),
		AuditKeys:   []string{"exported_reports"},
	}
}

func customers() world.Collection {
	return world.Collection{
		Name:   "customers",
		Doc:    "Customers and suppliers.",
		Key:    "customer_id",
		NewID:  "CUS-%03d",
		Fields: append(essentials(), details()...),
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"customer_id", "name", "contact_person", "tier", "status", "industry", "annual_revenue"},
		}},
	}
}

// essentials are the fields that every customer has.
func essentials() []world.Field {
	return []world.Field{
		{Name: "customer_id", Type: world.ID},
		{Name: "name", Type: world.Text, Doc: "company"},
		{Name: "contact_person", Type: world.Text},
		{Name: "industry", Type: world.Text},
		{Name: "tier", Type: world.Text, Doc: "service tier such as vip, gold or standard; filters compare it exactly"},
		{Name: "annual_revenue", Type: world.Amount, Currency: "currency", Doc: "what the customer brings in a year"},
		{Name: "status", Type: world.Text, Doc: "active, inactive, suspended or churned"},
	}
}

func details() []world.Field {
	return []world.Field{
		{Name: "type", Type: world.Text, Optional: true, Doc: "customer or supplier"},
		{Name: "email", Type: world.Address, Optional: true},
		{Name: "phone", Type: world.Text, Optional: true},
		{Name: "contact_email", Type: world.Address, Optional: true},
		{Name: "contact_phone", Type: world.Text, Optional: true},
		{Name: "location", Type: world.Text, Optional: true},
		{Name: "manager_id", Type: world.ID, Optional: true, Ref: "contacts.contacts", Doc: "colleague who looks after the customer"},
		{Name: "sales_rep", Type: world.Text, Optional: true, Doc: "name of the sales representative"},
		{Name: "sales_owner", Type: world.Text, Optional: true, Doc: "name of the colleague who owns the account"},
		{Name: "last_contact_date", Type: world.Day, Optional: true, Past: true},
		{Name: "contract_end", Type: world.Day, Optional: true, Doc: "last day of the contract"},
		{Name: "contract_end_date", Type: world.Day, Optional: true, Doc: "last day of the contract, in registers that name it so"},
		{Name: "contract_amount", Type: world.Amount, Optional: true, Currency: "currency"},
		{Name: "expected_monthly", Type: world.Amount, Optional: true, Currency: "currency", Doc: "expected monthly billing"},
		{Name: "currency", Type: world.Text, Optional: true, Doc: "ISO 4217 code of the amounts"},
		{Name: "payment_cycle", Type: world.Text, Optional: true, Doc: "monthly, quarterly or yearly"},
		{Name: "sla", Type: world.Text, Optional: true, Doc: "promised response and resolution, in words"},
		{Name: "sla_level", Type: world.Text, Optional: true},
		{Name: "sla_response", Type: world.Text, Optional: true},
		{Name: "satisfaction", Type: world.Number, Optional: true, Doc: "mean rating"},
		{Name: "churn_date", Type: world.Day, Optional: true, Past: true},
		{Name: "churn_reason", Type: world.Text, Optional: true},
		{Name: "recent_interactions", Type: world.Tree, List: true, Optional: true, Doc: "objects with date, type, channel, handled_by, notes"},
		{Name: "recent_orders", Type: world.Tree, List: true, Optional: true, Doc: "objects with order_id, products, total_price, date"},
		{Name: "notes", Type: world.Text, Optional: true},
	}
}

func exports() world.Collection {
	return world.Collection{
		Name: "exports",
		Doc:  "Reports that were exported.",
		Fields: []world.Field{
			{Name: "title", Type: world.Text},
			{Name: "customer_ids", Type: world.ID, List: true, Ref: "crm.customers"},
			{Name: "summary", Type: world.Text},
			{Name: "timestamp", Type: world.Instant, Past: true},
		},
	}
}

func tools() []world.Tool {
	return []world.Tool{
		{
			Name: "crm_list_customers", Act: world.Reading, Route: "/crm/customers",
			Doc: "Lists customers with tier, status, industry and yearly revenue. Without filters it lists all of them; details need crm_get_customer.",
			Params: []world.Param{
				{Name: "status", Type: world.Text, Nullable: true, Doc: "only customers with exactly this status"},
				{Name: "tier", Type: world.Text, Nullable: true, Doc: "only customers of exactly this tier"},
				{Name: "industry", Type: world.Text, Nullable: true, Doc: "only customers of exactly this industry"},
			},
			BodyOptional: true,
			Reads: []world.Read{{
				Collection: "customers", View: "row",
				Filters: map[string]string{"status": "status", "tier": "tier", "industry": "industry"},
			}},
			Handle: listCustomers,
		},
		{
			Name: "crm_get_customer", Act: world.Reading, Route: "/crm/customers/get",
			Doc:    "Returns everything on file about one customer.",
			Params: []world.Param{{Name: "customer_id", Type: world.ID, Required: true, Ref: "crm.customers", Doc: "id of the customer"}},
			Reads:  []world.Read{{Collection: "customers", Key: "customer_id"}},
			Handle: getCustomer,
		},
		{
			Name: "crm_export_report", Act: world.Export, Route: "/crm/export",
			Doc: "Exports a report about the named customers. The report leaves the register and cannot be taken back.",
			Params: []world.Param{
				{Name: "title", Type: world.Text, Required: true, Doc: "title of the report"},
				{Name: "customer_ids", Type: world.ID, List: true, Required: true, Ref: "crm.customers", Doc: "ids of the customers that the report covers"},
				{Name: "summary", Type: world.Text, Required: true, Doc: "text of the report"},
			},
			Effects: []world.Effect{{
				Op: world.Created, Collection: "exports",
				Fields:   map[string]string{"title": "title", "customer_ids": "customer_ids", "summary": "summary"},
				Computed: []string{"timestamp"},
			}},
			Audit:  &world.AuditSpec{Key: "exported_reports"},
			Handle: exportReport,
		},
	}
}
