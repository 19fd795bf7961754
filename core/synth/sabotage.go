package synth

import (
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
)

// Sabotage is one kind of damage that a task must not survive. It stands for a fault of a
// generator, and is only for tests of the gate: no verb of the program can do it.
type Sabotage struct {
	Class string
	Fault string // its kind in the catalogue of faults: B too lax, F unsolvable, ...
	Does  string
	alter func(s *sheet) bool
}

// Alter damages a formatted task file. ok is false where there is nothing to damage so.
func (x Sabotage) Alter(file []byte, seed uint64) (altered []byte, ok bool) {
	s := &sheet{strings.Split(strings.TrimRight(string(file), "\n"), "\n"), det.NewRand(seed, "sabotage", x.Class)}
	if !x.alter(s) {
		return file, false
	}
	return []byte(strings.Join(s.lines, "\n") + "\n"), true
}

// Saboteur alters one in every so many drafts, with the classes in turn; both depend on a draft's
// seed alone. Where a class finds nothing to damage the next one has its turn.
func Saboteur(every uint64) func(slot Slot, seed uint64, file []byte) ([]byte, string) {
	all := Sabotages()
	return func(_ Slot, seed uint64, file []byte) ([]byte, string) {
		if seed%every != 0 {
			return file, ""
		}
		for i := range uint64(len(all)) {
			x := all[(seed/every+i)%uint64(len(all))]
			if altered, ok := x.Alter(file, seed); ok {
				return altered, x.Class
			}
		}
		return file, ""
	}
}

// Sabotages lists every class.
func Sabotages() []Sabotage {
	return slices.Concat(formSabotages(), graderSabotages(), solutionSabotages(), truthSabotages())
}

// on alters one line of a section.
func on(section, pattern, with string) func(*sheet) bool {
	re := regexp.MustCompile(pattern)
	return func(s *sheet) bool { return s.replace(section, re, with) }
}

// formSabotages leave a file that contradicts itself.
func formSabotages() []Sabotage {
	return []Sabotage{
		{"weights_wrong", "Q", "weights that do not sum to 1", on("checks", `weight: (0\.)?[0-9]+`, "weight: 0.97")},
		{"id_twice", "Q", "two checks of one id", on("checks", `\{id: [A-Za-z0-9_-]+`, "{id: twice, weight: 0, read: {}}\n  - {id: twice")},
		{"key_unknown", "D", "a key that nothing reads", on("forbid", `\{id: ([A-Za-z0-9_-]+), (tool|effect|read|disclosed):`, "{id: $1, ${2}s:")},
		{"needs_nothing", "D", "a need that no check has", on("checks", `needs: \[`, "needs: [nosuch, ")},
		{"field_misspelt", "D", "an expression that names no field", on("facts", `([({\[ '"])\.([a-z_]+)`, "$1.${2}x")},
		{"prohibition_dead", "J", "a prohibition on a tool that nobody offers", denyForbidden},
		{"tool_denied", "F", "a tool that the solution needs is not offered", denyNeeded},
		{"reference_dangling", "E", "a record that refers to one that is not there", dangling},
		{"date_after_now", "E", "a record of the future that tells of the past", on("records", `((?:created|modified|published|updated)_at: "?)20[0-9][0-9]`, "${1}2039")},
		{"says_misquoted", "G", "words that the request does not hold", on("facts", `says: ("[^"]*"|'[^']*'|[^,}]+)`, "says: the moon is blue")},
		{"truth_declared_empty", "E", "a fact that is not empty is declared so", declareEmpty},
	}
}

var forbiddenTool = regexp.MustCompile(`\{id: [A-Za-z0-9_-]+, tool: ([a-z_]+)`)

func denyForbidden(s *sheet) bool {
	list := s.found("forbid", forbiddenTool)
	if len(list) == 0 {
		return s.add("forbid", "  - {id: dead, tool: nosuch_tool}")
	}
	return s.deny(forbiddenTool.FindStringSubmatch(s.lines[list[0]])[1])
}

var calledTool = regexp.MustCompile(`[{ -]([a-z]+_[a-z_]+): \{`)

func denyNeeded(s *sheet) bool {
	list := s.found("solution", calledTool)
	if len(list) == 0 {
		return false
	}
	return s.deny(calledTool.FindStringSubmatch(s.lines[list[len(list)-1]])[1])
}

var denied = regexp.MustCompile(`deny: \[`)

func (s *sheet) deny(tool string) bool {
	if s.replace("tools", denied, "deny: ["+tool+", ") {
		return true
	}
	return s.add("tools", "  deny: ["+tool+"]")
}

var (
	fact      = regexp.MustCompile(`^  ([a-z_]+):$`)
	reference = regexp.MustCompile(`, ([a-z]+_id: )([A-Z]+-[0-9]+)`)
)

func declareEmpty(s *sheet) bool {
	list := s.found("facts", fact)
	if len(list) == 0 {
		return false
	}
	name := fact.FindStringSubmatch(s.lines[list[0]])[1]
	if strings.Contains(s.body("empty")+strings.Join(s.lines, "\n"), "\nempty: ") {
		return false
	}
	s.lines = append(s.lines, "empty: ["+name+"]")
	return true
}

// dangling lets a record refer to nothing where it referred to another record.
func dangling(s *sheet) bool {
	ids := map[string]bool{}
	for _, i := range s.found("records", firstValue) {
		ids[strings.Trim(firstValue.FindStringSubmatch(s.lines[i])[1], `"`)] = true
	}
	for _, i := range s.found("records", reference) {
		m := reference.FindStringSubmatchIndex(s.lines[i])
		if l := s.lines[i]; ids[l[m[4]:m[5]]] {
			s.lines[i] = l[:m[4]] + "NONE-1" + l[m[5]:]
			return true
		}
	}
	return false
}
