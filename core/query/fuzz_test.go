package query_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/query"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "svc:crm fam:escalation gate:failed score<0.5 \"free text\" -lang:zh (a OR b)", "-(-(a))", "added>=2026-03-10T09:00+02:00",
		`"a \" b"`, "gat:x", "((((", "score<1e", "NOT NOT a", "10:30", "a\x00", "\xff", "lang:*", "–", "x:\"", "--", "- -", "发票 OR é",
	} {
		f.Add(s)
	}
	row := crmTask()
	f.Fuzz(func(t *testing.T, src string) {
		q, err := query.Parse(src, schema())
		if err != nil {
			var qe *query.Error
			if !errors.As(err, &qe) {
				t.Fatalf("%q: error %v is no *query.Error", src, err)
			}
			if qe.Pos < 0 || qe.Pos > qe.End || qe.End > len(src) || qe.Msg == "" || qe.Hint == "" {
				t.Fatalf("%q: error %+v", src, qe)
			}
			return
		}
		text := q.String()
		if len(text) > query.MaxLen {
			return // quotes have made it longer than what is read
		}
		again, err := query.Parse(text, schema())
		if err != nil {
			t.Fatalf("%q: canonical form %q: %v", src, text, err)
		}
		if again.String() != text {
			t.Fatalf("%q: %q then %q", src, text, again.String())
		}
		if q.Match(row.get) != again.Match(row.get) {
			t.Fatalf("%q and %q differ", src, text)
		}
	})
}

func FuzzComplete(f *testing.F) {
	f.Add("gate:f", 6)
	f.Add(`-model:"sm`, 10)
	f.Add("发票", 1)
	f.Add("a", -5)
	f.Fuzz(func(t *testing.T, src string, pos int) {
		start := query.TokenStart(src, pos)
		if start < 0 || start > len(src) || start > max(pos, 0) {
			t.Fatalf("TokenStart(%q, %d) = %d", src, pos, start)
		}
		for _, c := range query.Complete(src, pos, schema()) {
			if utf8.ValidString(src) && !utf8.ValidString(c) {
				t.Fatalf("Complete(%q, %d) offers %q", src, pos, c)
			}
		}
	})
}
