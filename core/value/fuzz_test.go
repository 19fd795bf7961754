package value

import (
	"bytes"
	"encoding/json"
	"math/big"
	"testing"
	"time"
	"unicode/utf8"
)

func FuzzParse(f *testing.F) {
	f.Add([]byte(record))
	for _, tt := range pythonFaults {
		f.Add([]byte(tt.text))
	}
	for _, s := range []string{`{"a":[1.0,-0,1E400,"\ud83d\ude00\u0000"],"a":null}`, "\ufeff[NaN,-Infinity]", "[[[[{}]]]]", `"\ud800"`, "1e99999999999999999999"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data)
		lax, laxErr := ParseLax(data)
		if err != nil {
			checkSyntaxError(t, data, err)
			if laxErr != nil {
				checkSyntaxError(t, data, laxErr)
			} else if _, err := Parse(Append(nil, lax)); err != nil {
				t.Fatalf("%q: what ParseLax read is written as invalid JSON: %v", data, err)
			}
			return
		}
		if laxErr != nil || !Equal(v, lax) {
			t.Fatalf("%q: Parse and ParseLax differ: %v", data, laxErr)
		}
		if !json.Valid(data) {
			t.Fatalf("%q was accepted and is no JSON", data)
		}
		text := Append(nil, v)
		again, err := Parse(text)
		if err != nil || !Equal(v, again) || !bytes.Equal(text, Append(nil, again)) {
			t.Fatalf("%q: %s does not read back: %v", data, text, err)
		}
		canonical := AppendCanonical(nil, v)
		back, err := Parse(canonical)
		if err != nil || !Equal(v, back) || !bytes.Equal(canonical, AppendCanonical(nil, back)) {
			t.Fatalf("%q: the canonical %s does not read back: %v", data, canonical, err)
		}
		if clone := Clone(v); !Equal(v, clone) || !bytes.Equal(text, Append(nil, FromGo(clone))) {
			t.Fatalf("%q: the clone differs", data)
		}
	})
}

func checkSyntaxError(t *testing.T, data []byte, err error) {
	t.Helper()
	e, ok := err.(*SyntaxError)
	if !ok || e.Byte < 0 || e.Byte > len(data) || e.Offset < 0 || e.Offset > e.Byte || e.Line < 1 || e.Column < 1 || e.Msg == "" {
		t.Fatalf("%q: malformed error %#v", data, err)
	}
}

func FuzzReadMoney(f *testing.F) {
	for _, s := range []string{"1.240,10 EUR", "EUR 1,240.10", "€1,240.10", "￥12,800.00", "12800元", "人民币12,800.00", "18\u00a0400,00 EUR", "1.2万元", "$40 CAD", "-€12", "1'240 CHF", "1.240 KWD", "İ12 eur", "12%", "1e3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, ok := ReadNumber(s); ok {
			if again, ok := ReadNumber(d.String()); !ok || again != d {
				t.Fatalf("ReadNumber(%q) = %s, which reads as %s, %v", s, d, again, ok)
			}
		}
		m, ok := ReadMoney(s)
		if !ok {
			if m != (Money{}) {
				t.Fatalf("ReadMoney(%q) refuses and returns %s", s, m)
			}
			return
		}
		if again, ok := ReadMoney(m.String()); !ok || again != m {
			t.Fatalf("ReadMoney(%q) = %s, which reads as %s, %v", s, m, again, ok)
		}
		if same, err := MoneyOf(m.Amount(), m.Currency); err != nil || same != m {
			t.Fatalf("ReadMoney(%q) = %s, whose amount makes %s, %v", s, m, same, err)
		}
	})
}

