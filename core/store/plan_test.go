package store

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/query"
)

// Queries that are asked per task, trial, item or poll must find their rows by
// an index and never read through a table that grows.
func TestQueriesUseIndexes(t *testing.T) {
	s := openTest(t, fixed)
	trials, args := TrialsOf{RunID: "r", TaskDigest: "d"}.condition()
	where, err := query.Parse("gate:failed score<0.5 decision:accept -svc:crm", TaskSchema())
	check(t, err)
	filter, filterArgs := where.SQL(taskColumns())
	tests := map[string]struct {
		sql  string
		args []any
		scan string // a table that may be read through
	}{
		"task":              {sqlTask + "WHERE t.digest = ?", []any{"d"}, ""},
		"current task":      {sqlTask + "WHERE t.id = ? AND t.current = 1", []any{"t"}, ""},
		"retire":            {sqlTaskRetire, []any{"t", "d"}, ""},
		"certificate":       {sqlCertificate + "WHERE task_digest = ?", []any{"d"}, ""},
		"findings":          {"SELECT * FROM findings WHERE task_digest = ? ORDER BY seq", []any{"d"}, ""},
		"trial":             {sqlTrial + "WHERE r.id = ?", []any{"t"}, ""},
		"trial of item":     {sqlTrial + "WHERE r.item_id = ?", []any{"i"}, ""},
		"trials of a run":   {"SELECT r.id FROM trials r LEFT JOIN tasks t ON t.digest = r.task_digest WHERE r.seq > 0" + trials + " ORDER BY r.seq", args, ""},
		"claim":             {sqlItemClaim, []any{`["i"]`}, "json_each"},
		"outcomes":          {sqlOutcomes, []any{`["i"]`}, "SCAN j"},
		"tries":             {sqlTries, []any{`["i"]`}, "SCAN j"},
		"next try":          {sqlTryNext, []any{"i"}, ""},
		"superseded":        {sqlUnscoredTotals, []any{"i"}, ""},
		"finish item":       {sqlItemSet, []any{"done", "", "i"}, ""},
		"item counts":       {"SELECT status, count(*) FROM items WHERE run_id = ? GROUP BY status", []any{"r"}, ""},
		"totals":            {sqlTotalsAdd, []any{"d", 1, 1, 1}, ""},
		"job":               {sqlJob + "WHERE id = ?", []any{"j"}, ""},
		"open jobs":         {sqlJob + "WHERE status IN ('queued', 'running') ORDER BY seq DESC LIMIT 10", nil, ""},
		"log":               {sqlLogRead, []any{"j", 0}, ""},
		"log end":           {sqlLogEnd, []any{"j"}, ""},
		"current decision":  {sqlCurrent, []any{"task", "d"}, ""},
		"history":           {sqlHistory, []any{"task", "d"}, ""},
		"list of tasks":     {sqlTaskRow + decisionColumn("'task'", "t.digest") + sqlTaskFrom + " AND t.id > '' AND " + filter + " ORDER BY t.id LIMIT 500", filterArgs, "json_each"},
		"chosen to requeue": {first(chooseItems("r", true, []string{"x"})), []any{"r", 1, 0, "x"}, ""},
	}
	for name, tt := range tests {
		var plan []string
		check(t, s.read.eachOnce(t.Context(), "EXPLAIN QUERY PLAN "+tt.sql, tt.args, func(r scanner) error {
			var id, parent, unused int
			var detail string
			err := r.Scan(&id, &parent, &unused, &detail)
			plan = append(plan, detail)
			return err
		}))
		for _, step := range plan {
			sorts := strings.Contains(step, "TEMP B-TREE FOR ORDER BY") && name != "open jobs"
			reads := strings.HasPrefix(step, "SCAN") && (tt.scan == "" || !strings.Contains(step, tt.scan)) && step != "SCAN CONSTANT ROW"
			if sorts || reads {
				t.Errorf("%s: %s\n%s", name, step, strings.Join(plan, "\n"))
			}
		}
	}
}

func first(text string, _ []any) string { return text }
