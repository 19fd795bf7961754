package world_test

import (
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// wireToy is a service with a parameter of each sort.
func wireToy() *world.Service {
	echo := func(tx *world.Tx, in world.Args, out *world.Reply) error {
		for _, name := range []string{"s", "n", "f", "b", "l", "o"} {
			out.Value(name, in.Value(name))
		}
		return nil
	}
	params := []world.Param{
		{Name: "s", Type: world.Text, Default: "d"},
		{Name: "n", Type: world.Int, Default: value.Int(7), NoBody: value.Int(1)},
		{Name: "f", Type: world.Amount, Default: value.Float(0)},
		{Name: "b", Type: world.Bool, Default: true},
		{Name: "l", Type: world.Text, List: true, Default: []any{}},
		{Name: "o", Type: world.Text, Nullable: true},
	}
	need := []world.Param{{Name: "a", Type: world.Text, Required: true}, {Name: "b", Type: world.Int, Required: true}}
	ok := func(tx *world.Tx, in world.Args, out *world.Reply) error { out.Value("a", in.Value("a")); return nil }
	return &world.Service{Name: "wt", Version: 1, Tools: []world.Tool{
		{Name: "wt_echo", Doc: "d", Act: world.Reading, Route: "/wt/echo", Params: params, BodyOptional: true, Handle: echo},
		{Name: "wt_need", Doc: "d", Act: world.Reading, Route: "/wt/need", Params: need, Handle: ok},
	}}
}

func wireWorld(t testing.TB) *world.World {
	t.Helper()
	img, err := world.NewImage(world.Seed{Services: []*world.Service{wireToy()}})
	if err != nil {
		t.Fatal(err)
	}
	return world.New(img, world.Options{Now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), Profile: world.Wire})
}

func TestWireCoercion(t *testing.T) {
	tests := []struct{ body, want string }{
		{``, `{"s":"d","n":1,"f":0.0,"b":true,"l":[],"o":null}`},
		{`null`, `{"s":"d","n":1,"f":0.0,"b":true,"l":[],"o":null}`},
		{`{}`, `{"s":"d","n":7,"f":0.0,"b":true,"l":[],"o":null}`},
		{`{"x":NaN,"N":3,"n":2,"n":4}`, `{"s":"d","n":4,"f":0.0,"b":true,"l":[],"o":null}`},
		{`{"n":" 5 ","f":"12.50","b":"YES","l":["a"],"o":"z"}`, `{"s":"d","n":5,"f":12.5,"b":true,"l":["a"],"o":"z"}`},
		{`{"n":"1_000.0","f":100,"b":0,"o":null}`, `{"s":"d","n":1000,"f":100.0,"b":false,"l":[],"o":null}`},
		{`{"n":true,"f":true,"b":0.0}`, `{"s":"d","n":1,"f":1.0,"b":false,"l":[],"o":null}`},
		{`{"n":5.0,"f":"1_0e2","b":"off"}`, `{"s":"d","n":5,"f":1000.0,"b":false,"l":[],"o":null}`},
		{`{"n":-0,"f":-0}`, `{"s":"d","n":0,"f":0.0,"b":true,"l":[],"o":null}`},
		{`{"n":"-007","f":-0.0}`, `{"s":"d","n":-7,"f":-0.0,"b":true,"l":[],"o":null}`},
		{`{"n":123456789012345678901234567890,"f":123456789012345678}`, `{"s":"d","n":123456789012345678901234567890,"f":1.2345678901234568e+17,"b":true,"l":[],"o":null}`},
		{`{"f":NaN}`, `{"s":"d","n":7,"f":null,"b":true,"l":[],"o":null}`},
		{`{"f":"-Infinity"}`, `{"s":"d","n":7,"f":null,"b":true,"l":[],"o":null}`},
		{"\ufeff" + `{"s":"bom"}`, `{"s":"bom","n":7,"f":0.0,"b":true,"l":[],"o":null}`},
		{"\xff\xfe{\x00\"\x00s\x00\"\x00:\x00\"\x00\x60\x4f\"\x00}\x00", `{"s":"你","n":7,"f":0.0,"b":true,"l":[],"o":null}`},
		{"\x00{\x00}", `{"s":"d","n":7,"f":0.0,"b":true,"l":[],"o":null}`},
		{"{\x00\x00\x00}\x00\x00\x00", `{"s":"d","n":7,"f":0.0,"b":true,"l":[],"o":null}`},
		{`{"s":"\ud800"}`, `{"s":"` + "\ufffd" + `","n":7,"f":0.0,"b":true,"l":[],"o":null}`},
	}
	for _, tt := range tests {
		e := wireWorld(t).CallHTTP(world.Agent, "wt_echo", []byte(tt.body), world.Transport{NoBody: tt.body == ""})
		if string(e.Body) != tt.want || e.Status != 200 || e.Outcome != world.OK {
			t.Errorf("%s: %d %s\nwant %s", tt.body, e.Status, e.Body, tt.want)
		}
	}
}

