package formula

import (
	"fmt"
	"strings"
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
		{name: "number", metered: true, check: signature(Of(Decimal), 0, Text),
			doc: FunctionDoc{Usage: "number(text)", Doc: "the number that a text is, exactly", Example: `number(extract(.body, "([0-9]+) pieces"))`},
			call: func(args []any) (any, error) {
				s, _ := args[1].(string)
				if err := args[0].(*Meter).scalar(s); err != nil {
					return nil, err
				}
				d, ok := value.ReadNumber(s)
				if !ok {
					return nil, fmt.Errorf("number: %q is no number", clip(s))
				}
				return d, nil
			}},
		{name: "string", metered: true, check: signature(Of(Text), 0, Any),
			doc:  FunctionDoc{Usage: "string(x)", Doc: "x as a text", Example: "string(it.hours) + ' hours'"},
			call: shown},
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
	return s, args[0].(*Meter).text(len(s))
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
			p, err := compilePattern(s.Value)
			if err != nil {
				return c.bad(s, "", "%v", err)
			}
			call.Arguments[1] = &ast.ConstantNode{Value: p}
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
	meter := args[0].(*Meter)
	p, ok := args[2].(*pattern)
	if !ok {
		src, err := paidText(args, 2)
		if err != nil {
			return nil, err
		}
		if p, err = meter.pattern(src); err != nil {
			return nil, err
		}
	}
	if err := p.pay(meter, s); err != nil {
		return nil, err
	}
	m := p.re.FindStringSubmatch(s)
	if m == nil {
		return nil, fmt.Errorf("extract: %s does not match %q", p.re, clip(s))
	}
	return m[min(1, len(m)-1)], nil
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
	n := strings.Count(s, old)
	if err := bounded(len(s) + n*len(by)); err != nil {
		return nil, err
	}
	if err := args[0].(*Meter).spend(n + n*len(by)/32); err != nil {
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
	n := strings.Count(s, sep) + 1
	if err := args[0].(*Meter).spend(n); err != nil {
		return nil, err
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

// clip cuts a text for a message.
func clip(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "..."
}
