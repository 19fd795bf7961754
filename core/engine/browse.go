package engine

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
)

// Browsed is one task in a listing: what its file says, what the gate, the trials and the
// reviewers say of this content of it.
type Browsed struct {
	store.TaskRow
	Problems int // errors that keep it from running
	Shipped  bool
}

// BrowseSource says which tasks to list. Without Paths they are the workspace's, or the shipped
// ones where there is no workspace or none in it.
type BrowseSource struct {
	Workspace *Workspace // nil = none
	Paths     []string   // task folders, files and libraries
	Cache     string     // folder for the index of Paths; "" = none is kept
}

// BrowseBatch is a part of a listing. Rows come sorted by id; Replace says that they are all
// there are, in place of earlier ones.
type BrowseBatch struct {
	Rows    []Browsed
	Replace bool
	Done    int // looked at, of Total; 0 of 0 where that is not known
	Total   int
}

// Batches are small at first, so that something is seen at once.
const (
	firstBatch = 100
	nextBatch  = 2500
)

// Browse lists tasks as they are found and hands them to tell in batches.
func (e *Engine) Browse(ctx context.Context, src BrowseSource, tell func(BrowseBatch)) error {
	if len(src.Paths) > 0 {
		return e.browsePaths(ctx, src, tell)
	}
	if src.Workspace != nil {
		n, err := src.Workspace.browseStore(ctx, tell)
		if n > 0 || err != nil {
			return err
		}
	}
	return e.browseShipped(ctx, src.Workspace, tell)
}

// browseStore lists the tasks of the workspace.
func (w *Workspace) browseStore(ctx context.Context, tell func(BrowseBatch)) (int, error) {
	total, err := w.Store.CountTasks(ctx, nil)
	if err != nil || total == 0 {
		return 0, err
	}
	rows := make([]Browsed, 0, firstBatch)
	done := 0
	for row, err := range w.Store.Tasks(ctx, nil) {
		if err != nil {
			return done, err
		}
		row.Provenance = nil
		rows = append(rows, Browsed{TaskRow: row})
		if done++; len(rows) == nextBatch || done == firstBatch {
			tell(BrowseBatch{Rows: rows, Done: done, Total: total})
			rows = make([]Browsed, 0, nextBatch)
		}
	}
	tell(BrowseBatch{Rows: rows, Done: done, Total: done})
	return done, nil
}

// browseShipped lists the shipped tasks.
func (e *Engine) browseShipped(ctx context.Context, w *Workspace, tell func(BrowseBatch)) error {
	tasks, err := e.Open()
	if err != nil {
		return err
	}
	rows := make([]Browsed, 0, len(tasks))
	for _, l := range tasks {
		row, err := e.browsed(l)
		if err != nil {
			return err
		}
		row.Shipped = true
		rows = append(rows, row)
	}
	if err := w.overlay(ctx, rows); err != nil {
		return err
	}
	tell(BrowseBatch{Rows: rows, Done: len(rows), Total: len(rows)})
	return nil
}

// browsed is the row of a task that was loaded.
func (e *Engine) browsed(l *Loaded) (Browsed, error) {
	b := Browsed{TaskRow: store.TaskRow{Gate: "none", Decision: "none"}, Problems: len(l.Problems.Errors())}
	if l.Task == nil || l.Task.ID == "" || len(l.Task.Requests) == 0 {
		b.ID, b.Path = l.ID(), l.Path
		if l.Task != nil {
			b.Title, b.Family, b.Services = l.Task.Title, string(l.Task.Family), l.Task.Services
		}
		return b, nil
	}
	row, err := taskRow(l)
	if err != nil {
		return b, err
	}
	row.Source, row.Provenance = nil, nil
	b.Task = row
	switch why := e.Stale(l); {
	case why == "":
		b.Gate = "passed"
	case l.disk != "" && hasCertificate(l.disk):
		b.Gate = "stale"
	}
	return b, nil
}

func hasCertificate(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, CertificateFile))
	return err == nil
}

// overlay adds what the workspace knows of the rows' contents. A nil workspace knows nothing.
func (w *Workspace) overlay(ctx context.Context, rows []Browsed) error {
	if w == nil {
		return nil
	}
	at := make(map[string]int, len(rows))
	for i := range rows {
		if d := rows[i].Digest; d != "" {
			at[d] = i
		}
	}
	for known, err := range w.Store.Tasks(ctx, nil) {
		if err != nil {
			return err
		}
		i, ok := at[known.Digest]
		if !ok {
			continue
		}
		r := &rows[i]
		r.Trials, r.Scored, r.Passed, r.Mean, r.Decision, r.State, r.AddedAt = known.Trials, known.Scored, known.Passed, known.Mean, known.Decision, known.State, known.AddedAt
		r.Measured = cmp.Or(known.Measured, r.Measured)
		if r.Gate == "none" {
			r.Gate = known.Gate
		}
	}
	return nil
}

// BrowseSchema is what listed tasks are filtered by; the values that occur in rows are offered.
func BrowseSchema(rows []Browsed) query.Schema {
	s := store.TaskSchema()
	s.Fields = append(s.Fields, query.Field{Name: "loads", Kind: query.Bool, Doc: "whether it loads without an error"})
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Name == "svc" || f.Name == "cap" || f.Name == "lang" {
			f.Values = valuesIn(rows, f.Name)
		}
	}
	return s
}

