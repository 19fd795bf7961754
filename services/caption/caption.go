// Package caption describes pictures. What a picture shows is declared by the task or loaded
// from its fixture file; nothing is recognised here.
//
// Invariant: under the strict profile a picture has exactly the description of its own
// record; on the wire, as in the benchmark, a path that is not known does not matter.
package caption

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Service declares the describer of pictures.
func Service() *world.Service {
	return &world.Service{
		Name:        "caption",
		Title:       "Picture descriptions",
		Doc:         "Describes in words what a picture shows.",
		Version:     1,
		Port:        9118,
		Collections: []world.Collection{images()},
		Tools:       []world.Tool{describeTool()},
		Health:      "/caption/health",
		HealthBody:  `{"status":"ok","service":"caption"}`,
	}
}

// confidence is what a description has where its record does not say.
const confidence value.Number = "0.92"

func images() world.Collection {
	return world.Collection{
		Name: "images",
		Doc:  "Pictures with their descriptions.",
		Key:  "image_path",
		Fields: []world.Field{
			{Name: "image_path", Type: world.ID},
			{Name: "caption", Type: world.Text},
			{Name: "confidence", Type: world.Number, Optional: true, Doc: "0 to 1; 0.92 if left out"},
		},
		Views: []world.View{{
			Name:     "description",
			Fields:   []string{"caption", "confidence"},
			Defaults: map[string]any{"caption": "", "confidence": confidence},
		}},
	}
}

func describeTool() world.Tool {
	return world.Tool{
		Name: "caption_describe_image", Act: world.Reading, Route: "/caption/describe",
		Doc: "Describes what is to be seen in a picture.",
		Params: []world.Param{
			{Name: "image_path", Type: world.ID, Needed: true, Default: "", Doc: "path of the picture"},
		},
		Reads:  []world.Read{{Collection: "images", View: "description", Key: "image_path"}},
		Audit:  &world.AuditSpec{NoBody: true},
		Handle: describe,
	}
}
