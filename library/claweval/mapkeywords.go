package claweval

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
)

// componentFaults looks for faults of one check of the original.
func (j *job) componentFaults(check node, typ string) {
	incomplete := func(what string) {
		j.fault(FaultCheckIncomplete, check.path, typ+" "+what, "the usual meaning is taken")
	}
	switch typ {
	case "min_length":
		if check.get("field").missing() {
			incomplete("names no field")
		}
	case "tool_called":
		if check.get("min_calls").missing() {
			incomplete("names no number of calls")
		}
	case "llm_judge":
		if check.get("description").missing() && !check.get("rubric").missing() {
			incomplete("has a rubric where others have a description")
		}
	case "keywords_present":
		j.keywordFaults(check.get("keywords"))
	}
}

// keywordFaults finds keywords that YAML 1.1 reads otherwise than they are written.
func (j *job) keywordFaults(list node) {
	var before task.Written
	for _, at := range list.items() {
		w, known := j.written[at.path]
		if !known {
			continue
		}
		if w.Misread() {
			j.fault(FaultYAML11Scalar, at.path, fmt.Sprintf("%s is read as %s", clipped(w.Text), clipped(at.text())), "what is written stands in the rubric")
		}
		if splitThousands(before, w) {
			j.fault(FaultThousandsSplit, at.path, fmt.Sprintf("%s,%s is read as two keywords", clipped(before.Text), clipped(w.Text)), "both stand in the rubric as they are written")
		}
		before = w
	}
}

// splitThousands reports whether two neighbours are a number with a comma in it: digits, no
// blank, three digits.
func splitThousands(a, b task.Written) bool {
	if a.Text == "" || a.Quoted || b.Quoted || a.Line != b.Line || b.Column != a.Column+len([]rune(a.Text))+1 {
		return false
	}
	lead := strings.TrimLeft(b.Text, "0123456789")
	return strings.Trim(a.Text, "0123456789") == "" && len(b.Text)-len(lead) == 3 && (lead == "" || lead[0] == ' ')
}

// keywords lists the keywords of a check as they are written.
func (j *job) keywords(check node) []string {
	key := "keywords"
	if check.get(key).missing() {
		key = "categories"
	}
	var out []string
	for _, at := range check.get(key).items() {
		text := at.text()
		if w, known := j.written[at.path]; known {
			text = w.Text
		}
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}

// words says in words what a part of the score asks for.
func (j *job) words(check node, typ string) string {
	switch typ {
	case "llm_judge":
		text := check.get("description").text()
		if text == "" {
			text = check.get("rubric").text()
		}
		return strings.TrimSpace(text)
	case "tool_called":
		n := check.get("min_calls").text()
		if n == "" {
			n = "1"
		}
		return fmt.Sprintf("%s was called at least %s times", check.get("tool_name").text(), n)
	case "keywords_present":
		return "the final message names " + strings.Join(j.keywords(check), ", ")
	case "categories_present":
		return "the final message has the categories " + strings.Join(j.keywords(check), ", ")
	case "min_length":
		return fmt.Sprintf("the final message has at least %s characters", check.get("min_length").text())
	}
	return strings.TrimSpace(typ + " " + string(appendJSON(check.v)))
}
