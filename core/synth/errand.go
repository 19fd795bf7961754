package synth

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
)

// Errand is a further piece of work that the user asks for in the same breath: a to-do to tick
// off, a colleague to be told. It takes a share of the completion from the main work, so that
// tasks of one scenario differ in their workflow and not in their records alone.
//
// Fragments are YAML like those of the main work; {{.stage}} in a check stands for the scope of
// the last stage, where the task has stages, and {{.grants}} for the rights that an identity with
// named grants needs besides.
type Errand struct {
	Services []string // that the scenario does not have anyway
	Share    int      // of the completion, in hundredths
	English  []string // wordings of the sentence, one is drawn
	Chinese  []string
	Facts    string
	Checks   string // their weights sum to 1
	Forbid   string
	Keeps    []string // collections that may not change: they take the place of a prohibition of any change at all
	Calls    string   // before the last answer and the last words to the user
}

// Errand adds a piece of work to the task. It is called after the parts of the main work are set.
func (d *Draft) Errand(e Errand) {
	if len(d.requests) == 0 {
		d.fail("an errand needs a request to stand in")
		return
	}
	last := &d.requests[len(d.requests)-1]
	d.Set("stage", "")
	if last.stage != "" {
		d.Set("stage", "stage: "+last.stage+", ")
	}
	gap := " "
	if d.Chinese() {
		gap = ""
	}
	last.say = strings.TrimSpace(last.say) + gap + d.wording(e.English, e.Chinese)
	for _, s := range e.Services {
		if !slices.Contains(d.services(), s) {
			d.also = append(d.also, s)
			d.Set("grants", fmt.Sprintf("%s, %s: all", d.values["grants"], s))
		}
	}
	d.append("facts", e.Facts)
	d.parts["checks"] = d.scaled(d.parts["checks"], 100-e.Share)
	d.append("checks", d.scaled(e.Checks, e.Share))
	d.narrow(e.Keeps)
	d.append("forbid", e.Forbid)
	d.parts["solution"] = insertCalls(dedent(strings.Trim(d.parts["solution"], "\n")), dedent(strings.Trim(e.Calls, "\n")))
}

// services of the task: the scenario's, and those of errands.
func (d *Draft) services() []string {
	return slices.Concat(d.Scenario.Services, d.also)
}

func (d *Draft) append(part, yaml string) {
	if strings.TrimSpace(yaml) == "" {
		return
	}
	d.parts[part] = strings.Trim(dedent(strings.Trim(d.parts[part], "\n"))+"\n"+dedent(strings.Trim(yaml, "\n")), "\n")
}

var weighted = regexp.MustCompile(`\bweight: (1|0\.[0-9]+)`)

// scaled multiplies the weights of checks by hundredths, exactly.
func (d *Draft) scaled(checks string, hundredths int) string {
	return weighted.ReplaceAllStringFunc(checks, func(m string) string {
		var whole, millionths int
		digits := strings.TrimPrefix(m, "weight: ")
		if digits == "1" {
			whole = 1
		} else if _, err := fmt.Sscanf((digits[2:] + "000000")[:6], "%d", &millionths); err != nil {
			d.fail("read %s: %v", m, err)
		}
		n := (whole*1_000_000 + millionths) * hundredths / 100
		if n == 1_000_000 {
			return "weight: 1"
		}
		return "weight: 0." + strings.TrimRight(fmt.Sprintf("%06d", n), "0")
	})
}

var anyChange = regexp.MustCompile(`(?m)^(\s*- \{id: [a-z-]+), effect: \{any: "\*"\}\}$`)

// narrow lets a task that forbade any change forbid it in the named collections alone.
func (d *Draft) narrow(keeps []string) {
	d.parts["forbid"] = anyChange.ReplaceAllStringFunc(d.parts["forbid"], func(line string) string {
		if len(keeps) == 0 {
			d.fail("an errand makes records, and %s forbids it", strings.TrimSpace(line))
		}
		head := anyChange.FindStringSubmatch(line)[1]
		lines := make([]string, len(keeps))
		for i, c := range keeps {
			lines[i] = fmt.Sprintf("%s-%s, effect: {any: %s}}", head, strings.ReplaceAll(c[strings.IndexByte(c, '.')+1:], "_", "-"), c)
		}
		return strings.Join(lines, "\n")
	})
}

// insertCalls puts calls before the answer and the words with which a solution ends.
func insertCalls(solution, calls string) string {
	lines := strings.Split(solution, "\n")
	at := len(lines)
	for at > 1 && closing.MatchString(lines[at-1]) {
		at--
	}
	return strings.Join(slices.Insert(lines, at, strings.Split(indent(calls, 2), "\n")...), "\n")
}

var closing = regexp.MustCompile(`^\s*- (?:answer|say): `)

// Either draws one of several ways in which a task may be built and follows it.
func (d *Draft) Either(ways ...func(d *Draft)) { det.Pick(d.Rand, ways)(d) }
