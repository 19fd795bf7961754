package grade

import (
	"encoding/json"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
)

func TestMicros(t *testing.T) {
	for text, want := range map[string]Micros{"0": 0, "1": One, "1.000": One, "0.25": 250000, "0.333333": 333333, "0.3333330": 333333, "-0.5": -500000, "12.000001": 12000001, "007": 7000000} {
		got, err := ParseMicros(text)
		if err != nil || got != want {
			t.Errorf("ParseMicros(%q) = %d, %v; want %d", text, got, err, want)
		}
		back, err := ParseMicros(got.String())
		if err != nil || back != got {
			t.Errorf("%d reads back from %q as %d, %v", got, got, back, err)
		}
		data, err := json.Marshal(got)
		if err != nil || string(data) != got.String() {
			t.Errorf("as JSON %s, %v", data, err)
		}
		var m Micros
		if err := json.Unmarshal(data, &m); err != nil || m != got {
			t.Errorf("from JSON %d, %v", m, err)
		}
	}
	for _, text := range []string{"", ".", "1.", ".5", "1e3", "1,5", " 1", "0.0000001", "NaN", "--1", "+1", "1234567890123", "0x1", "١"} {
		if got, err := ParseMicros(text); err == nil || fault.KindOf(err) != fault.Invalid {
			t.Errorf("ParseMicros(%q) = %d, %v; want an error of kind invalid", text, got, err)
		}
	}
	for m, want := range map[Micros]string{750000: "0.75", One: "1", 333333: "0.333333", 1: "0.000001", -250000: "-0.25", 0: "0"} {
		if m.String() != want {
			t.Errorf("%d is %s, want %s", int64(m), m, want)
		}
	}
	if PassLine.Float() != 0.75 {
		t.Error("the line is not 0.75")
	}
}

func FuzzParseMicros(f *testing.F) {
	for _, s := range []string{"0.25", "1", "-0.000001", "9999999.999999", "1.2.3", "e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ParseMicros(s)
		if err != nil {
			return
		}
		back, err := ParseMicros(m.String())
		if err != nil || back != m {
			t.Fatalf("%q is %d, written %s, read %d, %v", s, m, m, back, err)
		}
	})
}
