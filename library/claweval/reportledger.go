package claweval

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// ledger gathers the entries of one file.
type ledger struct {
	entries []Entry
	at      map[Entry]int // entry without its leaves -> index
}

// note accounts for all leaves of v, which stands at path.
func (l *ledger) note(path string, v any, s EntryStatus, to, note string) {
	l.add(path, leaves(v), s, to, note)
}

func (l *ledger) add(path string, n int, s EntryStatus, to, note string) {
	if n == 0 {
		return
	}
	key := Entry{Path: path, Status: s, To: to, Note: note}
	if l.at == nil {
		l.at = map[Entry]int{}
	}
	i, known := l.at[key]
	if !known {
		i = len(l.entries)
		l.at[key] = i
		l.entries = append(l.entries, key)
	}
	l.entries[i].Leaves += n
}

// leaves counts scalars, empty lists and empty mappings.
func leaves(v any) int {
	n := 0
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			n += leaves(item)
		}
	case *value.Object:
		for _, m := range v.Members() {
			n += leaves(m.Value)
		}
	default:
		return 1
	}
	return max(n, 1)
}

// covers reports whether an entry of this path accounts for a leaf at another.
func covers(entry, leaf string) bool {
	if entry == "" {
		return true
	}
	rest, ok := strings.CutPrefix(leaf, entry)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// rest accounts for every leaf of a document that no entry covers yet, as each reports it.
func (l *ledger) rest(doc node, missed func(leaf node)) {
	covered := map[string]bool{}
	for _, e := range l.entries {
		covered[e.Path] = true
	}
	doc.leaves(func(leaf node) {
		if !slices.ContainsFunc(upwards(leaf.path), func(p string) bool { return covered[p] }) {
			missed(leaf)
		}
	})
}

// upwards lists a path and those of everything that it stands in, but for the whole.
func upwards(path string) []string {
	out := []string{path}
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '.' || path[i] == '[' {
			out = append(out, path[:i])
		}
	}
	return out
}

// sort brings the entries into the order of the document.
func (l *ledger) sort(doc node) {
	order := map[string]int{}
	doc.walk(func(n node) { order[n.path] = len(order) })
	slices.SortStableFunc(l.entries, func(a, b Entry) int { return order[a.Path] - order[b.Path] })
	l.at = nil
}
