// Package inventory is the stock of products and the orders placed to fill it.
//
// Invariant: products never change through the tools; an order adds a record and moves no stock.
package inventory

import "coworkenv.dev/coworkenv/core/world"

// Service declares the inventory.
func Service() *world.Service {
	return &world.Service{
		Name:        "inventory",
		Title:       "Inventory",
		Doc:         "An inventory: list and read products with their stock, place orders to fill it.",
		Version:     1,
		Port:        9108,
		Collections: []world.Collection{products(), orders()},
		Tools:       tools(),
		AuditKeys:   []string{"orders"},
	}
}

// products have several shapes in use: stock against a threshold, quantity against a reorder
// level, equipment. Only id, name and category are common to all.
func products() world.Collection {
	return world.Collection{
		Name: "products",
		Doc:  "Products, materials and equipment.",
		Key:  "product_id",
		Fields: []world.Field{
			{Name: "product_id", Type: world.ID},
			{Name: "name", Type: world.Text},
			{Name: "category", Type: world.Text},
			{Name: "current_stock", Type: world.Int, Optional: true},
			{Name: "min_stock_threshold", Type: world.Int, Optional: true},
			{Name: "min_stock", Type: world.Int, Optional: true},
			{Name: "quantity", Type: world.Int, Optional: true, Doc: "what is there"},
			{Name: "unit", Type: world.Text, Optional: true, Doc: "what the quantity counts, such as box"},
			{Name: "reorder_level", Type: world.Int, Optional: true, Doc: "the quantity at which to order"},
			{Name: "reorder_quantity", Type: world.Int, Optional: true, Doc: "how much to order"},
			{Name: "unit_price", Type: world.Amount, Optional: true, Currency: "currency"},
			{Name: "unit_cost", Type: world.Amount, Optional: true, Currency: "currency"},
			{Name: "selling_price", Type: world.Amount, Optional: true, Currency: "currency"},
			{Name: "currency", Type: world.Text, Optional: true},
			{Name: "daily_avg_sales", Type: world.Int, Optional: true},
			{Name: "units_sold_this_month", Type: world.Int, Optional: true},
			{Name: "return_rate", Type: world.Number, Optional: true, Doc: "percent of the units sold"},
			{Name: "return_count", Type: world.Int, Optional: true},
			{Name: "supplier", Type: world.Text, Optional: true},
			{Name: "supplier_integration", Type: world.ID, Optional: true, Ref: "config.integrations"},
			{Name: "lead_time_days", Type: world.Int, Optional: true, Doc: "days from order to delivery"},
			{Name: "auto_reorder_note", Type: world.Text, Optional: true},
			{Name: "status", Type: world.Text, Optional: true},
			{Name: "backorder_eta", Type: world.Day, Optional: true},
			{Name: "restock_date", Type: world.Day, Optional: true},
			{Name: "last_restock_date", Type: world.Day, Optional: true, Past: true},
			{Name: "last_restock", Type: world.Day, Optional: true, Past: true},
			{Name: "last_reorder_date", Type: world.Day, Optional: true, Past: true},
			{Name: "last_in", Type: world.Day, Optional: true, Past: true},
			{Name: "last_in_qty", Type: world.Int, Optional: true},
			{Name: "last_out", Type: world.Day, Optional: true, Past: true},
			{Name: "last_out_qty", Type: world.Int, Optional: true},
			{Name: "sale_txn", Type: world.ID, Optional: true, Ref: "finance.transactions"},
			{Name: "location", Type: world.Text, Optional: true, Doc: "where it is stored"},
			{Name: "last_sync", Type: world.Instant, Optional: true, Past: true},
			{Name: "sync_status", Type: world.Text, Optional: true},
			{Name: "notes", Type: world.Text, Optional: true},
		},
	}
}

func orders() world.Collection {
	return world.Collection{
		Name: "orders",
		Doc:  "Orders placed to fill the stock.",
		Fields: []world.Field{
			{Name: "product_id", Type: world.ID, Ref: "inventory.products"},
			{Name: "quantity", Type: world.Int},
			{Name: "supplier", Type: world.Text, Optional: true},
			{Name: "timestamp", Type: world.Instant, Past: true, Doc: "when it was placed"},
		},
	}
}

func tools() []world.Tool {
	return []world.Tool{{
		Name:         "inventory_list_products",
		Aliases:      []string{"inventory_list_items"},
		Doc:          "List products in full, all of them or those of one category.",
		Act:          world.Reading,
		Route:        "/inventory/products",
		BodyOptional: true,
		Params:       []world.Param{{Name: "category", Type: world.Text, Nullable: true, Doc: "Only products of exactly this category."}},
		Reads:        []world.Read{{Collection: "products", Filters: map[string]string{"category": "category"}}},
		Handle:       list,
	}, {
		Name:    "inventory_get_product",
		Aliases: []string{"inventory_get_item"},
		Doc:     "Read one product.",
		Act:     world.Reading,
		Route:   "/inventory/products/get",
		Params:  []world.Param{{Name: "product_id", Type: world.ID, Required: true, Ref: "inventory.products", Doc: "The product's id."}},
		Reads:   []world.Read{{Collection: "products", Key: "product_id"}},
		Handle:  get,
	}, {
		Name:  "inventory_create_order",
		Doc:   "Order a quantity of a product at once. The stock changes only when it arrives; an order cannot be taken back.",
		Act:   world.Create,
		Route: "/inventory/orders/create",
		Params: []world.Param{
			{Name: "product_id", Type: world.ID, Required: true, Ref: "inventory.products", Doc: "The product's id."},
			{Name: "quantity", Type: world.Int, Required: true, Min: 1, Max: 1_000_000_000, Doc: "How many units."},
			{Name: "supplier", Type: world.Text, Nullable: true, Doc: "From whom."},
		},
		Effects: []world.Effect{{
			Op:         world.Created,
			Collection: "orders",
			Fields:     map[string]string{"product_id": "product_id", "quantity": "quantity", "supplier": "supplier"},
			Computed:   []string{"timestamp"},
		}},
		Audit:  &world.AuditSpec{Key: "orders"},
		Handle: order,
	}}
}
