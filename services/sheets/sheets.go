// Package sheets is the cabinet of spreadsheets: tabs with a row of headers and rows of typed
// cells, addressed by header or in A1 notation.
//
// Invariant: row 1 of a tab is its headers and row n its record n-1 in order, so a number in a
// cell is the literal that was written, and a cell never holds what its column does not allow.
package sheets

import "coworkenv.dev/coworkenv/core/world"

// Service declares the spreadsheets.
func Service() *world.Service {
	return &world.Service{
		Name:        "sheets",
		Title:       "Spreadsheets",
		Doc:         "Spreadsheets of tabs with headed columns. Read ranges, find rows, change cells, append rows.",
		Version:     1,
		Port:        9124,
		Collections: []world.Collection{spreadsheets(), tabs(), rows()},
		Tools:       append(readTools(), writeTools()...),
		AuditKeys:   []string{"updated_cells", "appended_rows"},
	}
}

func spreadsheets() world.Collection {
	return world.Collection{
		Name:  "spreadsheets",
		Doc:   "Files of one or several tabs.",
		Key:   "sheet_id",
		NewID: "SHT-%03d",
		Fields: []world.Field{
			{Name: "sheet_id", Type: world.ID},
			{Name: "title", Type: world.Text},
			{Name: "owner", Type: world.Address, Optional: true},
			{Name: "description", Type: world.Text, Optional: true, Doc: "what it is for and how it is kept"},
			{Name: "created_at", Type: world.Instant, Optional: true, Past: true},
		},
		Views: []world.View{{Name: "row", Fields: []string{"sheet_id", "title", "owner"}}},
	}
}

// The types of a column.
const (
	textType   = "text"
	numberType = "number"
	dateType   = "date"
	boolType   = "bool"
	moneyType  = "money"
)

func tabs() world.Collection {
	return world.Collection{
		Name:  "tabs",
		Doc:   "Tabs of spreadsheets with their columns.",
		Key:   "tab_id",
		NewID: "TAB-%03d",
		Fields: []world.Field{
			{Name: "tab_id", Type: world.ID},
			{Name: "sheet_id", Type: world.ID, Ref: "sheets.spreadsheets"},
			{Name: "name", Type: world.Text},
			{Name: "headers", Type: world.Text, List: true, Doc: "row 1: the columns from A on"},
			{
				Name: "types", Type: world.Text, List: true, Optional: true, Enum: []string{textType, numberType, dateType, boolType, moneyType},
				Doc: "what each column holds, in the order of the headers; a column without one holds anything",
			},
			{Name: "currency", Type: world.Text, Optional: true, Doc: "ISO 4217 code of the columns of type money"},
			{Name: "locked", Type: world.Bool, Optional: true, Doc: "nobody can change it"},
		},
		Views: []world.View{{Name: "columns", Fields: []string{"tab_id", "headers"}}},
	}
}

func rows() world.Collection {
	return world.Collection{
		Name:  "rows",
		Doc:   "Rows of tabs, from row 2 on, in the order of the records.",
		Key:   "row_id",
		NewID: "ROW-%04d",
		Fields: []world.Field{
			{Name: "row_id", Type: world.ID, Doc: "stays the same whatever stands above"},
			{Name: "tab_id", Type: world.ID, Ref: "sheets.tabs"},
			{
				Name: "values", Type: world.Tree,
				Doc: "cells by header: texts, numbers, true or false, dates as YYYY-MM-DD; money is a number in the tab's currency, an empty cell null or left out",
			},
		},
	}
}
