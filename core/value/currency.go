package value

import "strings"

// minorDigits returns the number of decimals that ISO 4217 gives a currency.
func minorDigits(currency string) int {
	switch currency {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG",
		"RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	case "CLF", "UYW":
		return 4
	}
	return 2
}

// isCurrency reports whether s has the form of a currency code: A-Z, three times.
func isCurrency(s string) bool {
	if len(s) != 3 {
		return false
	}
	for i := range len(s) {
		if s[i]-'A' > 'Z'-'A' {
			return false
		}
	}
	return true
}

// currencyCodes are the codes that may be written beside an amount. Others are
// refused when reading, or "12 PCS" would be money.
const currencyCodes = " AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD " +
	"CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD " +
	"HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD " +
	"MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG " +
	"QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS " +
	"UAH UGX USD UYU UYW UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG "

// knownCurrency returns the code that three letters of any case stand for.
func knownCurrency(letters string) (string, bool) {
	code := strings.ToUpper(letters)
	return code, isCurrency(code) && strings.Contains(currencyCodes, " "+code+" ")
}

// mark is a sign or word that names a currency. A loose mark may be narrowed by
// a code beside it: "$" is USD, but "$12 CAD" is CAD.
type mark struct {
	text, code string
	looseFor   string // the codes that may narrow it
}

const dollars = "USD CAD AUD NZD SGD HKD TWD MXN"

// currencyMark returns the mark that begins s, given in lower case, where word
// is the run of letters there: a mark of letters must be all of it.
func currencyMark(s, word string) (mark, bool) {
	if code, ok := knownCurrency(word); ok {
		return mark{text: word, code: code}, true
	}
	for _, m := range [...]mark{
		{"人民币", "CNY", ""}, {"cn¥", "CNY", ""}, {"元", "CNY", ""}, {"¥", "CNY", "JPY"},
		{"us$", "USD", ""}, {"hk$", "HKD", ""}, {"nz$", "NZD", ""}, {"nt$", "TWD", ""},
		{"au$", "AUD", ""}, {"ca$", "CAD", ""}, {"a$", "AUD", ""}, {"c$", "CAD", ""}, {"s$", "SGD", ""}, {"$", "USD", dollars},
		{"€", "EUR", ""}, {"£", "GBP", ""}, {"円", "JPY", ""}, {"₩", "KRW", ""}, {"₹", "INR", ""},
		{"美元", "USD", ""}, {"欧元", "EUR", ""}, {"英镑", "GBP", ""}, {"日元", "JPY", ""}, {"港元", "HKD", ""}, {"港币", "HKD", ""},
	} {
		if strings.HasPrefix(s, m.text) {
			return m, true
		}
	}
	for _, m := range [...]mark{
		{"rmb", "CNY", ""}, {"yuan", "CNY", ""}, {"yen", "JPY", ""}, {"euros", "EUR", ""}, {"euro", "EUR", ""},
		{"dollars", "USD", dollars}, {"dollar", "USD", dollars}, {"pounds", "GBP", ""},
	} {
		if word == m.text {
			return m, true
		}
	}
	return mark{}, false
}
