package cli

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// visible lists every command that the help shows, the root first.
func visible(cmd *cobra.Command) []*cobra.Command {
	out := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		if shown(sub) {
			out = append(out, visible(sub)...)
		}
	}
	return out
}

// shown tells whether the help lists cmd; cobra treats its help command apart.
func shown(cmd *cobra.Command) bool { return cmd.IsAvailableCommand() || cmd.Name() == "help" }

// undocumented returns what is missing in a command's documentation.
func undocumented(cmd *cobra.Command) []string {
	var out []string
	say := func(ok bool, what string) {
		if !ok {
			out = append(out, what)
		}
	}
	say(cmd.Short != "" && !strings.HasSuffix(cmd.Short, "."), "Short must be one line without a final stop")
	say(strings.Contains(cmd.Example, cmd.CommandPath()), "Example must show the command")
	say(!cmd.HasParent() || cmd.Parent().HasParent() || cmd.GroupID != "", "GroupID must place it in the help")
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		say(f.Usage != "", "flag --"+f.Name+" must say what it does")
	})
	for _, line := range strings.Split(cmd.Example, "\n") {
		if err := exampleFault(cmd.Root(), line); err != nil {
			out = append(out, fmt.Sprintf("example %q: %v", strings.TrimSpace(line), err))
		}
	}
	return out
}

var invocation = regexp.MustCompile(`(?:^|[\s(])coworkenv ((?:'[^']*'|[^'|><;)#])*)`)

// exampleFault checks that a line of an example names a command with flags and
// arguments that it takes.
func exampleFault(root *cobra.Command, line string) error {
	m := invocation.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	cmd, rest, err := root.Find(words(m[1]))
	if err != nil {
		return err
	}
	if cmd == root && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return fmt.Errorf("no command %q", rest[0])
	}
	// Flags are parsed on a copy: values must not stay in the tree.
	flags := pflag.NewFlagSet("example", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	add := func(f *pflag.Flag) {
		if flags.Lookup(f.Name) == nil && f.Name != "help" {
			clone := *f
			clone.Value = discard{f.Value.Type()}
			flags.AddFlag(&clone)
		}
	}
	cmd.NonInheritedFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	if err := flags.Parse(rest); err != nil {
		return err
	}
	return cmd.ValidateArgs(flags.Args())
}

// discard is a flag value that takes anything.
type discard struct{ typ string }

func (discard) String() string   { return "" }
func (discard) Set(string) error { return nil }
func (d discard) Type() string   { return d.typ }

// words splits a command line at blanks outside quotes.
func words(line string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`).FindAllString(line, -1) {
		out = append(out, strings.NewReplacer(`"`, "", `'`, "").Replace(m))
	}
	return out
}

func TestEveryCommandIsDocumented(t *testing.T) {
	d, _, _ := fakeDeps(nil)
	all := visible(New(d))
	if len(all) < 5 {
		t.Fatalf("only %d commands found", len(all))
	}
	for _, cmd := range all {
		for _, what := range undocumented(cmd) {
			t.Errorf("%s: %s", cmd.CommandPath(), what)
		}
	}
}

func TestUndocumentedSeesGaps(t *testing.T) {
	full := func(change func(*cobra.Command)) *cobra.Command {
		d, _, _ := fakeDeps(nil)
		root := New(d)
		c := &cobra.Command{Use: "probe TASK", Short: "Probe a task", GroupID: groupAbout, Example: "  coworkenv probe t1 --depth 3 | head", RunE: func(*cobra.Command, []string) error { return nil }}
		c.Flags().Int("depth", 1, "how deep")
		root.AddCommand(c)
		c.Args = argsOf(c.Use)
		change(c)
		return c
	}
	tests := []struct {
		name   string
		change func(*cobra.Command)
		want   string
	}{
		{"complete", func(*cobra.Command) {}, ""},
		{"no short", func(c *cobra.Command) { c.Short = "" }, "Short"},
		{"no example", func(c *cobra.Command) { c.Example = "" }, "Example"},
		{"no group", func(c *cobra.Command) { c.GroupID = "" }, "GroupID"},
		{"silent flag", func(c *cobra.Command) { c.Flags().Bool("mute", false, "") }, "--mute"},
		{"stale command", func(c *cobra.Command) { c.Example += "\n  coworkenv prove t1" }, "no command"},
		{"stale flag", func(c *cobra.Command) { c.Example = "  coworkenv probe t1 --width 3" }, "unknown flag"},
		{"missing argument", func(c *cobra.Command) { c.Example = "  coworkenv probe --json" }, "TASK is missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(undocumented(full(tt.change)), "\n")
			if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
				t.Errorf("undocumented = %q, want %q", got, tt.want)
			}
		})
	}
}

// README lists the commands in a table; neither may know one that the other
// does not.
func TestReadmeListsTheCommands(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	d, _, _ := fakeDeps(nil)
	root := New(d)
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `coworkenv ([a-z-]+)").FindAllStringSubmatch(string(text), -1) {
		listed[m[1]] = true
	}
	for _, cmd := range root.Commands() {
		if shown(cmd) && !listed[cmd.Name()] {
			t.Errorf("README.md does not list `coworkenv %s`", cmd.Name())
		}
		delete(listed, cmd.Name())
	}
	for name := range listed {
		t.Errorf("README.md lists `coworkenv %s`, which does not exist", name)
	}
}

func TestArgsOf(t *testing.T) {
	tests := []struct {
		use   string
		fits  []int
		wrong []int
	}{
		{"version", []int{0}, []int{1}},
		{"show TASK", []int{1}, []int{0, 2}},
		{"diff OLD NEW", []int{2}, []int{1, 3}},
		{"lint TASK...", []int{1, 5}, []int{0}},
		{"list [QUERY]", []int{0, 1}, []int{2}},
		{"help [COMMAND]...", []int{0, 9}, nil},
		{"add TASK [TAG...]", []int{1, 2, 9}, []int{0}},
	}
	for _, tt := range tests {
		check := argsOf(tt.use)
		cmd := &cobra.Command{Use: tt.use}
		for _, n := range tt.fits {
			if err := check(cmd, make([]string, n)); err != nil {
				t.Errorf("%q with %d arguments: %v", tt.use, n, err)
			}
		}
		for _, n := range tt.wrong {
			if err := check(cmd, make([]string, n)); err == nil {
				t.Errorf("%q accepts %d arguments", tt.use, n)
			}
		}
	}
}
