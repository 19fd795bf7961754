package export

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// card is the README.md of a data set as hubs read it: a YAML head with the splits and the columns,
// then what a person has to know. It holds no date, so that equal exports are equal.
func card(r *Report, o *Options) []byte {
	var b strings.Builder
	b.WriteString("---\n")
	fmt.Fprintf(&b, "pretty_name: %s\n", quoted(r.Name))
	fmt.Fprintf(&b, "license: %s\n", cardLicense(r.Licenses))
	writeList(&b, "language", r.Languages)
	writeList(&b, "task_categories", []string{"text-generation"})
	writeList(&b, "tags", []string{"agent", "tool-use", "office", "coworkenv"})
	fmt.Fprintf(&b, "size_categories: [%s]\n", quoted(sizeCategory(r.Rows())))
	writeConfigs(&b, r, o)
	b.WriteString("---\n\n")
	writeAbout(&b, r, o)
	writeCounts(&b, r)
	b.WriteString("## Use\n\n" + usage(r, o) + "\n")
	writeColumns(&b, o)
	return []byte(b.String())
}

// quoted writes a word as a YAML text; JSON's quoting is YAML's too.
func quoted(s string) string { return string(value.AppendString(nil, s)) }

func writeList(b *strings.Builder, name string, items []string) {
	if len(items) == 0 {
		return
	}
	b.WriteString(name + ":\n")
	for _, s := range items {
		fmt.Fprintf(b, "- %s\n", quoted(s))
	}
}

func cardLicense(all []string) string {
	if len(all) == 1 {
		return quoted(strings.ToLower(all[0]))
	}
	return "other"
}

func sizeCategory(rows int) string {
	for _, c := range []struct {
		below int
		name  string
	}{{1_000, "n<1K"}, {10_000, "1K<n<10K"}, {100_000, "10K<n<100K"}, {1_000_000, "100K<n<1M"}, {10_000_000, "1M<n<10M"}} {
		if rows < c.below {
			return c.name
		}
	}
	return "n>10M"
}

// writeConfigs names the files of each split and declares the columns.
func writeConfigs(b *strings.Builder, r *Report, o *Options) {
	if o.Format.PerTrial {
		b.WriteString("viewer: false\n")
		return
	}
	b.WriteString("configs:\n- config_name: default\n  data_files:\n")
	for _, s := range r.Splits {
		fmt.Fprintf(b, "  - split: %s\n    path: data/%s-*\n", s.Split, s.Split)
	}
	b.WriteString("dataset_info:\n- config_name: default\n  features:\n")
	b.WriteString(featuresYAML(o.columns(), 1))
}

func writeAbout(b *strings.Builder, r *Report, o *Options) {
	fmt.Fprintf(b, "# %s\n\n", plainText(r.Name))
	fmt.Fprintf(b, "Trials of agents at office work, from CoworkEnv %s. Every trial was acted in an executable environment and graded by programs on what it\n"+
		"changed and read; each row carries its reward, the parts of it, and where it comes from.\n\n", plainText(r.Version))
	fmt.Fprintf(b, "Format `%s`: %s.\n\n", o.Format.Name, o.Format.Doc)
}

// plainText keeps a name from being read as markup.
func plainText(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "<", "&lt;", "`", "'", "*", "\\*", "_", "\\_", "[", "\\[").Replace(s)
}

func writeCounts(b *strings.Builder, r *Report) {
	b.WriteString("## Counts\n\n| split | " + r.Unit + "s | rows | " + r.TokensOf() + " (bytes / 3.6) |\n|---|---|---|---|\n")
	for _, s := range r.Splits {
		fmt.Fprintf(b, "| %s | %d | %d | %d |\n", s.Split, s.Units, s.Rows, s.Tokens)
	}
	fmt.Fprintf(b, "\n%d %ss were looked at.", r.Considered, r.Unit)
	if r.Turns > 0 {
		fmt.Fprintf(b, " Of %d turns of agents %d are trained on.", r.Turns, r.Trained)
	}
	b.WriteString("\n")
	for _, c := range r.Excluded {
		fmt.Fprintf(b, "- left out: %d, %s (`%s`)\n", c.Count, c.Text, c.Code)
	}
	for _, c := range r.Lost {
		fmt.Fprintf(b, "- otherwise than recorded: %d, %s (`%s`)\n", c.Count, c.Text, c.Code)
	}
	if r.Uncertified > 0 {
		fmt.Fprintf(b, "- without a certificate of the task: %d\n", r.Uncertified)
	}
	if len(r.Licenses) > 1 {
		fmt.Fprintf(b, "- licences of the rows: %s (column `license`)\n", plainText(strings.Join(r.Licenses, ", ")))
	}
	b.WriteString("\n")
}

func writeColumns(b *strings.Builder, o *Options) {
	if o.Format.PerTrial {
		return
	}
	b.WriteString("## Columns\n\n| column | kind |\n|---|---|\n")
	for _, c := range o.columns() {
		fmt.Fprintf(b, "| %s | %s |\n", c.Name, kindText(c))
	}
	if o.Format.Aside {
		b.WriteString("\nThe target takes no other columns: what is known of each row stands in `origin/`, line by line.\n")
	}
}

func kindText(c Column) string {
	switch c.Kind {
	case List:
		return "list of " + kindText(c.Of[0])
	case Struct:
		var names []string
		for _, part := range c.Of {
			names = append(names, part.Name)
		}
		return "{" + strings.Join(names, ", ") + "}"
	case Any:
		return "JSON"
	case Text:
		return "text"
	case Whole:
		return "whole number"
	case Real:
		return "number"
	}
	return "true or false"
}