func FuzzReadDay(f *testing.F) {
	for _, s := range []string{"2026-03-17", "2026/3/17", "17 March 2026", "March 17th, 2026", "17.03.2026", "13/03/2026", "2026年3月17日下午3点半", "Fri, 13 Mar 2026", "2026-03-13 (Fri)", "2026-03-17T15:00:00.25+08:00", "15:00", "3 p.m.", "10.00 h", "9点一刻"} {
		f.Add(s)
	}
	zone := mustZone(f, "America/New_York")
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := ReadDay(s)
		if ok {
			if p, err := ParseDay(string(d)); err != nil || p != d {
				t.Fatalf("ReadDay(%q) = %q: %v", s, d, err)
			}
			if again, ok := ReadDay(string(d)); !ok || again != d {
				t.Fatalf("ReadDay(%q) = %q, which reads as %q", s, d, again)
			}
		}
		if at, readable := ReadInstant(s, zone); readable {
			if !ok {
				t.Fatalf("ReadInstant(%q) = %s, but there is no day in it", s, at)
			}
			if y := at.UTC().Year(); y >= 1 && y <= 9999 {
				if again, ok := ReadInstant(at.UTC().Format(time.RFC3339Nano), zone); !ok || !again.Equal(at) {
					t.Fatalf("ReadInstant(%q) = %s, which reads as %s, %v", s, at, again, ok)
				}
			}
		}
		if m, ok := ReadClock(s); m < 0 || m >= 24*60 || !ok && m != 0 {
			t.Fatalf("ReadClock(%q) = %d, %v", s, m, ok)
		}
	})
}

// FuzzDecimal holds the arithmetic against math/big.
func FuzzDecimal(f *testing.F) {
	for _, p := range [][2]string{{"1180.00", "-3"}, {"1e3", "0.1"}, {"9223372036854775807", "1"}, {"-9223372036854775808", "-1"}, {"0.000000000000000001", "1e18"}, {"0", "-0.0"}} {
		f.Add(p[0], p[1])
	}
	f.Fuzz(func(t *testing.T, s, u string) {
		a, err := ParseDecimal(s)
		if err != nil {
			return
		}
		x, ok := new(big.Rat).SetString(a.String())
		if !ok {
			t.Fatalf("ParseDecimal(%q) = %s", s, a)
		}
		if len(s) < 50 {
			// big.Rat refuses a long exponent even where the digits are all 0.
			literal, ok := new(big.Rat).SetString(s)
			if !ok && !a.IsZero() || ok && literal.Cmp(x) != 0 {
				t.Fatalf("ParseDecimal(%q) = %s", s, a)
			}
		}
		b, err := ParseDecimal(u)
		if err != nil {
			return
		}
		y, _ := new(big.Rat).SetString(b.String())
		if a.Cmp(b) != x.Cmp(y) || (a == b) != (x.Cmp(y) == 0) {
			t.Fatalf("%s cmp %s = %d", a, b, a.Cmp(b))
		}
		for _, op := range []struct {
			name string
			got  func(Decimal) (Decimal, error)
			want *big.Rat
		}{
			{"+", a.Add, new(big.Rat).Add(x, y)}, {"-", a.Sub, new(big.Rat).Sub(x, y)}, {"x", a.Mul, new(big.Rat).Mul(x, y)},
		} {
			got, err := op.got(b)
			if err != nil {
				if d, err := ParseDecimal(op.want.FloatString(2 * maxScale)); err == nil {
					t.Fatalf("%s %s %s is refused, but is %s", a, op.name, b, d)
				}
				continue
			}
			if z, ok := new(big.Rat).SetString(got.String()); !ok || z.Cmp(op.want) != 0 {
				t.Fatalf("%s %s %s = %s", a, op.name, b, got)
			}
		}
	})
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"", " a  b ", "Zoe\u0308", "“x” – y.", "ß", "\u1e9e", "´", "\xff", "\u0345", "ｶﾞ", "İ", "\xf7\u037e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Fold(s)
		if again := Fold(once); again != once {
			t.Fatalf("Fold(%q) = %q, and again %q", s, once, again)
		}
		if utf8.ValidString(s) && !utf8.ValidString(FoldText(s)) {
			t.Fatalf("FoldText(%q) is no UTF-8", s)
		}
	})
}
