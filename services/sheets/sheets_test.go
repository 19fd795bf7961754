package sheets_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/servicetest"
	"coworkenv.dev/coworkenv/services/sheets"
)

var cabinet = map[string]string{
	"sheets.spreadsheets": `[
		{"sheet_id":"SHT-1","title":"Budget 2026","owner":"kim@northwind.test","description":"Monthly"},
		{"sheet_id":"SHT-2","title":"Trips"}]`,
	"sheets.tabs": `[
		{"tab_id":"TAB-1","sheet_id":"SHT-1","name":"Invoices","headers":["Invoice","Amount","Due","Paid","Remark"],"types":["text","money","date","bool"],"currency":"EUR"},
		{"tab_id":"TAB-2","sheet_id":"SHT-1","name":"Old","headers":["Item"],"locked":true},
		{"tab_id":"TAB-3","sheet_id":"SHT-2","name":"Km","headers":["Who","Km"],"types":["text","number"]}]`,
	"sheets.rows": `[
		{"row_id":"ROW-0001","tab_id":"TAB-1","values":{"Invoice":"INV-1","Amount":1240.10,"Due":"2026-03-31","Paid":false}},
		{"row_id":"ROW-0009","tab_id":"TAB-3","values":{"Who":"Ana","Km":0.30}},
		{"row_id":"ROW-0002","tab_id":"TAB-1","values":{"Invoice":"inv-2","Amount":80,"Due":"2026-03-01","Paid":true,"Remark":"late"}},
		{"row_id":"ROW-0003","tab_id":"TAB-2","values":{"Item":"x"}}]`,
}

