package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// stocktakeSheet: photos of shelves show cartons and loose pieces; they are brought to pieces, held against the
// inventory and written back into the sheet; what is short too far is counted again.
func stocktakeSheet() *synth.Scenario {
	return &synth.Scenario{
		Name: "stocktake-sheet", Version: 3, Family: task.Reconciliation, Title: "Hold a stocktake in cartons against the inventory",
		Capabilities: []string{"unit_conversion", "read_attachment", "compare_sources", "act_then_report", "distractor_rejection"},
		Services:     []string{"sheets", "inventory", "caption", "todo"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildStocktakeSheet,
	}
}

func buildStocktakeSheet(d *synth.Draft) {
	hall, most := d.T(synth.Choose(d, "North", "South", "Annex"), synth.Choose(d, "北库", "南库", "附楼")), d.Between(3, 9)
	d.Set("hall", hall)
	for name, word := range stocktakeWords(d) {
		d.Set(name, word)
	}
	d.Set("most", most)
	d.Set("short", fmt.Sprintf(d.T("more than %d pieces", "超过 %d 件"), most))
	d.Title("Stocktake of hall {{.hall}}", "{{.hall}} 库房盘点核对")
	d.Say([]string{
		"The stocktake of hall {{.hall}} is in (spreadsheet, tab {{.count}}). Please fill the column {{.difference}} of every row of that hall: counted minus booked, in pieces. The count is by photo: {{.photo}} names the picture of a shelf, which shows cartons and loose pieces. How many pieces a carton holds is in the tab {{.packs}}, the booked quantity in the inventory. Where we are short by {{.short}}, put a to-do \"{{.recount}} <product number>\" on my list and tell me these products with the pieces that are missing.",
		"Please work out hall {{.hall}} of the stocktake sheet. For each row of that hall in {{.count}} write into {{.difference}} what the shelf's {{.photo}} shows (cartons times pieces from {{.packs}}, plus the loose ones) minus the inventory's quantity. A product that is short by {{.short}} has to be counted again: a to-do \"{{.recount}} <product number>\" for each, and its missing pieces in your answer. The other halls aren't finished, leave them.",
		"Compare the count of hall {{.hall}} with the books. The photos named in {{.count}} show cartons and loose pieces, {{.packs}} has the pieces in a carton, and the inventory our booked pieces. Write counted minus booked to the {{.difference}} column of that hall's rows; then for whatever is short by {{.short}} create \"{{.recount}} <product number>\" as a to-do and report product and missing pieces.",
		"Hall {{.hall}} has been counted by photo (stocktake spreadsheet, tab {{.count}}). For every row of that hall look at the {{.photo}}, work out the pieces with the carton sizes in {{.packs}}, subtract what the inventory has booked and enter the result under {{.difference}}. If a product is short by {{.short}}, add a to-do \"{{.recount}} <product number>\" for me and tell me how many pieces are missing. Other halls are still being counted, so leave them.",
	}, []string{
		"{{.hall}}的盘点数据已录入（表格“{{.count}}”页）。请给{{.hall}}的每一行填写“{{.difference}}”：盘点数减账面数，单位为件。盘点用的是货架照片，“{{.photo}}”列写着图片路径，照片上能看到箱数和散件，每箱件数见“{{.packs}}”页，账面数量看库存系统。短缺{{.short}}的产品，各建一个待办“{{.recount}} <产品编号>”，并把产品编号和短缺件数告诉我。",
		"请核对{{.hall}}的盘点：“{{.count}}”页中{{.hall}}每行都有货架照片（“{{.photo}}”列），盘点件数 = 照片上的箱数 × “{{.packs}}”页的每箱件数 + 散件，减去库存系统数量后写入“{{.difference}}”列。短缺{{.short}}的要复盘，待办标题为“{{.recount}} <产品编号>”，并在答复里列出短缺件数。其他库房还没盘完，不要动。",
		"{{.hall}}盘完了，货架照片登记在盘点表“{{.count}}”页的“{{.photo}}”列。请看照片上的箱数和散件，按“{{.packs}}”页的每箱件数折成件，减去库存系统的账面数，结果填到{{.hall}}各行的“{{.difference}}”里。短缺{{.short}}的产品建待办“{{.recount}} <产品编号>”，并告诉我各缺多少件，别的库房先不管。",
	})
	stocktakeRecords(d, hall, most)
	d.Facts(`
		count_tab: the(sheets.tabs, 'name', '{{.count}}').tab_id
		packs_tab: the(sheets.tabs, 'name', '{{.packs}}').tab_id
		packs: 'map(filter(sheets.rows, .tab_id == packs_tab), ({row: .row_id, product: .values["{{.product}}"], pieces: int(.values["{{.pieces}}"])}))'
		counted:
		  from: filter(sheets.rows, .tab_id == count_tab)
		  let:
		    sku: '.values["{{.product}}"]'
		    booked: "the(inventory.products, 'product_id', sku).quantity"
		    pack: "the(packs, 'product', sku)"
		    photo: '.values["{{.photo}}"]'
		    shelf: "the(caption.images, 'image_path', photo).caption"
		    pieces: 'int(number(extract(shelf, "{{.cartons}}"))) * pack.pieces + int(number(extract(shelf, "{{.loose}}")))'
		  where:
		    hall: {expr: '.values["{{.hallcol}}"] == "{{.hall}}"', says: "{{.hall}}"}
		  give: {row: .row_id, pack: pack.row, photo: photo, product: sku, missing: booked - pieces, filled: '({"{{.product}}": sku, "{{.hallcol}}": .values["{{.hallcol}}"], "{{.photo}}": photo, "{{.difference}}": pieces - booked})'}
		short:
		  from: counted
		  where:
		    far: {expr: ".missing > {{.most}}", says: "{{.short}}"}
		  give: {product: .product, missing: .missing}`)
	d.Answer(`short: {rows: {product: id, missing: number}, key: product}`)
	stocktakeGrading(d)
}

// stocktakeGrading sets what counts as done, and how it is done.
func stocktakeGrading(d *synth.Draft) {
	d.Checks(`
		- {id: counts, read: {in: sheets.rows, each: counted, record: =it.row, fields: [values]}}
		- {id: packed, read: {in: sheets.rows, each: counted, record: =it.pack, fields: [values]}}
		- {id: shelves, read: {in: caption.images, each: counted, record: =it.photo, fields: [caption]}}
		- {id: books, read: {in: inventory.products, each: counted, record: =it.product, fields: [quantity]}}
		- {id: filled, weight: 0.4, needs: [counts, packed, shelves, books], record_updated: {in: sheets.rows, each: counted, record: =it.row, set: {values: =it.filled}}}
		- {id: again, weight: 0.3, needs: [counts, packed, shelves, books], record_created: {in: todo.tasks, each: short, only: true, match: {title: {text: "='{{.recount}} ' + it.product"}}}}
		- {id: told, weight: 0.3, needs: [counts, packed, shelves, books], answer: {short: =short}}`)
	d.Forbid(`
		- {id: others-left, effect: {update: sheets.rows, except: "map(counted, .row)"}}
		- {id: no-new-rows, effect: {create: sheets.rows}}
		- {id: no-orders, effect: {create: inventory.orders}}`)
	d.Solution(`
		calls:
		  - sheets_list: {}
		  - {each: "map(sheets.spreadsheets, .sheet_id)", sheets_get: {sheet_id: =it}}
		  - sheets_read_range: {tab_id: =count_tab}
		  - sheets_read_range: {tab_id: =packs_tab}
		  - {each: counted, caption_describe_image: {image_path: =it.photo}}
		  - inventory_list_products: {}
		  - {each: counted, sheets_update_row: {row_id: =it.row, values: {"{{.difference}}": '=it.filled["{{.difference}}"]'}}}
		  - {each: short, todo_create_task: {title: "='{{.recount}} ' + it.product"}}
		  - answer: {short: =short}`)
	done := work{ids: "map(short, .product)", all: "map(inventory.products, .product_id)", what: "the numbers of the products to be counted again", chinese: "需要复盘的产品编号", needs: "filled, again"}
	done.perhaps(d,
		func(d *synth.Draft) { done.post(d, "warehouse stocktake hall-teams", "仓库 盘点 库房") },
		func(d *synth.Draft) { done.file(d, "recount") })
}

// stocktakeWords are the names of tabs, columns and to-dos.
func stocktakeWords(d *synth.Draft) map[string]string {
	return map[string]string{"count": d.T("Count", "盘点"), "packs": d.T("Packs", "装箱数"), "difference": d.T("Difference", "差异"), "recount": d.T("Recount", "复盘"), "product": d.T("Product", "产品"),
		"pieces": d.T("Pieces", "每箱件数"), "hallcol": d.T("Hall", "库房"), "photo": d.T("Photo", "照片"), "cartons": d.T("([0-9]+) closed cartons", "([0-9]+)个未拆的纸箱"), "loose": d.T("([0-9]+) loose", "([0-9]+)件散件")}
}

// stocktakeRecords adds the sheet and the books: rows that are short, exact, or over.
func stocktakeRecords(d *synth.Draft, hall string, most int) {
	sheet, count, packs := d.ID("SH-"), d.ID("TAB-"), d.ID("TAB-")
	word := stocktakeWords(d)
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Stocktake", "盘点表"))
	d.Add("sheets.tabs", "tab_id", count, "sheet_id", sheet, "name", word["count"], "headers", []string{word["product"], word["hallcol"], word["photo"], word["difference"]}, "types", []string{"text", "text", "text", "number"})
	d.Add("sheets.tabs", "tab_id", packs, "sheet_id", sheet, "name", word["packs"], "headers", []string{word["product"], word["pieces"]}, "types", []string{"text", "number"})
	row := func(kind synth.Distractor, where string, missing int) {
		id, pieces, cartons, loose := d.ID("SKU-"), synth.Choose(d, 6, 8, 10, 12, 24), d.Between(3, 20), d.Between(1, 5)
		d.Add("inventory.products", "product_id", id, "name", d.Product(), "category", d.T("goods", "商品"), "quantity", cartons*pieces+loose+missing, "unit", d.T("piece", "件"))
		d.Add("sheets.rows", "row_id", d.ID("ROW-"), "tab_id", packs, "values", []any{word["product"], id, word["pieces"], pieces})
		photo := fmt.Sprintf("shelves/%d.jpg", d.Serial("shelf", 1000, 9999))
		d.Add("caption.images", "image_path", photo, "caption", fmt.Sprintf(d.T("A warehouse shelf with %d closed cartons and %d loose pieces in front of them.", "仓库货架，上面有%d个未拆的纸箱，前面放着%d件散件。"), cartons, loose))
		cells := []any{"row_id", d.ID("ROW-"), "tab_id", count, "values", []any{word["product"], id, word["hallcol"], where, word["photo"], photo}}
		if kind == "" {
			d.Add("sheets.rows", cells...)
		} else {
			d.Distract(kind, "sheets.rows", cells...)
		}
	}
	for range d.ByLevel(2, 3, 5) {
		row("", hall, most+d.Between(1, 12))
	}
	row(synth.JustEnough, hall, most)
	row(synth.WrongKind, hall, -most-d.Between(1, 6))
	if d.Level() > 0 {
		row("", hall, d.Between(1, most-1))
	}
	other := d.T("West", "西库")
	row(synth.OtherOwner, other, most+d.Between(2, 30))
	row(synth.LikeName, hall+" 2", most+d.Between(2, 9))
	d.Mix("sheets.rows")
	d.Mix("inventory.products")
	d.Mix("caption.images")
	d.Distract(synth.Unrelated, "todo.tasks", "task_id", d.ID("TODO-"), "title", d.T("Return the scanner", "归还扫码枪"), "status", "pending", "priority", "low", "tags", []string{})
}
