package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// helpSigns: messages of a help channel that nobody has dealt with get the sign that the legend
// in the channel's topic says, after the state of the tickets that they name.
func helpSigns() *synth.Scenario {
	return &synth.Scenario{
		Name: "help-signs", Version: 3, Family: task.Triage, Title: "Mark messages of a help channel",
		Capabilities: []string{"classify", "cross_service_join", "time_filter", "per_item_decision", "leave_alone"},
		Services:     []string{"chat", "helpdesk"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildHelpSigns,
	}
}

// signDesk is the help channel with the signs of its legend, another channel, and those who write.
type signDesk struct {
	help, talk              string
	staff, guests           []string
	done, open, none, guest string
}

func buildHelpSigns(d *synth.Draft) {
	me := d.Person()
	hours := synth.Choose(d, 8, 12, 24, 48)
	name := synth.Choose(d, "it-help", "office-help", "app-help")
	d.Set("me", me.Mail)
	d.Set("channel", name)
	d.Set("hours", hours)
	d.Set("recent", fmt.Sprintf(d.T("within the last %d hours", "最近%d小时内"), hours))
	named := d.Intn(2) == 0 // whether tickets are asked for, or how many signs there are
	d.Set("ask", d.T("Afterwards tell me how many reactions you added.", "最后告诉我一共加了多少个表情。"))
	d.Set("answer", "{signs: =len(unmarked)}")
	d.Answer(`
		signs: {type: number}`)
	if named {
		d.Set("ask", d.T("Afterwards tell me which of the tickets named there are not done yet.", "最后告诉我这些消息提到的工单里哪些还没有办完。"))
		d.Set("answer", "{tickets: =waiting}")
		d.Answer(`
		tickets: {type: id, list: set}`)
	}
	d.As("{as: {{.me}}, grants: {\"*\": all}}")
	d.Title("Reactions in #{{.channel}}", "给 #{{.channel}} 的消息做标记")
	d.Say([]string{
		"Please put the right reaction on every message that was posted in #{{.channel}} {{.recent}} and to which nobody has reacted yet. The topic of the channel explains the emoji, the help desk has the state of the tickets. Replies within threads get none, and please don't post anything yourself. {{.ask}}",
		"Could you catch up with #{{.channel}}? Messages posted there {{.recent}} to which nobody has reacted yet need an emoji by the legend in the channel's topic; look up tickets in the help desk. Skip replies within threads. Only reactions, please, no answers. {{.ask}}",
		"The reactions in #{{.channel}} are missing. Go through what was posted {{.recent}}, without replies within threads, and take the messages to which nobody has reacted yet. React the way the channel's topic says; the help desk knows whether a ticket is done. {{.ask}}",
		"I've fallen behind with #{{.channel}}. Please react to each message posted there {{.recent}} to which nobody has reacted yet; the channel's topic says which emoji means what, and the help desk has the state of the tickets. Replies within threads don't count, and no messages, please. {{.ask}}",
	}, []string{
		"请给 #{{.channel}} 频道{{.recent}}发布、还没有人做标记的每条消息加上对应的表情：含义写在频道主题里，工单状态查工单系统。话题串里的回复不用标，也不要自己发言。{{.ask}}",
		"#{{.channel}} 的标记落下了。凡{{.recent}}发的、还没有人做标记的消息，按频道主题里的图例加表情（话题串里的回复除外），工单是否办完以工单系统为准。只加表情，不回消息。{{.ask}}",
		"#{{.channel}} 我落下没看。请把{{.recent}}发的、还没有人做标记的消息都点上表情，哪种情况用哪个看频道主题，工单进度查工单系统；话题串里的回复不算，也别发言。{{.ask}}",
	})
	signMessages(d, signChannel(d, me, name), hours)
	signParts(d)
	done := work{needs: "marked"}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Signs in the help channel", "求助频道打标记") },
		func(d *synth.Draft) { done.block(d, "Open questions of the help channel", "求助频道遗留问题") })
}

