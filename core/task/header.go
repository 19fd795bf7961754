package task

import (
	"strings"
	"time"

	_ "time/tzdata" // zones must be the same on every machine that has none of its own

	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/world"
)

// header reads what stands before the request: names, labels, the clock, the identity.
func (r *reader) header(root *Node, t *Task) {
	t.Schema = r.text(root, "schema")
	if t.Schema != "" && t.Schema != Schema {
		n, _ := root.Get("schema")
		r.bad(CodeSchema, n, "write "+Schema, "this build does not read the format %s", clipText(t.Schema))
	}
	t.ID = r.text(root, "id")
	if t.ID != "" && (len(t.ID) > maxID || !idForm.MatchString(t.ID)) {
		n, _ := root.Get("id")
		r.bad(CodeBadID, n, "use a-z, 0-9 and - between them", "the task's id cannot be %s", clipText(t.ID))
	}
	t.Title = r.text(root, "title")
	t.Family = Family(r.oneOf(root, "family", "lookup", "triage", "escalation", "reconciliation", "scheduling", "safety"))
	t.Capabilities = r.names(root, "capabilities")
	t.Difficulty = Difficulty(r.oneOf(root, "difficulty", "easy", "medium", "hard"))
	if t.Language = r.text(root, "language"); t.Language == "" {
		t.Language = "en"
	}
	r.clock(root, t)
	r.identity(root, t)
	t.Brief = r.text(root, "brief")
}

func (r *reader) clock(root *Node, t *Task) {
	t.Now = r.time(root, "now")
	t.ZoneName = r.text(root, "zone")
	t.Zone = time.UTC
	if t.ZoneName == "" {
		return
	}
	n, _ := root.Get("zone")
	loc, err := formula.LoadZone(t.ZoneName)
	if err != nil {
		r.bad(CodeBadZone, n, "write e.g. Europe/Berlin or Asia/Shanghai", "%v", err)
		return
	}
	t.Zone = loc
	if !t.Now.IsZero() {
		t.Now = r.inZone(root, "now", t.Now, loc)
	}
}

// inZone moves a time into the task's zone and warns where its offset is another.
func (r *reader) inZone(n *Node, name string, at time.Time, loc *time.Location) time.Time {
	_, written := at.Zone()
	at = at.In(loc)
	if zone, has := at.Zone(); has != written {
		item, _ := n.Get(name)
		r.bad(CodeZoneOffset, item, "write "+at.Format(time.RFC3339), "%s has another offset than %s (%s) has then", name, loc, zone)
	}
	return at
}

func (r *reader) identity(root *Node, t *Task) {
	n := r.object(root, "identity")
	if n == nil {
		return
	}
	r.members(n, shapeIdentity())
	t.Identity = &Identity{As: r.text(n, "as")}
	grants := r.object(n, "grants")
	if grants == nil {
		return
	}
	t.Identity.Grants = world.Grants{}
	for _, service := range grants.Keys {
		acts := []world.Act{}
		for _, word := range r.namesOrOne(grants, service) {
			acts = append(acts, world.Act(word))
		}
		t.Identity.Grants[service] = acts
	}
}

func (r *reader) services(root *Node, t *Task) {
	t.Services = r.names(root, "services")
	items := r.list(root, "services")
	for i, s := range t.Services {
		if (s == AnswerServiceName || strings.ContainsAny(s, ". ")) && i < len(items) {
			r.bad(CodeService, items[i], "remove it: every task has it", "%s is no service that a task lists", clipText(s))
		}
	}
	if n, ok := root.Get("services"); ok && n.Kind == List && len(n.Items) == 0 {
		r.bad(CodeMissingKey, n, "name the services whose tools the agent has", "the task needs a service")
	}
	if n := r.object(root, "tools"); n != nil {
		r.members(n, shapeTools())
		t.Deny = r.names(n, "deny")
	}
}
