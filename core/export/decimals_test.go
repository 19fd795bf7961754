package export

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

func TestSteadyNumber(t *testing.T) {
	for n, want := range map[value.Number]value.Number{"0.7": "0.700000", "0.3": "0.30", "-0.35": "-0.350000", "1180.55": "1180.55", "1.511": "1511000e-6", "1180.00": "1180.00", "12": "12",
		"0.1e1": "0.1e1", "0.1234567890123456": "0.1234567890123456", "0.0": "0.0", "-0.0": "-0.0"} {
		if got := steadyNumber(n); got != want {
			t.Errorf("%s: %s, want %s", n, got, want)
		}
	}
}

// The spelling changes nothing for readers that are exact, and is exact for the one that is not.
func TestSteadyNumberIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := strconv.Itoa(rapid.IntRange(0, 200_000).Draw(t, "whole"))
		decimals := rapid.StringMatching(`[0-9]{1,8}`).Draw(t, "decimals")
		n := value.Number(whole + "." + decimals)
		got := steadyNumber(n)
		a, _ := new(big.Rat).SetString(string(n))
		b, ok := new(big.Rat).SetString(string(got))
		if !ok || a.Cmp(b) != 0 {
			t.Fatalf("%s became %s", n, got)
		}
		want, err := strconv.ParseFloat(string(n), 64)
		if err != nil {
			t.Fatal(err)
		}
		if read := asPandas(t, string(got)); read != want {
			t.Fatalf("%s, spelled %s, is read as %v", n, got, read)
		}
	})
}

// asPandas reads a number as that reader does.
func asPandas(t *rapid.T, n string) float64 {
	if mantissa, exponent, ok := strings.Cut(n, "e-"); ok {
		places, err := strconv.Atoi(exponent)
		if err != nil {
			t.Fatal(err)
		}
		return pandasReads(mantissa, "") * pandasPowers[places]
	}
	whole, decimals, _ := strings.Cut(n, ".")
	return pandasReads(whole, decimals)
}

func TestSteadyLeavesTheRestAlone(t *testing.T) {
	v := parsed(t, []byte(`{"a":[1,{"b":[0.5,0.7,"0.7"]},null],"c":0.3,"d":true}`))
	before := string(value.Append(nil, v))
	if got, want := string(value.Append(nil, steady(v))), `{"a":[1,{"b":[0.5,0.700000,"0.7"]},null],"c":0.30,"d":true}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if after := string(value.Append(nil, v)); after != before {
		t.Errorf("the value itself became %s", after)
	}
	plain := parsed(t, []byte(`{"a":[1,2,[]],"b":0.5}`))
	if steady(plain) != any(plain) {
		t.Error("a value that needs no change was copied")
	}
}

// Decimals are spelled for that reader where it gets them as they are; elsewhere they stay, and the
// calls are counted.
func TestDecimalsByFormat(t *testing.T) {
	trial := trialOf(trace.Step{Calls: []trace.Call{call("c", "pay", `{"a":0.7}`, `{}`, 1)}}, trace.Step{Text: "Done."})
	for format, want := range map[string]string{"trl": `"arguments":{"a":0.7}`, "canonical": `"arguments":{"a":0.7}`, "slime": `"arguments":{"a":0.700000}`,
		"openai": `"arguments":"{\"a\":0.7}"`, "hermes": `\"arguments\":{\"a\":0.7}`} {
		w := written(t, trial, optionsFor(t, format))
		if !strings.Contains(string(w.lines), want) {
			t.Errorf("%s: no %s", format, want)
		}
		if counted := w.Lost[LostDigit] == 1; counted != (format == "trl" || format == "canonical") {
			t.Errorf("%s: %v", format, w.Lost)
		}
	}
	o := optionsFor(t, "trl")
	o.Parquet = true
	w := written(t, trial, o)
	if w.Lost[LostDigit] != 0 || !slices.ContainsFunc(w.rows[0], func(v parquet.Value) bool { return strings.Contains(v.String(), `"arguments":{"a":0.700000}`) }) {
		t.Error("Parquet keeps the spelling")
	}
}

func TestBigNumbers(t *testing.T) {
	for text, want := range map[string]bool{"18446744073709551615": true, "18446744073709551616": false, "-9223372036854775808": true, "-9223372036854775809": false,
		"1e400": true, "18446744073709551616.5": false, "0.5": true} {
		trial := trialOf(trace.Step{Calls: []trace.Call{call("c", "pay", `{"a":[{"b":`+text+`}]}`, `{}`, 1)}}, trace.Step{Text: "Done."})
		o := optionsFor(t, "trl")
		_, err := Render(built(t, trial, o), trial, o)
		if (code(err) == "") != want || err != nil && code(err) != BigNumber {
			t.Errorf("%s: %v", text, err)
		}
		o.Arguments = String
		if _, err := Render(built(t, trial, o), trial, o); err != nil {
			t.Errorf("%s as text: %v", text, err)
		}
	}
}
