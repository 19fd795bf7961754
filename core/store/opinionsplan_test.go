package store

import (
	"strings"
	"testing"
)

// Decisions and missing trials are found by index: only the items of a manifest are gone through.
func TestDecisionQueriesUseIndexes(t *testing.T) {
	s := openTest(t, fixed)
	for name, tt := range map[string]struct {
		sql  string
		args []any
		scan string // what may be gone through
	}{
		"subjects": {sqlSubjects, []any{"task", "d", 500}, ""}, "every decision": {sqlEveryDecision, []any{"dec_", 500}, ""},
		"one decision": {sqlDecision + "WHERE d.id = ?", []any{"dec_1"}, ""}, "missing": {sqlMissing, []any{0, 500}, "items"},
		"column": {"SELECT " + decisionColumn("'trial'", "r.id") + " FROM trials r WHERE r.id = ?", []any{"t"}, ""},
	} {
		check(t, s.read.eachOnce(t.Context(), "EXPLAIN QUERY PLAN "+tt.sql, tt.args, func(r scanner) error {
			var id, parent, unused int
			var step string
			err := r.Scan(&id, &parent, &unused, &step)
			if strings.HasPrefix(step, "SCAN") && step != "SCAN CONSTANT ROW" && (tt.scan == "" || !strings.Contains(step, tt.scan)) || strings.Contains(step, "TEMP B-TREE") {
				t.Errorf("%s: %s", name, step)
			}
			return err
		}))
	}
}
