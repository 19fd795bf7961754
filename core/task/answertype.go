package task

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// maxAnswers bounds the members of a list or the rows of a table.
const maxAnswers = 10_000

// answerType makes the parameter type of an answer field.
func answerType(f AnswerField) *world.Custom {
	schema := answerSchema(f)
	if f.Type == AnswerRows {
		return &world.Custom{Schema: schema, Check: func(v any, zone *time.Location) (any, []world.Problem) { return checkRows(f, v, zone) }}
	}
	if f.List != "" {
		return &world.Custom{Schema: schema, Check: func(v any, zone *time.Location) (any, []world.Problem) { return checkList(f, v, zone) }}
	}
	return &world.Custom{Schema: schema, Check: func(v any, zone *time.Location) (any, []world.Problem) {
		if msg := ReadAnswer(f, v, zone); msg != "" {
			return nil, []world.Problem{{Message: msg}}
		}
		return v, nil
	}}
}

func checkList(f AnswerField, v any, zone *time.Location) (any, []world.Problem) {
	list, ok := v.([]any)
	if !ok {
		return nil, []world.Problem{{Message: "must be a list"}}
	}
	if len(list) > maxAnswers {
		return nil, []world.Problem{{Message: fmt.Sprintf("must have at most %d members", maxAnswers)}}
	}
	var problems []world.Problem
	for i, item := range list {
		if msg := ReadAnswer(f, item, zone); msg != "" {
			problems = append(problems, world.Problem{Path: "/" + strconv.Itoa(i), Message: msg})
		}
	}
	return v, problems
}

func checkRows(f AnswerField, v any, zone *time.Location) (any, []world.Problem) {
	list, ok := v.([]any)
	if !ok {
		return nil, []world.Problem{{Message: "must be a list of rows"}}
	}
	if len(list) > maxAnswers {
		return nil, []world.Problem{{Message: fmt.Sprintf("must have at most %d rows", maxAnswers)}}
	}
	var problems []world.Problem
	for i, item := range list {
		at := "/" + strconv.Itoa(i)
		row, ok := item.(*value.Object)
		if !ok {
			problems = append(problems, world.Problem{Path: at, Message: "must be an object with " + columnNames(f)})
			continue
		}
		problems = append(problems, checkRow(f, row, at, zone)...)
	}
	return v, problems
}

func checkRow(f AnswerField, row *value.Object, at string, zone *time.Location) []world.Problem {
	var problems []world.Problem
	for _, m := range row.Members() {
		if !slices.ContainsFunc(f.Rows, func(c AnswerField) bool { return c.Name == m.Name }) {
			problems = append(problems, world.Problem{Path: at + "/" + m.Name, Message: "unknown column; there is " + columnNames(f)})
		}
	}
	for _, c := range f.Rows {
		v, ok := row.Get(c.Name)
		if !ok || v == nil {
			problems = append(problems, world.Problem{Path: at + "/" + c.Name, Message: "is required"})
			continue
		}
		if msg := ReadAnswer(c, v, zone); msg != "" {
			problems = append(problems, world.Problem{Path: at + "/" + c.Name, Message: msg})
		}
	}
	return problems
}

func columnNames(f AnswerField) string {
	names := make([]string, len(f.Rows))
	for i, c := range f.Rows {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// ReadAnswer reports why a JSON value cannot be read as a field's type (one value, not a
// list); "" = it can. Values are kept as they were sent: reading them is the matchers' work.
func ReadAnswer(f AnswerField, v any, zone *time.Location) string {
	s, isText := v.(string)
	_, isNumber := v.(value.Number)
	switch f.Type {
	case AnswerYesNo:
		if _, ok := v.(bool); ok || isText && yesNo(s) {
			return ""
		}
		return "must be true or false"
	case AnswerNumber:
		if _, ok := value.ReadNumber(s); isNumber || isText && ok {
			return ""
		}
		return "must be a number"
	case AnswerMoney:
		return readMoney(v)
	}
	if !isText {
		return "must be a text"
	}
	return readText(f, s, zone)
}

func readText(f AnswerField, s string, zone *time.Location) string {
	switch f.Type {
	case AnswerID:
		if strings.TrimSpace(s) == "" {
			return "must not be empty"
		}
	case AnswerDate:
		if _, ok := value.ReadDay(s); !ok {
			return "must be a date, e.g. 2026-03-17"
		}
	case AnswerDateTime:
		if _, ok := value.ReadInstant(s, zone); !ok {
			return "must be a date-time, e.g. 2026-03-17T15:00:00+08:00"
		}
	case AnswerAddress:
		if _, ok := value.ReadAddress(s); !ok {
			return "must be one e-mail address"
		}
	case AnswerOneOf:
		if !slices.Contains(f.OneOf, s) {
			return "must be one of " + strings.Join(f.OneOf, ", ")
		}
	}
	return ""
}

func yesNo(s string) bool {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "yes", "no", "true", "false":
		return true
	}
	return false
}

// readMoney accepts a text that names the currency, or {amount, currency}.
func readMoney(v any) string {
	const want = "must be an amount with its currency, e.g. 1180.00 EUR"
	switch v := v.(type) {
	case string:
		if _, ok := value.ReadMoney(v); ok {
			return ""
		}
	case *value.Object:
		amount, _ := v.Get("amount")
		currency, _ := v.Get("currency")
		code, ok := currency.(string)
		if !ok || v.Len() != 2 {
			return want
		}
		var text string
		switch a := amount.(type) {
		case value.Number:
			text = string(a)
		case string:
			text = a
		}
		if d, ok := value.ReadNumber(text); ok {
			if _, err := value.MoneyOf(d, strings.ToUpper(code)); err == nil {
				return ""
			}
		}
	}
	return want
}

// answerSchema is the JSON Schema of an answer field, as the agent sees it.
func answerSchema(f AnswerField) *value.Object {
	one := value.Obj()
	text := func(name, v string) { one.Set(name, v) }
	switch f.Type {
	case AnswerNumber:
		text("type", "number")
	case AnswerYesNo:
		text("type", "boolean")
	case AnswerDate:
		text("type", "string")
		text("format", "date")
	case AnswerDateTime:
		text("type", "string")
		text("format", "date-time")
	case AnswerAddress:
		text("type", "string")
		text("format", "email")
	case AnswerOneOf:
		text("type", "string")
		one.Set("enum", anyList(f.OneOf))
	case AnswerRows:
		one = rowSchema(f)
	default:
		text("type", "string")
	}
	if f.List == "" && f.Type != AnswerRows {
		one.Set("description", answerDoc(f))
		return one
	}
	return value.Obj(value.Member{Name: "type", Value: "array"}, value.Member{Name: "items", Value: one},
		value.Member{Name: "description", Value: answerDoc(f)})
}

func rowSchema(f AnswerField) *value.Object {
	props, names := value.Obj(), make([]string, len(f.Rows))
	for i, c := range f.Rows {
		props.Set(c.Name, answerSchema(c))
		names[i] = c.Name
	}
	return value.Obj(value.Member{Name: "type", Value: "object"}, value.Member{Name: "properties", Value: props},
		value.Member{Name: "required", Value: anyList(names)}, value.Member{Name: "additionalProperties", Value: false})
}

func anyList(words []string) []any {
	out := make([]any, len(words))
	for i, w := range words {
		out[i] = w
	}
	return out
}
