package synth

import (
	"fmt"
	"strconv"
	"strings"
	"text/template"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/task"
)

// Draft is one task in the making. Its methods draw from the seed, add records and set the parts
// of the file; a scenario's Build calls them in any order.
//
// Fragments of the file (facts, checks, ...) are YAML with {{.name}} for values set by Set.
type Draft struct {
	*det.Rand
	Lexicon  *Lexicon
	Scenario *Scenario
	Dials    Dials
	now      time.Time
	zone     *time.Location

	title    string
	brief    string
	requests []requestItem
	records  []*collection
	parts    map[string]string
	values   map[string]any
	taken    map[string]bool // people, companies and numbers that were drawn
	series   map[string]int
	planted  map[Distractor]int
	deny     []string
	also     []string // services of errands
	identity string
	maxCalls int
	err      error
}

type requestItem struct {
	say, id, stage string
	at             time.Time
	inject         string // YAML list
}

type collection struct {
	name    string
	records []record
}

// record is one record with the comment that stands behind it in the file.
type record struct {
	fields  []any // name, value, name, value ...
	comment string
}

// Chinese reports whether the task is written in Chinese.
func (d *Draft) Chinese() bool { return strings.HasPrefix(d.Dials.Language, "zh") }

// T chooses a text by language.
func (d *Draft) T(english, chinese string) string {
	if d.Chinese() {
		return chinese
	}
	return english
}

// Level is 0 easy, 1 medium, 2 hard.
func (d *Draft) Level() int {
	switch d.Dials.Level {
	case "easy":
		return 0
	case "hard":
		return 2
	}
	return 1
}

// ByLevel chooses a number by level.
func (d *Draft) ByLevel(easy, medium, hard int) int { return [...]int{easy, medium, hard}[d.Level()] }

// Between draws a whole number, both ends included.
func (d *Draft) Between(low, high int) int { return low + d.Intn(high-low+1) }

// Choose draws one of the values.
func Choose[T any](d *Draft, values ...T) T { return det.Pick(d.Rand, values) }

// Cents draws an amount and writes it with two decimals.
func (d *Draft) Cents(low, high int) Amount {
	return Amount(d.Between(low*100, high*100))
}

// Amount is money in hundredths.
type Amount int64

// String writes it with two decimals.
func (a Amount) String() string {
	sign := ""
	if a < 0 {
		sign, a = "-", -a
	}
	return fmt.Sprintf("%s%d.%02d", sign, a/100, a%100)
}

// ID draws an id of a series: TK-2107, TK-2480, ... The order of drawing does not show in it, or
// the records that matter would be told by their ids.
func (d *Draft) ID(prefix string) string {
	base, ok := d.series[prefix]
	if !ok {
		base = d.Between(1000, 8000)
		d.series[prefix] = base
	}
	return prefix + strconv.Itoa(d.Serial(prefix, base, base+999))
}

// Serial draws a number, both ends included, that was not drawn before under that name.
func (d *Draft) Serial(name string, low, high int) int {
	for range 20 * (high - low + 1) {
		n := d.Between(low, high)
		if key := name + "#" + strconv.Itoa(n); !d.taken[key] {
			d.taken[key] = true
			return n
		}
	}
	d.fail("no more numbers from %d to %d for %s", low, high, name)
	return low
}

// Title sets the task's title.
func (d *Draft) Title(english, chinese string) { d.title = d.T(english, chinese) }

// Brief sets what the agent is told besides the request.
func (d *Draft) Brief(english, chinese string) { d.brief = d.T(english, chinese) }

// As names the identity that the agent works as and its grants, as YAML:
// `{as: ..., grants: {...}}`.
func (d *Draft) As(identity string) { d.identity = identity }

// Deny leaves tools out.
func (d *Draft) Deny(tools ...string) { d.deny = append(d.deny, tools...) }

// Say sets the request to one of several natural wordings; {{.name}} stands for set values.
func (d *Draft) Say(english, chinese []string) {
	d.requests = append(d.requests, requestItem{say: d.wording(english, chinese)})
}