// signChannel adds the people and the channels; the legend is the topic.
func signChannel(d *synth.Draft, me synth.Person, name string) signDesk {
	s := synth.Choose(d, signDesk{done: "white_check_mark", open: "hourglass", none: "question", guest: "eyes"}, signDesk{done: "tada", open: "construction", none: "memo", guest: "wave"},
		signDesk{done: "green_circle", open: "yellow_circle", none: "red_circle", guest: "blue_circle"})
	members := []string{me.Handle}
	person := func(p synth.Person, guest bool) string {
		d.Add("chat.people", "handle", p.Handle, "name", p.Name, "email", p.Mail, "title", p.Title, "external", guest)
		members = append(members, p.Handle)
		return p.Handle
	}
	d.Add("chat.people", "handle", me.Handle, "name", me.Name, "email", me.Mail, "title", me.Title, "external", false)
	for range 3 + d.Level() {
		s.staff = append(s.staff, person(d.Person(), false))
	}
	for range 2 {
		s.guests = append(s.guests, person(d.PersonAt(d.Company().Domain), true))
	}
	s.help, s.talk = d.ID("CH-"), d.ID("CH-")
	topic := d.T("Questions for the desk. Emoji: %s = by a guest from outside, whatever it says; %s = names no ticket; %s = its ticket is resolved or closed; %s = its ticket is anything else.",
		"向服务台提问。图例：%s＝外部来宾发的（不论内容）；%s＝没有写工单号；%s＝所写工单已解决或已关闭（resolved、closed）；%s＝所写工单处于其他状态。")
	d.Add("chat.channels", "channel_id", s.help, "name", name, "topic", fmt.Sprintf(topic, s.guest, s.none, s.done, s.open), "private", false, "members", members)
	d.Add("chat.channels", "channel_id", s.talk, "name", "lounge", "topic", d.T("Anything goes", "随便聊"), "private", false, "members", members)
	for k, v := range map[string]string{"help": s.help, "done": s.done, "waits": s.open, "unnamed": s.none, "guest": s.guest} {
		d.Set(k, v)
	}
	return s
}

// signMessages adds messages of every kind, and such as get no sign.
func signMessages(d *synth.Draft, s signDesk, hours int) {
	limit := d.Now().Add(-time.Duration(hours) * time.Hour)
	states := map[string][]string{s.done: {"resolved", "closed"}, s.open: {"open", "investigating"}}
	n := 0
	// post adds a message that deserves a sign, and the ticket that it names.
	post := func(mark synth.Distractor, channel, sign string, at time.Time, root string) string {
		n++
		id, author := d.ID("MSG-"), synth.Choose(d, s.staff...)
		text := d.T(synth.Choose(d, "Who can help me with the printer?", "URGENT: my screen stays black!", "Is there news about my ticket?"), synth.Choose(d, "谁能帮我看看打印机？", "急！屏幕一直黑着！", "我的工单有进展吗？"))
		if sign == s.guest {
			author = synth.Choose(d, s.guests...)
		}
		if list := states[sign]; list != nil || sign == s.guest && n%2 == 0 {
			status := "open"
			if list != nil {
				status = synth.Choose(d, list...)
			}
			ticket := d.ID("TK-")
			text = fmt.Sprintf(d.T(synth.Choose(d, "Any news on %s?", "%s is URGENT, please hurry", "I think %s is finished"), synth.Choose(d, "%s 有进展吗？", "%s 很急，请尽快", "%s 应该好了吧")), ticket)
			d.Add("helpdesk.tickets", "ticket_id", ticket, "title", d.T(synth.Choose(d, "Printer does not answer", "Screen stays black", "No access to the share", "Password has expired"), synth.Choose(d, "打印机没反应", "屏幕黑屏", "共享盘打不开", "密码过期")), "reporter", author, "department", d.Department(), "priority", "medium", "status", status, "created_at", d.Instant(d.Within(limit.AddDate(0, 0, -5), limit)))
		}
		fields := []any{"message_id", id, "channel_id", channel, "author", author, "text", text, "sent_at", d.Instant(at)}
		if root != "" {
			fields = append(fields, "thread_id", root)
		}
		if mark == "" {
			d.Add("chat.messages", fields...)
		} else {
			d.Distract(mark, "chat.messages", fields...)
		}
		return id
	}
	fresh := func() time.Time { return d.Within(limit, d.Now()) }
	for i, sign := range []string{s.done, s.open, s.none, s.guest} {
		for range d.ByLevel(1, 2, 3) + i%2 {
			post("", s.help, sign, fresh(), "")
		}
	}
	first := post(synth.JustEnough, s.help, s.open, limit, "")
	post(synth.WrongKind, s.help, s.none, fresh(), first)
	post(synth.OneSecond, s.help, s.none, limit.Add(-time.Second), "")
	post(synth.OtherOwner, s.talk, s.done, fresh(), "")
	for i := range 1 + d.Level() {
		m := post(synth.AlreadyDone, s.help, []string{s.open, s.none, s.done}[i], fresh(), "")
		d.Add("chat.reactions", "message_id", m, "person", s.staff[i%len(s.staff)], "emoji", synth.Choose(d, s.done, "thumbsup"))
	}
	d.Mix("chat.messages")
	d.Mix("helpdesk.tickets")
}

