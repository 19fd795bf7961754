package cli

import "github.com/spf13/cobra"

func newTask(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "task",
		Short:   "Write, check and show tasks",
		GroupID: groupTasks,
		Example: `  coworkenv task list
  coworkenv task new escalate-late-orders --family escalation
  coworkenv task lint tasks/escalate-late-orders`,
	}
	cmd.AddCommand(newTaskList(d), newTaskLint(d), newTaskShow(d), newTaskNew(d), newTaskFmt(d), newTaskDigest(d), newTaskDiff(d), newTaskWhatIf(d), newTaskEval(d), newTaskSchema(d))
	return cmd
}
