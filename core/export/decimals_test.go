package export

import (
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

func TestSteadyNumber(t *testing.T) {
	for n, want := range map[value.Number]value.Number{"0.7": "0.700000", "0.3": "0.30", "-0.35": "-0.350000", "1180.55": "1180.55", "1180.00": "1180.00", "12": "12",
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
		if read := pandasReads(whole, string(got)[len(whole)+1:]); read != want {
			t.Fatalf("%s, spelled %s, is read as %v", n, got, read)
		}
	})
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
