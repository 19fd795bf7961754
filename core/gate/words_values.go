package gate

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// words and literals are gathered once a task.
func (t *truth) words() []worded {
	if t.told == nil {
		t.told = wordsTold(t.b.Task)
	}
	return t.told
}

func (t *truth) literals() []literal {
	if t.texts == nil {
		t.texts = literalsOf(t.b.Task)
	}
	return t.texts
}

// notSaid finds a literal that no words hold, while words hold another one of its kind that
// nothing is compared with.
func (t *truth) notSaid(l *literal, words string) {
	t.s.find(Warning, SaysDisagrees, l.path, fmt.Sprintf("the words say %q, which nothing is compared with, and %q, which no words say, decides", words, l.text), nil)
}

// valuesSaid holds what facts and checks name beside what the words name: days, clock times,
// lengths of time, what stands in quotes, and values of a column.
func (t *truth) valuesSaid() error {
	if err := t.days(); err != nil {
		return err
	}
	t.pairs(clockSaid, func(l *literal) string { return clockLiteral.FindString(l.text) }, func(string, *literal) bool { return false })
	t.pairs(lengthSaid, lengthOf, t.countsLength)
	t.quotes()
	t.columns()
	t.quantities()
	t.houseRules()
	return nil
}

var (
	clockSaid    = regexp.MustCompile(`\b(?:[01][0-9]|2[0-3]):[0-5][0-9]\b`)
	clockLiteral = regexp.MustCompile(`^(?:[01][0-9]|2[0-3]):[0-5][0-9]$`)
	lengthSaid   = regexp.MustCompile(`\b([0-9]{1,4})[ -]?(minutes?|min\b|hours?|h\b|days?|分钟|小时|天)`)
)

// pairs finds, of one kind of value, those that only words name and those that only a fact or
// check names, and finds fault where both are there.
func (t *truth) pairs(said *regexp.Regexp, of func(l *literal) string, elsewhere func(words string, l *literal) bool) {
	named := map[string]bool{}
	var decisive []*literal
	for i := range t.literals() {
		l := &t.texts[i]
		switch v := of(l); {
		case v != "":
			named[v] = true
			if l.decides {
				decisive = append(decisive, l)
			}
		case len(l.text) > len(time.DateOnly)+5 && l.text[len(time.DateOnly)] == 'T':
			named[l.text[len(time.DateOnly)+1:len(time.DateOnly)+6]] = true
		}
	}
	if len(decisive) == 0 {
		return
	}
	spoken := map[string]bool{}
	var open []string
	for _, w := range t.words() {
		for _, words := range said.FindAllString(w.text, -1) {
			v := sizeSaid(words)
			spoken[v] = true
			if !named[v] && !elsewhere(words, nil) && !slices.Contains(open, words) {
				open = append(open, words)
			}
		}
	}
	for _, l := range decisive {
		wrong := len(open) > 0 && !spoken[of(l)]
		t.tried("values_said", wrong)
		if wrong {
			t.notSaid(l, open[0])
		}
	}
}

// sizeSaid is a length of time in seconds, as a text; anything else as it is.
func sizeSaid(words string) string {
	m := lengthSaid.FindStringSubmatch(words)
	if m == nil {
		return words
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return words
	}
	return strconv.Itoa(n * secondsOf(m[2]))
}

func secondsOf(unit string) int {
	switch {
	case strings.HasPrefix(unit, "min") || unit == "分钟":
		return 60
	case strings.HasPrefix(unit, "h") || unit == "小时":
		return 60 * 60
	}
	return 24 * 60 * 60
}

// lengthOf is the length of time of a literal such as 90m, in seconds.
func lengthOf(l *literal) string {
	if !strings.HasSuffix(strings.TrimRight(l.before, " "), "duration(") {
		return ""
	}
	d, err := time.ParseDuration(l.text)
	if err != nil {
		return ""
	}
	return strconv.Itoa(int(d / time.Second))
}