func signParts(d *synth.Draft) {
	d.Facts(`
		unmarked:
		  from: chat.messages
		  let:
		    id: .message_id
		    names: '.text matches "TK-[0-9]+"'
		    named_id: 'names ? extract(.text, "TK-[0-9]+") : ""'
		    status: "lookup(helpdesk.tickets, 'ticket_id', named_id)?.status"
		    writer: "the(chat.people, 'handle', .author)"
		  where:
		    channel: {expr: .channel_id == "{{.help}}", says: "{{.channel}}"}
		    recent: {expr: "hours_since(.sent_at) <= {{.hours}}", says: "{{.recent}}"}
		    alone: {expr: .thread_id == nil, says: ` + d.T("within threads", "话题串里的回复") + `}
		    unseen: {expr: "none(chat.reactions, .message_id == id)", says: ` + d.T("nobody has reacted", "没有人做标记") + `}
		  give:
		    message: .message_id
		    ticket: named_id
		    author: .author
		    over: 'status in ["resolved", "closed"]'
		    sign: 'writer.external == true ? "{{.guest}}" : not names ? "{{.unnamed}}" : status in ["resolved", "closed"] ? "{{.done}}" : "{{.waits}}"'
		named: filter(unmarked, .ticket != "")
		waiting: map(filter(named, not .over), .ticket)`)
	d.Checks(`
		- {id: legend-read, read: {in: chat.channels, record: {{.help}}, fields: [topic]}}
		- {id: messages-read, read: {in: chat.messages, each: unmarked, record: =it.message, fields: [text, author]}}
		- {id: writers-read, read: {in: chat.people, each: unmarked, record: =it.author, fields: [external]}}
		- {id: tickets-read, read: {in: helpdesk.tickets, each: named, record: =it.ticket, fields: [status]}}
		- {id: marked, weight: 0.8, partial: true, needs: [legend-read, messages-read, writers-read, tickets-read], record_created: {in: chat.reactions, each: unmarked, only: true, match: {message_id: {id: =it.message}, emoji: {text: =it.sign}}}}
		- {id: told, weight: 0.2, needs: [marked], answer: {{.answer}}}`)
	d.Forbid(`
		- {id: no-words, effect: {create: chat.messages}}
		- {id: no-whispers, effect: {create: chat.direct_messages}}
		- {id: others-unmarked, effect: {create: chat.reactions, match: {message_id: {not: {one_of: "=map(unmarked, .message)"}}}}}
		- {id: desk-left, effect: {update: helpdesk.tickets}}`)
	d.Solution(`
		calls:
		  - chat_list_channels: {}
		  - chat_find_people: {}
		  - chat_list_messages: {channel_id: {{.help}}, limit: 200}
		  - {each: "filter(chat.messages, .channel_id == '{{.help}}' and .thread_id == nil and hours_since(.sent_at) <= {{.hours}})", chat_list_reactions: {message_id: =it.message_id}}
		  - {each: named, helpdesk_get_ticket: {ticket_id: =it.ticket}}
		  - {each: unmarked, chat_add_reaction: {message_id: =it.message, emoji: =it.sign}}
		  - answer: {{.answer}}`)
}
