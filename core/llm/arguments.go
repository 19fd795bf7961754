package llm

import (
	"errors"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// Rule names what was done to arguments to make them readable.
type Rule string

// The rules. Empty always holds; the others are repairs, which a profile asks for.
const (
	Empty          Rule = "empty"           // nothing, blanks or null stand for {}
	TrailingComma  Rule = "trailing_comma"  // a comma before a closing brace or bracket
	TrailingQuotes Rule = "trailing_quotes" // quotation marks behind the object
	Fenced         Rule = "fenced"          // the object stands in a code fence
	DoubleEncoded  Rule = "double_encoded"  // the object was written as a JSON string
	Coerced        Rule = "coerced"         // an argument was turned into its declared type
)

// ProblemKind says what is wrong with a call.
type ProblemKind string

// The kinds of problems.
const (
	Malformed   ProblemKind = "malformed"    // the arguments are no JSON object
	CutOff      ProblemKind = "cut_off"      // the arguments end too soon
	TooLarge    ProblemKind = "too_large"    // the arguments are larger than MostArguments
	UnknownTool ProblemKind = "unknown_tool" // the request offered no such tool
)

// Problem is why a call cannot be made.
type Problem struct {
	Kind    ProblemKind `json:"kind"`
	Message string      `json:"message"`
}

// MostArguments bounds the arguments of one call, in bytes.
const MostArguments = 1 << 20

// Arguments are the arguments of a call, read.
type Arguments struct {
	Text     string // JSON of an object, or what was sent where it cannot be read
	Repaired []Rule
	Problem  *Problem
}

// ReadArguments reads the arguments of a call as they were sent. It is the one reading of them: live,
// from text and on replay. Without repair only nothing at all is read as {}; with it also what one
// rule or several make a JSON object of. Text within strings is never touched, and what no rule
// explains stays as it is, with a problem.
func ReadArguments(raw string, repair bool) Arguments {
	if len(raw) > MostArguments {
		return Arguments{Text: raw, Problem: &Problem{TooLarge, fmt.Sprintf("the arguments have %d bytes, the most is %d", len(raw), MostArguments)}}
	}
	if t := strings.TrimSpace(raw); t == "" || t == "null" {
		return Arguments{Text: "{}", Repaired: []Rule{Empty}}
	}
	problem := unreadable(raw)
	if problem == nil {
		return Arguments{Text: raw}
	}
	if !repair {
		return Arguments{Text: raw, Problem: problem}
	}
	text, rules := raw, []Rule(nil)
	for _, r := range repairs() {
		mended := r.mend(text)
		if mended == text {
			continue
		}
		text, rules = mended, append(rules, r.rule)
		if unreadable(text) == nil {
			return Arguments{Text: text, Repaired: rules}
		}
	}
	return Arguments{Text: raw, Problem: problem}
}

// unreadable says why text is no JSON object, nil where it is one.
func unreadable(text string) *Problem {
	v, err := value.Parse([]byte(text))
	if err == nil {
		if _, ok := v.(*value.Object); ok {
			return nil
		}
		return &Problem{Malformed, "the arguments are JSON, and no object"}
	}
	var syntax *value.SyntaxError
	if errors.As(err, &syntax) && (syntax.Byte >= len(strings.TrimRight(text, " \t\r\n")) || strings.HasPrefix(syntax.Msg, "Unterminated")) {
		return &Problem{CutOff, "the arguments are cut off: " + err.Error()}
	}
	return &Problem{Malformed, "the arguments are no JSON: " + err.Error()}
}

// repair is one rule and what it does; text that it does not concern comes back as it is.
type repair struct {
	rule Rule
	mend func(text string) string
}

func repairs() []repair {
	return []repair{{Fenced, unfence}, {DoubleEncoded, undouble}, {TrailingQuotes, unquoteTail}, {TrailingComma, uncomma}}
}

func unfence(text string) string {
	t := strings.TrimSpace(text)
	if !strings.HasPrefix(t, "```") || !strings.HasSuffix(t, "```") || len(t) < 6 {
		return text
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(t, "```"), "```")
	return strings.TrimSpace(strings.TrimPrefix(inner, "json"))
}

func undouble(text string) string {
	v, err := value.Parse([]byte(text))
	if s, ok := v.(string); err == nil && ok {
		return s
	}
	return text
}

func unquoteTail(text string) string {
	end := objectEnd(text)
	if end < 0 || strings.Trim(text[end:], "\"'` \t\r\n") != "" {
		return text
	}
	return text[:end]
}

// uncomma drops commas that stand before a closing brace or bracket, outside of strings.
func uncomma(text string) string {
	var out strings.Builder
	scanJSON(text, func(i int, inString bool) bool {
		if text[i] == ',' && !inString {
			rest := strings.TrimLeft(text[i+1:], " \t\r\n")
			if rest != "" && (rest[0] == '}' || rest[0] == ']') {
				return true
			}
		}
		out.WriteByte(text[i])
		return true
	})
	return out.String()
}

// objectEnd is where the object that text begins with has ended, -1 where it does not end.
func objectEnd(text string) int {
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	if start == len(text) || text[start] != '{' {
		return -1
	}
	depth, end := 0, -1
	scanJSON(text, func(i int, inString bool) bool {
		if inString {
			return true
		}
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				end = i + 1
				return false
			}
		}
		return true
	})
	return end
}

// scanJSON visits the bytes of text, telling which are inside of a string, its marks included.
func scanJSON(text string, visit func(i int, inString bool) bool) {
	inString, escaped := false, false
	for i := 0; i < len(text); i++ {
		b := text[i]
		was := inString
		switch {
		case escaped:
			escaped = false
		case inString && b == '\\':
			escaped = true
		case b == '"':
			inString = !inString
		}
		if !visit(i, was || inString) {
			return
		}
	}
}
