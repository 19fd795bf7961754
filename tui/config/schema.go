package config

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/themes"
)

// object is a JSON object with its members in order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Schema is the JSON schema of the file, for editors that complete and check it.
func Schema(known Known) ([]byte, error) {
	list := object{{"type", "array"}, {"items", object{{"type", "string"}, {"minLength", 1}}}}
	actions := object{}
	for _, a := range known.Actions {
		actions = append(actions, member{a, list})
	}
	columns := object{}
	for _, s := range slices.Sorted(maps.Keys(known.Columns)) {
		columns = append(columns, member{s, object{{"type", "array"}, {"items", object{{"enum", known.Columns[s]}}}, {"uniqueItems", true}}})
	}
	doc := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "The configuration of the CoworkEnv workbench"},
		{"type", "object"},
		{"additionalProperties", false},
		{"properties", object{
			{"$schema", object{{"type", "string"}}},
			{"theme", object{{"type", "string"}, {"description", "a shipped theme or a theme file"}, {"examples", themes.Shipped()}, {"default", themes.Default}}},
			{"mouse", object{{"type", "boolean"}, {"description", "whether the mouse is used; M releases it at any time"}, {"default", true}}},
			{"fps", object{{"type", "integer"}, {"minimum", 1}, {"maximum", 120}, {"description", "frames a second; without it 60, over SSH 30"}}},
			{"keys", object{{"type", "object"}, {"description", "the keys of actions in place of their own; [] = none"}, {"additionalProperties", false}, {"properties", actions}}},
			{"columns", object{{"type", "object"}, {"description", "the columns of screens, in their order"}, {"additionalProperties", false}, {"properties", columns}}},
		}},
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
