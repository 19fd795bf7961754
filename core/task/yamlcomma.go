package task

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// cutByComma says what to do about a key that is the rest of the value before it, cut off by a
// comma that nobody meant to end it; "" where it is a key. Within braces YAML takes what has no
// colon for a key without a value, which none of ours is.
func cutByComma(of, key, val *yaml.Node) string {
	switch {
	case of.Style&yaml.FlowStyle == 0 || key.Style != 0 || val.Kind != yaml.ScalarNode || val.Tag != "!!null" || val.Value != "":
		return ""
	case strings.Trim(key.Value, "0123456789") == "":
		return "write a fraction with a point, e.g. 0.4"
	case strings.HasPrefix(key.Value, ".") || strings.ContainsAny(key.Value, "()[]<>=!&|+*/?\"' "):
		return "quote an expression that holds a comma, and any other text that does"
	}
	return ""
}
