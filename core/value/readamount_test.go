package value

import "testing"

func TestReadNumber(t *testing.T) {
	tests := []struct{ in, want string }{
		{"12", "12"}, {" 12 ", "12"}, {"-12", "-12"}, {"−12", "-12"}, {"+12", "12"}, {"0", "0"}, {"000412", "412"},
		{"1,240", "1240"}, {"1,240.5", "1240.5"}, {"1.240,5", "1240.5"}, {"1.240", "1.24"}, {"1.240.000", "1240000"}, {"1,240,000", "1240000"},
		{"1.240.000,25", "1240000.25"}, {"12,5", "12.5"}, {"1,24", "1.24"}, {"0,125", "0.125"}, {"0.125", "0.125"}, {"1234,567", "1234.567"},
		{"1 240", "1240"}, {"1 240,5", "1240.5"}, {"18\u00a0400,00", "18400"}, {"18\u2009400", "18400"}, {"18\u202f400.25", "18400.25"}, {"1'240.5", "1240.5"}, {"1’240", "1240"},
		{"１２", "12"}, {"１，２４０．５", "1240.5"}, {"－３", "-3"}, {"\u300012\u3000", "12"},
		{"12%", "12"}, {"12.5 %", "12.5"}, {"１２％", "12"}, {"1e3", "1000"}, {"1.5E-2", "0.015"}, {"-1e2", "-100"},
		{"3.14", "3.14"}, {"238.66", "238.66"},
	}
	for _, tt := range tests {
		if got, ok := ReadNumber(tt.in); !ok || got != mustDecimal(t, tt.want) {
			t.Errorf("ReadNumber(%q) = %s, %v; want %s", tt.in, got, ok, tt.want)
		}
	}
	for _, s := range []string{
		"", " ", "-", "+", "%", ".5", "5.", "5,", ",5", "12.", "1,24,000", "1,2345,678", "12,34.5", "1.24,5.0", "1,240,10", "1,240.500.000", "1 24", "1  240", "1 240 00",
		"1,240 000", "0,123,456", "012,345.6.7", "1234,567,890", "--1", "- 1", "1-2", "3/4", "½", "²", "①", "٣", "𝟏𝟐", "1\u200b2", "12\n340",
		"NaN", "nan", "inf", "Infinity", "0x10", "1_000", "ten", "45 min", "12 EUR", "$12", "12 kg", "12%%", "1e", "e5", "1,000e3", "1e99", "10:30", "2026-03-10", "1 2 3 4",
		"99999999999999999999", "1.0000000000000000001",
	} {
		if got, ok := ReadNumber(s); ok {
			t.Errorf("ReadNumber(%q) = %s, want it refused", s, got)
		}
	}
}

