package cli

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

// browsedRow is one line of open --list.
type browsedRow struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Family     string   `json:"family"`
	Services   []string `json:"services"`
	Difficulty string   `json:"difficulty"`
	Measured   string   `json:"measured,omitempty"`
	Gate       string   `json:"gate"`
	Trials     int64    `json:"trials"`
	Score      *float64 `json:"score,omitempty"` // mean of the scored trials, 0 to 1
	Decision   string   `json:"decision"`
	Problems   int      `json:"problems"`
	Path       string   `json:"path"`
	Digest     string   `json:"digest,omitempty"`
	Line       int      `json:"line,omitempty"` // of the text sought
}

// listTasks prints what the library screen shows.
func (d *Deps) listTasks(ctx context.Context, paths []string, where, text string) error {
	e, err := d.engine()
	if err != nil {
		return err
	}
	ws, err := e.Existing(ctx, d.workspace())
	switch {
	case fault.KindOf(err) == fault.NotFound:
		ws = nil
	case err != nil:
		return err
	default:
		defer ws.Close()
	}
	rows, err := d.browse(ctx, e, engine.BrowseSource{Workspace: ws, Paths: paths, Cache: d.cacheDir()})
	if err != nil {
		return err
	}
	shown, err := e.Arrange(ctx, ws, rows, where, "", false)
	if err != nil {
		return err
	}
	kept := make([]engine.Browsed, 0, len(shown))
	for _, i := range shown {
		kept = append(kept, rows[i])
	}
	lines := map[int]int{}
	if text != "" {
		kept, lines, err = d.holding(ctx, e, ws, kept, text)
		if err != nil {
			return err
		}
	}
	if len(kept) == 0 {
		return fault.New(fault.NotFound, "no task matches").WithHint("leave --where and --text out to see all")
	}
	return printBrowsed(d.printer(), kept, lines)
}

// browse collects a listing.
func (d *Deps) browse(ctx context.Context, e *engine.Engine, src engine.BrowseSource) ([]engine.Browsed, error) {
	progress, end := d.progress("tasks")
	defer end()
	var rows []engine.Browsed
	err := e.Browse(ctx, src, func(b engine.BrowseBatch) {
		if b.Replace {
			rows = nil
		}
		rows = append(rows, b.Rows...)
		if progress != nil && b.Done > 0 && b.Done < b.Total {
			progress(b.Done, b.Total, "")
		}
	})
	return rows, err
}

// holding keeps the tasks that hold a text, with the line of each.
func (d *Deps) holding(ctx context.Context, e *engine.Engine, ws *engine.Workspace, rows []engine.Browsed, text string) ([]engine.Browsed, map[int]int, error) {
	progress, end := d.progress("search")
	defer end()
	var kept []engine.Browsed
	lines := map[int]int{}
	err := e.SearchTasks(ctx, ws, rows, text, func(h engine.TextHit) {
		lines[len(kept)] = h.Line
		kept = append(kept, rows[h.Row])
	}, progress)
	return kept, lines, err
}

func printBrowsed(p *printer, rows []engine.Browsed, lines map[int]int) error {
	doc := make([]browsedRow, 0, len(rows))
	table := make([][]string, 0, len(rows))
	for i := range rows {
		b := &rows[i]
		row := browsedRow{ID: b.ID, Title: b.Title, Family: b.Family, Services: b.Services, Difficulty: b.Difficulty, Measured: b.Measured, Gate: b.Gate,
			Trials: b.Trials, Decision: b.Decision, Problems: b.Problems, Path: b.Path, Digest: b.Digest, Line: lines[i]}
		if row.Services == nil {
			row.Services = []string{}
		}
		score := "-"
		if b.Mean != nil {
			mean := float64(*b.Mean) / float64(grade.One)
			row.Score, score = &mean, grade.Micros(*b.Mean).String()
		}
		doc = append(doc, row)
		place := b.ID
		if lines[i] > 0 {
			place = fmt.Sprintf("%s:%d", b.ID, lines[i])
		}
		table = append(table, []string{place, b.Family, strings.Join(b.Services, ","), b.Difficulty, b.Gate, fmt.Sprint(b.Trials), score, b.Decision, b.Title})
	}
	return p.emit(doc, func() {
		p.table([]column{{title: "id"}, {title: "family", drop: 2}, {title: "services", flex: true, drop: 5}, {title: "difficulty", drop: 4}, {title: "gate"},
			{title: "trials", drop: 1}, {title: "score"}, {title: "decision", drop: 3}, {title: "title", flex: true, drop: 6}}, table)
	})
}
