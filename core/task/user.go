package task

// user reads the simulated user.
func (r *reader) user(root *Node, t *Task) {
	n := r.object(root, "user")
	if n == nil {
		return
	}
	r.members(n, shapeUser())
	u := &UserSpec{Persona: r.text(n, "persona"), Style: r.text(n, "style"), MaxRounds: r.integer(n, "max_rounds", 1, 1000),
		Confirm: r.text(n, "confirm"), Unknown: r.text(n, "unknown")}
	seen := map[string]string{}
	for _, item := range r.list(n, "knows") {
		if ok, _ := r.members(item, shapeKnown()); !ok {
			continue
		}
		k := Known{ID: r.id(item, "an entry of knows"), Say: r.text(item, "say")}
		r.unique(seen, k.ID, item, "another entry of knows")
		for _, set := range r.list(item, "asks") {
			if set.Kind != List || len(set.Items) == 0 {
				r.bad(CodeWrongType, set, "write asks: [[word, word], [word]]", "each of asks is a list of words")
				continue
			}
			if words := r.words(set.Items, "asks"); len(words) > 0 {
				k.Asks = append(k.Asks, words)
			}
		}
		if asks, ok := item.Get("asks"); ok && len(k.Asks) == 0 && asks.Kind == List {
			r.bad(CodeMissingKey, asks, "name the words of a question", "nothing asks for %s", k.ID)
		}
		u.Knows = append(u.Knows, k)
	}
	t.User = u
}