// Then adds a further request item: said when the turn before it has ended.
func (d *Draft) Then(id string, english, chinese []string) {
	d.requests = append(d.requests, requestItem{say: d.wording(english, chinese), id: id})
}

// Stage adds a stage: its name, its time (zero for the first), the changes that the world makes
// (a YAML list, may be empty) and what the user says.
func (d *Draft) Stage(name string, at time.Time, inject string, english, chinese []string) {
	d.requests = append(d.requests, requestItem{say: d.wording(english, chinese), stage: name, at: at, inject: inject})
}

func (d *Draft) wording(english, chinese []string) string {
	list := english
	if d.Chinese() {
		list = chinese
	}
	if len(list) == 0 {
		d.fail("no wording in %s", d.Dials.Language)
		return ""
	}
	return det.Pick(d.Rand, list)
}

// Set gives a value its name in fragments and wordings.
func (d *Draft) Set(name string, v any) { d.values[name] = v }

// Facts, Answer, Checks, Forbid, Solution, User and Faults set the parts of the file as YAML.
func (d *Draft) Facts(yaml string)     { d.part("facts", yaml) }
func (d *Draft) Empty(names ...string) { d.part("empty", "["+strings.Join(names, ", ")+"]") }
func (d *Draft) Answer(yaml string)    { d.part("answer", yaml) }
func (d *Draft) Checks(yaml string)    { d.part("checks", yaml) }
func (d *Draft) Forbid(yaml string)    { d.part("forbid", yaml) }
func (d *Draft) Solution(yaml string)  { d.part("solution", yaml) }
func (d *Draft) User(yaml string)      { d.part("user", yaml) }
func (d *Draft) Faults(yaml string)    { d.part("faults", yaml) }

func (d *Draft) part(name, yaml string) { d.parts[name] = yaml }

// Calls bounds the calls of an episode; by default three times what the records suggest.
func (d *Draft) Calls(most int) { d.maxCalls = most }

func (d *Draft) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("scenario %s: "+format, append([]any{d.Scenario.Name}, args...)...)
	}
}

// fill puts the set values into a text.
func (d *Draft) fill(text string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	if out, ok := d.fillTexts(text); ok {
		return out
	}
	t, err := template.New("part").Option("missingkey=error").Parse(text)
	if err != nil {
		d.fail("read template: %v", err)
		return text
	}
	var b strings.Builder
	if err := t.Execute(&b, d.values); err != nil {
		d.fail("fill template: %v", err)
	}
	return b.String()
}

// fillTexts is fill for a text in whose braces stand nothing but names of texts, as in most; ok is
// false for any other.
func (d *Draft) fillTexts(text string) (out string, ok bool) {
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(text, "{{")
		b.WriteString(before)
		if !open {
			return b.String(), true
		}
		action, after, closed := strings.Cut(rest, "}}")
		name, named := strings.CutPrefix(action, ".")
		set, isText := d.values[name].(string)
		if !closed || !named || !isText {
			return "", false
		}
		b.WriteString(set)
		text = after
	}
}

// newDraft prepares a draft.
func newDraft(s *Scenario, dials Dials, lex *Lexicon) *Draft {
	d := &Draft{Rand: det.NewRand(dials.Seed, "scenario", s.Name, strconv.Itoa(s.Version), dials.Language, string(dials.Level)),
		Lexicon: lex, Scenario: s, Dials: dials, parts: map[string]string{}, values: map[string]any{"grants": ""}, taken: map[string]bool{},
		series: map[string]int{}, planted: map[Distractor]int{}}
	d.setClock()
	return d
}

// taskID names the task a draft becomes.
func (d *Draft) taskID() string {
	return TaskID(d.Scenario.Name, d.Dials.Language, d.Dials.Level, d.Dials.Seed)
}

// TaskID is the id of the task that a scenario draws.
func TaskID(scenario, language string, level task.Difficulty, seed uint64) string {
	short := map[task.Difficulty]string{"easy": "e", "medium": "m", "hard": "h"}[level]
	return fmt.Sprintf("%s-%s%s-%06d", scenario, language, short, seed)
}
