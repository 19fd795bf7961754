package task

import "fmt"

// solution compiles the expressions of the oracle's acts, so that a misspelt field is a load
// error and no failed run.
func (k *binder) solution() {
	vars := map[string]any{}
	current := k.b.stages[0].name
	for _, a := range k.b.Task.Solution {
		if a.Stage != "" {
			current = a.Stage
		}
		args, path := a.Args, a.Path+"."+a.Tool
		if a.Answer != nil {
			args, path = a.Answer, a.Path+".answer"
			k.answerFields(a.Answer, path)
			k.literals(a, &k.b.services[len(k.b.services)-1].Tools[0], a.Answer) // the answer service is the last
		}
		if args == nil {
			continue
		}
		scope := Scope{Vars: vars}
		if a.Each != "" {
			each, p := k.b.Expr(a.Each, a.Path+".each", current, scope)
			if p != nil {
				k.problems.add(*p)
				continue
			}
			if !each.IsList() && each.prog.Type.Kind != 0 {
				k.bad(CodeBadExpression, a.Path+".each", "name a list", "each needs a list, and this is a %s", each.prog.Type)
				continue
			}
			scope.It = each
		}
		k.templates(args, current, scope)
		if a.As != "" {
			next := make(map[string]any, len(vars)+1)
			for name := range vars {
				next[name] = nil
			}
			next[a.As] = nil
			vars = next
		}
	}
}

// templates compiles every expression below a node and notes each that is wrong.
func (k *binder) templates(n *Node, stage string, scope Scope) {
	n.walk(func(n *Node) bool {
		if _, ok := n.IsExpr(); ok {
			if _, p := k.b.Template(n, stage, scope); p != nil {
				k.problems.add(*p)
			}
		}
		return true
	})
}

// answerFields checks that an answer of the solution has only declared fields.
func (k *binder) answerFields(n *Node, path string) {
	names := []string{OutcomeField}
	for _, f := range k.b.Task.Answer {
		names = append(names, f.Name)
	}
	for _, key := range n.Keys {
		known := false
		for _, name := range names {
			known = known || name == key
		}
		if !known {
			k.bad(CodeUnknownKey, path+"."+key, k.suggest(key, names), "the answer has no field %s", clipText(key))
		}
	}
	if len(n.Keys) == 0 {
		k.bad(CodeMissingKey, path, fmt.Sprintf("give one of %s", joined(names)), "the answer is empty")
	}
}
