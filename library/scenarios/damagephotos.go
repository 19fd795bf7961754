package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// damagePhotos: reports of damaged vans are sorted by what their photos show. The classes stand
// in a PDF; the words of the reporters are no measure.
func damagePhotos() *synth.Scenario {
	return &synth.Scenario{
		Name: "damage-photos", Version: 3, Family: task.Triage, Title: "Sort damage reports by their photos",
		Capabilities: []string{"classify", "read_attachment", "policy_application", "per_item_decision", "leave_alone"},
		Services:     []string{"helpdesk", "caption", "documents"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildDamagePhotos,
	}
}

// damageKind is a sort of damage as the photos name it.
type damageKind struct{ crack, dent, scratch string }

func buildDamagePhotos(d *synth.Draft) {
	crack, dent := d.Between(5, 15), d.Between(18, 30) // centimetres from which a damage is graver
	d.Set("crack", crack)
	d.Set("dent", dent)
	d.Set("sheet", fmt.Sprintf("fleet/damage-classes-%d.pdf", d.Now().Year()))
	team := synth.Choose(d, d.T("Fleet", "车队"), d.T("Rental", "租赁部"), d.T("Delivery", "配送部"))
	back := d.Between(2, 6)
	d.Set("team", team)
	d.Set("ask", synth.Choose(d, "urgent", "high", "low"))
	d.Set("from", d.Day(-back))
	d.Set("since", fmt.Sprintf(d.T("since %s", "%s及以后"), spokenDay(d, -back)))
	d.Title("Damage reports of the fleet by photo", "按照片处理车队损伤报告")
	d.Say([]string{
		"Please work through the open tickets of the {{.team}} department, reported {{.since}}, that have no priority yet. Each names a photo; set priority and category by what the photo shows, according to {{.sheet}}, whatever the reporter writes. Leave all other tickets alone, and tell me which ones are {{.ask}}.",
		"New damage reports came in. For every open ticket that the {{.team}} department reported {{.since}} and that has no priority yet, look at its photo and apply the damage classes in {{.sheet}}: priority and category. The reporters like to exaggerate, only the photo counts. Tickets of other departments or with a priority stay as they are. Which ones turn out {{.ask}}?",
		"Could you sort the damage tickets? I mean the open ones from the {{.team}} department, reported {{.since}}, that have no priority yet: look at the photo, look up the class in {{.sheet}}, then enter priority and category. Nothing else is to be changed. In the end I need the numbers of the {{.ask}} ones.",
		"The {{.team}} department's open damage tickets reported {{.since}} that have no priority yet: could you class them? The photo named in the ticket decides, not the words, and {{.sheet}} says which priority and category go with what. Leave the others alone, and give me the numbers of the {{.ask}} tickets.",
	}, []string{
		"请处理{{.team}}{{.since}}报告、还没有定优先级的未关闭（open）工单：每张工单都附有照片路径，按照片所示的损伤，对照 {{.sheet}} 里的分级填写优先级和类别，不要以报告人的说法为准。其他工单不动，最后告诉我哪些是 {{.ask}}。",
		"又来了一批车损报告。凡是{{.team}}{{.since}}报告、未关闭（open）、还没有定优先级的工单，请看照片，再按 {{.sheet}} 的标准设置优先级和类别。报告人常常夸大，只认照片。别的部门的、已经有优先级的都别改。处理完请列出 {{.ask}} 的工单编号。",
		"{{.team}}{{.since}}报的车损工单里，未关闭（open）而且还没有定优先级的，请按照片对照 {{.sheet}} 填优先级和类别。文字描述不算数，其他工单别动。哪些是 {{.ask}}？把编号发我。",
	})
	damageSheet(d, crack, dent)
	damageTickets(d, crack, dent, back, team)
	damageParts(d)
	done := work{ids: "asked", all: "map(helpdesk.tickets, .ticket_id)", what: "the numbers of these tickets", chinese: "这几张工单的编号", needs: "priorities, categories"}
	done.perhaps(d,
		func(d *synth.Draft) { done.whisper(d) },
		func(d *synth.Draft) { done.tickOff(d, "Damage reports", "车损报告分级") })
}

func damageSheet(d *synth.Draft, crack, dent int) {
	text := fmt.Sprintf(d.T(
		"DAMAGE CLASSES\nPriority. A crack of %d cm or more is urgent, a shorter one is high. A dent of more than %d cm is medium, a smaller one is low. Scratches are low, whatever their length.\nCategory. Windscreens and side windows: glass. Doors and bonnets: bodywork. Seats and dashboards: interior.",
		"车辆损伤分级标准\n优先级：裂纹达到%d厘米为 urgent，不到的为 high；凹陷超过%d厘米为 medium，其余凹陷为 low；划痕不论长短一律为 low。\n类别：挡风玻璃、侧窗归“玻璃”；车门、引擎盖归“车身”；座椅、仪表台归“内饰”。"), crack, dent)
	path := fmt.Sprintf("fleet/damage-classes-%d.pdf", d.Now().Year())
	d.Asset(path, synth.PDF, text)
	d.Add("documents.files", "path", path, "text", text)
}

// damageTickets adds reports with their photos, at both sides of each edge.
func damageTickets(d *synth.Draft, crack, dent, back int, team string) {
	places := map[string][]string{"crack": {"windscreen", "side window", "dashboard"}, "dent": {"door", "bonnet"}, "scratch": {"door", "bonnet", "side window", "dashboard"}}
	k := damageKind{"crack", "dent", "scratch"}
	if d.Chinese() {
		places = map[string][]string{"裂纹": {"挡风玻璃", "侧窗", "仪表台"}, "凹陷": {"车门", "引擎盖"}, "划痕": {"车门", "引擎盖", "侧窗", "仪表台"}}
		k = damageKind{"裂纹", "凹陷", "划痕"}
	}
	when := func() time.Time { return d.Within(d.At(-back, 0, 0), d.Now()) }
	report := func(mark synth.Distractor, kind string, size int, dept, status, priority string, at time.Time) {
		who, id := d.Person(), d.ID("TK-")
		photo := fmt.Sprintf("photos/van-%d.jpg", d.Serial("photo", 1000, 9999))
		loud := synth.Choose(d, d.T("TOTAL LOSS, act at once!", "整车报废，请马上处理！"), d.T("Only a little mark.", "一点小痕迹而已。"), d.T("I noticed this during the walk-around.", "出车检查时发现的。"))
		fields := []any{"ticket_id", id, "title", d.T("Damage to van ", "车辆损伤 ") + fmt.Sprint(d.Serial("van", 101, 499)), "description", fmt.Sprintf(d.T("%s Photo: %s", "%s照片：%s"), loud, photo), "reporter", who.Name, "department", dept,
			"priority", priority, "status", status, "created_at", d.Instant(at)}
		if mark == "" {
			d.Add("helpdesk.tickets", fields...)
		} else {
			d.Distract(mark, "helpdesk.tickets", fields...)
		}
		d.Add("caption.images", "image_path", photo, "caption", fmt.Sprintf(d.T("A white van. The %s has a %s of %d cm.", "一辆白色厢式车，%s上有一处%s，长%d厘米。"), synth.Choose(d, places[kind]...), kind, size))
	}
	report("", k.crack, crack, team, "open", "", when())
	report("", k.crack, crack-1, team, "open", "", when())
	report("", k.dent, dent, team, "open", "", when())
	report("", k.dent, dent+1, team, "open", "", when())
	report("", k.scratch, crack+dent, team, "open", "", when())
	for i := range d.ByLevel(0, 3, 7) { // urgent, high and medium in turn, so that no label prevails
		report("", []string{k.crack, k.crack, k.dent}[i%3], []int{crack + d.Between(1, 30), d.Between(1, crack-1), dent + d.Between(2, 30)}[i%3], team, "open", "", when())
	}
	other := otherThan(d, d.Lexicon.Departments, team)
	report(synth.OtherOwner, k.crack, crack+4, other, "open", "", when())
	report(synth.AlreadyDone, k.crack, crack+2, team, "open", "low", when())
	report(synth.WrongStatus, k.dent, dent+9, team, "closed", "", when())
	report(synth.OneDay, k.crack, crack+3, team, "open", "", d.At(-back-1, 23, d.Intn(60)))
	for range d.ByLevel(0, 2, 5) {
		report(synth.Unrelated, k.dent, d.Between(2, 40), synth.Choose(d, team, other), synth.Choose(d, "open", "closed"), synth.Choose(d, "low", "medium"), when())
	}
	d.Mix("helpdesk.tickets")
	d.Mix("caption.images")
}

func damageParts(d *synth.Draft) {
	d.Set("kinds", d.T("crack|dent|scratch", "裂纹|凹陷|划痕"))
	d.Set("a", d.T("crack", "裂纹"))
	d.Set("b", d.T("dent", "凹陷"))
	d.Set("cm", d.T("([0-9]+) cm", "([0-9]+)厘米"))
	d.Set("category", d.T(`shot.caption matches "windscreen|window" ? "glass" : shot.caption matches "door|bonnet" ? "bodywork" : "interior"`,
		`shot.caption matches "挡风玻璃|侧窗" ? "玻璃" : shot.caption matches "车门|引擎盖" ? "车身" : "内饰"`))
	d.Facts(`
		reports:
		  from: helpdesk.tickets
		  let:
		    photo: "extract(.description ?? '', 'photos/[a-z0-9-]+[.]jpg')"
		    shot: "the(caption.images, 'image_path', photo)"
		    kind: "extract(shot.caption, '{{.kinds}}')"
		    size: "number(extract(shot.caption, '{{.cm}}'))"
		  where:
		    open: {expr: .status == "open", says: open}
		    unset: {expr: .priority == "", says: ` + d.T("no priority yet", "还没有定优先级") + `}
		    recent: {expr: "day(.created_at) >= day('{{.from}}')", says: "{{.since}}"}
		    team: {expr: .department == "{{.team}}", says: {{.team}}}
		  give:
		    ticket: .ticket_id
		    photo: photo
		    priority: 'kind == "{{.a}}" ? (size >= {{.crack}} ? "urgent" : "high") : kind == "{{.b}}" and size > {{.dent}} ? "medium" : "low"'
		    category: '{{.category}}'
		asked: map(filter(reports, .priority == "{{.ask}}"), .ticket)`)
	d.Answer(`
		tickets: {type: id, list: set}`)
	d.Checks(`
		- {id: sheet-read, read: {in: documents.files, record: {{.sheet}}, fields: [text]}}
		- {id: tickets-read, read: {in: helpdesk.tickets, each: reports, record: =it.ticket, fields: [description]}}
		- {id: photos-seen, read: {in: caption.images, each: reports, record: =it.photo, fields: [caption]}}
		- {id: priorities, weight: 0.5, partial: true, needs: [sheet-read, tickets-read, photos-seen], record_updated: {in: helpdesk.tickets, each: reports, record: =it.ticket, set: {priority: =it.priority}}}
		- {id: categories, weight: 0.3, partial: true, needs: [sheet-read, tickets-read, photos-seen], record_updated: {in: helpdesk.tickets, each: reports, record: =it.ticket, set: {category: =it.category}}}
		- {id: reported, weight: 0.2, needs: [priorities], answer: {tickets: =asked}}`)
	d.Forbid(`
		- {id: leave-others, effect: {update: helpdesk.tickets, except: "map(reports, .ticket)"}}
		- {id: only-labels, effect: {update: helpdesk.tickets, beyond: [priority, category]}}`)
	d.Solution(`
		calls:
		  - documents_extract_text: {path: {{.sheet}}}
		  - helpdesk_list_tickets: {status: open}
		  - {each: reports, helpdesk_get_ticket: {ticket_id: =it.ticket}}
		  - {each: reports, caption_describe_image: {image_path: =it.photo}}
		  - {each: reports, helpdesk_update_ticket: {ticket_id: =it.ticket, priority: =it.priority, category: =it.category}}
		  - answer: {tickets: =asked}`)
}
