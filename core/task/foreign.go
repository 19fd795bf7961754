package task

import (
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// maxForeignDepth bounds the nesting of foreign files.
const maxForeignDepth = 100

// ParseForeign reads a YAML file of another project as PyYAML's safe loader does and returns
// JSON values. A file longer than maxBytes, or one that is no single YAML document of plain
// data, is a fault.Invalid; an empty file is nil.
//
// Unlike in task files, anchors, aliases and merge keys are followed (within bounds), the last
// of equal keys wins, and unquoted scalars are resolved by YAML 1.1: yes and off are booleans,
// 010 is 8, 1:30 is 90, 1_000 is 1000, while 1e3 is text. Three things have no JSON form:
// dates and times stay the text that was written, keys that are no text become the text of
// their value, and tags beyond the core ones are refused.
func ParseForeign(data []byte, maxBytes int) (any, error) {
	switch {
	case len(data) > maxBytes:
		return nil, fault.New(fault.Invalid, "the YAML file has %d bytes; at most %d are read", len(data), maxBytes)
	case !utf8.Valid(data):
		return nil, fault.New(fault.Invalid, "the YAML file is not UTF-8").WithHint("save it as UTF-8")
	case separators(data) > 3*MaxNodes:
		return nil, fault.New(fault.Invalid, "the YAML file has too many values; at most %d are read", MaxNodes)
	}
	doc, err := decode(data)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read YAML")
	}
	if doc == nil || len(doc.Content) == 0 {
		return nil, nil
	}
	return new(foreign).node(doc.Content[0], 1)
}

// foreign converts the nodes of one document; aliases count as often as they are used.
type foreign struct{ nodes int }

func (f *foreign) node(y *yaml.Node, depth int) (any, error) {
	if f.nodes++; f.nodes > MaxNodes || depth > maxForeignDepth {
		return nil, foreignFault(y, "aliases or nesting make it larger than %d values or %d levels", MaxNodes, maxForeignDepth)
	}
	switch y.Kind {
	case yaml.AliasNode:
		return f.node(y.Alias, depth+1)
	case yaml.ScalarNode:
		return foreignScalar(y)
	case yaml.SequenceNode:
		if !coreTag(y, "!!seq") {
			return nil, foreignFault(y, "tag %s is not taken", clipText(y.Tag))
		}
		list := make([]any, len(y.Content))
		for i, item := range y.Content {
			v, err := f.node(item, depth+1)
			if err != nil {
				return nil, err
			}
			list[i] = v
		}
		return list, nil
	case yaml.MappingNode:
		if !coreTag(y, "!!map") {
			return nil, foreignFault(y, "tag %s is not taken", clipText(y.Tag))
		}
		return f.mapping(y, depth)
	}
	return nil, foreignFault(y, "not plain data")
}

func (f *foreign) mapping(y *yaml.Node, depth int) (*value.Object, error) {
	o := value.Obj()
	for i := 0; i+1 < len(y.Content); i += 2 {
		if isMerge(y.Content[i]) { // merged members come first and give way to the others
			if err := f.merge(o, y.Content[i+1], depth+1); err != nil {
				return nil, err
			}
		}
	}
	for i := 0; i+1 < len(y.Content); i += 2 {
		if isMerge(y.Content[i]) {
			continue
		}
		key, err := f.key(y.Content[i], depth+1)
		if err != nil {
			return nil, err
		}
		v, err := f.node(y.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		o.Set(key, v)
	}
	return o, nil
}

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && bare(key)
}

// merge adds the members of a mapping, or of a list of mappings of which the first wins.
func (f *foreign) merge(o *value.Object, y *yaml.Node, depth int) error {
	v, err := f.node(y, depth)
	if err != nil {
		return err
	}
	sources, isList := v.([]any)
	if !isList {
		sources = []any{v}
	}
	for i := len(sources) - 1; i >= 0; i-- {
		from, ok := sources[i].(*value.Object)
		if !ok {
			return foreignFault(y, "a merge key needs a mapping or a list of mappings")
		}
		for _, m := range from.Members() {
			o.Set(m.Name, m.Value)
		}
	}
	return nil
}

func (f *foreign) key(y *yaml.Node, depth int) (string, error) {
	v, err := f.node(y, depth)
	switch v := v.(type) {
	case string:
		return v, err
	case []any, *value.Object:
		return "", foreignFault(y, "a key is a list or a mapping")
	}
	return string(value.Append(nil, v)), err
}

// coreTag reports whether a collection has no tag of its own or the one of its kind.
func coreTag(y *yaml.Node, tag string) bool {
	return y.Style&yaml.TaggedStyle == 0 || y.ShortTag() == tag
}

func foreignFault(y *yaml.Node, format string, args ...any) error {
	return fault.Wrap(fault.Invalid, fault.New(fault.Invalid, format, args...), "line %d", y.Line)
}
