package world

import (
	"errors"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// MaxWireBody bounds the bytes of a request under the wire profile; longer ones are answered
// with 413.
const MaxWireBody = 4 << 20

// decodeWire reads the arguments as the benchmark's services do: values are coerced where
// that is safe, unknown names are dropped, and errors have the form of FastAPI.
func (w *World) decodeWire(e *Entry, t *Tool, via Transport) bool {
	if len(e.Raw) > MaxWireBody {
		return e.refuseText(413, TooLarge, "Request body too large")
	}
	if via.NoBody || len(e.Raw) == 0 {
		return e.noBody(t)
	}
	if !isJSONType(via.ContentType) {
		return e.refuseWire(BadArguments, wireIssue{rule: wantObject, input: string(e.Raw)})
	}
	text, ok := jsonText(e.Raw)
	if !ok {
		return e.refuseText(400, Malformed, parsingFailed)
	}
	v, err := value.ParseLax(text)
	if err != nil {
		return e.refuseSyntax(text, err)
	}
	if len(text) > maxIntDigits && hasLongInt(v) {
		return e.refuseText(400, Malformed, parsingFailed)
	}
	if v == nil {
		return e.noBody(t)
	}
	o, ok := v.(*value.Object)
	if !ok {
		return e.refuseWire(BadArguments, wireIssue{rule: wantObject, input: v})
	}
	return w.decodeFields(e, t, o)
}

func (w *World) decodeFields(e *Entry, t *Tool, o *value.Object) bool {
	args := fill(t, false)
	var issues []wireIssue
	for i := range t.Params {
		p := &t.Params[i]
		v, present := o.Get(p.Name)
		switch {
		case !present && p.Required:
			issues = append(issues, wireIssue{rule: missing, field: p.Name, input: o})
		case !present:
		case v == nil && p.Nullable:
			args.vals[i] = nil
		default:
			out, bad := w.coerce(p, v)
			issues = append(issues, bad...)
			args.vals[i], args.given[i] = out, true
		}
	}
	if issues != nil {
		return e.refuseWire(BadArguments, issues...)
	}
	e.Args = args
	return true
}

// noBody takes an absent or null body for every default, where the route allows that.
func (e *Entry) noBody(t *Tool) bool {
	if !t.BodyOptional {
		return e.refuseWire(BadArguments, wireIssue{rule: missing})
	}
	e.Args = fill(t, true)
	return true
}

func (e *Entry) refuseSyntax(text []byte, err error) bool {
	var syntax *value.SyntaxError
	if !utf8.Valid(text) || !errors.As(err, &syntax) || strings.HasPrefix(syntax.Msg, "Nested") {
		return e.refuseText(400, Malformed, parsingFailed)
	}
	return e.refuseWire(Malformed, wireIssue{rule: badJSON, at: syntax.Offset, input: value.Obj(), reason: syntax.Msg})
}

// isJSONType reports whether a body of this content type is read as JSON; none at all is.
func isJSONType(header string) bool {
	if header == "" || header == "application/json" {
		return true
	}
	kind, _, _ := strings.Cut(header, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	sub, ok := strings.CutPrefix(kind, "application/")
	return ok && (sub == "json" || strings.HasSuffix(sub, "+json")) && !strings.Contains(sub, "/")
}

// maxIntDigits is the longest whole number that Python reads from text.
const maxIntDigits = 4300

// hasLongInt reports whether a whole number in v is longer than Python reads.
func hasLongInt(v any) bool {
	switch v := v.(type) {
	case value.Number:
		return len(strings.TrimPrefix(string(v), "-")) > maxIntDigits && !strings.ContainsAny(string(v), ".eE")
	case []any:
		for _, item := range v {
			if hasLongInt(item) {
				return true
			}
		}
	case *value.Object:
		for _, m := range v.Members() {
			if hasLongInt(m.Value) {
				return true
			}
		}
	}
	return false
}
