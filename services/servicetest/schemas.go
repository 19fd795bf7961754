package servicetest

import (
	"bytes"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// checkSchemas checks that each tool's schema is one, that it accepts the arguments which the
// tool accepts and refuses those with another shape.
func (o *office) checkSchemas(t tester, s *world.Service) {
	for i := range s.Tools {
		tool := &s.Tools[i]
		schema := compileSchema(t, tool)
		m := newMaker(6, o.now, s.Name, tool.Name)
		w := o.start(world.Strict)
		for range 20 {
			args := o.arguments(m, w, s, tool)
			if e := w.Call(world.Agent, tool.Name, encode(args)); e.Cause == world.BadArguments {
				t.Fatalf("%s refuses valid arguments %s: %s", tool.Name, encode(args), e.Body)
			}
			if err := validate(schema, encode(args)); err != nil {
				t.Fatalf("the schema of %s refuses valid arguments %s: %v", tool.Name, encode(args), err)
			}
			for name, raw := range badArguments(tool, args) {
				if name != "no JSON" && validate(schema, []byte(raw)) == nil {
					t.Errorf("the schema of %s accepts arguments with %s: %s", tool.Name, name, raw)
				}
			}
		}
	}
}

func compileSchema(t tester, tool *world.Tool) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(value.Append(nil, tool.InputSchema())))
	if err != nil {
		t.Fatalf("read the schema of %s: %v", tool.Name, err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(tool.Name, doc); err != nil {
		t.Fatalf("add the schema of %s: %v", tool.Name, err)
	}
	schema, err := c.Compile(tool.Name)
	if err != nil {
		t.Fatalf("compile the schema of %s: %v", tool.Name, err)
	}
	return schema
}

func validate(schema *jsonschema.Schema, raw []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}
