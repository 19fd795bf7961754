package cli

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/task"
)

func newTaskNew(d *Deps) *cobra.Command {
	var family, dir string
	cmd := &cobra.Command{
		Use:   "new ID",
		Short: "Start a task: a folder with a whole, commented task.yaml of its family",
		Example: `  coworkenv task new escalate-late-orders --family escalation
  coworkenv task new find-contract --family lookup --dir my-library`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			path, err := e.NewTask(dir, args[0], task.Family(family))
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(map[string]string{"path": path}, func() {
				p.say("%s", clean(path))
				p.note("edit it, then: coworkenv gate %s", clean(filepath.Dir(path)))
			})
		},
	}
	cmd.Flags().StringVar(&family, "family", "lookup", "`FAMILY` of the task: "+strings.Join(familyNames(), ", "))
	cmd.Flags().StringVar(&dir, "dir", ".", "`DIR` in which the task's folder is made")
	return cmd
}

func familyNames() []string {
	var names []string
	for _, f := range task.Families() {
		names = append(names, string(f))
	}
	return names
}
