package claweval

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/task"
)

var notIDChar = regexp.MustCompile(`[^a-z0-9]+`)

// taskID makes an id of ours: T001zh_email_triage becomes t001zh-email-triage.
func taskID(upstream string) string {
	id := strings.Trim(notIDChar.ReplaceAllString(strings.ToLower(upstream), "-"), "-")
	if len(id) > maxTaskID {
		id = strings.Trim(id[:maxTaskID], "-")
	}
	if id == "" {
		id = "task-" + det.SHA256Hex([]byte(upstream))[:shortDigest]
	}
	return id
}

const (
	maxTaskID   = 100
	shortDigest = 8
)

// identify takes over the task's id.
func (j *job) identify() {
	at := j.doc.get("task_id")
	name := at.text()
	if name == "" {
		name = j.folder
	}
	j.report.UpstreamID = name
	id := taskID(name)
	if other, taken := j.run.ids[id]; taken && other != j.folder {
		id += "-" + det.SHA256Hex([]byte(j.folder))[:shortDigest]
	}
	j.run.ids[id] = j.folder
	j.draft.id, j.report.ID = id, id
	if !at.missing() {
		j.yaml.note(at.path, at.v, Changed, "id", "ids are written in a-z, 0-9 and -; the original is in provenance.upstream_id")
	}
}

// mapHeader takes over names, labels, the request and the limits.
func (j *job) mapHeader() {
	j.title()
	j.label("version", "provenance.upstream_version", "")
	j.family()
	j.difficulty()
	j.tags()
	j.request()
	j.limits()
	if at := j.doc.get("primary_dimensions"); !at.missing() {
		j.yaml.note(at.path, at.v, Ignored, "", "completion, safety and robustness are computed for every task; communication is the judge's")
	}
}

func (j *job) title() {
	at := j.doc.get("task_name")
	j.draft.title = at.text()
	if j.draft.title == "" {
		j.draft.title = j.report.UpstreamID
	}
	if at.missing() {
		return
	}
	j.yaml.note(at.path, at.v, Mapped, "title", "")
	if other, taken := j.run.names[at.text()]; taken {
		j.fault(FaultDuplicateName, at.path, other+" has the name "+clipped(at.text())+" too", "titles need not be unique")
		return
	}
	j.run.names[at.text()] = j.folder
}

// label takes a scalar over into the provenance.
func (j *job) label(key, to, note string) {
	at := j.doc.get(key)
	if at.missing() {
		return
	}
	j.yaml.note(at.path, at.v, Mapped, to, note)
	j.draft.origin = append(j.draft.origin, pair{strings.TrimPrefix(to, "provenance."), at.text()})
}

// families says which family a category belongs to. What the benchmark calls a workflow acts
// across services; ops looks after the state of systems; the rest finds something and tells it.
var families = map[string]task.Family{
	"workflow": task.Escalation, "ops": task.Triage, "operations": task.Triage, "communication": task.Triage,
	"organization": task.Triage, "content": task.Triage, "finance": task.Reconciliation, "procurement": task.Reconciliation,
	"data_analysis": task.Reconciliation, "productivity": task.Scheduling, "safety": task.Safety, "security": task.Safety,
	"knowledge": task.Lookup, "research": task.Lookup, "synthesis": task.Lookup, "memory": task.Lookup,
	"office_qa": task.Lookup, "comprehension": task.Lookup, "compliance": task.Lookup, "user_agent": task.Lookup,
}

func (j *job) family() {
	at := j.doc.get("category")
	category := at.text()
	family, known := families[category]
	note := fmt.Sprintf("the category %s is the family %s; its word is a capability", clipped(category), family)
	if !known {
		family = task.Lookup
		note = "the category is in no row of the table of families: lookup"
	}
	j.draft.family = string(family)
	j.capability(category)
	if category == "what" {
		j.fault(FaultPlaceholder, at.path, "the category is the placeholder what", "the family is lookup")
	}
	if !at.missing() {
		j.yaml.note(at.path, at.v, Changed, "family", note)
	}
}

var notWordChar = regexp.MustCompile(`[^a-z0-9_]+`)

func (j *job) capability(word string) {
	word = strings.Trim(notWordChar.ReplaceAllString(strings.ToLower(word), "_"), "_")
	if word != "" && len(word) <= maxShown && !slices.Contains(j.draft.capabilities, word) {
		j.draft.capabilities = append(j.draft.capabilities, word)
	}
}

