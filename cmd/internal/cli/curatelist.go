package cli

import (
	"time"

	"github.com/spf13/cobra"
)

func newCurateList(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the selections of the workspace, the newest first",
		Example: `  coworkenv curate list
  coworkenv curate list --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			list, err := w.Selections()
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(list, func() {
				var rows [][]string
				for _, k := range list {
					rows = append(rows, []string{k.ID, k.Made.Format(time.DateTime), k.Path})
				}
				p.table([]column{{title: "selection"}, {title: "made (UTC)"}, {title: "file", flex: true}}, rows)
				p.none(len(rows), "no selection yet; `coworkenv curate` makes one")
			})
		},
	}
}
