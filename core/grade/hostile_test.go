package grade

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/value"
)

func BenchmarkHostileText(b *testing.B) {
	r := testReading(b, "41200", "DE00 3704 0044", "PO 2")
	for name, unit := range map[string]string{"years": "2026 ", "months": "mar 1 ", "chinese": "3月", "clocks": "1:1 ", "digits": "1,111", "ids": "41200", "money": "5 EUR 5 USD ", "numbers": "5 ", "token": "TK-1TK-1"} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p := prepare(text)
				hasDay(p, "2026-03-13", r.now)
				hasClock(p, 601)
				r.lex.hasNumber(p, value.DecimalOf(7))
				r.lex.hasMoney(p, eur(501))
				r.lex.token("TK-1 2").in(p)
			}
		})
	}
}
