package cli

import (
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/world"
)

func newServices(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "services",
		Short:   "Show the simulated office services, their records and tools",
		GroupID: groupTasks,
		Example: `  coworkenv services list
  coworkenv services show helpdesk`,
	}
	cmd.AddCommand(newServicesList(d), newServicesShow(d))
	return cmd
}

// serviceRow is one line of services list.
type serviceRow struct {
	Name        string   `json:"name"`
	Version     int      `json:"version"`
	Port        int      `json:"port"`
	Collections []string `json:"collections"`
	Tools       []string `json:"tools"`
	Doc         string   `json:"doc"`
}

func newServicesList(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the services",
		Example: `  coworkenv services list
  coworkenv services list --json`,
		RunE: func(*cobra.Command, []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			doc := []serviceRow{}
			rows := [][]string{}
			for _, s := range e.Catalog.Services() {
				row := serviceRow{Name: s.Name, Version: s.Version, Port: s.Port, Collections: []string{}, Tools: []string{}, Doc: s.Doc}
				for _, c := range s.Collections {
					row.Collections = append(row.Collections, s.Name+"."+c.Name)
				}
				for _, t := range s.Tools {
					row.Tools = append(row.Tools, t.Name)
				}
				doc = append(doc, row)
				rows = append(rows, []string{s.Name, itoa(len(row.Tools)), strings.Join(row.Collections, " "), s.Doc})
			}
			p := d.printer()
			return p.emit(doc, func() {
				p.table([]column{{title: "service"}, {title: "tools", right: true}, {title: "collections", flex: true, drop: 1}, {title: "what it is", flex: true, min: 40}}, rows)
			})
		},
	}
}

func newServicesShow(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Show a service: records, fields, tools, parameters, effects",
		Example: `  coworkenv services show gmail
  coworkenv services show crm --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			s, ok := e.Catalog.Service(args[0])
			if !ok {
				return unknownService(args[0], e.Catalog.Services())
			}
			p := d.printer()
			return p.emit(serviceDocOf(s), func() { printService(p, s) })
		},
	}
}

func unknownService(name string, known []*world.Service) error {
	err := fault.New(fault.NotFound, "there is no service %q", name)
	var names []string
	for _, s := range known {
		names = append(names, s.Name)
	}
	if near := nearest(name, names); len(near) > 0 {
		return err.WithHint("did you mean %s? `coworkenv services list` shows all", strings.Join(near, " or "))
	}
	return err.WithHint("`coworkenv services list` shows them")
}

func printService(p *printer, s *world.Service) {
	p.say("%s (version %d): %s", s.Name, s.Version, s.Doc)
	for _, c := range s.Collections {
		key := "no key"
		if c.Key != "" {
			key = "key " + c.Key
		}
		p.say("\nrecords %s.%s (%s): %s", s.Name, c.Name, key, c.Doc)
		var rows [][]string
		for _, f := range c.Fields {
			rows = append(rows, []string{"  " + f.Name, fieldType(f), f.Doc})
		}
		p.table([]column{{title: "  field"}, {title: "type", flex: true, min: 20}, {title: "meaning", flex: true}}, rows)
	}
	for _, t := range s.Tools {
		p.say("\ntool %s (%s, POST %s): %s", t.Name, t.Act, t.Route, t.Doc)
		for _, prm := range t.Params {
			p.say("  %s: %s", prm.Name, clean(paramDoc(prm)))
		}
		for _, e := range t.Effects {
			p.say("  effect: %s %s.%s", e.Op, s.Name, e.Collection)
		}
		for _, r := range t.Reads {
			p.say("  shows: %s.%s%s", s.Name, r.Collection, viewNote(r))
		}
	}
}

func viewNote(r world.Read) string {
	switch {
	case r.View != "":
		return " (" + r.View + ")"
	case r.Key != "":
		return " (one, whole)"
	}
	return " (whole)"
}

func fieldType(f world.Field) string {
	s := f.Type.String()
	if f.List {
		s = "list of " + s
	}
	if f.Ref != "" {
		s += " -> " + f.Ref
	}
	if len(f.Enum) > 0 {
		s += " (" + strings.Join(f.Enum, ", ") + ")"
	}
	if f.Optional {
		s += ", optional"
	}
	if f.Secret {
		s += ", secret"
	}
	return s
}

func paramDoc(p world.Param) string {
	s := p.Type.String()
	if p.List {
		s = "list of " + s
	}
	if p.Required {
		s += ", required"
	}
	if p.Ref != "" {
		s += " -> " + p.Ref
	}
	if len(p.Enum) > 0 {
		s += " (" + strings.Join(p.Enum, ", ") + ")"
	}
	return s + ". " + p.Doc
}

// serviceDoc is the JSON form of services show.
type serviceDoc struct {
	Name        string          `json:"name"`
	Version     int             `json:"version"`
	Port        int             `json:"port"`
	Doc         string          `json:"doc"`
	Collections []collectionDoc `json:"collections"`
	Tools       []toolDoc       `json:"tools"`
}

type collectionDoc struct {
	Name   string     `json:"name"`
	Key    string     `json:"key,omitempty"`
	Doc    string     `json:"doc"`
	Fields []fieldDoc `json:"fields"`
}

type fieldDoc struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	List     bool     `json:"list,omitempty"`
	Optional bool     `json:"optional,omitempty"`
	Ref      string   `json:"ref,omitempty"`
	Secret   bool     `json:"secret,omitempty"`
	Enum     []string `json:"enum,omitempty"`
	Doc      string   `json:"doc,omitempty"`
}

type toolDoc struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases,omitempty"`
	Act     string   `json:"act"`
	Route   string   `json:"route"`
	Doc     string   `json:"doc"`
	Schema  rawJSON  `json:"input_schema"`
	Effects []string `json:"effects,omitempty"`
	Shows   []string `json:"shows,omitempty"`
}

func serviceDocOf(s *world.Service) serviceDoc {
	doc := serviceDoc{Name: s.Name, Version: s.Version, Port: s.Port, Doc: s.Doc}
	for _, c := range s.Collections {
		cd := collectionDoc{Name: s.Name + "." + c.Name, Key: c.Key, Doc: c.Doc}
		for _, f := range c.Fields {
			cd.Fields = append(cd.Fields, fieldDoc{f.Name, f.Type.String(), f.List, f.Optional, f.Ref, f.Secret, f.Enum, f.Doc})
		}
		doc.Collections = append(doc.Collections, cd)
	}
	for i := range s.Tools {
		t := &s.Tools[i]
		td := toolDoc{Name: t.Name, Aliases: t.Aliases, Act: string(t.Act), Route: t.Route, Doc: t.Doc, Schema: rawOf(t.InputSchema())}
		for _, e := range t.Effects {
			td.Effects = append(td.Effects, e.Op.String()+" "+s.Name+"."+e.Collection)
		}
		for _, r := range t.Reads {
			td.Shows = append(td.Shows, s.Name+"."+r.Collection)
		}
		sort.Strings(td.Shows)
		doc.Tools = append(doc.Tools, td)
	}
	return doc
}