func TestReading(t *testing.T) {
	w := servicetest.Start(t, sheets.Service(), world.Options{}, cabinet)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "list", Tool: "sheets_list", Args: `{"query":"budget"}`, Want: `{"spreadsheets":[{"sheet_id":"SHT-1","title":"Budget 2026","owner":"kim@northwind.test"}],"total":1}`},
		{Name: "tabs with sizes", Tool: "sheets_get", Args: `{"sheet_id":"SHT-2"}`,
			Want: `{"spreadsheet":{"sheet_id":"SHT-2","title":"Trips"},"tabs":[{"tab_id":"TAB-3","sheet_id":"SHT-2","name":"Km","headers":["Who","Km"],"types":["text","number"]}],"sizes":[{"tab_id":"TAB-3","columns":2,"rows":2,"range":"A1:B2"}]}`},
		{Name: "a whole tab", Tool: "sheets_read_range", Args: `{"tab_id":"TAB-3"}`, Shows: []string{"TAB-3", "ROW-0009"},
			Want: `{"tab_id":"TAB-3","range":"A1:B2","headers":["Who","Km"],"rows":[{"row":2,"row_id":"ROW-0009","values":{"Who":"Ana","Km":0.30}}],"total":1}`},
		{Name: "a block", Tool: "sheets_read_range", Args: `{"tab_id":"TAB-1","range":"B3:E9"}`,
			Want: `{"tab_id":"TAB-1","range":"B3:E3","headers":["Amount","Due","Paid","Remark"],"rows":[{"row":3,"row_id":"ROW-0002","values":{"Amount":80,"Due":"2026-03-01","Paid":true,"Remark":"late"}}],"total":1}`},
		{Name: "a column", Tool: "sheets_read_range", Args: `{"tab_id":"TAB-1","range":"Invoices!A:A"}`, Shows: []string{"TAB-1", "ROW-0001", "ROW-0002"}},
		{Name: "the headers", Tool: "sheets_read_range", Args: `{"tab_id":"TAB-1","range":"A1:B1"}`,
			Want: `{"tab_id":"TAB-1","range":"A1:B1","headers":["Invoice","Amount"],"rows":[],"total":0}`},
		{Name: "beyond the tab", Tool: "sheets_read_range", Args: `{"tab_id":"TAB-1","range":"H4:K9"}`, Want: `{"tab_id":"TAB-1","headers":[],"rows":[],"total":0}`},
		{Name: "no range", Tool: "sheets_read_range", Args: `{"tab_id":"TAB-1","range":"A1-B2"}`, Outcome: world.Invalid},
		{Name: "find a text", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","column":"Invoice","value":"INV-2"}`, Shows: []string{"ROW-0002"},
			Want: `{"tab_id":"TAB-1","rows":[{"row":3,"row_id":"ROW-0002","values":{"Invoice":"inv-2","Amount":80,"Due":"2026-03-01","Paid":true,"Remark":"late"}}],"total":1}`},
		{Name: "find a number", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","column":"amount","value":1240.1}`, Shows: []string{"ROW-0001"}},
		{Name: "find a number as a text", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","column":"Amount","value":"80.00"}`, Shows: []string{"ROW-0002"}},
		{Name: "find a switch", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","column":"Paid","value":true}`, Shows: []string{"ROW-0002"}},
		{Name: "find empty cells", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","column":"Remark"}`, Shows: []string{"ROW-0001"}},
		{Name: "part of a text is not the text", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","column":"Invoice","value":"INV"}`, Shows: []string{}},
		{Name: "no such column", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","column":"Sum","value":1}`, Outcome: world.Invalid, Want: `{"error":"tab TAB-1 has no column \"Sum\""}`},
		{Name: "a value without a column", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","value":1}`, Outcome: world.Invalid},
		{Name: "all rows, the first", Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","limit":1}`, Shows: []string{"ROW-0001"}},
	})
}

func TestWriting(t *testing.T) {
	w := servicetest.Start(t, sheets.Service(), world.Options{}, cabinet)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "one cell", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"E2","values":["asked"]}`, Want: `{"status":"updated","tab_id":"TAB-1","range":"E2"}`},
		{Name: "a column", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"D2:D3","values":[true,null]}`, Want: `{"status":"updated","tab_id":"TAB-1","range":"D2:D3"}`},
		{Name: "a block", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"A2:B3","values":[["INV-1a",1240.100],["INV-2a",0.5]]}`},
		{Name: "another shape", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"A2:B3","values":[["x",1]]}`, Outcome: world.Invalid},
		{Name: "ragged", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"A2:B3","values":[["x",1],["y"]]}`, Outcome: world.Invalid},
		{Name: "headers", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"A1","values":["x"]}`, Outcome: world.Invalid},
		{Name: "a whole column", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"A:A","values":["x","y","z"]}`, Outcome: world.Invalid},
		{Name: "below the last row", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"A4","values":["x"]}`, Outcome: world.Invalid,
			Want: `{"error":"the range goes beyond the tab, which ends at E3; new rows are made by sheets_append_row"}`},
		{Name: "a text for money, and nothing is done", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"A2:B2","values":["lost","12"]}`, Outcome: world.Invalid,
			Want: `{"error":"column B (Amount) holds amounts as plain numbers, without quotes or currency"}`},
		{Name: "half a cent", Tool: "sheets_update_row", Args: `{"row_id":"ROW-0002","values":{"Amount":0.005}}`, Outcome: world.Invalid},
		{Name: "no date", Tool: "sheets_update_row", Args: `{"row_id":"ROW-0002","values":{"Due":"31.03.2026"}}`, Outcome: world.Invalid},
		{Name: "a number for a text", Tool: "sheets_update_row", Args: `{"row_id":"ROW-0002","values":{"Invoice":7}}`, Outcome: world.Invalid},
		{Name: "a list for anything", Tool: "sheets_update_row", Args: `{"row_id":"ROW-0002","values":{"Remark":[1]}}`, Outcome: world.Invalid},
		{Name: "by header", Tool: "sheets_update_row", Args: `{"row_id":"ROW-0002","values":{"remark":"ok","Due":null}}`, Want: `{"status":"updated","row_id":"ROW-0002","row":3}`},
		{Name: "no values", Tool: "sheets_update_row", Args: `{"row_id":"ROW-0002","values":{}}`, Outcome: world.Invalid},
		{Name: "no such column", Tool: "sheets_update_row", Args: `{"row_id":"ROW-0002","values":{"Sum":1}}`, Outcome: world.Invalid},
		{Name: "append, numbers as written", Tool: "sheets_append_row", Args: `{"tab_id":"TAB-1","values":{"Amount":7.10,"Invoice":"INV-3"}}`,
			Want: `{"status":"appended","row":4,"record":{"row_id":"ROW-0005","tab_id":"TAB-1","values":{"Invoice":"INV-3","Amount":7.10,"Due":null,"Paid":null,"Remark":null}}}`},
		{Name: "now it can be changed", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"D4","values":[[false]]}`},
		{Name: "a locked tab", Tool: "sheets_append_row", Args: `{"tab_id":"TAB-2","values":{"Item":"y"}}`, Outcome: world.Conflict},
		{Name: "a row of a locked tab", Tool: "sheets_update_row", Args: `{"row_id":"ROW-0003","values":{"Item":"y"}}`, Outcome: world.Conflict},
		{Name: "cells of a locked tab", Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-2","range":"A2","values":["y"]}`, Outcome: world.Conflict},
	})
	want := []string{
		`{"row_id":"ROW-0001","tab_id":"TAB-1","values":{"Invoice":"INV-1a","Amount":1240.100,"Due":"2026-03-31","Paid":true,"Remark":"asked"}}`,
		`{"row_id":"ROW-0009","tab_id":"TAB-3","values":{"Who":"Ana","Km":0.30}}`,
		`{"row_id":"ROW-0002","tab_id":"TAB-1","values":{"Invoice":"INV-2a","Amount":0.5,"Due":null,"Paid":null,"Remark":"ok"}}`,
		`{"row_id":"ROW-0003","tab_id":"TAB-2","values":{"Item":"x"}}`,
		`{"row_id":"ROW-0005","tab_id":"TAB-1","values":{"Invoice":"INV-3","Amount":7.10,"Due":null,"Paid":false,"Remark":null}}`,
	}
	if diff := cmp.Diff(want, servicetest.Records(w, "sheets.rows")); diff != "" {
		t.Errorf("the rows (-want +got)\n%s", diff)
	}
}

func TestWire(t *testing.T) {
	w := servicetest.StartWire(t, sheets.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), cabinet)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "no tab", Tool: "sheets_read_range", Args: `{"tab_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Tab x not found"}`},
		{Name: "no sheet", Tool: "sheets_get", Args: `{"sheet_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Spreadsheet x not found"}`},
		{Name: "no row", Tool: "sheets_update_row", Args: `{"row_id":"x","values":{"a":1}}`, Outcome: world.Missing, Want: `{"error":"Row x not found"}`},
		{Name: "values that are no object", Tool: "sheets_append_row", Args: `{"tab_id":"TAB-1","values":"x"}`, Outcome: world.Invalid},
	})
	e := w.Call(world.Agent, "sheets_update_cells", []byte(`{"tab_id":"TAB-3","range":"B2","values":[0.30]}`))
	if got, want := string(e.Ref.Audit.Entry(e)), `{"tab_id":"TAB-3","range":"B2","values":[0.3]}`; got != want || len(e.Changes) != 0 {
		t.Errorf("the audit of an idle update lists %s, with %d changes", got, len(e.Changes))
	}
}
