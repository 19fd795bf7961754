package inventory_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/inventory"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const stock = `[
	{"product_id":"SKU-1","name":"Oil","category":"food","quantity":300,"unit_price":10.00,"currency":"EUR"},
	{"product_id":"EQ-2","name":"Drill","category":"Equipment","status":"in use"}]`

func TestProducts(t *testing.T) {
	w := servicetest.Start(t, inventory.Service(), world.Options{}, map[string]string{"inventory.products": stock})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "all", Tool: "inventory_list_products", Shows: []string{"SKU-1", "EQ-2"}},
		{Name: "a category, exactly", Tool: "inventory_list_products", Args: `{"category":"food"}`,
			Want: `{"products":[{"product_id":"SKU-1","name":"Oil","category":"food","quantity":300,"unit_price":10.00,"currency":"EUR"}],"total":1}`},
		{Name: "letter case counts", Tool: "inventory_list_products", Args: `{"category":"Food"}`, Want: `{"products":[],"total":0}`},
		{Name: "an empty category is none", Tool: "inventory_list_products", Args: `{"category":""}`, Shows: []string{"SKU-1", "EQ-2"}},
		{Name: "get", Tool: "inventory_get_product", Args: `{"product_id":"EQ-2"}`, Shows: []string{"EQ-2"}},
		{Name: "get nothing", Tool: "inventory_get_product", Args: `{"product_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Product x not found"}`},
	})
}

func TestOrders(t *testing.T) {
	w := servicetest.Start(t, inventory.Service(), world.Options{}, map[string]string{"inventory.products": stock})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "order", Tool: "inventory_create_order", Args: `{"product_id":"SKU-1","quantity":5}`,
			Want: `{"status":"created","order":{"product_id":"SKU-1","quantity":5,"supplier":null,"timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "from somebody", Tool: "inventory_create_order", Args: `{"product_id":"SKU-1","quantity":5.0,"supplier":"Olive & Sons"}`,
			Want: `{"status":"created","order":{"product_id":"SKU-1","quantity":5,"supplier":"Olive & Sons","timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "nothing", Tool: "inventory_create_order", Args: `{"product_id":"SKU-1","quantity":0}`, Outcome: world.Invalid},
		{Name: "what is not there", Tool: "inventory_create_order", Args: `{"product_id":"ghost","quantity":5}`, Outcome: world.Missing, Want: `{"error":"Product ghost not found"}`},
		{Name: "the stock stays", Tool: "inventory_get_product", Args: `{"product_id":"SKU-1"}`,
			Want: `{"product_id":"SKU-1","name":"Oil","category":"food","quantity":300,"unit_price":10.00,"currency":"EUR"}`},
	})
	if got := servicetest.Records(w, "inventory.orders"); len(got) != 2 {
		t.Errorf("orders %v, want two", got)
	}
}

func TestWireOrdersAnything(t *testing.T) {
	w := servicetest.StartWire(t, inventory.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), nil)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "less than nothing of nothing", Tool: "inventory_create_order", Args: `{"product_id":"ghost","quantity":-5}`,
			Want: `{"status":"created","order":{"product_id":"ghost","quantity":-5,"supplier":null,"timestamp":"2026-03-02T12:00:00+00:00"}}`},
	})
}
