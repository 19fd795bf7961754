package claweval

import (
	"fmt"
	"slices"
	"strings"
)

// mapExpected takes over the expected actions: the check of a part of the score decides one
// where it looks at the same records; without a weight of its own another could earn nothing.
func (j *job) mapExpected() {
	list := j.doc.get("expected_actions")
	if !list.missing() && list.empty() {
		j.yaml.note(list.path, list.v, Mapped, "checks", "")
	}
	for _, at := range list.items() {
		service, key := at.get("service").text(), at.get("action_key").text()
		required := at.get("required").text() != "false"
		j.auditKeyFault(at, service, key)
		i := slices.IndexFunc(j.draft.checks, func(c draftCheck) bool {
			return c.collection != "" && strings.HasPrefix(c.collection, service+".") && (c.audit == key || strings.HasSuffix(c.collection, "."+key))
		})
		if i >= 0 {
			j.yaml.note(at.path, at.v, Mapped, "checks."+j.draft.checks[i].id, "the check of a part of the score decides it")
			continue
		}
		word := "required"
		if !required {
			word = "not required"
		}
		j.draft.expected = append(j.draft.expected, fmt.Sprintf("%s.%s (%s)", service, key, word))
		j.yaml.note(at.path, at.v, NotExpressible, "judge.rubric", "it has no weight, so a check of it could earn nothing; its words stand in the rubric")
	}
}

func (j *job) auditKeyFault(at node, service, key string) {
	for _, s := range j.services {
		if s.name != service || s.service == nil {
			continue
		}
		if !slices.Contains(s.service.AuditKeys, key) {
			j.fault(FaultAuditKeyMissing, join(at.path, "action_key"), fmt.Sprintf("the audit of %s has no %s: it has %s", service, clipped(key), strings.Join(s.service.AuditKeys, ", ")),
				"the collection that is meant is taken")
		}
	}
}

// mapJudge puts the rubric together: the original's own, and in words whatever no check and no
// prohibition decides.
func (j *job) mapJudge() {
	at := j.doc.get("judge_rubric")
	var parts []string
	if text := strings.TrimRight(at.text(), " \t\r\n"); text != "" {
		parts = append(parts, text)
	} else {
		j.fault(FaultRubricMissing, "judge_rubric", "the task has no rubric", "the declared parts of the score stand in its place")
	}
	if !at.missing() {
		j.yaml.note(at.path, at.v, Mapped, "judge.rubric", "")
	}
	list := func(title string, items []string) {
		if len(items) > 0 {
			parts = append(parts, title+"\n- "+strings.Join(oneLine(items), "\n- "))
		}
	}
	list("Parts of the original's score that no check decides:", j.draft.rubric)
	list("Actions that the original expects:", j.draft.expected)
	list("Must not happen (no prohibition decides it):", j.draft.unsafe)
	if len(parts) == 0 {
		parts = append(parts, "The original states nowhere but in code what counts.")
	}
	j.draft.judge = tidy(strings.Join(parts, "\n\n"))
}

func oneLine(items []string) []string {
	out := make([]string, len(items))
	for i, s := range items {
		out[i] = strings.Join(strings.Fields(s), " ")
	}
	return out
}

// tidy drops blanks at line ends, which would keep a text from standing as a block.
func tidy(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	return strings.Join(lines, "\n")
}

// The original, as its README says.
const (
	sourceURL     = "https://github.com/claw-eval/claw-eval"
	sourceLicense = "MIT"
	sourceAuthors = "Claw-Eval, by its authors"
)

// mapProvenance says where the task comes from.
func (j *job) mapProvenance() {
	j.draft.origin = append([]pair{{"upstream_id", j.report.UpstreamID}}, j.draft.origin...)
	if at := j.doc.get("category"); at.text() != "" {
		j.draft.origin = append(j.draft.origin, pair{"upstream_category", at.text()})
	}
	j.draft.origin = append(j.draft.origin, pair{"upstream_digest", j.sourceDigest()})
	at := j.doc.get("reference_solution")
	if at.missing() {
		return
	}
	j.draft.origin = append(j.draft.origin, pair{"reference_solution", tidy(at.text())})
	j.yaml.note(at.path, at.v, Changed, "provenance.reference_solution", "prose is no solution that can be run: it is kept as it was told")
}

// mapUser takes over the simulated user. What it knows is told in prose, which this build's user
// cannot give away piece by piece.
func (j *job) mapUser() {
	user := j.doc.get("user_agent")
	if user.missing() {
		return
	}
	enabled := user.get("enabled").v == true
	for _, at := range user.members() {
		switch name := strings.TrimPrefix(at.path, "user_agent."); {
		case name == "enabled":
			j.yaml.note(at.path, at.v, Mapped, "user", "")
		case !enabled:
			j.yaml.note(at.path, at.v, Ignored, "", "the user is switched off")
		case name == "persona":
			j.draft.user = append(j.draft.user, pair{"persona", tidy(at.text())})
			j.yaml.note(at.path, at.v, Changed, "user.persona", "what the user knows stands in it as prose: without entries of knows the user answers that it does not know")
		case name == "max_rounds":
			if n, ok := at.int(); ok && n >= 1 && n <= maxRounds {
				j.draft.user = append(j.draft.user, pair{"max_rounds", fmt.Sprint(n)})
				j.yaml.note(at.path, at.v, Mapped, "user.max_rounds", "")
				continue
			}
			j.yaml.note(at.path, at.v, NotExpressible, "", "it is no number of rounds")
		case name == "system_prompt_suffix":
			j.draft.brief = strings.TrimSpace(at.text())
			j.yaml.note(at.path, at.v, Mapped, "brief", "")
		}
	}
}

const maxRounds = 1000
