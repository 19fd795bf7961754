package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/fault"
)

// argsOf checks arguments against a use line, so that what the help shows and
// what is accepted are one text. The words after the command's name are NAME
// (needed), [NAME] (may be left out), NAME... (one or more) and [NAME]... or
// [NAME...] (any number).
func argsOf(use string) cobra.PositionalArgs {
	var needed []string
	most, any := 0, false
	for _, word := range strings.Fields(use)[1:] {
		name := strings.Trim(word, "[].")
		if !strings.HasPrefix(word, "[") {
			needed = append(needed, name)
		}
		most++
		any = any || strings.Contains(word, "...")
	}
	return func(cmd *cobra.Command, args []string) error {
		hint := usageOf(cmd)
		if len(args) < len(needed) {
			return fault.New(fault.Usage, "%s is missing", needed[len(args)]).WithHint("%s", hint)
		}
		if len(args) > most && !any {
			return fault.New(fault.Usage, "unexpected argument %q", args[most]).WithHint("%s", hint)
		}
		return nil
	}
}

// usageOf is the line that a command wants: its arguments, and the flags that it cannot do without.
func usageOf(cmd *cobra.Command) string {
	line := "usage: " + cmd.UseLine()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if needed := f.Annotations[cobra.BashCompOneRequiredFlag]; len(needed) > 0 && needed[0] == "true" {
			value, _ := pflag.UnquoteUsage(f)
			line += " --" + f.Name + " " + value
		}
	})
	return line
}
