package synth

import (
	"regexp"
	"slices"
	"strings"
)

// graderSabotages leave a grader that takes too much or too little.
func graderSabotages() []Sabotage {
	return []Sabotage{
		{"answer_without_read", "A", "an answer that needs no reading", answerWithoutRead},
		{"need_dropped", "B", "an evidence check that nothing needs", dropNeed},
		{"only_dropped", "B", "nothing notices mails too many", dropOnly},
		{"matcher_weakened", "B", "a mail to anybody does", weakenMatcher},
		{"prohibitions_dropped", "J", "a report is asked for, and nothing is forbidden", dropProhibitions},
		{"effects_counted", "C", "twice as many records are asked for as items are there", on("checks", `record_created: \{`, "record_created: {count: 2, ")},
		{"collection_other", "D", "drafts are looked for where mails are sent, or the other way round", otherCollection},
		{"value_leaked", "H", "what must be found out stands in the request", leak},
		{"work_forbidden", "J", "a tool of the solution is forbidden", forbidWork},
	}
}

var (
	needsList = regexp.MustCompile(`needs: \[[^\]]*\], `)
	answering = regexp.MustCompile(`needs: \[[^\]]*\], answer: \{`)
	evidence  = regexp.MustCompile(`^\s*- \{id: ([A-Za-z0-9_-]+), (?:read|searched|called|revealed): `)
)

// answerWithoutRead takes the needs of every check away, and with them the evidence checks.
func answerWithoutRead(s *sheet) bool {
	if len(s.found("checks", answering)) == 0 {
		return false
	}
	s.replaceAll("checks", needsList, "")
	return s.remove(s.found("checks", evidence))
}

func dropNeed(s *sheet) bool {
	if len(s.found("checks", evidence)) == 0 {
		return false
	}
	return s.replaceAll("checks", needsList, "")
}

var (
	onlyTrue     = regexp.MustCompile(`only: true, `)
	onlyEach     = regexp.MustCompile(`record_created: \{in: gmail\.[a-z]+, each: [^}]*only: true`)
	changesAsked = regexp.MustCompile(`record_(created|updated|deleted): `)
	recipient    = regexp.MustCompile(`\{address: "?=it\.[^,{}"]+"?\}`)
)

// dropOnly takes away whatever notices a mail too many.
func dropOnly(s *sheet) bool {
	if len(s.found("checks", onlyEach)) == 0 {
		return false
	}
	return s.replaceAll("checks", onlyTrue, "") && s.drop("forbid")
}

// dropProhibitions leaves reports free to change whatever they like.
func dropProhibitions(s *sheet) bool {
	return len(s.found("checks", changesAsked)) == 0 && s.drop("forbid")
}

func weakenMatcher(s *sheet) bool { return s.replaceAll("checks", recipient, "{not: {absent: true}}") }

func otherCollection(s *sheet) bool {
	return s.replace("checks", regexp.MustCompile(`in: gmail\.sent,`), "in: gmail.drafts,") ||
		s.replace("checks", regexp.MustCompile(`in: gmail\.drafts,`), "in: gmail.sent,")
}

var (
	firstValue = regexp.MustCompile(`^\s*- \{[a-z_]+: ("[^"]*"|[^,}]+)`)
	address    = regexp.MustCompile(`[a-z0-9.]+@[a-z0-9.-]+\.test`)
)

// leak names every record's first value and every address in the request, and so the right ones.
func leak(s *sheet) bool {
	var all []string
	for _, i := range s.found("records", firstValue) {
		all = append(all, strings.Trim(firstValue.FindStringSubmatch(s.lines[i])[1], `"`))
		all = append(all, address.FindAllString(s.lines[i], -1)...)
	}
	slices.Sort(all)
	return len(all) > 0 && s.sayMore("For reference: "+strings.Join(slices.Compact(all), ", ")+".")
}

func forbidWork(s *sheet) bool {
	list := s.found("solution", calledTool)
	if len(list) == 0 {
		return false
	}
	return s.add("forbid", "  - {id: trap, tool: "+calledTool.FindStringSubmatch(s.lines[list[len(list)-1]])[1]+"}")
}

// solutionSabotages leave a solution that does not solve the task.
func solutionSabotages() []Sabotage {
	return []Sabotage{
		{"argument_broken", "F", "a call of the solution names what is not there", on("solution", `(_id|image_path|url|to): ("=it[^"]*"|=it[a-z_.]*)`, "$1: nosuch-1")},
		{"act_missing", "F", "the solution leaves its last act out", dropLast},
		{"act_blind", "H", "the solution looks at nothing before it acts", dropReads},
		{"act_twice", "K", "the solution does its last write twice", twice},
	}
}

// dropLast takes out every call of the tool that does the solution's last work, or the answer.
func dropLast(s *sheet) bool {
	list := s.found("solution", working)
	if len(list) == 0 {
		return false
	}
	tool := working.FindStringSubmatch(s.lines[list[len(list)-1]])[1]
	return s.remove(s.found("solution", regexp.MustCompile(`[{ -]`+tool+`: \{`)))
}

var working = regexp.MustCompile(`[{ -](answer|[a-z]+_(?:send|create|save|submit|add|schedule|issue|update|set|cancel|close|escalate|hold|refund|approve|reject)[a-z_]*): \{`)

var reading = regexp.MustCompile(`[{ -][a-z]+_(?:list|get|search|read|find|extract|query|describe|fetch)[a-z_]*: \{`)

func dropReads(s *sheet) bool { return s.remove(s.found("solution", reading)) }

var writing = regexp.MustCompile(`[{ -][a-z]+_(?:send|create|save|submit|add|schedule|issue)[a-z_]*: \{`)

// twice repeats the last write that makes a record, which `only` and `count` must notice.
func twice(s *sheet) bool {
	list := s.found("solution", writing)
	if len(list) == 0 || len(s.found("checks", regexp.MustCompile(`record_created: \{in: [a-z_.]+,[^}]*only: true`))) == 0 {
		return false
	}
	i := list[len(list)-1]
	s.lines = slices.Insert(s.lines, i, s.lines[i])
	return true
}

// truthSabotages leave a truth that the request or the records do not bear out.
func truthSabotages() []Sabotage {
	return []Sabotage{
		{"comparison_flipped", "E", "a comparison is turned round, its words are kept", flip},
		{"near_misses_gone", "B", "no record fails one condition alone", on("facts", `(\{expr: .*?), says: `, "{expr: 1 == 1, says: ")},
		{"condition_negated", "E", "a condition holds where it should not", on("facts", `(\.[a-z_]+) == ("[^"]+")(, says)`, "$1 == \"nosuch\"$3")},
	}
}

var (
	comparison = regexp.MustCompile(`(expr: .*?) (>=|<=|>|<) (.*says: )`)
	fromFact   = regexp.MustCompile(`^    from: (.*)`)
)

// flip turns the first comparison over records round.
func flip(s *sheet) bool {
	from, to := s.span("facts")
	overRecords := false
	for i := from; i < to; i++ {
		if m := fromFact.FindStringSubmatch(s.lines[i]); m != nil {
			overRecords = strings.Contains(m[1], ".")
		}
		m := comparison.FindStringSubmatchIndex(s.lines[i])
		if m == nil || !overRecords {
			continue
		}
		l := s.lines[i]
		other := map[string]string{">": "<", "<": ">", ">=": "<=", "<=": ">="}[l[m[4]:m[5]]]
		s.lines[i] = l[:m[4]] + other + l[m[5]:]
		return true
	}
	return false
}
