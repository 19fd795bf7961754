package task

import "strings"

// answer reads the declared fields of submit_answer.
func (r *reader) answer(root *Node, t *Task) {
	n := r.object(root, "answer")
	if n == nil {
		return
	}
	for i, name := range n.Keys {
		switch {
		case name == OutcomeField:
			r.badKey(CodeBadName, n, i, "remove it", "every task offers outcome")
			continue
		case !wordForm.MatchString(name):
			r.badKey(CodeBadName, n, i, "use letters, digits and _, a letter first", "an answer field cannot be called %s", clipText(name))
			continue
		}
		if f, ok := r.answerField(name, n.Items[i], false); ok {
			t.Answer = append(t.Answer, f)
		}
	}
}

// answerTypes are the types that a field can be declared with.
func answerTypes() []string {
	return []string{"id", "text", "number", "money", "date", "datetime", "address", "yes_no"}
}

func (r *reader) answerField(name string, n *Node, column bool) (AnswerField, bool) {
	f := AnswerField{Name: name, Path: n.Path}
	if column && n.Kind == Scalar {
		f.Type = AnswerType(r.word(n, "a type", answerTypes()))
		return f, f.Type != ""
	}
	if ok, _ := r.members(n, shapeAnswer()); !ok {
		return f, false
	}
	_, hasType := n.Get("type")
	_, hasWords := n.Get("one_of")
	_, hasRows := n.Get("rows")
	if btoi(hasType)+btoi(hasWords)+btoi(hasRows) != 1 {
		r.bad(CodeWrongValue, n, "e.g. {type: id}, {one_of: [a, b]} or {rows: {id: id}, key: id}", "an answer field has exactly one of type, one_of and rows")
		return f, false
	}
	f.List = r.oneOf(n, "list", "set", "list")
	switch {
	case hasType:
		f.Type = AnswerType(r.oneOf(n, "type", answerTypes()...))
	case hasWords:
		f.Type, f.OneOf = AnswerOneOf, r.names(n, "one_of")
		if len(f.OneOf) == 0 {
			item, _ := n.Get("one_of")
			r.bad(CodeMissingKey, item, "name the words", "one_of has nothing to choose from")
		}
	case column:
		r.bad(CodeWrongValue, n, "use a plain type", "a column cannot hold a table")
		return f, false
	default:
		r.table(n, &f)
	}
	if k, ok := n.Get("key"); ok && !hasRows {
		r.bad(CodeUnknownKey, k, "remove it", "only a table has a key")
	}
	if column && f.List != "" {
		l, _ := n.Get("list")
		r.bad(CodeWrongValue, l, "remove it", "a column holds one value a row")
	}
	return f, f.Type != ""
}

func (r *reader) table(n *Node, f *AnswerField) {
	f.Type = AnswerRows
	rows := r.object(n, "rows")
	if rows == nil {
		return
	}
	var columns []string
	for i, name := range rows.Keys {
		if !wordForm.MatchString(name) {
			r.badKey(CodeBadName, rows, i, "use letters, digits and _, a letter first", "a column cannot be called %s", clipText(name))
			continue
		}
		if c, ok := r.answerField(name, rows.Items[i], true); ok {
			f.Rows = append(f.Rows, c)
		}
		columns = append(columns, name)
	}
	if f.List != "" {
		l, _ := n.Get("list")
		r.bad(CodeWrongValue, l, "remove it", "a table is a set of rows already")
		f.List = ""
	}
	f.Key = r.text(n, "key")
	key, ok := n.Get("key")
	if !ok {
		r.bad(CodeMissingKey, n, "write key: with the column that identifies a row", "a table needs its key")
		return
	}
	if f.Key != "" {
		r.known(CodeWrongValue, key, f.Key, columns, "column")
	}
}

// word reads a scalar that must be one of some words.
func (r *reader) word(n *Node, what string, words []string) string {
	s := r.scalarText(n)
	for _, w := range words {
		if s == w {
			return s
		}
	}
	r.bad(CodeWrongValue, n, "write one of "+strings.Join(words, ", "), "%s is not %s", clipText(s), what)
	return ""
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
