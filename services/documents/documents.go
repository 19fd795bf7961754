// Package documents gives out the text of PDF files: those that a task declares, as records
// with their text, and real ones through Extract.
//
// Invariant: a handler reads declared records alone and never the file system, so that a path
// cannot lead anywhere.
package documents

import "coworkenv.dev/coworkenv/core/world"

// Service declares the reader of documents.
func Service() *world.Service {
	return &world.Service{
		Name:        "documents",
		Title:       "Documents",
		Doc:         "Reader of PDF documents: returns their text, page by page where asked.",
		Version:     1,
		Port:        9119,
		Collections: []world.Collection{files()},
		Tools:       []world.Tool{extractTool()},
		Health:      "/documents/health",
		HealthBody:  `{"status":"ok"}`,
	}
}

func files() world.Collection {
	return world.Collection{
		Name: "files",
		Doc:  "Documents with their declared text: by pages, or whole with a form feed between pages.",
		Key:  "path",
		Fields: []world.Field{
			{Name: "path", Type: world.ID, Doc: "relative path with slashes"},
			{Name: "page_count", Type: world.Int, Optional: true, Doc: "number of pages; counted where left out"},
			{Name: "text", Type: world.Text, Optional: true, Doc: "whole text, a form feed between pages"},
			{Name: "pages", Type: world.Text, List: true, Optional: true, Doc: "text of each page, in place of text"},
		},
	}
}

func extractTool() world.Tool {
	return world.Tool{
		Name: "documents_extract_text", Act: world.Reading, Route: "/documents/extract_text",
		Doc: "Returns the text of a PDF file, whole or its first pages.",
		Params: []world.Param{
			{Name: "path", Type: world.ID, Required: true, Doc: "relative path of the PDF file"},
			{Name: "max_pages", Type: world.Int, Nullable: true, Min: 1, Max: 100000, Doc: "how many pages at most; all if left out"},
		},
		Reads:  []world.Read{{Collection: "files", Key: "path", Limit: "max_pages"}},
		Audit:  &world.AuditSpec{Body: summary},
		Handle: extractText,
	}
}
