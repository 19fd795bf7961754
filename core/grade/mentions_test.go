package grade

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

func TestTokens(t *testing.T) {
	tests := []struct {
		name  string
		token string
		known []string
		in    []string
		out   []string
	}{
		{"whole tokens", "TK-10", nil,
			[]string{"TK-10", "see TK-10.", "(TK-10)", "TK-10, TK-11", "TK-10; done", "**TK-10**", "ticket:TK-10!", "TK-10\nnext", "TK-10-", "TK-10. Next", "TK-10@ noon"},
			[]string{"TK-100", "XTK-10", "TK-10x", "_TK-10", "TK-10_", "-TK-10", "@TK-10", "TK-10-2", "TK-10.5", "TK-10@x", "TK-1", "tk-10", "T K-10", ""}},
		{"ASCII neighbours only", "FK-2031", nil, []string{"付款FK-2031今天到期", "。FK-2031，", "éFK-2031é"}, []string{"付款FK-20310今天"}},
		{"full-width forms", "FK-2031", nil, []string{"付款ＦＫ－２０３１今天"}, nil},
		{"invisible characters hide nothing", "FK-2031", nil, []string{"FK-\u200b2031", "FK\u00ad-2031", "\ufeffFK-2031"}, nil},
		{"the longest name wins", "王明", []string{"王明", "王明亮"}, []string{"王明您好", "王明和王明亮", "王明亮和王明"}, []string{"王明亮您好", "请联系王明亮。"}},
		{"the longest id wins", "FK-203", []string{"FK-203", "FK-2031"}, []string{"FK-203"}, []string{"FK-2031", "付款FK-2031"}},
		{"a name within a name", "Brook", []string{"Ada Brook"}, []string{"Mr Brook", "Brook, Ada Brook"}, []string{"Ada Brook", "Ada  Brook"}},
		{"an address within an address", "lin@x.test", []string{"mary.lin@x.test"}, []string{"to lin@x.test", "Lin <lin@x.test>"}, []string{"mary.lin@x.test", "lin@x.test.evil", "a-lin@x.test"}},
		{"several words", "Harbor Foods", nil, []string{"Dear Harbor  Foods,", "Harbor\nFoods"}, []string{"Harbor Food", "HarborFoods"}},
		{"a longer name that is no whole token does not cover", "Brook", []string{"Ada Brook"}, []string{"Nada Brook"}, nil},
		{"several longer ones", "A1", []string{"A1 B1", "B1 A1"}, []string{"A1 x", "A1 B1 and A1"}, []string{"A1 B1", "B1 A1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tok := testReading(t, tt.known...).lex.token(tt.token)
			for _, s := range tt.in {
				if !tok.in(prepare(s)) {
					t.Errorf("%q does not mention %s", s, tt.token)
				}
			}
			for _, s := range tt.out {
				if tok.in(prepare(s)) {
					t.Errorf("%q mentions %s", s, tt.token)
				}
			}
		})
	}
}

func TestNumbersInText(t *testing.T) {
	tests := []struct {
		want  string
		known []string
		in    []string
		out   []string
	}{
		{"10", nil, []string{"10", "10 tickets", "Total: 10.", "(10)", "10, as asked", "10%", "+10"},
			[]string{"10:30", "at 8:10", "TK-10", "10.5", "10,5", "100", "1.10", "2026-03-10", "10/03/2026", "3/10", "v10", "10th", "10kg", "-10", "a10", "x_10", "10-12", "1 010"}},
		{"-10", nil, []string{"-10", "is -10 degrees", "−10"}[:2], []string{"10", "8-10", "TK-10"}},
		{"1240.5", nil, []string{"1,240.50", "1240.5", "1 240.5", "1.240,5", "１，２４０．５"}, []string{"1240", "12,405", "1,2405"}},
		{"12800", nil, []string{"12,800", "12 800", "12.800,00", "12800.00"}, []string{"12,8000", "FK-2031,12800x", "12,800,0"}},
		{"3.14", nil, []string{"Total (3.14), as asked", "3.14."}, []string{"3.141", "3.14.15", "v3.14"}},
		{"0", nil, []string{"Unanswered mails: 0. I looked.", "0"}, []string{"10", "0.5", "TK-0", ""}},
		{"2", []string{"PO 2"}, []string{"PO 2 has 2 parts"}, nil},
		{"3044", []string{"DE00 3704 3044"}, []string{"3044", "DE00 3704 3044 and 3044"}, []string{"IBAN DE00 3704 3044"}},
		{"41200", []string{"41200"}, []string{}, []string{"41200"}},
		{"500", nil, []string{"2 500", "about 500"}, nil},
		{"2500", nil, []string{"2 500"}, []string{"12 2500x"}},
		{"128", nil, []string{"FK-2031,128 left", "FK-2031，128。"}, nil},
	}
	for _, tt := range tests {
		lex := testReading(t, tt.known...).lex
		want, err := value.ParseDecimal(tt.want)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range tt.in {
			if !lex.hasNumber(prepare(s), want) {
				t.Errorf("%q does not hold the number %s", s, tt.want)
			}
		}
		for _, s := range tt.out {
			if lex.hasNumber(prepare(s), want) {
				t.Errorf("%q holds the number %s", s, tt.want)
			}
		}
	}
}

