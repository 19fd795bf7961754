package llm

import (
	"encoding/json"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// coerce turns arguments that are strings into the type that the tool's schema declares, where the
// string spells exactly one value of it: "5" for an integer, "false" for a boolean, "[1]" for an
// array. Declared strings are never touched, and what spells nothing stays for the tool to refuse.
func coerce(args string, schema json.RawMessage) (string, bool) {
	v, err := value.Parse([]byte(args))
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return args, false
	}
	types := declared(schema)
	changed := false
	for _, m := range o.Members() {
		s, isString := m.Value.(string)
		if !isString {
			continue
		}
		if spelled, ok := spell(s, types[m.Name]); ok {
			o.Set(m.Name, spelled)
			changed = true
		}
	}
	if !changed {
		return args, false
	}
	return string(value.Append(nil, o)), true
}

// declared is the type of each property; one with several types has none, as there a string may be
// meant.
func declared(schema json.RawMessage) map[string]string {
	var s struct {
		Properties map[string]struct {
			Type json.RawMessage `json:"type"`
		} `json:"properties"`
	}
	if len(schema) == 0 || json.Unmarshal(schema, &s) != nil {
		return nil // no schema that could be followed: nothing is coerced
	}
	out := map[string]string{}
	for name, p := range s.Properties {
		var t string
		if json.Unmarshal(p.Type, &t) == nil {
			out[name] = t
		}
	}
	return out
}

// spell reads s as a value of a JSON type.
func spell(s, kind string) (any, bool) {
	t := strings.TrimSpace(s)
	if kind == "" || kind == "string" {
		return nil, false
	}
	v, err := value.Parse([]byte(t))
	if err != nil {
		return nil, false
	}
	switch v := v.(type) {
	case value.Number:
		if kind == "number" {
			return v, true
		}
		if _, whole := v.Int(); whole && kind == "integer" {
			return v, true
		}
	case bool:
		return v, kind == "boolean"
	case []any:
		return v, kind == "array"
	case *value.Object:
		return v, kind == "object"
	}
	return nil, false
}
