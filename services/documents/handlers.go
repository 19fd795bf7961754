package documents

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func extractText(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := find(tx, in.Text("path"))
	if err != nil {
		return err
	}
	pages := pagesOf(r)
	count := len(pages)
	if n, ok := member(r, "page_count").(value.Number); ok {
		if i, whole := n.Int(); whole {
			count = int(i)
		}
	}
	returned := count
	if n := in.Int("max_pages"); n != 0 && len(world.Cut(pages, n)) < len(pages) {
		pages = world.Cut(pages, n)
		returned = len(pages)
	}
	text := strings.TrimSpace(strings.Join(pages, "\n\n"))
	out.Text("path", r.ID())
	out.Int("page_count", count)
	out.Int("pages_returned", returned)
	out.Text("text", text)
	note(out, r, text != "")
	return nil
}

// find returns the record of a path; the refusals have the statuses and bodies of the benchmark.
func find(tx *world.Tx, raw string) (*world.Record, error) {
	clean := path.Clean(raw)
	if path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../") {
		return nil, world.Fail(world.Invalid, 400, "detail", "Path escapes base directory: "+raw)
	}
	r, ok := tx.Get("files", raw)
	if !ok {
		r, ok = tx.Get("files", clean)
	}
	if !ok && !isFolder(tx, clean) {
		return nil, world.Fail(world.Missing, 404, "detail", "File not found: "+raw)
	}
	if !ok || !strings.EqualFold(path.Ext(clean), ".pdf") {
		return nil, world.Fail(world.Invalid, 400, "detail", "Only PDF files are supported")
	}
	return r, nil
}

func isFolder(tx *world.Tx, clean string) bool {
	if clean == "." {
		return true
	}
	for r := range tx.All("files") {
		if strings.HasPrefix(r.ID(), clean+"/") {
			return true
		}
	}
	return false
}

func pagesOf(r *world.Record) []string {
	if pages := r.Texts("pages"); len(pages) > 0 {
		return pages
	}
	return strings.Split(r.Text("text"), "\f")
}

func member(r *world.Record, name string) any {
	v, _ := r.Get(name)
	return v
}

// note says which of the record's fields the reply held; a part of the text counts as the text.
func note(out *world.Reply, r *world.Record, anyText bool) {
	fields := []string{"path", "page_count"}
	switch {
	case !anyText:
	case len(r.Texts("pages")) > 0:
		fields = append(fields, "pages")
	default:
		fields = append(fields, "text")
	}
	out.Show(r, slices.DeleteFunc(fields, func(name string) bool {
		return member(r, name) == nil
	})...)
}

// summary is what the wire audit keeps of a reply: how much text there was, not the text.
func summary(e *world.Entry) []byte {
	body, err := value.Parse(e.Body)
	reply, ok := body.(*value.Object)
	if err != nil || !ok {
		return e.Body
	}
	text, _ := reply.Get("text")
	s, _ := text.(string)
	short := reply.Clone()
	short.Delete("text")
	short.Set("text_length", value.Int(int64(utf8.RuneCountInString(s))))
	return value.Append(nil, short)
}
