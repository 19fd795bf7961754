package formula

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"

	"coworkenv.dev/coworkenv/core/value"
)

// texts are the functions on texts. What they make is bounded, and its length is paid for.
func texts() []*function {
	return []*function{
		{name: "extract", metered: true, check: checkExtract,
			doc:  FunctionDoc{Usage: `extract(text, "pattern (group)")`, Doc: "the first group (or the whole match) of a regular expression in a text; an error where it does not match", Example: `extract(.content, "accepted ([0-9]+)")`},
			call: extract},
		{name: "number", check: signature(Of(Decimal), 0, Text),
			doc: FunctionDoc{Usage: "number(text)", Doc: "the number that a text is, exactly", Example: `number(extract(.body, "([0-9]+) pieces"))`},
			call: func(args []any) (any, error) {
				s, _ := args[0].(string)
				d, ok := value.ReadNumber(s)
				if !ok {
					return nil, fmt.Errorf("number: %q is no number", clip(s))
				}
				return d, nil
			}},
		{name: "string", check: signature(Of(Text), 0, Any),
			doc:  FunctionDoc{Usage: "string(x)", Doc: "x as a text", Example: "string(it.hours) + ' hours'"},
			call: func(args []any) (any, error) { return Show(args[0]), nil }},
		onText("upper", "in capital letters", strings.ToUpper),
		onText("lower", "in small letters", strings.ToLower),
		onText("trim", "without blanks at its ends", strings.TrimSpace),
		{name: "replace", metered: true, check: signature(Of(Text), 0, Text, Text, Text),
			doc:  FunctionDoc{Usage: "replace(text, old, new)", Doc: "the text with every old replaced by new", Example: `replace(.phone, "-", "")`},
			call: replaceText},
		{name: "split", metered: true, check: signature(ListOf(Of(Text)), 0, Text, Text),
			doc:  FunctionDoc{Usage: "split(text, separator)", Doc: "the parts of a text", Example: `split(.name, " ")[0]`},
			call: split},
		{name: "join", metered: true, check: checkJoin,
			doc:  FunctionDoc{Usage: "join(list, separator)", Doc: "the texts of a list, with the separator between them", Example: `join(map(overdue, .ticket), ", ")`},
			call: joinTexts},
	}
}

func onText(name, what string, f func(string) string) *function {
	return &function{name: name, metered: true, check: signature(Of(Text), 0, Text),
		doc: FunctionDoc{Usage: name + "(text)", Doc: "the text " + what, Example: name + "(.name)"},
		call: func(args []any) (any, error) {
			s, err := paidText(args, 1)
			if err != nil {
				return nil, err
			}
			return f(s), nil
		}}
}

// paidText is a text argument after its length was paid for.
func paidText(args []any, i int) (string, error) {
	s, ok := args[i].(string)
	if !ok {
		return "", fmt.Errorf("a text is needed, not a %s", TypeOf(args[i]))
	}
	return s, args[0].(*Meter).spend(1 + len(s)/32)
}

func bounded(length int) error {
	if length > maxText {
		return fmt.Errorf("the text would have %d bytes; at most %d are made", length, maxText)
	}
	return nil
}

func checkExtract(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Of(Text), 0, Text, Text)(c, call, args)
	if len(args) == 2 {
		if s, ok := call.Arguments[1].(*ast.StringNode); ok {
			re, err := regexp.Compile(s.Value)
			if err != nil {
				return c.bad(s, "", "the pattern is not valid: %v", err)
			}
			call.Arguments[1] = &ast.ConstantNode{Value: re}
			call.Arguments[1].SetLocation(s.Location())
		}
	}
	return Of(Text)
}

func extract(args []any) (any, error) {
	s, err := paidText(args, 1)
	if err != nil {
		return nil, err
	}
	re, ok := args[2].(*regexp.Regexp)
	if !ok {
		pattern, err := paidText(args, 2)
		if err != nil {
			return nil, err
		}
		if re, err = compilePattern(pattern); err != nil {
			return nil, err
		}
	}
	m := re.FindStringSubmatch(s)
	if m == nil {
		return nil, fmt.Errorf("extract: %s does not match %q", re, clip(s))
	}
	return m[min(1, len(m)-1)], nil
}

func compilePattern(pattern string) (*regexp.Regexp, error) {
	const most = 500
	if len(pattern) > most {
		return nil, fmt.Errorf("a pattern of %d bytes is too long; at most %d are taken", len(pattern), most)
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("the pattern %q is not valid", clip(pattern))
	}
	return re, nil
}

func replaceText(args []any) (any, error) {
	s, err := paidText(args, 1)
	if err != nil {
		return nil, err
	}
	old, okOld := args[2].(string)
	by, okNew := args[3].(string)
	if !okOld || !okNew {
		return nil, fmt.Errorf("replace needs three texts")
	}
	if err := bounded(len(s) + strings.Count(s, old)*len(by)); err != nil {
		return nil, err
	}
	return strings.ReplaceAll(s, old, by), nil
}

func split(args []any) (any, error) {
	s, err := paidText(args, 1)
	if err != nil {
		return nil, err
	}
	sep, ok := args[2].(string)
	if !ok || sep == "" {
		return nil, fmt.Errorf("split needs a separator")
	}
	parts := strings.Split(s, sep)
	out := make([]any, len(parts))
	for i, p := range parts {
		out[i] = p
	}
	return out, nil
}

func checkJoin(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Of(Text), 0, List, Text)(c, call, args)
	if len(args) > 0 && args[0].Kind == List && !maybe(args[0].elem(), Text) {
		c.bad(call.Arguments[0], "make texts of them first: map(list, string(#))", "join needs a list of texts, not a %s", args[0])
	}
	return Of(Text)
}

func joinTexts(args []any) (any, error) {
	list, okList := args[1].([]any)
	sep, okSep := args[2].(string)
	if !okList || !okSep {
		return nil, fmt.Errorf("join needs a list of texts and a text")
	}
	parts := make([]string, len(list))
	length := 0
	for i, v := range list {
		s, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("join needs a list of texts, and it holds a %s", TypeOf(v))
		}
		parts[i] = s
		length += len(s) + len(sep)
	}
	if err := bounded(length); err != nil {
		return nil, err
	}
	return strings.Join(parts, sep), args[0].(*Meter).spend(1 + len(parts) + length/32)
}

// Show is a value as a person reads it; long lists are cut.
func Show(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		return v.Format(time.RFC3339)
	case value.Day:
		return string(v)
	case fmt.Stringer:
		return v.String()
	case []any:
		return "[" + showAll(len(v), func(i int) string { return Show(v[i]) }) + "]"
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		return "{" + showAll(len(names), func(i int) string { return names[i] + ": " + Show(v[names[i]]) }) + "}"
	}
	return clip(fmt.Sprint(v))
}

func showAll(n int, show func(i int) string) string {
	const most = 20
	parts := make([]string, min(n, most))
	for i := range parts {
		parts[i] = show(i)
	}
	if n > most {
		parts = append(parts, "...")
	}
	return strings.Join(parts, ", ")
}

// clip cuts a text for a message.
func clip(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "..."
}
