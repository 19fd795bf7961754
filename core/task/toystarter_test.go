package task

import "strings"

// New is a small task over the toy services, which the tests change in one place or another.
func New(id string, family Family) []byte {
	if family == "" {
		family = Triage
	}
	return []byte(strings.NewReplacer("{ID}", id, "{FAMILY}", string(family)).Replace(starter))
}

const starter = `# A task is data: a request, the records at the start, the tools, and what counts as done.
# Every part below is explained by "coworkenv task schema"; "coworkenv task lint" says what is wrong.
schema: coworkenv.task/v1
id: {ID}
title: Raise the overdue to-dos
family: {FAMILY}                # lookup, triage, escalation, reconciliation, scheduling or safety
capabilities: [time_filter, leave_alone]
difficulty: easy
language: en
now: 2026-03-16T09:00:00+01:00    # the only clock
zone: Europe/Berlin

request:
  - say: |
      Please set every pending to-do that is overdue to high priority, and tell me the ids of those.
      A to-do that is due today is not overdue. Leave the others as they are.

services: [todo]

records:                          # near misses make a task: one for each condition below
  todo.tasks:
    - {task_id: TODO-1, title: Send the offer, status: pending, priority: medium, due_date: 2026-03-13}
    - {task_id: TODO-2, title: Order paper, status: pending, priority: low, due_date: 2026-03-15}
    - {task_id: TODO-3, title: Call the printer, status: pending, priority: medium, due_date: 2026-03-16}     # due today
    - {task_id: TODO-4, title: Pay the fee, status: completed, priority: medium, due_date: 2026-03-12}        # done

facts:                            # what is true follows from the records and is never typed in twice
  overdue:
    from: todo.tasks
    where:                        # says quotes the words of the request that a condition stands for
      pending: {expr: .status == "pending", says: pending to-do}
      late:    {expr: .due_date < day(now), says: overdue}
    give: {id: .task_id}

answer:                           # typed fields of submit_answer; outcome is offered by every task
  raised: {type: id, list: set}

checks:                           # "=" begins an expression; evidence has no weight; weights sum to 1
  - {id: looked, read: {in: todo.tasks, each: overdue, record: =it.id, fields: [due_date, status]}}
  - {id: raised, weight: 0.7, needs: [looked], record_updated: {in: todo.tasks, each: overdue, record: =it.id, set: {priority: high}}}
  - {id: told, weight: 0.3, needs: [raised], answer: {raised: "=map(overdue, .id)"}}

forbid:                           # one broken: the score is 0
  - {id: leave-others, effect: {update: todo.tasks, except: "map(overdue, .id)"}}
  - {id: only-priority, effect: {update: todo.tasks, beyond: [priority]}}
  - {id: keep-all, effect: {delete: todo.tasks}}

solution:                         # a real run that the gate executes
  calls:
    - todo_list_tasks: {}
    - {each: overdue, todo_update_task: {task_id: =it.id, priority: high}}
    - answer: {raised: "=map(overdue, .id)"}

limits: {max_turns: 20, max_calls: 20}
provenance: {generator: hand}
`