func TestReadMoney(t *testing.T) {
	eur := func(minor int64) Money { return Money{minor, "EUR"} }
	cny := func(minor int64) Money { return Money{minor, "CNY"} }
	tests := []struct {
		in   string
		want Money
	}{
		{"1.240,10 EUR", eur(124010)}, {"EUR 1,240.10", eur(124010)}, {"€1,240.10", eur(124010)}, {"1.240,10 €", eur(124010)}, {"1240.1 EUR", eur(124010)}, {"EUR1240.10", eur(124010)},
		{"1240.10EUR", eur(124010)}, {"1240.10 eur", eur(124010)}, {"1,240 Euro", eur(124000)}, {"12 euros", eur(1200)}, {"€ 1 240,10", eur(124010)}, {"EUR 1'240.10", eur(124010)},
		{"18 400,00 EUR", eur(1840000)}, {"18\u00a0400,00\u00a0EUR", eur(1840000)}, {"18\u2009400,00 EUR", eur(1840000)}, {"18\u202f400,00 €", eur(1840000)}, {"18’400.00 EUR", eur(1840000)},
		{"１，２４０．１０ EUR", eur(124010)}, {"EUR 1,240", eur(124000)}, {"1,240,000.00 EUR", eur(124000000)},
		{"1.240 EUR", eur(124000)}, {"12.345 EUR", eur(1234500)}, {"1.24 EUR", eur(124)}, {"1,24 EUR", eur(124)}, {"0.500 EUR", eur(50)}, {"1234.500 EUR", eur(123450)}, {"1.240.000 EUR", eur(124000000)},
		{"-12.00 EUR", eur(-1200)}, {"−12,00 EUR", eur(-1200)}, {"-€12", eur(-1200)}, {"€-12", eur(-1200)}, {"EUR -12.00", eur(-1200)}, {"+12 EUR", eur(1200)}, {"0 EUR", eur(0)}, {"EUR 12.00 €", eur(1200)},
		{"￥12,800.00", cny(1280000)}, {"¥12,800", cny(1280000)}, {"12800元", cny(1280000)}, {"12,800.00 元", cny(1280000)}, {"12800元整", cny(1280000)}, {"人民币12,800.00", cny(1280000)}, {"人民币 12800 元", cny(1280000)},
		{"12,800.00 CNY", cny(1280000)}, {"CNY 12800", cny(1280000)}, {"RMB 12,800", cny(1280000)}, {"RMB12800", cny(1280000)}, {"CN¥12,800.00", cny(1280000)}, {"¥12,800.00 CNY", cny(1280000)}, {"￥１２，８００．００", cny(1280000)},
		{"1.2万元", cny(1200000)}, {"12万元", cny(12000000)}, {"¥8 万", cny(8000000)}, {"1.234万元", cny(1234000)}, {"1.5亿元", cny(15000000000)}, {"800 yuan", cny(80000)},
		{"JPY 12,800", Money{12800, "JPY"}}, {"¥12,800 JPY", Money{12800, "JPY"}}, {"JPY ¥12,800", Money{12800, "JPY"}}, {"12800円", Money{12800, "JPY"}}, {"¥12,800円", Money{12800, "JPY"}}, {"12800日元", Money{12800, "JPY"}},
		{"12,800.00 JPY", Money{12800, "JPY"}}, {"1.280 JPY", Money{1280, "JPY"}}, {"5000 yen", Money{5000, "JPY"}}, {"₩12,800", Money{12800, "KRW"}},
		{"$0.00", Money{0, "USD"}}, {"USD 0", Money{0, "USD"}}, {"$1,240.10", Money{124010, "USD"}}, {"40,00 $", Money{4000, "USD"}}, {"US$40", Money{4000, "USD"}}, {"$40 USD", Money{4000, "USD"}}, {"40 dollars", Money{4000, "USD"}},
		{"$40 CAD", Money{4000, "CAD"}}, {"CAD $40", Money{4000, "CAD"}}, {"C$40", Money{4000, "CAD"}}, {"A$40.50", Money{4050, "AUD"}}, {"HK$40", Money{4000, "HKD"}}, {"100美元", Money{10000, "USD"}},
		{"£1,240", Money{124000, "GBP"}}, {"￡12", Money{1200, "GBP"}}, {"12 pounds", Money{1200, "GBP"}}, {"CHF 1'240.10", Money{124010, "CHF"}}, {"₹500", Money{50000, "INR"}},
		{"1.240 KWD", Money{1240, "KWD"}}, {"1,240 KWD", Money{1240000, "KWD"}}, {"KWD 1.5", Money{1500, "KWD"}},
	}
	for _, tt := range tests {
		got, ok := ReadMoney(tt.in)
		if !ok || got != tt.want {
			t.Errorf("ReadMoney(%q) = %s, %v; want %s", tt.in, got, ok, tt.want)
		}
	}
	for _, s := range []string{
		"", "EUR", "€", "12", "1,240.10", "zero dollars", "12 XYZ", "12 PCS", "EURX 12", "12 EURO5", "EUR USD 12", "€12 USD", "12元 USD", "¥12 EUR", "$12 EUR", "US$12 CAD", "EUR 12 USD",
		"1.005 KWD 2", "0.5 JPY", "12.345,6 JPY", "1.2345 EUR", "1234.567 EUR", "0.001 EUR", "0,005 €", "1,24,000 INR", "12.34.56 EUR", "1 24 EUR", "-€-12", "--12 EUR", "- 12 EUR", "(12.00 EUR)", "12.00- EUR",
		"12.- EUR", "12, EUR", "12 EUR.", "12 EUR 5", "12 EUR each", "about 12 EUR", "40 Australian", "12-15 EUR", "FK-2031, 12800.00 CNY", "2031 12800.00 CNY", "12元5角", "12万", "1e3 EUR", "NaN EUR", "12\nEUR", "² EUR", "１2\u200b EUR",
		"99999999999999999999 EUR", "9223372036854775807 EUR", "92233720368547758.08 EUR", "922337203685477万亿 CNY",
	} {
		if got, ok := ReadMoney(s); ok {
			t.Errorf("ReadMoney(%q) = %s, want it refused", s, got)
		}
	}
}

// What Money writes must be read back, with every kind of exponent.
func TestReadMoneyReadsString(t *testing.T) {
	for _, currency := range []string{"EUR", "USD", "JPY", "KRW", "KWD", "BHD", "CLF", "CNY", "VND"} {
		for _, minor := range []int64{0, 1, -1, 10, 99, 1234, 12345, 1000000, 123456789012} {
			m := Money{minor, currency}
			if got, ok := ReadMoney(m.String()); !ok || got != m {
				t.Errorf("ReadMoney(%q) = %s, %v", m.String(), got, ok)
			}
		}
	}
}
