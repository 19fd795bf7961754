package cli

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
)

func newCompletion(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:     "completion SHELL",
		Short:   "Print the completion script of a shell",
		Long:    "Print the script that teaches a shell (bash, zsh, fish or powershell) to complete coworkenv's commands and flags.",
		GroupID: groupAbout,
		Example: `  source <(coworkenv completion bash)
  coworkenv completion zsh > "${fpath[1]}/_coworkenv"
  coworkenv completion fish > ~/.config/fish/completions/coworkenv.fish`,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			writers := map[string]func(io.Writer) error{
				"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
				"zsh":        root.GenZshCompletion,
				"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				"powershell": root.GenPowerShellCompletionWithDesc,
			}
			write, ok := writers[args[0]]
			if !ok {
				return fault.New(fault.Usage, "unknown shell %q", args[0]).WithHint("one of bash, zsh, fish, powershell")
			}
			var script bytes.Buffer
			if err := write(&script); err != nil {
				return fault.Wrap("", err, "write completion script")
			}
			p := d.printer()
			return p.emit(map[string]string{"shell": args[0], "script": script.String()}, func() { p.write(script.Bytes()) })
		},
	}
}
