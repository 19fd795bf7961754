package task

import "strconv"

// provenance reads where the task comes from; further members are kept as text.
func (r *reader) provenance(root *Node, t *Task) {
	n := r.object(root, "provenance")
	if n == nil {
		return
	}
	_, further := r.members(n, shapeProvenance())
	p := Provenance{Generator: r.text(n, "generator"), Engine: r.text(n, "engine"), Parents: r.names(n, "parents"),
		Repairs: r.integer(n, "repairs", 0, maxCount), SourceURL: r.text(n, "source_url"), License: r.text(n, "license"), Attribution: r.text(n, "attribution")}
	if s := r.text(n, "seed"); s != "" {
		seed, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			item, _ := n.Get("seed")
			r.bad(CodeWrongType, item, "write digits only", "seed must be a whole number, not %s", clipText(s))
		}
		p.Seed = seed
	}
	for _, i := range further {
		p.Extra = append(p.Extra, Named{Name: n.Keys[i], Expr: r.scalarText(n.Items[i]), Path: n.Items[i].Path})
	}
	t.Provenance = p
}
