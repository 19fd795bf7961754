package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// piecesInStock: how many pieces of scarce products a warehouse holds. The inventory counts
// packs; what a pack holds stands in a spreadsheet, beside last year's sizes and other packs.
func piecesInStock() *synth.Scenario {
	return &synth.Scenario{
		Name: "pieces-in-stock", Version: 3, Family: task.Lookup, Title: "Stock in pieces after pack sizes",
		Capabilities: []string{"unit_conversion", "cross_service_join", "aggregate", "superseded_source", "distractor_rejection"},
		Services:     []string{"inventory", "sheets"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildPiecesInStock,
	}
}

func buildPiecesInStock(d *synth.Draft) {
	edge := synth.Choose(d, 240, 360, 480, 720)
	strict := d.Intn(2) == 0
	d.Set("edge", edge)
	d.Set("op", "<=")
	d.Set("scarce", fmt.Sprintf(d.T("%d pieces or fewer", "不超过%d件"), edge))
	if strict {
		d.Set("op", "<")
		d.Set("scarce", fmt.Sprintf(d.T("fewer than %d pieces", "不足%d件"), edge))
	}
	city := d.City()
	kinds := []string{d.T("workshop", "车间"), d.T("office", "办公"), d.T("packing", "包装")}
	kind := synth.Choose(d, kinds...)
	d.Set("city", city)
	d.Set("kind", kind)
	d.Set("year", d.Now().Year())
	d.Title("Scarce {{.kind}} stock in {{.city}}, in pieces", "{{.city}}仓{{.kind}}类产品按件盘点")
	d.Say([]string{
		"Which active products of the category {{.kind}} in our {{.city}} warehouse are down to {{.scarce}}? The inventory counts packs; how many pieces a pack holds stands in the spreadsheet of pack sizes, tab {{.year}}. Give me product id and pieces of each and the pieces of all of them together. Please don't order anything.",
		"I need the stock in {{.city}} in pieces, not in packs: convert the active products of the category {{.kind}} with the pack sizes of {{.year}} (spreadsheet, tab {{.year}}) and list those with {{.scarce}}, product id and pieces, plus the sum. Just figures, no orders.",
		"Before I call the supplier: of the active {{.kind}} products stored in {{.city}}, which have {{.scarce}} once the packs are converted? Use the tab {{.year}} of the pack size spreadsheet, category and place are in the inventory. Product ids with pieces, then the total. Nothing is to be ordered or edited.",
		"Purchasing wants the {{.city}} stock in pieces. Which active products of the category {{.kind}} are down to {{.scarce}}? The inventory only has packs; the tab {{.year}} of the pack size spreadsheet says how many pieces are in each. List product id and pieces, and the grand total. No orders, please.",
	}, []string{
		"{{.city}}仓库里{{.kind}}类的在售（active）产品，换算成件以后有哪些{{.scarce}}？库存系统按包装计数，每个包装含多少件见包装规格表的“{{.year}}”页。请列出产品编号和件数，再给出这些产品的总件数。不要下单。",
		"我要的是按件算的库存，不是按包装：请用包装规格表“{{.year}}”页，把{{.city}}的{{.kind}}类在售（active）产品换算成件，凡{{.scarce}}的列出产品编号、件数，并求和。只要数字，不订货。",
		"给供应商打电话之前想确认一下：存放在{{.city}}、类别为{{.kind}}、状态 active 的产品，按“{{.year}}”页的包装规格折成件后，哪些{{.scarce}}？给我产品编号和件数以及合计，别下单，也别改表。",
	})
	pieceRecords(d, edge, strict, city, kind, otherThan(d, kinds, kind))
	pieceParts(d)
	done := work{ids: "map(scarce, .product)", all: "map(inventory.products, .product_id)", what: "the product ids on that list", chinese: "清单上的产品编号", needs: "stock-read, sizes-read", keeps: []string{"inventory.orders", "sheets.rows"}}
	done.perhaps(d,
		func(d *synth.Draft) { done.post(d, "purchasing stock-control buyers", "采购 库存 采购员") },
		func(d *synth.Draft) { done.remind(d, "Call the supplier", "联系供应商补货") })
}

// pieceRecords adds products, and tabs with the sizes of their packs.
func pieceRecords(d *synth.Draft, edge int, strict bool, city, kind, other string) {
	sheet, now, old := d.ID("SHEET-"), d.ID("TAB-"), d.ID("TAB-")
	d.Set("tab", now)
	headers := []string{d.T("Product", "产品"), d.T("Pack", "包装"), d.T("Pieces", "件数")}
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Pack sizes", "包装规格表"), "description", d.T("pieces in a pack, one tab a year", "每个包装的件数，每年一页"))
	d.Add("sheets.spreadsheets", "sheet_id", d.ID("SHEET-"), "title", d.T("Pallet places", "托盘库位"))
	d.Add("sheets.tabs", "tab_id", old, "sheet_id", sheet, "name", fmt.Sprint(d.Now().Year()-1), "headers", headers, "locked", true)
	d.Add("sheets.tabs", "tab_id", now, "sheet_id", sheet, "name", fmt.Sprint(d.Now().Year()), "headers", headers)
	sizes := []int{6, 8, 10, 12, 20, 24}
	away := otherThan(d, d.Lexicon.Cities, city)
	last := edge // the most pieces that still count, in whole packs one less
	product := func(mark synth.Distractor, beside int, status, kind, place string) {
		id, size := d.ID("SKU-"), synth.Choose(d, sizes...)
		pack := synth.Choose(d, d.T("box", "箱"), d.T("bundle", "捆"), d.T("tray", "筐"))
		packs := last/size + beside
		if beside < 0 {
			packs = last/size - d.Between(1, last/size-1)
		}
		fields := []any{"product_id", id, "name", d.Product(), "category", kind, "quantity", packs, "unit", pack, "status", status, "location", place, "unit_cost", d.Cents(1, 60), "currency", d.T("EUR", "CNY")}
		if mark == "" {
			d.Add("inventory.products", fields...)
		} else {
			d.Distract(mark, "inventory.products", fields...)
		}
		row := func(tab, pack string, pieces int) {
			d.Add("sheets.rows", "row_id", d.ID("ROW-"), "tab_id", tab, "values", []any{headers[0], id, headers[1], pack, headers[2], pieces})
		}
		row(now, pack, size)
		row(old, pack, size+2)
		if d.Level() > 0 {
			row(now, d.T("pallet", "托盘"), size*40)
		}
	}
	for range d.ByLevel(3, 4, 6) {
		product("", -1, "active", kind, city)
	}
	exact := synth.JustEnough
	if strict {
		exact = "one piece too many"
	}
	product(exact, 0, "active", kind, city)
	product(synth.Unrelated, 1, "active", kind, city)
	product(synth.WrongStatus, -1, "discontinued", kind, city)
	product(synth.WrongKind, -1, "active", other, city)
	product(synth.OtherOwner, -1, "active", kind, away)
	for range d.ByLevel(1, 3, 6) {
		product(synth.Unrelated, d.Between(1, 30), synth.Choose(d, "active", "discontinued"), synth.Choose(d, kind, other), synth.Choose(d, city, away))
	}
	d.Mix("inventory.products")
	d.Mix("sheets.rows")
}

func pieceParts(d *synth.Draft) {
	d.Facts(`
		sizes:
		  from: filter(sheets.rows, .tab_id == "{{.tab}}")
		  give: {row: .row_id, product: '.values["` + d.T("Product", "产品") + `"]', pack: '.values["` + d.T("Pack", "包装") + `"]', pieces: '.values["` + d.T("Pieces", "件数") + `"]'}
		scarce:
		  from: inventory.products
		  let:
		    sku: .product_id
		    pack: .unit
		    size: only(filter(sizes, .product == sku and .pack == pack))
		    pieces: times(.quantity, size.pieces)
		  where:
		    active: {expr: .status == "active", says: active}
		    kind: {expr: .category == "{{.kind}}", says: {{.kind}}}
		    place: {expr: .location == "{{.city}}", says: {{.city}}}
		    few: {expr: "pieces {{.op}} {{.edge}}", says: "{{.scarce}}"}
		  give: {product: .product_id, row: size.row, pieces: pieces}
		all_pieces: total(map(scarce, .pieces))`)
	d.Answer(`
		products: {rows: {product: id, pieces: number}, key: product}
		total: {type: number}`)
	d.Checks(`
		- {id: stock-read, read: {in: inventory.products, each: scarce, record: =it.product, fields: [quantity, unit, location]}}
		- {id: sizes-read, read: {in: sheets.rows, each: scarce, record: =it.row, fields: [values]}}
		- {id: listed, weight: 0.7, needs: [stock-read, sizes-read], answer: {products: "=map(scarce, ({product: .product, pieces: .pieces}))"}}
		- {id: summed, weight: 0.3, needs: [stock-read, sizes-read], answer: {total: =all_pieces}}`)
	d.Forbid(`
		- {id: read-only, effect: {any: "*"}}`)
	d.Solution(`
		calls:
		  - inventory_list_products: {category: "{{.kind}}"}
		  - sheets_list: {}
		  - sheets_get: {sheet_id: "=sheets.spreadsheets[0].sheet_id"}
		  - sheets_read_range: {tab_id: "{{.tab}}"}
		  - answer: {products: "=map(scarce, ({product: .product, pieces: .pieces}))", total: =all_pieces}`)
}
