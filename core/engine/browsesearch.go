package engine

import (
	"context"
	"os"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// TextHit is a task whose file holds a text: in how many places, and the first of them.
type TextHit struct {
	Row   int // among the rows searched
	Count int
	Line  int    // from 1
	Text  string // the line, cut around the place
}

// SearchTasks looks for a text in the files of listed tasks, letter case aside, and hands each
// task that holds it to tell in the order of the rows.
func (e *Engine) SearchTasks(ctx context.Context, w *Workspace, rows []Browsed, text string, tell func(TextHit), progress Progress) error {
	if strings.TrimSpace(text) == "" {
		return fault.New(fault.Usage, "there is no text to look for")
	}
	needle := strings.ToLower(text)
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return fault.Wrap(fault.Canceled, err, "search the tasks")
		}
		source, err := e.sourceOf(ctx, w, &rows[i])
		if err != nil {
			return err
		}
		if hit, ok := findText(source, needle); ok {
			hit.Row = i
			tell(hit)
		}
		progress.tell(i+1, len(rows), rows[i].ID)
	}
	return nil
}

// sourceOf is the text of a task's file; "" where it is gone.
func (e *Engine) sourceOf(ctx context.Context, w *Workspace, b *Browsed) (string, error) {
	if name, ok := b.File(); ok {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", fault.Wrap("", err, "read %s", name)
		}
		return string(data), nil
	}
	l, err := e.OpenBrowsed(ctx, w, b)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return "", nil
	case err != nil:
		return "", err
	case l.Task == nil || l.Task.File == nil:
		return "", nil
	}
	return string(l.Task.File.Data), nil
}

// findText finds a folded text line by line.
func findText(source, needle string) (TextHit, bool) {
	var hit TextHit
	n := 0
	for line := range strings.Lines(source) {
		n++
		folded := strings.ToLower(line)
		count := strings.Count(folded, needle)
		if count == 0 {
			continue
		}
		if hit.Count == 0 {
			hit.Line, hit.Text = n, cutText(strings.TrimSpace(line), 200)
		}
		hit.Count += count
	}
	return hit, hit.Count > 0
}

// cutText cuts a text to a number of characters.
func cutText(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
