package value

import "strings"

// ReadMoney reads an amount with its currency as people write it: 1.240,10 EUR,
// EUR 1,240.10, €1,240.10, ￥12,800.00, 12800元, 人民币12,800.00, 1.2万元. The
// currency is required: an ISO 4217 code in any letter case, a sign or a word,
// before or after the amount; two must agree. $ alone is USD, ¥ alone is CNY
// and with JPY beside it JPY. The amount must be whole minor units.
//
// Separators are read as by ReadNumber, but a single point before exactly three
// digits groups (1.240 EUR is 1240.00 EUR) where the currency has fewer than
// three decimals: nobody writes 1.24 euros as 1.240. In KWD it is decimal.
func ReadMoney(s string) (Money, bool) {
	c, ok := newCursor(s)
	if !ok {
		return Money{}, false
	}
	neg, signed := c.sign()
	var cur currencyGuess
	if !c.marks(&cur) {
		return Money{}, false
	}
	if !signed {
		neg, _ = c.sign()
	}
	start := c.i
	c.i = amountEnd(c.s, start)
	amount := c.s[start:c.i]
	if amount == "" {
		return Money{}, false
	}
	c.blanks()
	factor := c.factor()
	if !c.marks(&cur) {
		return Money{}, false
	}
	c.eat("整") // "exactly", closes an amount on Chinese papers
	if !c.done() || cur.code == "" {
		return Money{}, false
	}
	dotGroups := minorDigits(cur.code) < 3 && factor == 1
	d, ok := plainAmount(amount, dotGroups, neg)
	if !ok {
		return Money{}, false
	}
	d, err := d.Mul(DecimalOf(factor))
	if err != nil {
		return Money{}, false
	}
	m, err := MoneyOf(d, cur.code)
	return m, err == nil
}

// sign moves over a sign.
func (c *cursor) sign() (neg, found bool) {
	if c.eat("-") {
		return true, true
	}
	return false, c.eat("+")
}

// factor moves over 万 (ten thousand) or 亿 (a hundred million).
func (c *cursor) factor() int64 {
	factor := int64(1)
	switch {
	case c.eat("万"):
		factor = 10_000
	case c.eat("亿"):
		factor = 100_000_000
	}
	c.blanks()
	return factor
}

// marks moves over all currency marks and blanks; it is not ok when they
// contradict each other.
func (c *cursor) marks(cur *currencyGuess) bool {
	for {
		m, ok := currencyMark(c.rest(), c.word())
		if !ok {
			return true
		}
		if !cur.add(m) {
			return false
		}
		c.i += len(m.text)
		c.blanks()
	}
}

// currencyGuess is the currency that the marks seen so far agree on.
type currencyGuess struct {
	code     string
	looseFor string // the codes that may still replace it
}

func (g *currencyGuess) add(m mark) bool {
	switch {
	case g.code == "":
		g.code, g.looseFor = m.code, m.looseFor
	case g.code == m.code:
		if m.looseFor == "" {
			g.looseFor = ""
		}
	case strings.Contains(g.looseFor, m.code):
		g.code, g.looseFor = m.code, m.looseFor
	default:
		return strings.Contains(m.looseFor, g.code)
	}
	return true
}
