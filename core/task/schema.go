package task

import (
	"bytes"
	"encoding/json"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// JSONSchema is the JSON Schema (draft 2020-12) of task.yaml for editors: completion, hover
// texts and first checks. What refers to what, and everything about services, is Parse's and
// Bind's work.
func JSONSchema() []byte {
	defs := value.Obj()
	all := shapes()
	for _, name := range sortedKeys(all) {
		if name != "task" {
			defs.Set(name, shapeSchema(all[name]))
		}
	}
	defs.Set("fact", value.Obj(value.Member{Name: "anyOf", Value: []any{formSchema(formExpr), ref("listFact"), ref("valueFact")}}))
	defs.Set("condition", value.Obj(value.Member{Name: "anyOf", Value: []any{formSchema(formExpr), ref("conditionShape")}}))
	defs.Set("answer", value.Obj(value.Member{Name: "anyOf", Value: []any{ref("answerShape"), typed("string")}}))
	o := value.Obj(value.Member{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		value.Member{Name: "title", Value: Schema}, value.Member{Name: "description", Value: "A task: request, records, tools, grading."})
	for _, m := range shapeSchema(all["task"]).Members() {
		o.Set(m.Name, m.Value)
	}
	o.Set("$defs", defs)
	var out bytes.Buffer
	if err := json.Indent(&out, value.Append(nil, o), "", "  "); err != nil {
		return value.Append(nil, o)
	}
	return out.Bytes()
}

func shapeSchema(s shape) *value.Object {
	props, need := value.Obj(), []any{}
	for _, k := range s.keys {
		form := formSchema(k.form).Clone()
		form.Set("description", k.doc)
		props.Set(k.name, form)
		if k.need {
			need = append(need, k.name)
		}
	}
	o := typed("object")
	o.Set("properties", props)
	o.Set("required", need)
	o.Set("additionalProperties", s.open)
	return o
}

func typed(names ...string) *value.Object {
	if len(names) == 1 {
		return value.Obj(value.Member{Name: "type", Value: names[0]})
	}
	return value.Obj(value.Member{Name: "type", Value: anyList(names)})
}

func ref(name string) *value.Object {
	return value.Obj(value.Member{Name: "$ref", Value: "#/$defs/" + name})
}

func listOf(item *value.Object) *value.Object {
	o := typed("array")
	o.Set("items", item)
	return o
}

// formSchema is the schema of a form; see the list at the forms.
func formSchema(form string) *value.Object {
	inner := func(cut int) *value.Object { return formSchema(form[1 : len(form)-cut]) }
	switch {
	case form == formInt:
		return typed("integer")
	case form == formDecimal:
		return typed("number")
	case form == formBool:
		return typed("boolean")
	case form == formTime, form == formID:
		return typed("string")
	case form == formText, form == formExpr:
		return typed("string", "number", "boolean", "null") // YAML reads an unquoted 12 as a number
	case form == formExprs:
		return typed("string", "object", "number", "boolean")
	case form == formValue:
		return value.Obj()
	case form == formNames:
		return listOf(typed("string", "number"))
	case form == formNamesOne:
		return value.Obj(value.Member{Name: "anyOf", Value: []any{typed("string", "number"), listOf(typed("string", "number"))}})
	case form == Schema:
		return value.Obj(value.Member{Name: "const", Value: Schema})
	case form == "{records}":
		o := typed("object")
		o.Set("additionalProperties", listOf(typed("object")))
		return o
	case strings.HasPrefix(form, "@"):
		return ref(form[1:])
	case strings.HasPrefix(form, "["):
		return listOf(inner(1))
	case strings.HasPrefix(form, "{"):
		o := typed("object")
		o.Set("additionalProperties", named(form[1:len(form)-1]))
		return o
	}
	words := strings.Split(form, "|")
	values := anyList(words)
	for _, w := range words {
		if numeric(w) {
			values = append(values, value.Number(w)) // 429 without quotes
		}
	}
	return value.Obj(value.Member{Name: "enum", Value: values})
}

// named is a form, or the name of a definition without @.
func named(form string) *value.Object {
	switch form {
	case "fact", "condition", "answer":
		return ref(form)
	}
	return formSchema(form)
}
