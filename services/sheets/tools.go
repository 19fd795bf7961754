package sheets

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func readTools() []world.Tool {
	return []world.Tool{listTool(), getTool(), readRangeTool(), findRowsTool()}
}

func writeTools() []world.Tool {
	return []world.Tool{updateCellsTool(), updateRowTool(), appendRowTool()}
}

func tabID() world.Param {
	return world.Param{Name: "tab_id", Type: world.ID, Required: true, Ref: "sheets.tabs", Doc: "id of the tab, as sheets_get shows it"}
}

// byHeader is the parameter of cells by header: an object, and nothing else.
func byHeader(doc string) world.Param {
	return world.Param{Name: "values", Type: world.Tree, Required: true, Doc: doc, Custom: &world.Custom{
		Schema: value.Obj(
			value.Member{Name: "type", Value: "object"},
			value.Member{Name: "description", Value: doc}),
		Check: func(v any, _ *time.Location) (any, []world.Problem) {
			if _, ok := v.(*value.Object); !ok {
				return nil, []world.Problem{{Message: "must be an object of header and cell"}}
			}
			return v, nil
		},
	}}
}

// ofTab is how a tool shows the rows of a tab.
func ofTab(limit string) []world.Read {
	return []world.Read{{Collection: "rows", Filters: map[string]string{"tab_id": "tab_id"}, Limit: limit}}
}

func listTool() world.Tool {
	return world.Tool{
		Name: "sheets_list", Act: world.Reading, Route: "/sheets/list",
		Doc:          "Lists the spreadsheets. Tabs need sheets_get.",
		Params:       []world.Param{{Name: "query", Type: world.Text, Nullable: true, Doc: "words that must all stand in the title"}},
		BodyOptional: true,
		Reads:        []world.Read{{Collection: "spreadsheets", View: "row", Search: map[string]string{"query": "title"}}},
		Handle:       list,
	}
}

func getTool() world.Tool {
	return world.Tool{
		Name: "sheets_get", Act: world.Reading, Route: "/sheets/get",
		Doc:    "Returns one spreadsheet with its tabs: their headers, the types of their columns and their sizes. Cells need sheets_read_range or sheets_find_rows.",
		Params: []world.Param{{Name: "sheet_id", Type: world.ID, Required: true, Ref: "sheets.spreadsheets", Doc: "id of the spreadsheet"}},
		Reads: []world.Read{
			{Collection: "spreadsheets", Key: "sheet_id"},
			{Collection: "tabs", Filters: map[string]string{"sheet_id": "sheet_id"}},
		},
		Handle: get,
	}
}

func readRangeTool() world.Tool {
	return world.Tool{
		Name: "sheets_read_range", Act: world.Reading, Route: "/sheets/range",
		Doc: "Returns the cells of a range by header, row by row. Row 1 is the headers.",
		Params: []world.Param{
			tabID(),
			{Name: "range", Type: world.Text, Nullable: true, Doc: "A1 notation, such as A1:D20, B:B or 2:5; the whole tab if left out"},
		},
		Reads:  append(ofTab(""), world.Read{Collection: "tabs", View: "columns", Key: "tab_id"}),
		Handle: readRange,
	}
}

func findRowsTool() world.Tool {
	return world.Tool{
		Name: "sheets_find_rows", Act: world.Reading, Route: "/sheets/rows/find",
		Doc: "Finds the rows in which a column holds a value. Numbers are compared by value, texts without regard to letter case.",
		Params: []world.Param{
			tabID(),
			{Name: "column", Type: world.Text, Nullable: true, Doc: "header of the column; every row is found if left out"},
			{Name: "value", Type: world.Tree, Nullable: true, Doc: "text, number, true or false; an empty cell if left out"},
			{Name: "limit", Type: world.Int, Default: value.Int(100), Min: 1, Max: 5000, Doc: "how many rows at most"},
		},
		Reads:  ofTab("limit"),
		Handle: findRows,
	}
}

func updateCellsTool() world.Tool {
	return world.Tool{
		Name: "sheets_update_cells", Act: world.Update, Route: "/sheets/cells/update",
		Doc: "Changes the cells of a range that has rows already. All values must suit their columns, else nothing is changed.",
		Params: []world.Param{
			tabID(),
			{Name: "range", Type: world.Text, Required: true, Doc: "A1 notation, such as C7 or C7:E9; row 1 cannot be changed"},
			{
				Name: "values", Type: world.Tree, List: true, Required: true,
				Doc: "rows from top to bottom, each a list of cells from left to right, such as [[\"paid\", 12.50]]; for one row or one column a plain list does; null empties a cell",
			},
		},
		Effects: []world.Effect{{Op: world.Updated, Collection: "rows", Follows: true, Computed: []string{"values"}}},
		Audit:   &world.AuditSpec{Key: "updated_cells", Entry: sent("tab_id", "range", "values")},
		Handle:  updateCells,
	}
}

func updateRowTool() world.Tool {
	return world.Tool{
		Name: "sheets_update_row", Act: world.Update, Route: "/sheets/rows/update",
		Doc: "Changes cells of one row by header; cells that are not named stay.",
		Params: []world.Param{
			{Name: "row_id", Type: world.ID, Required: true, Ref: "sheets.rows", Doc: "id of the row, as ranges and searches show it"},
			byHeader("object of header and new cell, such as {\"Status\": \"paid\"}; null empties a cell"),
		},
		Effects: []world.Effect{{Op: world.Updated, Collection: "rows", Key: "row_id", Computed: []string{"values"}}},
		Audit:   &world.AuditSpec{Key: "updated_cells", Entry: sent("row_id", "values")},
		Handle:  updateRow,
	}
}

func appendRowTool() world.Tool {
	return world.Tool{
		Name: "sheets_append_row", Act: world.Create, Route: "/sheets/rows/append",
		Doc: "Adds a row below the last one.",
		Params: []world.Param{
			tabID(),
			byHeader("object of header and cell, such as {\"Invoice\": \"INV-7\", \"Amount\": 12.50}; what is not named stays empty"),
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "rows",
			Fields:   map[string]string{"tab_id": "tab_id", "values": "values"},
			Computed: []string{"row_id", "values"},
		}},
		Audit:  &world.AuditSpec{Key: "appended_rows"},
		Handle: appendRow,
	}
}

// sent makes an audit entry of parameters as they were sent, also where nothing changed.
func sent(params ...string) func(e *world.Entry) []byte {
	return func(e *world.Entry) []byte { return value.Append(nil, value.Obj(e.Args.Members(params...)...)) }
}
