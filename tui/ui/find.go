package ui

import "strings"

// Prepare finds all lines and makes searching quick. Both come by themselves when they are
// needed; called in Work, it spares Update the time that some megabytes take.
func (d *Document) Prepare() {
	d.all()
	d.fold()
}

func (d *Document) fold() {
	if d.lower == "" {
		d.lower = lowerASCII(d.text)
	}
}

// lowerASCII keeps every offset, as no letter changes its length.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// needle is what is sought and where: letter case counts where the needle has a capital.
func (d *Document) needle(what string) (hay, needle string) {
	if lower := lowerASCII(what); lower == what {
		d.fold()
		return d.lower, lower
	}
	return d.text, what
}

// Find returns the offset of the next place of what behind (or with back before) an offset,
// around the end of the text; false where there is none.
func (d *Document) Find(what string, from int, back bool) (int, bool) {
	if what == "" {
		return 0, false
	}
	hay, needle := d.needle(what)
	from = max(0, min(from, len(hay)))
	if back {
		if i := strings.LastIndex(hay[:from], needle); i >= 0 {
			return i, true
		}
		i := strings.LastIndex(hay, needle)
		return i, i >= 0
	}
	if i := strings.Index(hay[from:], needle); i >= 0 {
		return from + i, true
	}
	i := strings.Index(hay, needle)
	return i, i >= 0
}

// matches are the places of what within [from, to).
func (d *Document) matches(what string, from, to int) []Span {
	if what == "" {
		return nil
	}
	hay, needle := d.needle(what)
	var out []Span
	for at := from; at < to; {
		i := strings.Index(hay[at:to], needle)
		if i < 0 {
			break
		}
		out = append(out, Span{at + i, at + i + len(needle)})
		at += i + len(needle)
	}
	return out
}
