// Package docs renders the pages of docs/ that are derived from the program itself. A test holds
// the files against it; `go test ./cmd/internal/docs -update` rewrites them.
package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Pages are the derived files by name within docs/.
func Pages(e *engine.Engine) map[string][]byte {
	return map[string][]byte{
		"task.schema.json": schema(),
		"checks.md":        checks(e.Checks),
		"services.md":      servicePage(e.Catalog),
		"findings.md":      findings(),
	}
}

// page collects Markdown.
type page struct{ bytes.Buffer }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// cell makes a text safe within a table.
func cell(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(s)
}

const made = "<!-- derived from the program: go test ./cmd/internal/docs -update -->"

func schema() []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, task.JSONSchema(), "", "  "); err != nil {
		panic(fmt.Sprintf("the task schema is no JSON: %v", err)) // a test of package task holds it
	}
	return append(bytes.TrimSpace(out.Bytes()), '\n')
}

func checks(reg *grade.Registry) []byte {
	var p page
	p.line("# Checks, prohibitions, matchers and functions\n\n%s", made)
	p.line("\n## Checks\n\nEvidence kinds carry no weight and count where another check needs them.\n")
	for _, k := range reg.Kinds() {
		role := ""
		if k.Evidence {
			role = ", evidence"
		}
		kind(&p, k.Name+role, k.Version, k.Doc, k.Example, k.Params)
	}
	p.line("## Prohibitions\n")
	for _, k := range reg.Prohibitions() {
		kind(&p, k.Name, k.Version, k.Doc, k.Example, k.Params)
	}
	p.line("## Matchers\n\n| matcher | example | equal when |\n|---|---|---|")
	for _, m := range grade.Matchers() {
		p.line("| `%s` | `%s` | %s |", m.Name, cell(m.Example), cell(m.Doc))
	}
	p.line("\n## Functions of expressions\n\nThose that take a predicate are expr-lang's: all, any, none, one, filter, map, count, find, findLast, findIndex, findLastIndex, sortBy,\n" +
		"sum and reduce. In the predicate `.field` is a field of the member and `#` the member itself: `map(filter(crm.customers, .tier == 'gold'), .name)`.\n")
	p.line("| function | means |\n|---|---|")
	for _, f := range task.Functions() {
		p.line("| `%s` | %s |", cell(f.Usage), cell(f.Doc))
	}
	return p.Bytes()
}

func kind(p *page, name string, version int, doc, example string, params []grade.ParamDoc) {
	p.line("### %s\n\n%s (version %d)\n\n`%s`\n\n| parameter | takes | |\n|---|---|---|", name, doc, version, example)
	for _, prm := range params {
		need := ""
		if prm.Required {
			need = "required. "
		}
		p.line("| `%s` | %s | %s%s |", prm.Name, cell(prm.Type), need, cell(prm.Doc))
	}
	p.line("")
}

func servicePage(catalog *world.Catalog) []byte {
	var p page
	p.line("# Services\n\n%s\n", made)
	for _, s := range catalog.Services() {
		p.line("## %s\n\n%s\n", s.Name, s.Doc)
		for _, c := range s.Collections {
			p.line("**%s.%s**: %s\n\n| field | type | |\n|---|---|---|", s.Name, c.Name, c.Doc)
			for _, f := range c.Fields {
				p.line("| `%s` | %s | %s |", f.Name, fieldType(f), cell(f.Doc))
			}
			p.line("")
		}
		p.line("| tool | act | arguments | |\n|---|---|---|---|")
		for _, t := range s.Tools {
			var args []string
			for _, prm := range t.Params {
				name := prm.Name
				if !prm.Required {
					name += "?"
				}
				args = append(args, name)
			}
			p.line("| `%s` | %s | %s | %s |", t.Name, t.Act, strings.Join(args, ", "), cell(t.Doc))
		}
		p.line("")
	}
	return p.Bytes()
}

func fieldType(f world.Field) string {
	s := f.Type.String()
	if f.List {
		s = "list of " + s
	}
	if f.Ref != "" {
		s += " of " + f.Ref
	}
	if len(f.Enum) > 0 {
		s += " (" + strings.Join(f.Enum, ", ") + ")"
	}
	if f.Optional {
		s += ", optional"
	}
	return s
}

func findings() []byte {
	var p page
	p.line("# Findings\n\n%s\n\nCodes are stable. `coworkenv gate explain CODE` prints the same. An error keeps a task from its certificate, a warning is for a person to\ndecide, an info tells what no program can judge.\n", made)
	p.line("## Of loading\n\n| code | severity | reported when | what to do |\n|---|---|---|---|")
	for _, list := range [][]task.CodeDoc{task.Codes(), grade.Codes()} {
		for _, c := range list {
			p.line("| `%s` | %s | %s | %s |", c.Code, c.Severity, cell(c.Doc), cell(c.Do))
		}
	}
	for _, round := range gate.Rounds() {
		var rows page
		for _, c := range gate.Codes() {
			if c.Round == round {
				rows.line("| `%s` | %s | %s | %s |", c.Code, c.Severity, cell(c.Means), cell(c.Do))
			}
		}
		if rows.Len() > 0 {
			p.line("\n## Of round %s\n\n| code | severity | means | what to do |\n|---|---|---|---|\n%s", round, strings.TrimRight(rows.String(), "\n"))
		}
	}
	pieces(&p)
	return p.Bytes()
}

// pieces lists what the gate tries, with the bound that each piece is held to.
func pieces(p *page) {
	p.line("\n# What the gate tries\n\n`coworkenv gate explain NAME` prints the same. Each is tried at most so often in one task, in a fixed order.")
	section := ""
	for _, x := range gate.Pieces() {
		title := strings.TrimSpace(string(x.Round) + " " + strings.ReplaceAll(string(x.Class), "_", " "))
		if title != section {
			section = title
			p.line("\n## Round %s\n\n| name | does | why | must | most |\n|---|---|---|---|---|", title)
		}
		p.line("| `%s` | %s | %s | %s | %d |", x.Name, cell(x.Does), cell(x.Why), cell(x.Bound), x.Most)
	}
}