// countsLength reports whether a number of an expression is a length of time that words name.
func (t *truth) countsLength(words string, _ *literal) bool {
	size, err := strconv.Atoi(sizeSaid(words))
	if err != nil {
		return false
	}
	for i := range t.b.Task.Facts {
		for _, e := range expressionsOf(&t.b.Task.Facts[i]) {
			for _, n := range numbersOf(e.Expr) {
				for _, unit := range []float64{1, 60, 60 * 60, 24 * 60 * 60} {
					if n*unit == float64(size) {
						return true
					}
				}
			}
		}
	}
	return false
}

var plainNumber = regexp.MustCompile(`(^|[^A-Za-z0-9_.])([0-9]+(?:\.[0-9]+)?)\b`)

// numbersOf lists the numbers of an expression that stand outside of its texts.
func numbersOf(src string) []float64 {
	var out []float64
	for _, m := range plainNumber.FindAllStringSubmatch(blankTexts(src), -1) {
		if n, err := strconv.ParseFloat(m[2], 64); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// quotes finds a text that a check asks for and no words hold, while they quote another one.
func (t *truth) quotes() {
	told := ""
	for _, w := range t.words() {
		told += w.text + "\n"
	}
	squashed := squash(told)
	var alone []*literal
	named := map[string]bool{}
	for i := range t.literals() {
		l := &t.texts[i]
		named[squash(l.text)] = named[squash(l.text)] || l.decides
		if l.check && strings.HasSuffix(l.path, ".text") && !strings.Contains(squashed, squash(l.text)) {
			alone = append(alone, l)
		}
	}
	for _, words := range quotesIn(told) {
		wrong := len(alone) > 0 && !named[squash(words)] && !t.s.recorded(squash(words))
		t.tried("values_said", wrong)
		if wrong {
			t.notSaid(alone[0], words)
			return
		}
	}
}

var fieldBefore = regexp.MustCompile(`\.([a-z_]+) *(?:==|!=) *$`)

// columns finds a value of a column that decides and that no words name, while they name another
// value of that column which nothing is compared with.
func (t *truth) columns() {
	named := map[string]bool{}
	for i := range t.literals() {
		named[strings.ToLower(t.texts[i].text)] = true
	}
	told := ""
	for _, w := range t.words() {
		told += strings.ToLower(w.text) + "\n"
	}
	says := map[string]string{}
	for i := range t.b.Task.Facts {
		for _, c := range t.b.Task.Facts[i].Where {
			says[c.Path] = strings.ToLower(c.Says)
		}
	}
	done := map[string]bool{}
	for i := range t.texts {
		l := &t.texts[i]
		m := fieldBefore.FindStringSubmatch(l.before)
		if m == nil || !l.decides || done[m[1]+l.text] {
			continue
		}
		done[m[1]+l.text] = true
		words := told
		if quote := says[l.path]; quote != "" {
			words = quote
		}
		if namedIn(told, l.text) {
			t.tried("values_said", false)
			continue
		}
		other := t.otherNamed(l.fact, m[1], words, named)
		t.tried("values_said", other != "")
		if other != "" {
			t.notSaid(l, other)
		}
	}
}

// namedIn reports whether words hold a value, or its words where it is written with marks.
func namedIn(words, v string) bool {
	v = strings.ToLower(v)
	return containsWord(words, v) || containsWord(words, strings.NewReplacer("_", " ", "-", " ").Replace(v))
}

// otherNamed is a value of a field that a fact reads, which words hold and no literal names; ""
// if there is none.
func (t *truth) otherNamed(fact, field, words string, named map[string]bool) string {
	const shortest = 4
	state := t.s.seedState()
	for _, rd := range t.infos[fact].Reads {
		if rd.Field != field {
			continue
		}
		for r := range state.Records(rd.Collection) {
			if v := r.Text(field); len(v) >= shortest && !named[strings.ToLower(v)] && namedIn(words, v) {
				return v
			}
		}
	}
	return ""
}