func valuesIn(rows []Browsed, field string) []string {
	seen := map[string]bool{}
	for i := range rows {
		switch field {
		case "svc":
			for _, v := range rows[i].Services {
				seen[v] = true
			}
		case "cap":
			for _, v := range rows[i].Capabilities {
				seen[v] = true
			}
		case "lang":
			seen[rows[i].Language] = rows[i].Language != ""
		}
	}
	var out []string
	for v, ok := range seen {
		if ok {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// Field is the row's value of a field of BrowseSchema.
func (b *Browsed) Field(name string) (any, bool) {
	if name == "loads" {
		return b.Problems == 0, true
	}
	return b.TaskRow.Field(name)
}

// Arrange returns the places of the rows that a query selects, sorted by a column ("" = as
// they are): id, title, family, services, difficulty, measured, gate, trials, score or
// decision. Rows without a value come last.
func (e *Engine) Arrange(ctx context.Context, w *Workspace, rows []Browsed, where, by string, down bool) ([]int, error) {
	q, err := query.Parse(where, BrowseSchema(nil))
	if err != nil {
		return nil, err
	}
	var found map[string]bool
	if slices.Contains(q.Fields(), "finding") {
		// Findings are many a task and stay in the workspace: it selects.
		if found, err = w.selected(ctx, where); err != nil {
			return nil, err
		}
	}
	out := make([]int, 0, len(rows))
	for i := range rows {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, fault.Wrap(fault.Canceled, ctx.Err(), "filter tasks")
		}
		if found != nil && found[rows[i].Digest] || found == nil && q.Match(rows[i].Field) {
			out = append(out, i)
		}
	}
	if by != "" {
		slices.SortStableFunc(out, func(i, j int) int { return compareBrowsed(&rows[i], &rows[j], by, down) })
	}
	return out, nil
}

// selected are the digests of the workspace's tasks that a query selects.
func (w *Workspace) selected(ctx context.Context, where string) (map[string]bool, error) {
	out := map[string]bool{}
	if w == nil {
		return out, nil
	}
	q, err := query.Parse(where, store.TaskSchema())
	if err != nil {
		return nil, err
	}
	for row, err := range w.Store.Tasks(ctx, q) {
		if err != nil {
			return nil, err
		}
		out[row.Digest] = true
	}
	return out, nil
}

var difficulties = []string{"easy", "medium", "hard"}

func compareBrowsed(a, b *Browsed, by string, down bool) int {
	sign := 1
	if down {
		sign = -1
	}
	switch by {
	case "title":
		return sign * strings.Compare(a.Title, b.Title)
	case "family":
		return sign * strings.Compare(a.Family, b.Family)
	case "services":
		return sign * cmp.Or(cmp.Compare(len(a.Services), len(b.Services)), slices.Compare(a.Services, b.Services))
	case "difficulty":
		return sign * cmp.Compare(slices.Index(difficulties, a.Difficulty), slices.Index(difficulties, b.Difficulty))
	case "measured":
		return sign * cmp.Compare(slices.Index(difficulties, a.Measured), slices.Index(difficulties, b.Measured))
	case "gate":
		return sign * strings.Compare(a.Gate, b.Gate)
	case "decision":
		return sign * strings.Compare(a.Decision, b.Decision)
	case "trials":
		return sign * cmp.Compare(a.Trials, b.Trials)
	case "score":
		switch {
		case a.Mean == nil && b.Mean == nil:
			return 0
		case a.Mean == nil:
			return 1
		case b.Mean == nil:
			return -1
		}
		return sign * cmp.Compare(*a.Mean, *b.Mean)
	}
	return sign * strings.Compare(a.ID, b.ID)
}

// File is the task's file on disk; false where it has none there.
func (b *Browsed) File() (string, bool) {
	if b.Shipped || b.Path == "" {
		return "", false
	}
	for _, name := range []string{filepath.Join(filepath.FromSlash(b.Path), task.FileName), filepath.FromSlash(b.Path)} {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return name, true
		}
	}
	return "", false
}

// OpenBrowsed loads a listed task: from its file where that is there, else as the workspace
// keeps it, else as shipped.
func (e *Engine) OpenBrowsed(ctx context.Context, w *Workspace, b *Browsed) (*Loaded, error) {
	if b.Shipped {
		return e.openShippedOne(b.Path)
	}
	if _, ok := b.File(); ok {
		return e.One(b.Path)
	}
	if w != nil && b.Digest != "" {
		row, err := w.Store.Task(ctx, b.Digest)
		if err != nil {
			return nil, err
		}
		t, problems := task.Parse(row.ID+"/"+task.FileName, row.Source)
		l := &Loaded{Path: row.Path, Task: t, Problems: problems}
		if t != nil {
			ready, more := episode.Prepare(t, e.Catalog, e.Checks)
			l.Ready, l.Problems = ready, append(l.Problems, more...).Sort()
		}
		return l, nil
	}
	return nil, fault.New(fault.NotFound, "the file of %s is gone: %s", b.ID, b.Path).WithHint("list the library again, or put the file back")
}

// Refreshed is the row of a task after its file may have changed.
func (e *Engine) Refreshed(ctx context.Context, w *Workspace, b *Browsed) (Browsed, error) {
	l, err := e.OpenBrowsed(ctx, w, b)
	if err != nil {
		return *b, err
	}
	row, err := e.browsed(l)
	if err != nil {
		return *b, err
	}
	row.Shipped = b.Shipped
	rows := []Browsed{row}
	err = w.overlay(ctx, rows)
	return rows[0], err
}

// openShippedOne loads one shipped task and no other.
func (e *Engine) openShippedOne(folder string) (*Loaded, error) {
	sub, err := fs.Sub(e.Shipped, folder)
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "open the shipped task %s", folder)
	}
	entries, err := task.LoadLibraryFS(sub, task.LoadOptions{})
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "open the shipped task %s", folder)
	}
	if len(entries) != 1 {
		return nil, fault.New(fault.NotFound, "there is no shipped task %s", folder)
	}
	l := &Loaded{Path: folder, Task: entries[0].Task, Problems: entries[0].Problems}
	e.prepare(l)
	return l, nil
}
