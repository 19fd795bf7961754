package export

import (
	"strconv"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
)

// originColumns say of every row, in every format, which trial it is and what is known of it.
func originColumns() []Column {
	return []Column{
		text("id"), text("trial"), text("task_id"), text("task_digest"), text("instance_id"), text("group_id"), whole("seed"), whole("attempt"), text("split"),
		text("family"), text("language"), text("scenario"), texts("lineage"), text("license"), text("certificate_id"), text("decision"),
		decimal("reward"), flag("pass"), anyOf("components"), texts("flags"),
		structOf("metrics", whole("turns"), whole("calls"), whole("tool_errors"), whole("tokens_est")),
		structOf("source", text("agent"), text("agent_version"), text("model"), text("sha256"), text("generator"), text("url"), text("attribution")),
	}
}

// origin sets the columns of originColumns. id names the row: the trial, and the turn where a
// trial has several rows.
func (r *Record) origin(row *value.Object, id string) {
	row.Set("id", id)
	row.Set("trial", r.ID)
	row.Set("task_id", r.TaskID)
	row.Set("task_digest", r.TaskDigest)
	row.Set("instance_id", r.InstanceID)
	row.Set("group_id", r.GroupID)
	row.Set("seed", value.Number(strconv.FormatUint(r.Seed, 10)))
	row.Set("attempt", count(r.Attempt))
	row.Set("split", string(r.Split))
	row.Set("family", r.Family)
	row.Set("language", r.Language)
	row.Set("scenario", r.Scenario)
	row.Set("lineage", list(r.Lineage))
	row.Set("license", r.License)
	row.Set("certificate_id", r.Certificate)
	row.Set("decision", r.Decision)
	row.Set("reward", micros(r.Reward))
	row.Set("pass", r.Pass)
	parts := value.Obj()
	for _, c := range r.Components {
		parts.Set(c.Name, micros(c.Value))
	}
	row.Set("components", parts)
	row.Set("flags", list(r.Flags))
	row.Set("metrics", value.Obj(value.Member{Name: "turns", Value: count(r.Metrics.Turns)}, value.Member{Name: "calls", Value: count(r.Metrics.Calls)},
		value.Member{Name: "tool_errors", Value: count(r.Metrics.ToolErrors)}, value.Member{Name: "tokens_est", Value: count(r.Metrics.Tokens)}))
	s := r.Source
	row.Set("source", value.Obj(value.Member{Name: "agent", Value: s.Agent}, value.Member{Name: "agent_version", Value: s.AgentVersion},
		value.Member{Name: "model", Value: s.Model}, value.Member{Name: "sha256", Value: s.SHA256}, value.Member{Name: "generator", Value: s.Generator},
		value.Member{Name: "url", Value: s.URL}, value.Member{Name: "attribution", Value: s.Attribution}))
}

func count(n int) value.Number { return value.Int(int64(n)) }

// micros is the exact decimal, always with a point: readers that guess a column's type from its
// first rows would take 1 for a whole number.
func micros(m grade.Micros) value.Number {
	s := m.String()
	for i := range len(s) {
		if s[i] == '.' {
			return value.Number(s)
		}
	}
	return value.Number(s + ".0")
}

func list(words []string) []any {
	out := make([]any, len(words))
	for i, w := range words {
		out[i] = w
	}
	return out
}
