package llm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

const goodConfig = `{"profiles": {
  "local": {"base_url": "http://127.0.0.1:8000/v1", "model": "qwen", "extra": {"top_k": 20}},
  "far": {"base_url": "https://x.test/v1", "model": "big", "key_env": "FAR_KEY", "price": {"currency": "USD", "input": 0.25, "output": 2}, "dialect": {"empty_content": "null"}}},
 "roles": {"generator": "far", "student": "local"}}`

func TestConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "models.json")
	if c, err := llm.ReadConfig(file); err != nil || len(c.Profiles) != 0 {
		t.Errorf("no file: %+v, %v", c, err)
	}
	if err := os.WriteFile(file, []byte(goodConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := llm.ReadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	m := llm.Open(c, llm.Options{})
	far, err := m.For(llm.Generator)
	if err != nil || far.Profile().Name != "far" || far.Profile().Dialect.EmptyContent != "null" || strings.Join(c.Names(), " ") != "far local" {
		t.Errorf("%+v, %v", far, err)
	}
	if _, err := m.For(llm.Judge); fault.KindOf(err) != fault.NotFound || fault.HintOf(err) == "" {
		t.Errorf("no judge: %v", err)
	}
	if _, err := m.Profile("nosuch"); !strings.Contains(fault.HintOf(err), "far, local") {
		t.Errorf("no profile: %v", err)
	}
}

// What a file may not hold is refused, and a key that stands in it is not repeated.
func TestConfigRefuses(t *testing.T) {
	profile := func(members string) string {
		return `{"profiles":{"p":{"base_url":"http://x.test/v1","model":"m",` + members + `}}}`
	}
	for text, kind := range map[string]fault.Kind{
		`{`: fault.Invalid, `{} {}`: fault.Invalid, `{"profile":{}}`: fault.Invalid, `{"profiles":{"p":null}}`: fault.Invalid, `{"profiles":{"p":{"model":"m"}}}`: fault.Invalid,
		`{"profiles":{"p":{"base_url":"http://x.test/v1"}}}`: fault.Invalid, `{"profiles":{"p":{"base_url":"file:///etc","model":"m"}}}`: fault.Invalid,
		`{"profiles":{"p":{"base_url":"http://me:sk-canary@x.test/v1","model":"m"}}}`: fault.Denied, `{"profiles":{"p":{"base_url":"http://x.test/v1?k=sk-canary","model":"m"}}}`: fault.Denied,
		profile(`"api_key":"sk-canary"`): fault.Denied, profile(`"key":"sk-canary"`): fault.Denied, profile(`"key_env":"sk-canary"`): fault.Denied, profile(`"extra":{"Authorization":"sk-canary"}`): fault.Denied,
		profile(`"concurrency":-1`): fault.Invalid, profile(`"dialect":{"empty_content":"none"}`): fault.Invalid, profile(`"dialect":{"repairs":true}`): fault.Invalid, profile(`"extra":{"messages":[]}`): fault.Invalid,
		profile(`"price":{"currency":"??","input":1,"output":1}`): fault.Invalid, profile(`"price":{"currency":"USD","input":-1,"output":1}`): fault.Invalid,
		`{"roles":{"judge":"p"}}`: fault.Invalid, `{"roles":{"boss":"p"}}`: fault.Invalid, strings.Repeat(" ", 2<<20): fault.Invalid,
	} {
		_, err := llm.ParseConfig([]byte(text))
		if fault.KindOf(err) != kind || fault.HintOf(err) == "" || strings.Contains(err.Error()+fault.HintOf(err), "canary") {
			t.Errorf("%.90s: %v (%s), hint %q", text, err, fault.KindOf(err), fault.HintOf(err))
		}
	}
}
