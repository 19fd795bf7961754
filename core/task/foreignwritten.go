package task

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"coworkenv.dev/coworkenv/core/value"
)

// Written is a scalar of a foreign YAML file as it stands there.
type Written struct {
	Path   string // field path, e.g. "checks[2].weight"
	Line   int    // from 1
	Column int    // in characters, from 1
	Text   string // without quotes
	Quoted bool   // quotes or a block: a text whatever it looks like
	Value  any    // what ParseForeign makes of it
}

// Misread reports whether YAML 1.1 makes something else of an unquoted scalar than what stands
// there: 15:00 the number 900, 010 the number 8, yes a boolean. Spellings of one number, such
// as 0.50 and 0.5, are no misreading.
func (w Written) Misread() bool {
	if w.Quoted {
		return false
	}
	switch v := w.Value.(type) {
	case bool:
		return w.Text != "true" && w.Text != "false"
	case value.Number:
		return !numeric(w.Text) || !value.Equal(value.Number(w.Text), v)
	}
	return false
}

// ForeignWritten lists the scalars of a YAML file that ParseForeign reads, in the file's order.
// Those that an alias repeats stand once, where they are written.
func ForeignWritten(data []byte, maxBytes int) ([]Written, error) {
	if _, err := ParseForeign(data, maxBytes); err != nil {
		return nil, err
	}
	doc, err := decode(data)
	if err != nil || doc == nil || len(doc.Content) == 0 {
		return nil, err
	}
	var out []Written
	written(doc.Content[0], "", &out)
	return out, nil
}

// written gathers scalars; ParseForeign has bounded depth and number before.
func written(y *yaml.Node, path string, out *[]Written) {
	switch y.Kind {
	case yaml.ScalarNode:
		v, err := foreignScalar(y)
		if err != nil {
			return // refused before
		}
		const marks = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
		*out = append(*out, Written{Path: path, Line: y.Line, Column: y.Column, Text: y.Value, Quoted: y.Style&marks != 0, Value: v})
	case yaml.SequenceNode:
		for i, item := range y.Content {
			written(item, path+"["+strconv.Itoa(i)+"]", out)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(y.Content); i += 2 {
			below := y.Content[i].Value
			if path != "" {
				below = path + "." + below
			}
			written(y.Content[i+1], below, out)
		}
	}
}
