package importer

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// readOpenHands reads a trajectory of OpenHands: the events of its first version, or those of its
// SDK, which name their kind.
func readOpenHands(data []byte, n *notes) ([]*trace.Trajectory, error) {
	list, err := events(data)
	if err != nil {
		return nil, err
	}
	if len(list) == 1 { // a result of a benchmark run, which holds the events
		for _, name := range []string{"history", "trajectory", "events"} {
			if v, _ := list[0].Get(name); v != nil {
				if inner, ok := v.([]any); ok {
					if list, err = objects(inner); err != nil {
						return nil, err
					}
					break
				}
			}
		}
	}
	b := newBuilder(n, "openhands", "")
	for _, o := range list {
		b.began(text(o, "timestamp"))
		if text(o, "kind") != "" {
			b.sdkEvent(o)
		} else {
			b.oldEvent(o)
		}
	}
	if t := b.finish(); t != nil {
		return []*trace.Trajectory{t}, nil
	}
	return nil, nil
}

// sdkEvent takes an event of the SDK.
func (b *builder) sdkEvent(o *value.Object) {
	switch kind := text(o, "kind"); kind {
	case "SystemPromptEvent":
		b.system(text(o, "system_prompt", "text"))
	case "MessageEvent":
		m := object(o, "llm_message")
		said, _ := m.Get("content")
		if text(o, "source") != "agent" && text(m, "role") != "assistant" {
			b.user(content(said, b.notes))
			return
		}
		s := b.step("")
		s.Text, s.Reasoning = content(said, b.notes), text(m, "reasoning_content")
	case "ActionEvent":
		b.sdkAction(o)
	case "ObservationEvent":
		seen := object(o, "observation")
		inner, found := seen.Get("content")
		if !found {
			inner = seen
		}
		b.result(text(o, "tool_call_id"), content(inner, b.notes), truth(seen, "is_error"))
	case "AgentErrorEvent":
		b.result(text(o, "tool_call_id"), text(o, "error"), true)
	case "UserRejectObservation":
		b.result(text(o, "tool_call_id"), text(o, "rejection_reason"), true)
	case "ConversationStateUpdateEvent", "PauseEvent", "CondensationRequest", "TokenEvent":
	default:
		b.notes.add("an event of the kind %.40q is left out", kind)
	}
}

// sdkAction takes a call; those of one reply of the model are one turn.
func (b *builder) sdkAction(o *value.Object) {
	reply := text(o, "llm_response_id")
	fresh := reply == "" || reply != b.turn
	s := b.step(reply)
	if fresh {
		thought, _ := o.Get("thought")
		s.Text, s.Reasoning = content(thought, b.notes), text(o, "reasoning_content")
	}
	made := object(o, "tool_call")
	if f := object(made, "function"); f != nil {
		made = f
	}
	var args any
	if made != nil {
		args, _ = made.Get("arguments")
	}
	if args == nil {
		args, _ = o.Get("action")
	}
	b.call(text(o, "tool_call_id"), text(o, "tool_name"), arguments(args))
}

// oldEvent takes an event of the first version.
func (b *builder) oldEvent(o *value.Object) {
	args := object(o, "args")
	action, observation := text(o, "action"), text(o, "observation")
	switch {
	case action == "system":
		b.system(text(args, "content"))
	case action == "message" && text(o, "source") == "agent":
		b.step("").Text = text(args, "content")
	case action == "message":
		b.user(text(args, "content"))
	case action == "finish":
		b.oldFinish(o, args)
	case action == "change_agent_state", action == "recall", observation == "agent_state_changed", observation == "recall", observation == "null":
	case action != "":
		b.oldAction(o, args)
	case observation != "":
		id := text(o, "tool_call_metadata", "tool_call_id")
		if id == "" {
			id = fmt.Sprintf("event_%d", number(o, "cause"))
		}
		b.result(id, text(o, "content"), observation == "error")
	default:
		b.notes.add("an event that is neither an action nor an observation is left out")
	}
}

func (b *builder) oldFinish(o, args *value.Object) {
	said := text(args, "final_thought")
	for _, other := range []string{text(args, "thought"), text(o, "message")} {
		if said == "" {
			said = other
		}
	}
	b.step("").Text = said
	b.t.End = trace.End{Kind: trace.Terminated, Reason: trace.Completed}
}

// oldAction takes a call. What the model wrote stands in the reply that the event carries; where it
// carries none, the action's own arguments are taken.
func (b *builder) oldAction(o, args *value.Object) {
	meta := object(o, "tool_call_metadata")
	response := object(meta, "model_response")
	s := b.step(text(response, "id"))
	if m := text(response, "model"); m != "" {
		s.Model, b.t.Agent.Model = m, m
	}
	b.usage(s, object(response, "usage"))
	id, tool := text(meta, "tool_call_id"), text(meta, "function_name")
	if thought := text(args, "thought"); thought != "" && s.Text == "" {
		s.Text = thought
	}
	var sent any
	for _, choice := range list(response, "choices") {
		c, _ := choice.(*value.Object)
		for _, item := range list(object(c, "message"), "tool_calls") {
			made, _ := item.(*value.Object)
			if f := object(made, "function"); f != nil && text(made, "id") == id {
				sent, _ = f.Get("arguments")
			}
		}
	}
	if tool == "" {
		tool, id = text(o, "action"), fmt.Sprintf("event_%d", number(o, "id"))
	}
	if sent == nil && args != nil {
		own := args.Clone()
		for _, name := range []string{"thought", "confirmation_state", "security_risk", "is_confirmed", "hidden", "blocking", "is_static", "is_input"} {
			own.Delete(name)
		}
		sent = own
	}
	b.call(id, tool, arguments(sent))
}