func TestMoneyInText(t *testing.T) {
	cny := func(minor int64) value.Money { return value.Money{Minor: minor, Currency: "CNY"} }
	usd := func(minor int64) value.Money { return value.Money{Minor: minor, Currency: "USD"} }
	tests := []struct {
		want  value.Money
		known []string
		in    []string
		out   []string
	}{
		{cny(1280000), []string{"FK-2031"},
			[]string{"FK-2031, 12800.00 CNY", "FK-2031,12800.00 CNY", "金额12800元。", "￥12,800.00", "人民币12,800.00元", "12,800.00元整", "金额 12800.00 CNY", "1.28万元", "￥１２，８００．００", "CNY12800.00", "12800.00CNY", "付款FK-2031今天到期，金额12800.00 CNY。"},
			[]string{"12800.00", "12800.01 CNY", "12800.00 EUR", "128000.00 CNY", "2031, 12800.00", "FK-12800.00 CNY", "12800.00 CNYX", "x12800.00 CNY"}},
		{eur(124010), nil, []string{"Total €1,240.10.", "EUR 1,240.10", "1.240,10 EUR", "1240.10 euros", "(1240.10 EUR)", "EUR 1240.10, due", "€ 1240.1"},
			[]string{"1240.10", "1240.10 or EUR", "€1,240.1099", "1240 EUR", "USD 1240.10", "1240.10 USD, not EUR"}},
		{eur(500), nil, []string{"EUR 5 USD 7", "5 EUR 7 USD", "EUR 5 and USD 7"}, []string{"USD 7 5", "7 USD"}},
		{usd(700), nil, []string{"EUR 5 USD 7", "5 EUR 7 USD", "$7", "US$ 7"}, []string{"EUR 7", "CA$7", "7 CAD"}},
		{eur(1840000), []string{"INV-7731"}, []string{"pay INV-7731 (EUR 18,400.00) today", "EUR 18 400.00", "18'400 EUR"}, []string{"EUR 18,4000", "EUR 18,40"}},
		{eur(-500), nil, []string{"-5 EUR", "EUR -5.00"}, []string{"5 EUR", "3-5 EUR"}},
		{eur(12345), []string{"123.45"}, nil, []string{"item 123.45 EUR"}},
	}
	for _, tt := range tests {
		lex := testReading(t, tt.known...).lex
		for _, s := range tt.in {
			if !lex.hasMoney(prepare(s), tt.want) {
				t.Errorf("%q does not name %s", s, tt.want)
			}
		}
		for _, s := range tt.out {
			if lex.hasMoney(prepare(s), tt.want) {
				t.Errorf("%q names %s", s, tt.want)
			}
		}
	}
}

func TestDaysInText(t *testing.T) {
	now := time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)
	in := []string{"March 13th, 2026", "on 13 Mar 2026.", "Friday the 13th of March", "by 13/03/2026", "2026-03-13", "(2026-03-13)", "2026-03-13T10:00:00Z", "on 2026-03-13 at 10:00",
		"Fri, 13 March 2026", "13.03.2026", "2026年3月13日", "3月13日前", "March 13", "13 March, please", "截止日期2026-03-13。", "Mar 13 works", "due March 13. 2025 was worse"}
	out := []string{"03/04/2026", "Thursday 13 March 2026", "2026-03-14", "13 March 2025", "March 13, 2025", "2026-03-130", "12026-03-13", "X-2026-03-13", "March 2026", "13", "3月14日", "2025年3月13日", "113 March", "March 131", "Thursday, 13 March", ""}
	for _, s := range in {
		if !hasDay(prepare(s), "2026-03-13", now) {
			t.Errorf("%q does not name the day", s)
		}
	}
	for _, s := range out {
		if hasDay(prepare(s), "2026-03-13", now) {
			t.Errorf("%q names the day", s)
		}
	}
	if hasDay("March 13", "2027-03-13", now) || !hasDay("March 13, 2027", "2027-03-13", now) {
		t.Error("a day without a year counts only near now")
	}
}

