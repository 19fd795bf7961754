package value

import "testing"

// record is a row of about 300 bytes, as services keep them.
const record = `{"ticket_id":"TK-2041","title":"Printer on floor 3 does not answer","status":"open","priority":"high","created_at":"2026-03-09T14:02:00-04:00","requester":"lee@northwind.test","tags":["hardware","floor-3"],"amount":328.0,"attachments":0,"merged":false,"owner":null,"notes":"Line one\nLine two: \"ok\""}`

var sink any

func BenchmarkParse(b *testing.B) {
	data := []byte(record)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		v, err := Parse(data)
		if err != nil {
			b.Fatal(err)
		}
		sink = v
	}
}

func BenchmarkAppend(b *testing.B) {
	v := mustParse(b, record)
	buf := make([]byte, 0, 1024)
	b.SetBytes(int64(len(record)))
	b.ReportAllocs()
	for b.Loop() {
		buf = Append(buf[:0], v)
	}
}

func BenchmarkAppendCanonical(b *testing.B) {
	v := mustParse(b, record)
	buf := make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		buf = AppendCanonical(buf[:0], v)
	}
}

func BenchmarkGet(b *testing.B) {
	o := mustParse(b, record).(*Object)
	b.ReportAllocs()
	for b.Loop() {
		sink, _ = o.Get("notes")
	}
}

func BenchmarkEqual(b *testing.B) {
	x, y := mustParse(b, record), mustParse(b, record)
	b.ReportAllocs()
	for b.Loop() {
		if !Equal(x, y) {
			b.Fatal("differs")
		}
	}
}

func BenchmarkClone(b *testing.B) {
	v := mustParse(b, record)
	b.ReportAllocs()
	for b.Loop() {
		sink = Clone(v)
	}
}

func BenchmarkReadMoney(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := ReadMoney("1.240,10 EUR"); !ok {
			b.Fatal("refused")
		}
	}
}

func BenchmarkReadDay(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := ReadDay("17 March 2026"); !ok {
			b.Fatal("refused")
		}
	}
}

func BenchmarkReadInstant(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := ReadInstant("2026-03-17T15:00:00-04:00", nil); !ok {
			b.Fatal("refused")
		}
	}
}

func BenchmarkFold(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sink = Fold("Printer on floor 3 does not answer")
	}
}

func BenchmarkFoldText(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sink = FoldText("Printer on floor 3 does not answer.")
	}
}

func BenchmarkDecimalAdd(b *testing.B) {
	x, y := mustDecimal(b, "1180.05"), mustDecimal(b, "0.9")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := x.Add(y); err != nil {
			b.Fatal(err)
		}
	}
}

func mustParse(tb testing.TB, text string) any {
	tb.Helper()
	v, err := Parse([]byte(text))
	if err != nil {
		tb.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

func mustDecimal(tb testing.TB, text string) Decimal {
	tb.Helper()
	d, err := ParseDecimal(text)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}
