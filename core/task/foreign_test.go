package task

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

func TestParseForeignScalars(t *testing.T) {
	tests := map[string]string{ // what PyYAML's safe loader makes of them
		"1": "1", "01": "1", "010": "8", "0o10": `"0o10"`, "0x1F": "31", "0b11": "3", "1_000": "1000", "1:30": "90", "190:20:30": "685230",
		"-1": "-1", "+1": "1", "-0": "0", "00": "0", "08": `"08"`, "0777": "511", "1__0": "10", "1_": "1", "_1": `"_1"`, "0b": `"0b"`, "0x": `"0x"`,
		"-1:30": "-90", "123456789012345678901234567890": "123456789012345678901234567890",
		"1.0": "1.0", "1.": "1.0", ".5": "0.5", "1_0.5": "10.5", "1.0e+3": "1000.0", "1.5e3": `"1.5e3"`, "1e3": `"1e3"`, "1e400": `"1e400"`,
		"12e03": `"12e03"`, "+12.3": "12.3", "-12.50": "-12.5", "1.2.3": `"1.2.3"`, "190:20:30.15": "685230.15", ".": `"."`, ".inf": "null", "-.inf": "null", ".NaN": "null",
		"yes": "true", "No": "false", "on": "true", "OFF": "false", "True": "true", "tRUE": `"tRUE"`, "y": `"y"`, "n": `"n"`, "oN": `"oN"`,
		"null": "null", "~": "null", "Null": "null", "": "null", "nULL": `"nULL"`,
		"'1'": `"1"`, `"yes"`: `"yes"`, "2026-03-01": `"2026-03-01"`, "2026-03-01T10:00:00Z": `"2026-03-01T10:00:00Z"`,
		"!!str 5": `"5"`, "!!int '5'": "5", "!!float 3": "3.0", "!!bool 'yes'": "true", "!!null x": "null",
		"gmail.sent": `"gmail.sent"`, "a: |\n  x\n  y\n": `{"a":"x\ny\n"}`,
	}
	for src, want := range tests {
		v, err := ParseForeign([]byte(src), 1<<20)
		if got := string(value.Append(nil, v)); err != nil || got != want {
			t.Errorf("%q: %s, %v; want %s", src, got, err, want)
		}
	}
}

func TestParseForeignCollections(t *testing.T) {
	tests := map[string]string{
		"{b: 1, a: 2, b: 3}":                     `{"b":3,"a":2}`,
		"{1: a, yes: b, null: c, 1.50: d}":       `{"1":"a","true":"b","null":"c","1.5":"d"}`,
		"{<<: {a: 1, b: 2}, b: 3}":               `{"a":1,"b":3}`,
		"{b: 3, <<: [{a: 1, b: 2}, {a: 9}]}":     `{"a":1,"b":3}`,
		"- &x {k: [1]}\n- *x\n- <<: *x\n":        `[{"k":[1]},{"k":[1]},{"k":[1]}]`,
		"!!map {a: !!seq [b]}":                   `{"a":["b"]}`,
		"\"<<\": 1":                              `{"<<":1}`,
		"a:\n- b\n- c: d\n  e:\n":                `{"a":["b",{"c":"d","e":null}]}`,
		"# nothing\n":                            "null",
		"url: http://localhost:9100/gmail # x\n": `{"url":"http://localhost:9100/gmail"}`,
	}
	for src, want := range tests {
		v, err := ParseForeign([]byte(src), 1<<20)
		if got := string(value.Append(nil, v)); err != nil || got != want {
			t.Errorf("%q: %s, %v; want %s", src, got, err, want)
		}
	}
}

func TestParseForeignRefuses(t *testing.T) {
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 9 {
		prev, name := string(rune('0'+i)), string(rune('1'+i))
		bomb += "a" + name + ": &a" + name + " [" + strings.Repeat("*a"+prev+",", 9) + "*a" + prev + "]\n"
	}
	for name, src := range map[string]string{
		"syntax": "a: [", "own tag": "!x y", "python object": "!!python/object/apply:os.system ['x']", "binary": "!!binary aGk=", "set": "!!set {a, b}",
		"list as key": "? [a]\n: b", "two documents": "a\n---\nb", "tagged no number": "!!int x", "merge of a text": "<<: x",
		"own anchor inside": "&a [*a]", "aliases": bomb, "depth": strings.Repeat("[", 500) + strings.Repeat("]", 500), "not UTF-8": "a: \xff", "unknown anchor": "*a", "long": strings.Repeat("a", 2<<20),
	} {
		if v, err := ParseForeign([]byte(src), 1<<20); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %.60v, %v", name, v, err)
		}
	}
}

func FuzzParseForeign(f *testing.F) {
	for _, seed := range []string{"a: [1, yes, 010]", "- &x {k: 1}\n- <<: *x", "!!float 3", "1:30", "? a\n: b", "'x'\n---\n", "{<<: {a: 1}, b: 2}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := ParseForeign(data, 1<<16)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("kind %s of %v", fault.KindOf(err), err)
			}
			return
		}
		if _, err := value.Parse(value.Append(nil, v)); err != nil {
			t.Fatalf("no JSON value: %v", err)
		}
	})
}