func TestTimesInText(t *testing.T) {
	tests := []struct {
		want int
		in   []string
		out  []string
	}{
		{10 * 60, []string{"at 10:00.", "10 am", "10.00 h", "10:00 Uhr", "10:00-11:00", "09:00-10:00", "上午10点", "starts 10:00 your time", "10am", "10:00:00", "(10:00)", "2026-03-17 10:00"},
			[]string{"10:00 pm", "22:00", "10", "10:01", "110:00", "10:000", "1:10:00", "TK-10:00", "10 apples", "x10:00", "下午10点"}},
		{15*60 + 30, []string{"3:30 p.m.", "15:30", "下午3点半", "下午3:30", "15h30"}, []string{"3:30", "3:30 am", "15:3", "15:30:15"}},
		{0, []string{"00:00", "12 am"}, []string{"12 pm", "24:00"}},
	}
	for _, tt := range tests {
		for _, s := range tt.in {
			if !hasClock(prepare(s), tt.want) {
				t.Errorf("%q does not name %d minutes", s, tt.want)
			}
		}
		for _, s := range tt.out {
			if hasClock(prepare(s), tt.want) {
				t.Errorf("%q names %d minutes", s, tt.want)
			}
		}
	}
}

func TestMentions(t *testing.T) {
	r := testReading(t, "FK-203", "FK-2031", "FK-2032", "王明", "王明亮", "a@x.test", "b@x.test")
	tests := []struct {
		name string
		s    Subject
		m    any
		in   []any
		out  []any
	}{
		{"all", txt, m{"all", []any{"FK-2031", m{"money", value.Money{Minor: 1280000, Currency: "CNY"}}}},
			[]any{"付款FK-2031今天到期，金额12800.00 CNY。", "￥12,800.00 for FK-2031"}, []any{"FK-2031", "12800.00 CNY", "FK-203 12800.00 CNY", "", num("1"), nil}},
		{"none", txt, m{"all", "FK-2031", "none", expr{[]any{"FK-203", "FK-2032"}}}, []any{"FK-2031"}, []any{"FK-2031 FK-2032", "FK-203 and FK-2031", "FK-2032"}},
		{"any", txt, m{"any", []any{"FK-2031", "FK-2032"}}, []any{"FK-2032", "FK-2031 FK-2032"}, []any{"FK-203", ""}},
		{"no negation is read", txt, m{"all", "FK-2031"}, []any{"FK-2031 has not been answered"}, nil},
		{"a list of texts", list, m{"all", []any{"a@x.test"}, "none", []any{"b@x.test"}}, []any{[]any{"a@x.test"}, []any{"c@x.test", "Ann <a@x.test>"}}, []any{[]any{"b@x.test"}, []any{"a@x.test", "b@x.test"}, []any{}, []any{num("1")}, nil}},
		{"typed members", txt, m{"all", []any{m{"date", "2026-03-17"}, m{"time", "15:00"}, m{"number", "12"}}}, []any{"12 people on 17 March at 3 pm", "2026-03-17 15:00, 12"}, []any{"17 March at 3 pm", "12 people at 3 pm"}},
		{"a day of a fact is a date", txt, m{"all", value.Day("2026-03-17")}, []any{"17 March 2026"}, []any{"18 March 2026"}},
		{"money of a fact", txt, m{"all", eur(500)}, []any{"€5"}, []any{"5"}},
		{"an instant as time", txt, m{"all", m{"time", time.Date(2026, 3, 17, 7, 0, 0, 0, time.UTC)}}, []any{"15:00"}, []any{"07:00"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			built := build(t, r, tt.s, m{"mentions", tt.m})
			for _, v := range tt.in {
				if !built.Match(v, true) {
					t.Errorf("%v: %s", v, built.Why(v, true))
				}
			}
			for _, v := range tt.out {
				if built.Match(v, v != nil) {
					t.Errorf("%v matches", v)
				}
				if built.Why(v, v != nil) == "" {
					t.Errorf("%v: no reason", v)
				}
			}
			checkInverse(t, built)
		})
	}
}

func TestANumberThatIsAnIDCannotBeAsked(t *testing.T) {
	r := testReading(t, "41200")
	_, bad := r.matcher(arg(m{"mentions", m{"all", m{"number", "41200"}}}), txt)
	if bad == nil || bad.code != CodeMatcherImpotent {
		t.Errorf("problem %v, want %s", bad, CodeMatcherImpotent)
	}
}

