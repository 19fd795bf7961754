package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

func newTaskNew(d *Deps) *cobra.Command {
	var family, dir string
	cmd := &cobra.Command{
		Use:   "new ID",
		Short: "Start a task: a folder with a commented task.yaml that loads",
		Example: `  coworkenv task new escalate-late-orders --family escalation
  coworkenv task new find-contract --family lookup --dir my-library`,
		RunE: func(_ *cobra.Command, args []string) error {
			id := args[0]
			if !knownFamily(family) {
				return fault.New(fault.Usage, "unknown family %q", family).WithHint("one of %s", strings.Join(familyNames(), ", "))
			}
			if err := task.CheckID(id); err != nil {
				return err
			}
			path := filepath.Join(dir, id, task.FileName)
			if _, err := os.Stat(path); err == nil {
				return fault.New(fault.Conflict, "%s exists already", path).WithHint("choose another id, or edit it")
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return fault.Wrap("", err, "create folder of %s", id)
			}
			if err := os.WriteFile(path, task.New(id, task.Family(family)), 0o644); err != nil {
				return fault.Wrap("", err, "write %s", path)
			}
			p := d.printer()
			return p.emit(map[string]string{"path": path}, func() {
				p.say("%s", clean(path))
				p.note("edit it, then: coworkenv task lint %s && coworkenv gate %s", filepath.Dir(path), filepath.Dir(path))
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

func knownFamily(name string) bool {
	for _, f := range familyNames() {
		if f == name {
			return true
		}
	}
	return false
}
