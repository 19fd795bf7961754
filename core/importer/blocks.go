package importer

import (
	"coworkenv.dev/coworkenv/core/value"
)

// assistant takes an assistant's message of Claude Code: its blocks, as far as this line has them.
func (b *builder) assistant(m *value.Object) {
	model := text(m, "model")
	if model == "<synthetic>" {
		b.notes.add("a message that the program made up itself is left out")
		return
	}
	s := b.step(text(m, "id"))
	if model != "" {
		s.Model, b.t.Agent.Model = model, model
	}
	if stop := text(m, "stop_reason"); stop != "" {
		s.Finish = stop
	}
	b.usage(s, object(m, "usage")) // repeated on every line of a message, counted once
	said, _ := m.Get("content")
	if plain, ok := said.(string); ok {
		s.Text = paragraph(s.Text, plain)
		return
	}
	for _, item := range list(m, "content") {
		block, _ := item.(*value.Object)
		switch kind := text(block, "type"); kind {
		case "text":
			s.Text = paragraph(s.Text, text(block, "text"))
		case "thinking":
			s.Reasoning = paragraph(s.Reasoning, text(block, "thinking"))
		case "redacted_thinking":
			b.notes.add("reasoning that the endpoint withheld is left out")
		case "tool_use":
			input, _ := block.Get("input")
			b.call(text(block, "id"), text(block, "name"), arguments(input))
		default:
			b.notes.add("a block of the kind %.40q is left out", kind)
		}
	}
}

// person takes a user's message of Claude Code: results of calls, and what the user said.
func (b *builder) person(m *value.Object) {
	said, _ := m.Get("content")
	if plain, ok := said.(string); ok {
		b.user(plain)
		return
	}
	var words []any
	for _, item := range list(m, "content") {
		block, _ := item.(*value.Object)
		if text(block, "type") == "tool_result" {
			inner, _ := block.Get("content")
			b.result(text(block, "tool_use_id"), content(inner, b.notes), truth(block, "is_error"))
			continue
		}
		words = append(words, item)
	}
	if len(words) > 0 {
		b.user(content(words, b.notes))
	}
}