func TestSqueeze(t *testing.T) {
	for _, s := range []string{"DE00 5001 0517 5407 3249 31", "de00-5001.0517/5407_3249 31", "DE00500105175407324931", "ＤＥ00 5001\n0517\u200b5407324931"} {
		if got := Squeeze(s); got != "de00500105175407324931" {
			t.Errorf("Squeeze(%q) = %q", s, got)
		}
	}
}

func TestPreparedTextIsFolded(t *testing.T) {
	for _, s := range []string{"", " ", "a", " a", "a ", "a  b", "a b", "a\n\nb\t", "\x00 a\x01", "a\u00a0b", "\n", "a\vb\fc\rd", "ａ b"} {
		if got, want := prepare(s), value.Fold(s); got != want {
			t.Errorf("prepare(%q) = %q, want %q", s, got, want)
		}
	}
}

func FuzzMentions(f *testing.F) {
	for _, s := range []string{"付款FK-2031今天，金额12800.00 CNY", "EUR 5 USD 7", "10:00-11:00", "March 13th, 2026", "DE00 3704 0044", "-5", "1'240.10 €", "a@x.test, b@x.test", "12,800", "\xff\xfe", "¥"} {
		f.Add(s, "FK-2031")
		f.Add(s, s)
	}
	r := testReading(f, "FK-2031", "DE00 3704 0044", "王明亮", "a@x.test")
	f.Fuzz(func(t *testing.T, text, token string) {
		if len(text) > 2000 || len(token) > 100 {
			return
		}
		p := prepare(text)
		if visible := strings.Map(dropInvisible, text); utf8.ValidString(text) && p != value.Fold(visible) {
			t.Fatalf("%q is prepared as %q, folded %q", text, p, value.Fold(visible))
		}
		tok := r.lex.token(token)
		if tok.in(p) && !strings.Contains(p, tok.text) {
			t.Fatalf("%q is said to hold %q", text, token)
		}
		if tok.text != "" && utf8.ValidString(token) && len(tok.longer) == 0 && !tok.in("x "+tok.text+" x") {
			t.Fatalf("%q is not found between blanks", tok.text)
		}
		for _, want := range []value.Money{eur(500), {Minor: 1280000, Currency: "CNY"}} {
			if r.lex.hasMoney(p, want) && !strings.ContainsAny(p, "0123456789") {
				t.Fatalf("%q is said to name %s", text, want)
			}
		}
		r.lex.hasNumber(p, value.DecimalOf(5))
		hasDay(p, "2026-03-13", r.now)
		hasClock(p, 600)
		if Squeeze(Squeeze(text)) != Squeeze(text) {
			t.Fatalf("Squeeze of %q does not settle", text)
		}
	})
}

func FuzzMatchers(f *testing.F) {
	for _, s := range []string{`"a"`, `12.5`, `["a@x.test","b@x.test"]`, `{"amount":1,"currency":"EUR"}`, `"2026-03-17T10:00:00Z"`, `null`, `true`, `[{"id":"X","n":1}]`, `"1,240.10 EUR"`, `1e400`, strings.Repeat("5", 3000)} {
		f.Add([]byte(s))
	}
	r := testReading(f, "TK-1")
	specs := []struct {
		s Subject
		m any
	}{{txt, "a"}, {txt, m{"text", "a."}}, {ident, m{"id", "TK-1"}}, {mail, m{"address", "a@x.test"}}, {amount, m{"number", "12", "within", "1"}}, {txt, m{"date", "2026-03-17"}},
		{instant, m{"datetime", "2026-03-17T10:00:00Z"}}, {handed, m{"money", eur(500)}}, {txt, m{"one_of", []any{"a", "b"}}}, {list, m{"set_equals", []any{"a", m{"text", "b"}}}},
		{list, m{"list_equals", []any{"a", "b"}}}, {txt, m{"mentions", m{"all", []any{"TK-1", m{"money", eur(500)}}, "none", []any{m{"date", "2026-03-17"}}}}}, {txt, m{"not", "a"}}, {txt, m{"absent", "true"}}}
	var all []Matcher
	for _, spec := range specs {
		all = append(all, build(f, r, spec.s, spec.m))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := value.Parse(data)
		if err != nil {
			return
		}
		for _, built := range all {
			if !built.Match(v, true) && built.Why(v, true) == "" {
				t.Fatalf("%T gives no reason for %s", built, data)
			}
			if len(built.Why(v, true)) > 2000 {
				t.Fatalf("%T gives an endless reason for %.80s", built, data)
			}
		}
		// A value always equals itself, whatever it is.
		same, bad := buildEquals(r, Arg{arg("").Node, v}, nil, Subject{})
		if bad != nil || !same.Match(v, true) {
			t.Fatalf("%s does not equal itself", data)
		}
	})
}