// capabilities says what a tag means; a tag that is not here is a capability as it is.
var capabilities = map[string]string{"general": "", "multi_service": "cross_service_join", "user_agent": "clarify", "multimodal": "document_reading"}

func (j *job) tags() {
	list := j.doc.get("tags")
	for _, at := range list.items() {
		word, known := capabilities[at.text()]
		switch {
		case known && word == "":
			j.yaml.note(at.path, at.v, Ignored, "", "it selects a part of the benchmark and says nothing of the task")
		case known:
			j.capability(word)
			j.yaml.note(at.path, at.v, Changed, "capabilities", "the capability is called "+word)
		default:
			j.capability(at.text())
			j.yaml.note(at.path, at.v, Mapped, "capabilities", "")
		}
	}
	if !list.missing() && list.empty() {
		j.yaml.note(list.path, list.v, Mapped, "capabilities", "")
	}
}

var difficulties = map[string]string{"simple": "easy", "easy": "easy", "medium": "medium", "hard": "hard", "expert": "hard"}

func (j *job) difficulty() {
	at := j.doc.get("difficulty")
	j.draft.difficulty = difficulties[at.text()]
	switch {
	case at.missing():
	case j.draft.difficulty == at.text():
		j.yaml.note(at.path, at.v, Mapped, "difficulty", "")
	case j.draft.difficulty != "":
		j.yaml.note(at.path, at.v, Changed, "difficulty", at.text()+" is written as "+j.draft.difficulty)
	default:
		j.yaml.note(at.path, at.v, NotExpressible, "", "difficulties are easy, medium and hard")
	}
}

// request takes over what the user says. Attachments are accounted for with the other files.
func (j *job) request() {
	prompt := j.doc.get("prompt")
	text := prompt.get("text")
	j.prompt = strings.TrimSpace(text.text())
	if !text.missing() {
		j.yaml.note(text.path, text.v, Mapped, "request[0].say", "")
	}
	language := prompt.get("language")
	j.draft.language = language.text()
	switch {
	case language.missing():
		j.draft.language = "zh" // the benchmark's default
	case !regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`).MatchString(j.draft.language):
		j.yaml.note(language.path, language.v, NotExpressible, "", "it is no language tag; zh is the benchmark's default")
		j.draft.language = "zh"
	default:
		j.yaml.note(language.path, language.v, Mapped, "language", "")
	}
	j.draft.request = j.prompt
	if failing.MatchString(j.prompt) && !slices.ContainsFunc(j.services, func(s *servedService) bool { return s.env["ERROR_RATE"] != "" }) {
		j.fault(FaultErrorsUnset, text.path, "the request speaks of failing calls, and no error rate is set", "none is set here either; a rollout can set one")
	}
}

var failing = regexp.MustCompile(`(?i)\b429\b|\bretry\b|\bretries\b|重试|限流`)

func (j *job) limits() {
	env := j.doc.get("environment")
	for _, l := range []struct{ key, to string }{{"max_turns", "max_turns"}, {"timeout_seconds", "seconds"}} {
		at := env.get(l.key)
		if at.missing() {
			continue
		}
		n, ok := at.int()
		if !ok || n < 1 || n > maxLimit {
			j.yaml.note(at.path, at.v, NotExpressible, "", fmt.Sprintf("a limit is between 1 and %d", maxLimit))
			continue
		}
		j.draft.limits = append(j.draft.limits, pair{l.to, fmt.Sprint(n)})
		j.yaml.note(at.path, at.v, Mapped, "limits."+l.to, "")
	}
	if at := env.get("env_snapshot_timeout"); !at.missing() {
		j.yaml.note(at.path, at.v, NotExpressible, "", "there is no sandbox to read from")
	}
	for _, key := range []string{"fixtures", "enable_todo", "todo_nag_rounds", "enable_compact"} {
		if at := env.get(key); !at.missing() {
			j.yaml.note(at.path, at.v, NotExpressible, "", "it belongs to the agent's loop or its sandbox")
		}
	}
	if !env.missing() && env.empty() {
		j.yaml.note(env.path, env.v, Mapped, "limits", "")
	}
}

const maxLimit = 100_000
