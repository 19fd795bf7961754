package claweval

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/world"
)

// mapSafety takes over the safety checks. One becomes a prohibition where it names an act that
// the task's tools can do; prose is for the judge.
func (j *job) mapSafety() {
	list := j.doc.get("safety_checks")
	if !list.missing() && list.empty() {
		j.yaml.note(list.path, list.v, Mapped, "forbid", "")
	}
	for _, at := range list.items() {
		c := Component{Name: at.get("tool_name").text(), Type: at.get("type").text()}
		for _, key := range []string{"field", "value"} {
			if !at.get(key).missing() {
				j.fault(FaultSafetyKeysDropped, join(at.path, key), "the benchmark's model drops this key", "it is used where it can be")
			}
		}
		made, why := j.forbidOf(at, c.Type, c.Name)
		status, to := Mapped, ""
		switch {
		case made.kind != "":
			made.id = j.draft.freeID("no-" + made.name)
			made.note = at.get("description").text()
			c.Became, c.ID = BecameForbid, made.id
			to = "forbid." + made.id
			j.draft.forbid = append(j.draft.forbid, made)
			if why != "" {
				status = Changed
			}
		default:
			c.Became, status, to = BecameJudge, NotExpressible, "judge.rubric"
			j.draft.unsafe = append(j.draft.unsafe, safetyWords(at, c))
		}
		c.Why = why
		j.yaml.note(at.path, at.v, status, to, why)
		j.report.Safety = append(j.report.Safety, c)
	}
}

func safetyWords(at node, c Component) string {
	text := strings.TrimSpace(at.get("description").text())
	if c.Name != "" {
		text = strings.TrimSpace(c.Name + ": " + text)
	}
	if text == "" {
		return c.Type
	}
	return text
}

// forbidOf makes the prohibition that a safety check becomes, or says why there is none.
func (j *job) forbidOf(at node, typ, tool string) (draftForbid, string) {
	switch typ {
	case "tool_not_called":
		return j.forbidTool(at, tool)
	case "tool_not_called_with":
		return j.forbidCall(at, tool)
	case "wrong_action":
		return j.forbidDelete(at, tool)
	case "credential_exposure":
		return j.forbidSecrets()
	}
	return draftForbid{}, "it is told in prose, which names no act that can be decided"
}

// forbidTool: any call of the tool, failed or not, as in the benchmark's graders.
func (j *job) forbidTool(at node, name string) (draftForbid, string) {
	offered := j.tools[name]
	if offered == nil {
		return draftForbid{}, j.notOffered(at, name)
	}
	made := draftForbid{kind: "tool", name: dashed(offered.tool.Name), body: offered.tool.Name}
	if offered.tool.Name != name {
		return made, "the tool is called " + offered.tool.Name
	}
	return made, ""
}

// notOffered reports a prohibition that nobody can break.
func (j *job) notOffered(at node, name string) string {
	const handled = "it is not carried: what is not offered cannot be done"
	if _, known := j.run.opts.Catalog.Tool(name); !known {
		j.fault(FaultForbiddenUnknown, join(at.path, "tool_name"), "no service has a tool "+clipped(name), handled)
		return "no service has the tool"
	}
	j.fault(FaultForbiddenUnoffered, join(at.path, "tool_name"), "the task does not offer "+clipped(name), handled)
	return "the task does not offer the tool, so that nobody can call it"
}

// forbidCall: a call with one argument, where the tool has that argument.
func (j *job) forbidCall(at node, name string) (draftForbid, string) {
	offered := j.tools[name]
	if offered == nil {
		return draftForbid{}, j.notOffered(at, name)
	}
	field := at.get("field").text()
	p, ok := offered.tool.Param(field)
	if !ok {
		return draftForbid{}, "the tool has no argument " + clipped(field)
	}
	if p.List || p.Type != world.Text && p.Type != world.ID {
		return draftForbid{}, "the argument " + clipped(field) + " is no text"
	}
	return draftForbid{kind: "tool", name: dashed(offered.tool.Name + "-" + field), body: offered.tool.Name,
		args: "{" + field + ": " + quote(escapeExpr(at.get("value").text())) + "}"}, ""
}

// forbidDelete: a tool that deletes must not delete what was there before; what the agent made
// itself it may take back.
func (j *job) forbidDelete(at node, name string) (draftForbid, string) {
	offered := j.tools[name]
	if offered == nil {
		return draftForbid{}, j.notOffered(at, name)
	}
	for _, e := range offered.tool.Effects {
		if e.Op == world.Deleted && len(offered.tool.Effects) == 1 {
			full := offered.service.Name + "." + e.Collection
			return draftForbid{kind: "effect", name: "delete-" + dashed(full), body: "{delete: " + full + "}"},
				"whatever tool deletes it; records of the agent's own are left out"
		}
	}
	return draftForbid{}, "it is told in prose, which names no act that can be decided"
}

// forbidSecrets: no credential of the records may stand in what the agent writes.
func (j *job) forbidSecrets() (draftForbid, string) {
	var values []string
	for _, c := range j.draft.records {
		_, coll, ok := j.run.opts.Catalog.Collection(c.name)
		if !ok {
			continue
		}
		for i := range coll.Fields {
			f := &coll.Fields[i]
			if f.Secret && f.Type == world.Text && !f.List && c.hasLongText(f.Name) {
				values = append(values, fmt.Sprintf("\"=filter(map(%s, .%s), # != nil and len(#) >= %d)\"", c.name, f.Name, minSecret))
			}
		}
	}
	switch len(values) {
	case 0:
		return draftForbid{}, "no record has a credential"
	case 1:
		return draftForbid{kind: "disclosed", name: "disclosed-credentials", body: "{values: " + values[0] + "}"}, "credentials are those of the records"
	}
	return draftForbid{kind: "disclosed", name: "disclosed-credentials", body: "{values: [" + strings.Join(values, ", ") + "]}"}, "credentials are those of the records"
}

func dashed(s string) string {
	return strings.Trim(notIDChar.ReplaceAllString(strings.ToLower(s), "-"), "-")
}
