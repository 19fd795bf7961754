// Package lexicons holds the names that scenarios draw from: real-looking people, companies and
// things on reserved domains, in English and Chinese.
//
// Invariant: nothing here is anybody's real address, number or company.
package lexicons

import (
	"embed"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
)

//go:embed en zh
var files embed.FS

// For returns the lexicon of a language.
func For(language string) (*synth.Lexicon, error) {
	dir := language
	if i := strings.IndexByte(dir, '-'); i > 0 {
		dir = dir[:i]
	}
	lex := &synth.Lexicon{Home: "northwind.test"}
	for name, list := range map[string]*[]string{"given": &lex.Given, "family": &lex.Family, "companies": &lex.Companies,
		"departments": &lex.Departments, "titles": &lex.Titles, "cities": &lex.Cities, "products": &lex.Products} {
		data, err := files.ReadFile(dir + "/" + name + ".txt")
		if err != nil {
			return nil, fault.Wrap(fault.Unsupported, err, "read the lexicon of %q", language).WithHint("use en or zh")
		}
		*list = strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	return lex, nil
}
