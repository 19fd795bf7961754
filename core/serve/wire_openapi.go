package serve

import (
	"fmt"
	"html"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

type member = value.Member

// openAPI describes the service's own routes in OpenAPI 3.1.
func (w *WireService) openAPI() []byte {
	paths := value.Obj()
	for _, offer := range w.fixture.Offered() {
		t := offer.Tool
		body := value.Obj(
			member{Name: "required", Value: !t.BodyOptional},
			member{Name: "content", Value: jsonContent(wireSchema(t))})
		paths.Set(t.Route, operation("post", offer.Name, t.Doc, body))
	}
	base := "/" + w.decl.Name
	paths.Set(base+"/audit", operation("get", w.decl.Name+"_audit", "The calls since the last reset.", nil))
	paths.Set(base+"/reset", operation("post", w.decl.Name+"_reset", "Start anew from the fixture.", nil))
	if w.decl.Health != "" {
		paths.Set(w.decl.Health, operation("get", w.decl.Name+"_health", "Whether the service runs.", nil))
	}
	return value.Append(nil, value.Obj(
		member{Name: "openapi", Value: "3.1.0"},
		member{Name: "info", Value: value.Obj(
			member{Name: "title", Value: w.decl.Title},
			member{Name: "description", Value: w.decl.Doc},
			member{Name: "version", Value: fmt.Sprint(w.decl.Version)})},
		member{Name: "paths", Value: paths}))
}

func operation(method, id, doc string, body *value.Object) *value.Object {
	op := value.Obj(
		member{Name: "operationId", Value: id},
		member{Name: "summary", Value: doc})
	responses := value.Obj(member{Name: "200", Value: value.Obj(
		member{Name: "description", Value: "The reply"},
		member{Name: "content", Value: jsonContent(value.Obj(member{Name: "type", Value: "object"}))})})
	if body != nil {
		op.Set("requestBody", body)
		responses.Set("422", value.Obj(member{Name: "description", Value: "The arguments were refused"}))
	}
	op.Set("responses", responses)
	return value.Obj(member{Name: method, Value: op})
}

// wireSchema is what the wire asks of arguments: neither the bounds and words of the strict
// profile nor a refusal of unknown names.
func wireSchema(t *world.Tool) *value.Object {
	props, required := value.Obj(), []any{}
	for i := range t.Params {
		p := &t.Params[i]
		var kind any = wireKind(p.Type)
		if p.List {
			kind = "array"
		}
		if p.Nullable {
			kind = []any{kind, "null"}
		}
		prop := value.Obj(member{Name: "type", Value: kind})
		if p.List {
			prop.Set("items", value.Obj(member{Name: "type", Value: wireKind(p.Type)}))
		}
		if p.Default != nil {
			prop.Set("default", p.Default)
		}
		if p.Doc != "" {
			prop.Set("description", p.Doc)
		}
		props.Set(p.Name, prop)
		if p.Required {
			required = append(required, p.Name)
		}
	}
	return value.Obj(
		member{Name: "type", Value: "object"},
		member{Name: "properties", Value: props},
		member{Name: "required", Value: required})
}

func wireKind(t world.Type) string {
	switch t {
	case world.Int:
		return "integer"
	case world.Number, world.Amount:
		return "number"
	case world.Bool:
		return "boolean"
	}
	return "string"
}

func jsonContent(schema *value.Object) *value.Object {
	return value.Obj(member{Name: "application/json", Value: value.Obj(member{Name: "schema", Value: schema})})
}

// docsPage lists the tools for a person with a browser. It loads nothing from elsewhere.
func (w *WireService) docsPage() []byte {
	var b strings.Builder
	title := html.EscapeString(w.decl.Title)
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>%s</title></head>\n<body>\n<h1>%s</h1>\n<p>%s</p>\n<dl>\n",
		title, title, html.EscapeString(w.decl.Doc))
	for _, offer := range w.fixture.Offered() {
		fmt.Fprintf(&b, "<dt><code>POST %s</code> %s</dt>\n<dd>%s",
			html.EscapeString(offer.Tool.Route), html.EscapeString(offer.Name), html.EscapeString(offer.Tool.Doc))
		for _, p := range offer.Tool.Params {
			need := ""
			if p.Required {
				need = ", required"
			}
			fmt.Fprintf(&b, "<br><code>%s</code> (%s%s) %s", html.EscapeString(p.Name), p.Type, need, html.EscapeString(p.Doc))
		}
		b.WriteString("</dd>\n")
	}
	b.WriteString("</dl>\n<p><a href=\"/openapi.json\">openapi.json</a></p>\n</body>\n</html>\n")
	return []byte(b.String())
}
