package world

import (
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// parsingFailed is the detail of a body that is no text or nested too deeply.
const parsingFailed = "There was an error parsing the body"

// wireRule is a validation rule of the wire profile that a value broke.
type wireRule uint8

const (
	fine wireRule = iota
	missing
	badJSON
	wantObject
	wantString
	wantInt
	intFraction
	intUnreadable
	intTooLarge
	wantFinite
	wantNumber
	numberUnreadable
	wantBool
	boolUnreadable
	wantList
	refused // a parameter type of its own said no
)

// wireRules are the type and msg of pydantic for each rule.
var wireRules = [...]struct{ kind, msg string }{
	missing:          {"missing", "Field required"},
	badJSON:          {"json_invalid", "JSON decode error"},
	wantObject:       {"model_attributes_type", "Input should be a valid dictionary or object to extract fields from"},
	wantString:       {"string_type", "Input should be a valid string"},
	wantInt:          {"int_type", "Input should be a valid integer"},
	intFraction:      {"int_from_float", "Input should be a valid integer, got a number with a fractional part"},
	intUnreadable:    {"int_parsing", "Input should be a valid integer, unable to parse string as an integer"},
	intTooLarge:      {"int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size"},
	wantFinite:       {"finite_number", "Input should be a finite number"},
	wantNumber:       {"float_type", "Input should be a valid number"},
	numberUnreadable: {"float_parsing", "Input should be a valid number, unable to parse string as a number"},
	wantBool:         {"bool_type", "Input should be a valid boolean"},
	boolUnreadable:   {"bool_parsing", "Input should be a valid boolean, unable to interpret input"},
	wantList:         {"list_type", "Input should be a valid list"},
	refused:          {"value_error", "Value error"},
}

// wireIssue is one entry of a 422 body.
type wireIssue struct {
	rule   wireRule
	field  string // "" = the body itself
	index  int    // of a list's item, from 1; 0 = the field itself
	at     int    // badJSON: character offset
	input  any
	reason string // ctx.error; of a refused value its message
}

// refuseWire ends a call with the 422 body of the issues, in order.
func (e *Entry) refuseWire(cause Cause, issues ...wireIssue) bool {
	e.Outcome, e.Cause, e.Status = Invalid, cause, 422
	body := append(make([]byte, 0, 256), `{"detail":[`...)
	for i := range issues {
		if i > 0 {
			body = append(body, ',')
		}
		body = issues[i].append(body)
		e.Problems = append(e.Problems, issues[i].problem())
	}
	e.Body = append(body, ']', '}')
	return false
}

// refuseText ends a call with a body of one detail text.
func (e *Entry) refuseText(status int, cause Cause, detail string) bool {
	e.Outcome, e.Cause, e.Status = Invalid, cause, status
	e.Body = value.Append(nil, value.Obj(value.Member{Name: "detail", Value: detail}))
	e.Problems = []Problem{{Message: detail}}
	return false
}

func (is *wireIssue) append(dst []byte) []byte {
	dst = append(dst, `{"type":"`...)
	dst = append(dst, wireRules[is.rule].kind...)
	dst = append(dst, `","loc":["body"`...)
	switch {
	case is.rule == badJSON:
		dst = strconv.AppendInt(append(dst, ','), int64(is.at), 10)
	case is.field != "":
		dst = value.AppendString(append(dst, ','), is.field)
		if is.index > 0 {
			dst = strconv.AppendInt(append(dst, ','), int64(is.index-1), 10)
		}
	}
	dst = append(dst, `],"msg":`...)
	dst = value.AppendString(dst, is.message())
	dst = append(dst, `,"input":`...)
	dst = value.Append(dst, python(is.input))
	if is.reason != "" {
		dst = append(dst, `,"ctx":{"error":`...)
		dst = append(value.AppendString(dst, is.reason), '}')
	}
	return append(dst, '}')
}

func (is *wireIssue) message() string {
	if is.rule == refused {
		return "Value error, " + is.reason
	}
	return wireRules[is.rule].msg
}

func (is *wireIssue) problem() Problem {
	var path strings.Builder
	if is.field != "" {
		path.WriteString("/" + is.field)
	}
	if is.index > 0 {
		fmt.Fprintf(&path, "/%d", is.index-1)
	}
	p := Problem{Path: path.String(), Message: is.message()}
	if is.rule == badJSON {
		p.Message += fmt.Sprintf(" at character %d: %s", is.at, is.reason)
	}
	return p
}

// python returns v with the numbers that are floats in Python spelled as Python spells them.
func python(v any) any {
	switch v := v.(type) {
	case value.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return value.Float(v.Float())
		}
		if v == "-0" {
			return value.Int(0)
		}
		return v
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = python(item)
		}
		return list
	case *value.Object:
		members := make([]value.Member, v.Len())
		for i, m := range v.Members() {
			members[i] = value.Member{Name: m.Name, Value: python(m.Value)}
		}
		return value.Obj(members...)
	}
	return v
}
