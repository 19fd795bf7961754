package synth

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// parts in the order of the file.
var partOrder = [...]string{"assets", "facts", "empty", "answer", "checks", "forbid", "faults", "solution"}

// render writes the task file.
func (d *Draft) render() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("schema: %s", task.Schema)
	line("id: %s", d.taskID())
	line("title: %s", quote(d.fill(d.title)))
	line("family: %s", d.Scenario.Family)
	line("capabilities: [%s]", strings.Join(d.Scenario.Capabilities, ", "))
	line("difficulty: %s", d.Dials.Level)
	line("language: %s", d.Dials.Language)
	line("now: %s", d.Instant(d.now))
	line("zone: %s", d.zone)
	if d.identity != "" {
		line("identity: %s", d.fill(d.identity))
	}
	if d.brief != "" {
		line("\nbrief: |\n%s", indent(d.fill(d.brief), 2))
	}
	line("")
	d.writeRequests(&b)
	d.writePart(&b, "user")
	line("")
	line("services: [%s]", strings.Join(d.services(), ", "))
	if len(d.deny) > 0 {
		line("tools: {deny: [%s]}", strings.Join(d.deny, ", "))
	}
	line("")
	d.writeRecords(&b)
	for _, name := range partOrder {
		d.writePart(&b, name)
	}
	line("")
	line("limits: {max_turns: %d, max_calls: %d}", 60, d.calls())
	line("provenance: {generator: scenario/%s, seed: %d, engine: v%d, parents: [%s], repairs: 0}", d.Scenario.Name, d.Dials.Seed, d.Scenario.Version, d.Dials.Parent)
	return b.String()
}

func (d *Draft) writePart(b *strings.Builder, name string) {
	text := d.fill(strings.Trim(d.parts[name], "\n"))
	switch {
	case text == "":
	case name == "empty":
		fmt.Fprintf(b, "\n%s: %s\n", name, text)
	default:
		fmt.Fprintf(b, "\n%s:\n%s\n", name, indent(dedent(text), 2))
	}
}

func (d *Draft) writeRequests(b *strings.Builder) {
	b.WriteString("request:\n")
	for _, r := range d.requests {
		b.WriteString("  - ")
		pad := ""
		if r.stage != "" {
			fmt.Fprintf(b, "stage: %s\n", r.stage)
			pad = "    "
		}
		if r.id != "" {
			fmt.Fprintf(b, "%sid: %s\n", pad, r.id)
			pad = "    "
		}
		if !r.at.IsZero() {
			fmt.Fprintf(b, "%sat: %s\n", pad, d.Instant(r.at))
			pad = "    "
		}
		if r.inject != "" {
			fmt.Fprintf(b, "%sinject:\n%s\n", pad, indent(dedent(d.fill(strings.Trim(r.inject, "\n"))), 6))
			pad = "    "
		}
		fmt.Fprintf(b, "%ssay: |\n%s\n", pad, indent(strings.TrimSpace(d.fill(r.say)), 6))
	}
}

func (d *Draft) writeRecords(b *strings.Builder) {
	b.WriteString("records:\n")
	for _, c := range d.records {
		if len(c.records) == 0 {
			fmt.Fprintf(b, "  %s: []\n", c.name)
			continue
		}
		fmt.Fprintf(b, "  %s:\n", c.name)
		for _, r := range c.records {
			b.WriteString("    - ")
			writeValue(b, r.fields)
			if r.comment != "" {
				b.WriteString(" # " + r.comment)
			}
			b.WriteByte('\n')
		}
	}
}

func (d *Draft) calls() int {
	if d.maxCalls > 0 {
		return d.maxCalls
	}
	n := 0
	for _, c := range d.records {
		n += len(c.records)
	}
	return max(40, 3*n)
}

// writeValue writes a value in YAML flow form. A []any is a record's names and values in turn.
func writeValue(b *strings.Builder, v any) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case string:
		b.WriteString(quote(v))
	case int:
		b.WriteString(strconv.Itoa(v))
	case time.Time:
		b.WriteString(v.Format(time.RFC3339))
	case []any:
		b.WriteByte('{')
		for i := 0; i+1 < len(v); i += 2 {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprint(b, v[i]) // a name
			b.WriteString(": ")
			writeValue(b, v[i+1])
		}
		b.WriteByte('}')
	case []string:
		writeList(b, len(v), func(i int) { b.WriteString(quote(v[i])) })
	case List:
		writeList(b, len(v), func(i int) { writeValue(b, v[i]) })
	default: // also an Amount
		fmt.Fprint(b, v)
	}
}

func writeList(b *strings.Builder, items int, write func(i int)) {
	b.WriteByte('[')
	for i := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		write(i)
	}
	b.WriteByte(']')
}

// List is a list of values within a record; []any would be names and values in turn.
type List []any

// plainYAML are texts that need no quotes in flow form.
func plainYAML(s string) bool {
	if s == "" || strings.TrimSpace(s) != s || len(s) <= len("false") && yamlWord(strings.ToLower(s)) {
		return false
	}
	for i, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r > 0x7f && r != 0xfeff && r != 0x85 && r != 0x2028 && r != 0x2029:
		case r >= '0' && r <= '9', strings.ContainsRune(" _./@+-", r):
			if i == 0 && (r == ' ' || r == '-' || r == '@') {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// yamlWord reports whether a text without quotes is none to YAML.
func yamlWord(s string) bool {
	switch s {
	case "null", "true", "false", "yes", "no", "on", "off", "~":
		return true
	}
	return false
}

// quote writes a text as a YAML scalar; what is not plain becomes a JSON string, which YAML reads.
func quote(s string) string {
	if plainYAML(s) {
		return s
	}
	return string(value.AppendString(nil, s))
}

func indent(text string, n int) string {
	pad := strings.Repeat(" ", n)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = pad + l
		}
	}
	return strings.Join(lines, "\n")
}

// dedent takes away the blanks that all lines begin with; tabs of Go source count as such.
func dedent(text string) string {
	lines := strings.Split(text, "\n")
	least := -1
	for _, l := range lines {
		if t := strings.TrimLeft(l, " \t"); t != "" {
			if n := len(l) - len(t); least < 0 || n < least {
				least = n
			}
		}
	}
	for i, l := range lines {
		if len(l) >= least && least > 0 {
			lines[i] = l[least:]
		}
		lines[i] = strings.ReplaceAll(lines[i], "\t", "  ")
	}
	return strings.Join(lines, "\n")
}
