package export

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// The names that the datasets library gives to kinds.
var dtypes = map[Kind]string{Text: "string", Whole: "uint64", Real: "float64", Flag: "bool", Any: "json"}

// featuresYAML declares columns as the card of a data set does, indented by depth steps.
func featuresYAML(cols []Column, depth int) string {
	var b strings.Builder
	for _, c := range cols {
		writeFeature(&b, c, "- name: "+c.Name+"\n", depth)
	}
	return b.String()
}

// writeFeature writes one column; head is its first line.
func writeFeature(b *strings.Builder, c Column, head string, depth int) {
	pad := strings.Repeat("  ", depth)
	b.WriteString(pad + head)
	switch {
	case c.Kind == List && c.Of[0].Kind == Struct:
		b.WriteString(pad + "  list:\n" + featuresYAML(c.Of[0].Of, depth+1))
	case c.Kind == List:
		b.WriteString(pad + "  list: " + dtypes[c.Of[0].Kind] + "\n")
	case c.Kind == Struct:
		b.WriteString(pad + "  struct:\n" + featuresYAML(c.Of, depth+1))
	default:
		b.WriteString(pad + "  dtype: " + dtypes[c.Kind] + "\n")
	}
}

// featuresJSON declares columns as the datasets library keeps them within a Parquet file.
func featuresJSON(cols []Column) string {
	info := value.Obj(value.Member{Name: "info", Value: value.Obj(value.Member{Name: "features", Value: featureParts(cols)})})
	return string(value.Append(nil, info))
}

func featureParts(cols []Column) *value.Object {
	o := value.Obj()
	for _, c := range cols {
		o.Set(c.Name, featureOf(c))
	}
	return o
}

func featureOf(c Column) *value.Object {
	switch c.Kind {
	case List:
		return value.Obj(value.Member{Name: "feature", Value: featureOf(c.Of[0])}, value.Member{Name: "_type", Value: "List"})
	case Struct:
		return featureParts(c.Of)
	case Any:
		return value.Obj(value.Member{Name: "_type", Value: "Json"})
	}
	return value.Obj(value.Member{Name: "dtype", Value: dtypes[c.Kind]}, value.Member{Name: "_type", Value: "Value"})
}
