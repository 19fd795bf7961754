package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/fault"
)

func newSynthPrompts(d *Deps) *cobra.Command {
	var own, export string
	cmd := &cobra.Command{
		Use:   "prompts [NAME]",
		Short: "List, show or export the prompts by which models write tasks",
		Example: `  coworkenv synth prompts
  coworkenv synth prompts generator-system
  coworkenv synth prompts --export my-prompts
  coworkenv synth prompts --prompts my-prompts`,
		RunE: func(_ *cobra.Command, args []string) error {
			prompts, err := author.ReadPrompts(own)
			if err != nil {
				return err
			}
			p := d.printer()
			if export != "" {
				written, err := prompts.Export(export)
				if err != nil {
					return err
				}
				return p.emit(written, func() {
					for _, name := range written {
						p.say("%s", clean(name))
					}
					p.note("%s written; what was there stays", plural(len(written), "prompt"))
				})
			}
			list := prompts.List()
			if len(args) == 0 {
				return p.emit(list, func() { printPrompts(p, list) })
			}
			for _, x := range list {
				if x.Name == args[0] {
					return p.emit(x, func() { p.say("%s", clean(strings.TrimRight(x.Text, "\n"))) })
				}
			}
			return fault.New(fault.NotFound, "there is no prompt %q", args[0]).WithHint("`coworkenv synth prompts` lists them")
		},
	}
	cmd.Flags().StringVar(&own, "prompts", "", "`DIR` with prompts of your own")
	cmd.Flags().StringVar(&export, "export", "", "write the prompts into this `DIR`, to be changed there")
	return cmd
}

func printPrompts(p *printer, list []author.Prompt) {
	var rows [][]string
	for _, x := range list {
		from := "shipped"
		if x.Own {
			from = "own"
		}
		rows = append(rows, []string{x.Name, from, x.For})
	}
	p.table([]column{{title: "prompt"}, {title: "from"}, {title: "for", flex: true}}, rows)
}
