package review

import (
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
)

func (s *screen) inSpot() bool { return strings.HasPrefix(s.queue, "spot-") }

// kind is the queue as the command line names it.
func (s *screen) kind() string { return strings.TrimPrefix(s.queue, "spot-") }

// spotKind is the kind of subjects that a spot check from here looks at.
func (s *screen) spotKind() string {
	if s.kind() == queueTasks {
		return store.KindTask
	}
	return store.KindTrial
}

// everything is a filter that all rows match.
const everything = "-id:none"

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	out := map[string]string{"kind": s.kind(), "where": s.where, "all": s.where, "spotkind": s.spotKind(), "size": strconv.Itoa(s.spotSize), "seed": strconv.FormatUint(s.spotSeed, 10)}
	if s.where == "" {
		out["all"] = everything
	}
	if s.inSpot() && s.spot != nil {
		out["spot"] = s.spot.Name
	}
	if n := len(s.given); n > 0 {
		out["undo"] = subjectOf(s.given[n-1].list[0])
	}
	row := s.row()
	if row == nil {
		return out
	}
	if len(s.marks) > 0 {
		out["markkind"], out["marked"] = s.kind(), s.markedQuery()
	} else {
		out["subject"] = row.Subject
	}
	if out["undo"] == "" {
		out["undo"] = row.Subject
	}
	out["task"], out["trial"] = row.Task, row.Trial
	if at := opened(row); at.Of != "" {
		out["screen"], out["of"] = at.Screen, at.Of
	}
	return out
}

func subjectOf(d store.Decision) string { return d.Kind + ":" + d.Digest }

// markedQuery selects the marked rows.
func (s *screen) markedQuery() string {
	var parts []string
	for _, r := range s.markedRows() {
		parts = append(parts, `id="`+strings.ReplaceAll(r.Subject, `"`, `\"`)+`"`)
	}
	return strings.Join(parts, " OR ")
}

// markedRows are the marked rows in the order of the queue.
func (s *screen) markedRows() []*engine.QueueRow {
	var out []*engine.QueueRow
	for i := range s.rows {
		if s.marks[s.rows[i].Subject] {
			out = append(out, s.rows[i])
		}
	}
	return out
}
