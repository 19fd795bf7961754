// Package highlight colours source text with chroma, for the pager.
//
// It runs in Work: a few kilobytes take milliseconds. Only the rules of what the workbench shows
// are linked, as chroma's list of all languages costs every start 6 ms. Invariant: the runs lie
// within the text, in order, whatever the text is.
package highlight

import (
	"github.com/alecthomas/chroma/v2"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Most is how much is coloured, in bytes; what is longer stays plain.
const Most = 256 << 10

// yamlRules colour line by line: a file that is being edited is often no YAML at all.
func yamlRules() chroma.Rules {
	scalar := []chroma.Rule{
		{Pattern: `#[^\n]*`, Type: chroma.Comment},
		{Pattern: `"(\\.|[^"\\\n])*"?`, Type: chroma.LiteralString},
		{Pattern: `'(''|[^'\n])*'?`, Type: chroma.LiteralString},
		{Pattern: `[{}\[\],]`, Type: chroma.Punctuation},
		{Pattern: `=[^\n,}\]#]+`, Type: chroma.NameFunction},
		{Pattern: `(?<![\w.@/-])(-?\d[\d.:TZ+-]*|true|false|null|~)(?=\s*([,}\]#\n]|$))`, Type: chroma.LiteralNumber},
		{Pattern: `[|>][+-]?(?=\s*\n)`, Type: chroma.Punctuation},
		{Pattern: `[\w.@/-]+(?=:(\s|$))`, Type: chroma.NameTag},
		{Pattern: `:(?=\s|$)`, Type: chroma.Punctuation},
		{Pattern: `-(?=\s)`, Type: chroma.Punctuation},
		{Pattern: `[ \t]+`, Type: chroma.TextWhitespace},
		{Pattern: `[^\s,{}\[\]#:"'=|>-]+`, Type: chroma.Text},
		{Pattern: `\n`, Type: chroma.TextWhitespace},
		{Pattern: `.`, Type: chroma.Text},
	}
	return chroma.Rules{"root": scalar}
}

// YAML colours the text of a task file.
func YAML(text string) ([]ui.Run, error) {
	if len(text) > Most {
		return nil, nil
	}
	lexer, err := chroma.NewLexer(&chroma.Config{Name: "YAML", DotAll: false}, yamlRules)
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "read the rules of YAML")
	}
	tokens, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root", EnsureLF: false}, text)
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "colour YAML")
	}
	var out []ui.Run
	at := 0
	for t := tokens(); t != chroma.EOF; t = tokens() {
		from := at
		at += len(t.Value)
		if at > len(text) {
			break
		}
		if name := meaning(t.Type); name != themes.Text {
			out = append(out, ui.Run{From: from, To: at, Name: name})
		}
	}
	return out, nil
}

func meaning(t chroma.TokenType) themes.Name {
	switch t {
	case chroma.Comment:
		return themes.CodeComment
	case chroma.LiteralString:
		return themes.CodeString
	case chroma.LiteralNumber:
		return themes.CodeNumber
	case chroma.NameTag, chroma.NameFunction:
		return themes.CodeKey
	case chroma.Punctuation:
		return themes.CodeMark
	}
	return themes.Text
}
