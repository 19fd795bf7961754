package value

import (
	"math"
	"testing"
)

func TestMoneyOf(t *testing.T) {
	tests := []struct {
		amount, currency string
		minor            int64
		text             string
	}{
		{"1180.00", "EUR", 118000, "1180.00 EUR"}, {"0.05", "USD", 5, "0.05 USD"}, {"-0.5", "GBP", -50, "-0.50 GBP"}, {"0", "USD", 0, "0.00 USD"},
		{"12800", "JPY", 12800, "12800 JPY"}, {"12800.00", "KRW", 12800, "12800 KRW"}, {"1.24", "KWD", 1240, "1.240 KWD"}, {"0.001", "BHD", 1, "0.001 BHD"},
		{"1.0001", "CLF", 10001, "1.0001 CLF"}, {"3", "ABC", 300, "3.00 ABC"}, {"92233720368547758.07", "EUR", math.MaxInt64, "92233720368547758.07 EUR"},
	}
	for _, tt := range tests {
		m, err := MoneyOf(mustDecimal(t, tt.amount), tt.currency)
		if err != nil || m != (Money{tt.minor, tt.currency}) || m.String() != tt.text {
			t.Errorf("MoneyOf(%s, %s) = %+v %s, %v", tt.amount, tt.currency, m, m, err)
		}
		if m.Amount() != mustDecimal(t, tt.amount) {
			t.Errorf("Amount of %s is %s", m, m.Amount())
		}
	}
}

func TestMoneyOfRefuses(t *testing.T) {
	tests := []struct{ amount, currency string }{
		{"1.005", "EUR"}, {"0.5", "JPY"}, {"1.0001", "KWD"}, {"92233720368547759", "EUR"}, {"9223372036854775807", "EUR"},
		{"1", ""}, {"1", "eur"}, {"1", "EU"}, {"1", "EURO"}, {"1", "E1R"}, {"1", "ЕUR"}, {"1", "€"},
	}
	for _, tt := range tests {
		if m, err := MoneyOf(mustDecimal(t, tt.amount), tt.currency); err == nil {
			t.Errorf("MoneyOf(%s, %q) = %s", tt.amount, tt.currency, m)
		}
	}
}

func TestMoneyArithmetic(t *testing.T) {
	eur := func(minor int64) Money { return Money{minor, "EUR"} }
	if m, err := eur(10000).Add(eur(6000)); err != nil || m != eur(16000) {
		t.Errorf("100 + 60 EUR = %s, %v", m, err)
	}
	if m, err := eur(100).Add(Money{4000, "USD"}); err == nil {
		t.Errorf("EUR and USD add up to %s", m)
	}
	if m, err := eur(math.MaxInt64).Add(eur(1)); err == nil {
		t.Errorf("overflow gives %s", m)
	}
	if m, err := eur(870).Times(DecimalOf(3)); err != nil || m != eur(2610) {
		t.Errorf("3 x 8.70 = %s, %v", m, err)
	}
	if m, err := eur(4000).Times(mustDecimal(t, "0.92")); err != nil || m != eur(3680) {
		t.Errorf("0.92 x 40.00 = %s, %v", m, err)
	}
	if m, err := eur(333).Times(mustDecimal(t, "0.5")); err == nil {
		t.Errorf("half of 3.33 is %s", m)
	}
	if m, err := eur(math.MaxInt64).Times(DecimalOf(2)); err == nil {
		t.Errorf("overflow gives %s", m)
	}
}
