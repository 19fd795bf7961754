// Package ocr reads the writing in pictures. What a picture says is declared by the task or
// loaded from its fixture files; nothing is recognised here.
//
// Invariant: under the strict profile a picture has exactly the text of its own record; on
// the wire, as in the benchmark, a path that is not known does not matter.
package ocr

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Service declares the reader of pictures.
func Service() *world.Service {
	return &world.Service{
		Name:        "ocr",
		Title:       "Text recognition",
		Doc:         "Reads the text in pictures and scanned pages.",
		Version:     1,
		Port:        9116,
		Collections: []world.Collection{images()},
		Tools:       []world.Tool{extractTool()},
		Health:      "/ocr/health",
		HealthBody:  `{"status":"ok","service":"ocr"}`,
	}
}

// What a reading says where its record does not.
const (
	confidence value.Number = "0.95"
	language                = "mixed"
)

func images() world.Collection {
	return world.Collection{
		Name: "images",
		Doc:  "Pictures with the text that reading them gives.",
		Key:  "image_path",
		Fields: []world.Field{
			{Name: "image_path", Type: world.ID},
			{Name: "text", Type: world.Text},
			{Name: "confidence", Type: world.Number, Optional: true, Doc: "0 to 1; 0.95 if left out"},
			{Name: "language", Type: world.Text, Optional: true, Doc: "mixed if left out"},
		},
		Views: []world.View{{
			Name:     "reading",
			Fields:   []string{"text", "confidence", "language"},
			Defaults: map[string]any{"text": "", "confidence": confidence, "language": language},
		}},
	}
}

func extractTool() world.Tool {
	return world.Tool{
		Name: "ocr_extract_text", Act: world.Reading, Route: "/ocr/extract",
		Doc: "Returns the text in a picture, with how sure the reading is.",
		Params: []world.Param{
			{Name: "image_path", Type: world.ID, Needed: true, Default: "", Doc: "path of the picture"},
		},
		Reads:  []world.Read{{Collection: "images", View: "reading", Key: "image_path"}},
		Audit:  &world.AuditSpec{NoBody: true},
		Handle: extract,
	}
}
