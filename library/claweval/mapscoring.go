package claweval

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// mapScoring takes over the declared parts of the score. A part becomes a check only where the
// state that the agent leaves, or a typed answer, decides the same; all others are words for the
// judge, with their weight. No part is dropped.
func (j *job) mapScoring() {
	list := j.doc.get("scoring_components")
	parts := list.items()
	if list.missing() || list.empty() {
		j.fault(FaultNoComponents, "scoring_components", "no part of the score is declared", "the rubric alone says what counts")
	}
	if !list.missing() && list.empty() {
		j.yaml.note(list.path, list.v, Mapped, "checks", "")
	}
	sum := 0.0
	for _, at := range parts {
		if w, ok := at.get("weight").v.(value.Number); ok {
			sum += w.Float()
		}
		j.component(at)
	}
	if len(parts) > 0 && math.Abs(sum-1) > 1e-9 {
		j.fault(FaultWeightsSum, list.path, "the weights sum to "+strconv.FormatFloat(sum, 'f', -1, 64), "they are kept: what is missing is never earned")
	}
	j.report.Checks, j.report.Weight = len(j.draft.checks), j.draft.weight()
}

// component decides what one part becomes.
func (j *job) component(at node) {
	check := at.get("check")
	c := Component{Name: at.get("name").text(), Type: check.get("type").text()}
	weight, weighs := decimalText(at.get("weight").v)
	c.Weight = weight
	j.componentFaults(check, c.Type)
	made, why := draftCheck{}, "its weight is no decimal above 0 and at most 1"
	if weighs {
		made, why = j.checkOf(check, c.Type)
	}
	if made.kind == "" {
		c.Became, c.Why = BecameJudge, why
		j.draft.rubric = append(j.draft.rubric, fmt.Sprintf("%s (weight %s): %s", c.Name, at.get("weight").text(), j.words(check, c.Type)))
		j.accountComponent(at, c)
		j.report.Components = append(j.report.Components, c)
		return
	}
	made.id, made.weight, made.note = j.draft.freeID(c.Name), weight, why
	c.Became, c.ID, c.Why = BecameCheck, made.id, why
	j.draft.checks = append(j.draft.checks, made)
	j.accountComponent(at, c)
	j.report.Components = append(j.report.Components, c)
}

// accountComponent accounts for the fields of one part.
func (j *job) accountComponent(at node, c Component) {
	status, to, note := NotExpressible, "judge.rubric", c.Why+"; its words stand in the rubric"
	switch {
	case c.Became == BecameCheck:
		status, to, note = Changed, "checks."+c.ID, c.Why
	case c.Type == "llm_judge":
		status, note = Mapped, c.Why
	}
	for _, m := range at.members() {
		switch strings.TrimPrefix(m.path, at.path+".") {
		case "name", "weight", "check":
			j.yaml.note(m.path, m.v, status, to, note)
		}
	}
}

// checkOf makes the check that a part of the score becomes, or says why there is none.
func (j *job) checkOf(check node, typ string) (draftCheck, string) {
	switch typ {
	case "llm_judge":
		return draftCheck{}, "a model judges it"
	case "tool_called":
		return j.calledCheck(check)
	case "keywords_present":
		return j.numberCheck(check)
	case "min_length":
		return draftCheck{}, "the length of prose is never graded"
	case "categories_present":
		return draftCheck{}, "prose is never graded"
	}
	return draftCheck{}, "its type " + clipped(typ) + " is not known"
}

// calledCheck: a call of a tool that makes one record is decided by the record. Reading never
// pays by itself, and which record a change is about the original does not say.
func (j *job) calledCheck(check node) (draftCheck, string) {
	name := check.get("tool_name").text()
	offered := j.tools[name]
	if offered == nil {
		return draftCheck{}, "the tool " + clipped(name) + " is not offered"
	}
	t := offered.tool
	effect, field := creates(t)
	switch {
	case !t.Writes():
		return draftCheck{}, "reading never pays by itself"
	case effect == nil:
		return draftCheck{}, "it does not say which record is changed, and to what"
	}
	least := 1
	if at := check.get("min_calls"); !at.missing() {
		n, ok := at.int()
		if !ok || n < 1 || n > maxLimit {
			return draftCheck{}, "its number of calls is none"
		}
		least = n
	}
	full := offered.service.Name + "." + effect.Collection
	body := fmt.Sprintf("{in: %s, least: %d, match: {%s: {not: {absent: true}}}}", full, least, field)
	return draftCheck{kind: "record_created", body: body, collection: full, audit: auditKey(t)},
		"a successful call of " + t.Name + " leaves a record in " + full + "; one that failed or was undone leaves none"
}

// creates returns the effect of a tool whose only effect is one new record, and a field that the
// record has whatever the arguments are.
func creates(t *world.Tool) (*world.Effect, string) {
	if len(t.Effects) != 1 || t.Effects[0].Op != world.Created {
		return nil, ""
	}
	for i := range t.Params {
		p := &t.Params[i]
		for field, param := range t.Effects[0].Fields {
			if param == p.Name && p.Required && !p.List {
				return &t.Effects[0], field
			}
		}
	}
	return nil, ""
}

func auditKey(t *world.Tool) string {
	if t.Audit == nil {
		return ""
	}
	return t.Audit.Key
}

// answerTag is how a request of the benchmark asks for one final value.
const answerTag = "<FINAL_ANSWER>"

// answerValue is the field in which that value is handed in.
const answerValue = "value"

// numberCheck: where the request asks for one numerical answer and the keywords are spellings of
// one number, that number is a typed answer. Other keywords are prose.
func (j *job) numberCheck(check node) (draftCheck, string) {
	keywords := j.keywords(check)
	if len(keywords) == 0 || !strings.Contains(j.prompt, answerTag) || len(j.draft.answer) > 0 {
		return draftCheck{}, "prose is never graded"
	}
	var first value.Decimal
	for i, k := range keywords {
		d, err := value.ParseDecimal(strings.ReplaceAll(k, ",", ""))
		if err != nil || i > 0 && !d.Equal(first) || strings.Contains(k, ",") && !grouped(k) {
			return draftCheck{}, "prose is never graded"
		}
		first = d
	}
	j.draft.answer = append(j.draft.answer, pair{answerValue, "{type: number}"})
	return draftCheck{kind: "answer", body: fmt.Sprintf("{%s: %s}", answerValue, first)},
		"the request asks for one number: it is handed in as the typed answer, and not found within prose"
}

// grouped reports whether commas stand between groups of three digits.
func grouped(s string) bool {
	whole, _, _ := strings.Cut(s, ".")
	groups := strings.Split(whole, ",")
	for i, g := range groups {
		if len(g) != 3 && (i > 0 || len(g) == 0 || len(g) > 3) {
			return false
		}
	}
	return true
}
