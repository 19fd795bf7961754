package task

// solution reads the oracle's acts.
func (r *reader) solution(root *Node, t *Task) {
	n, ok := root.Get("solution")
	if !ok || n.IsNull() {
		r.bad(CodeNoSolution, below(root, "solution", ok, n), "add solution: with the calls that solve the task", "the task has no solution")
		return
	}
	n = r.object(root, "solution")
	if n == nil {
		return
	}
	r.members(n, shapeSolution())
	for _, item := range r.list(n, "calls") {
		if a, ok := r.act(item); ok {
			t.Solution = append(t.Solution, a)
		}
	}
}

// act reads one item: a call, a say, a stage or an answer.
func (r *reader) act(n *Node) (Act, bool) {
	s := shapeAct()
	ok, further := r.members(n, s)
	if !ok {
		return Act{}, false
	}
	a := Act{Say: r.text(n, "say"), Stage: r.text(n, "stage"), As: r.text(n, "as"), Expect: r.integer(n, "expect", 100, 599), Path: n.Path}
	forms := len(further) + btoi(has(n, "say")) + btoi(has(n, "stage")) + btoi(has(n, "answer"))
	if forms != 1 {
		r.bad(CodeSolutionItem, n, "write one of TOOL: {args}, say: text, stage: name and answer: {..}", "an item of the solution does exactly one thing")
		return a, false
	}
	if e, ok := n.Get("each"); ok {
		a.Each = r.expr(e)
	}
	if len(further) == 1 {
		a.Tool, a.Args = n.Keys[further[0]], n.Items[further[0]]
		if !r.arguments(a.Args) {
			return a, false
		}
	}
	if answer, ok := n.Get("answer"); ok {
		a.Answer = answer
		if !r.arguments(answer) {
			return a, false
		}
	}
	return a, r.fitting(n, a)
}

func has(n *Node, key string) bool {
	_, ok := n.Get(key)
	return ok
}

// arguments checks that an act's arguments are a mapping.
func (r *reader) arguments(n *Node) bool {
	if n.Kind != Map {
		r.bad(CodeWrongType, n, "write {} for none", "arguments are a mapping, not %s", n.Kind)
		return false
	}
	r.warnCuts(n)
	return true
}

// fitting checks that an act has only the keys that fit it.
func (r *reader) fitting(n *Node, a Act) bool {
	if a.Tool != "" || a.Answer != nil {
		if a.As != "" && !wordForm.MatchString(a.As) {
			item, _ := n.Get("as")
			r.bad(CodeBadName, item, "use letters, digits and _, a letter first", "a reply cannot be called %s", clipText(a.As))
			return false
		}
		if a.As != "" && a.Each != "" {
			item, _ := n.Get("as")
			r.bad(CodeSolutionItem, item, "name the reply of a single call", "a repeated call has several replies")
			return false
		}
		return true
	}
	for _, k := range []string{"each", "as", "expect"} {
		if item, ok := n.Get(k); ok {
			r.bad(CodeSolutionItem, item, "remove it", "only a call has %s", k)
		}
	}
	return a.Say != "" || a.Stage != ""
}