func TestWireErrorBodies(t *testing.T) {
	const object = `{"detail":[{"type":"model_attributes_type","loc":["body"],"msg":"Input should be a valid dictionary or object to extract fields from","input":`
	const broken = `{"detail":"There was an error parsing the body"}`
	item := func(kind, loc, msg, input string) string {
		return `{"type":"` + kind + `","loc":["body",` + loc + `],"msg":"` + msg + `","input":` + input + `}`
	}
	one := func(kind, loc, msg, input string) string { return `{"detail":[` + item(kind, loc, msg, input) + `]}` }
	syntax := func(at, msg string) string {
		return `{"detail":[{"type":"json_invalid","loc":["body",` + at + `],"msg":"JSON decode error","input":{},"ctx":{"error":"` + msg + `"}}]}`
	}
	const fraction = "Input should be a valid integer, got a number with a fractional part"
	const unread = "Input should be a valid integer, unable to parse string as an integer"
	const size = "Unable to parse input string as an integer, exceeded maximum size"
	tests := []struct {
		tool, kind, body string
		status           int
		want             string
	}{
		{"wt_need", "", ``, 422, `{"detail":[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]}`},
		{"wt_need", "", `null`, 422, `{"detail":[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]}`},
		{"wt_need", "", `{"c":1.50,"d":-0,"e":1E2}`, 422, `{"detail":[` + item("missing", `"a"`, "Field required", `{"c":1.5,"d":0,"e":100.0}`) + `,` + item("missing", `"b"`, "Field required", `{"c":1.5,"d":0,"e":100.0}`) + `]}`},
		{"wt_need", "", `{"b":"x","a":1}`, 422, `{"detail":[` + item("string_type", `"a"`, "Input should be a valid string", "1") + `,` + item("int_parsing", `"b"`, unread, `"x"`) + `]}`},
		{"wt_need", "text/plain", `{"a":1}`, 422, object + `"{\"a\":1}"}]}`},
		{"wt_need", "", `[{"a":1.0}]`, 422, object + `[{"a":1.0}]}]}`},
		{"wt_echo", "application/x-www-form-urlencoded", `a=1`, 422, object + `"a=1"}]}`},
		{"wt_echo", "", `{"n":5.5}`, 422, one("int_from_float", `"n"`, fraction, "5.5")},
		{"wt_echo", "", `{"n":1e20}`, 422, one("int_parsing_size", `"n"`, size, "1e+20")},
		{"wt_echo", "", `{"n":NaN}`, 422, one("finite_number", `"n"`, "Input should be a finite number", "null")},
		{"wt_echo", "", `{"n":null}`, 422, one("int_type", `"n"`, "Input should be a valid integer", "null")},
		{"wt_echo", "", `{"n":"1__0"}`, 422, one("int_parsing", `"n"`, unread, `"1__0"`)},
		{"wt_echo", "", `{"f":[1]}`, 422, one("float_type", `"f"`, "Input should be a valid number", "[1]")},
		{"wt_echo", "", `{"f":"1,0"}`, 422, one("float_parsing", `"f"`, "Input should be a valid number, unable to parse string as a number", `"1,0"`)},
		{"wt_echo", "", `{"b":2}`, 422, one("bool_parsing", `"b"`, "Input should be a valid boolean, unable to interpret input", "2")},
		{"wt_echo", "", `{"b":0.5}`, 422, one("bool_type", `"b"`, "Input should be a valid boolean", "0.5")},
		{"wt_echo", "", `{"l":"a"}`, 422, one("list_type", `"l"`, "Input should be a valid list", `"a"`)},
		{"wt_echo", "", `{"l":[1,"a",null]}`, 422, `{"detail":[` + item("string_type", `"l",0`, "Input should be a valid string", "1") + `,` + item("string_type", `"l",2`, "Input should be a valid string", "null") + `]}`},
		{"wt_echo", "", `{"o":{"q":123456789012345678901234567890}}`, 422, one("string_type", `"o"`, "Input should be a valid string", `{"q":123456789012345678901234567890}`)},
		{"wt_echo", "", `   `, 422, syntax("3", "Expecting value")},
		{"wt_echo", "", `{"你":1,}`, 422, syntax("7", "Expecting property name enclosed in double quotes")},
		{"wt_echo", "", "\ufeff{bad", 422, syntax("1", "Expecting property name enclosed in double quotes")},
		{"wt_echo", "", "\xff\xfe{\x00b\x00", 422, syntax("1", "Expecting property name enclosed in double quotes")},
		{"wt_echo", "", `{"s":"\x"}`, 422, syntax("6", `Invalid \\escape`)},
		{"wt_echo", "", "{\"s\":\"\xff\"}", 400, broken},
		{"wt_echo", "", "\xff\xfe{", 400, broken},
		{"wt_echo", "", strings.Repeat("[", 2000) + strings.Repeat("]", 2000), 400, broken},
		{"wt_echo", "", `{"z":` + strings.Repeat("9", 4301) + `}`, 400, broken},
		{"wt_echo", "", strings.Repeat(" ", world.MaxWireBody+1), 413, `{"detail":"Request body too large"}`},
	}
	for _, tt := range tests {
		w := wireWorld(t)
		e := w.CallHTTP(world.Agent, tt.tool, []byte(tt.body), world.Transport{ContentType: tt.kind})
		if string(e.Body) != tt.want || e.Status != tt.status {
			t.Errorf("%s %.80q: %d %s\nwant %d %s", tt.tool, tt.body, e.Status, e.Body, tt.status, tt.want)
		}
		if e.Outcome != world.Invalid || e.Cause == world.NoCause || len(e.Problems) == 0 || e.Args.Len() != 0 {
			t.Errorf("%s %.80q: outcome %v, cause %q, problems %v", tt.tool, tt.body, e.Outcome, e.Cause, e.Problems)
		}
	}
}

func TestWireContentTypes(t *testing.T) {
	for header, json := range map[string]bool{
		"": true, "application/json": true, "application/json; charset=utf-8": true, "APPLICATION/JSON": true,
		"application/vnd.x+json; charset=utf-8": true, " application/json;": true, "application/x+JSON": true,
		"text/plain": false, "text/json": false, "application/xjson": false, "json": false, "application/": false,
		"multipart/form-data; boundary=x": false, "text/json+json": false, "application/a/b+json": false,
	} {
		e := wireWorld(t).CallHTTP(world.Agent, "wt_echo", []byte(`{}`), world.Transport{ContentType: header})
		if (e.Status == 200) != json {
			t.Errorf("%q: status %d, want JSON %v", header, e.Status, json)
		}
	}
}

func TestWireArgsAreTheValidatedModel(t *testing.T) {
	e := wireWorld(t).CallHTTP(world.Agent, "wt_echo", []byte(`{"n":"5","zz":1}`), world.Transport{})
	if got, want := string(e.Args.JSON()), `{"s":"d","n":5,"f":0.0,"b":true,"l":[],"o":null}`; got != want {
		t.Errorf("Args.JSON = %s, want %s", got, want)
	}
	if !e.Args.Given("n") || e.Args.Given("s") || e.Args.Int("n") != 5 {
		t.Error("given parameters are confused with defaults")
	}
	e = wireWorld(t).CallHTTP(world.Agent, "wt_echo", []byte(`{"o":null}`), world.Transport{})
	if e.Args.Given("o") {
		t.Error("a null counts as given")
	}
}

func TestLoadWireAdaptsRecordsAndKeepsTheOffer(t *testing.T) {
	s := wireToy()
	s.Collections = []world.Collection{{Name: "docs", Key: "id", Fields: []world.Field{{Name: "id", Type: world.ID}}}}
	record := func(id string) *value.Object {
		return value.Obj(value.Member{Name: "id", Value: id}, value.Member{Name: "at", Value: "never"})
	}
	img, err := world.NewImage(world.Seed{Services: []*world.Service{s}, Deny: []string{"wt_need"}, Rename: map[string]string{"wt_echo": "say"},
		Records: map[string][]*value.Object{"wt.docs": {record("a"), record("b")}}})
	if err != nil {
		t.Fatal(err)
	}
	now := world.WireClock{Now: time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC)}
	if same, err := img.LoadWire(now); err != nil || same != img {
		t.Errorf("an image that nothing adapts is rebuilt, or %v", err)
	}
	s.WireLoad = func(coll string, records []*world.Record, clock world.WireClock) ([]*world.Record, error) {
		return []*world.Record{records[1], records[0].With(value.Member{Name: "at", Value: world.Timestamp(clock.Now)})}, nil
	}
	served, err := img.LoadWire(now)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := range world.New(served, world.Options{}).State().Records("wt.docs") {
		got = append(got, string(r.JSON()))
	}
	if want := `{"id":"b","at":"never"} {"id":"a","at":"2030-01-02T00:00:00+00:00"}`; strings.Join(got, " ") != want {
		t.Errorf("served %v, want %s", got, want)
	}
	if offers := served.Offered(); len(offers) != 1 || offers[0].Name != "say" {
		t.Errorf("offered %v, want say alone", offers)
	}
	if r, _ := world.New(img, world.Options{}).State().Get("wt.docs", "a"); r.Text("at") != "never" {
		t.Error("the fixture's own record changed")
	}
}

func FuzzWireBody(f *testing.F) {
	for _, seed := range []string{``, `null`, `{"n":"5"}`, `{"b":2,"l":[1]}`, "\xff\xfe{\x00}\x00", `{"f":1e999}`, `{"n":NaN}`, "\x00\x00\x00{", `{"a":`} {
		f.Add([]byte(seed), "application/json")
	}
	f.Fuzz(func(t *testing.T, body []byte, kind string) {
		w := wireWorld(t)
		for _, tool := range []string{"wt_echo", "wt_need"} {
			e := w.CallHTTP(world.Agent, tool, body, world.Transport{ContentType: kind})
			if _, err := value.Parse(e.Body); err != nil {
				t.Fatalf("the reply %q is no JSON: %v", e.Body, err)
			}
			if (e.Outcome == world.OK) != (e.Status == 200) {
				t.Fatalf("outcome %v with status %d", e.Outcome, e.Status)
			}
		}
	})
}
