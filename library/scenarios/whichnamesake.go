package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// whichNamesake: facts about an employee whose name several have. The user knows which one is
// meant, and has to be asked.
func whichNamesake() *synth.Scenario {
	return &synth.Scenario{
		Name: "which-namesake", Version: 3, Family: task.Lookup, Title: "Leave and contract of an employee with namesakes",
		Capabilities: []string{"clarify", "disambiguate", "near_name_rejection", "list_then_get"},
		Services:     []string{"hr"},
		Turns:        synth.Multi, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildWhichNamesake,
	}
}

func buildWhichNamesake(d *synth.Draft) {
	p := d.Person()
	d.Set("name", p.Name)
	kind := synth.Choose(d, "annual", "training", "unpaid")
	d.Set("kind", kind)
	d.Set("leave", map[string]string{"annual": d.T("annual leave", "年假（annual）"), "training": d.T("training leave", "培训假（training）"), "unpaid": d.T("unpaid leave", "事假（unpaid）")}[kind])
	d.Title("Leave balance and contract end of a person", "查询员工的假期余额和合同期限")
	d.Brief("You assist the personnel office of Northwind. Personal files may be read for the person who was asked about; nothing in them is changed.",
		"你是人事部的助手。可以查阅被问到的员工的档案，档案内容一律不改。")
	d.Say([]string{
		"How many days of {{.leave}} has {{.name}} left, until when does the contract run, and what is the e-mail address of the direct manager?",
		"I need three things about {{.name}}, please: the days of {{.leave}} that remain, the last day of work by the contract, and the e-mail address of the direct manager.",
		"Quick question before my call. {{.name}} asks for an extension: who is the direct manager (e-mail address is enough), when does the fixed term end, and how much {{.leave}} is not taken yet?",
		"Please look up {{.name}}: end of the contract, remaining {{.leave}} in days, and the manager's mail address.",
	}, []string{
		"帮我查一下{{.name}}：{{.leave}}还剩几天，合同到哪一天为止，直属上级的邮箱是什么。",
		"{{.name}}想申请续签，我需要三项信息：合同的最后工作日、还没有用的{{.leave}}天数，以及直属上级的邮箱地址。",
		"麻烦看看{{.name}}的直属上级邮箱、合同到期日，还有{{.leave}}的剩余天数。",
	})
	dept, place := namesakeRecords(d, p, kind)
	namesakeParts(d, dept, place)
	done := work{needs: "asked, file", keeps: []string{"hr.people", "hr.leave_requests"}}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Answer about the contract", "答复合同事宜") },
		func(d *synth.Draft) { done.block(d, "Talk about the contract", "合同沟通") })
}

// namesakeRecords adds the people and returns the department of the one who is meant, and the
// place too where the department alone does not tell.
func namesakeRecords(d *synth.Draft, p synth.Person, kind string) (dept, place string) {
	cities := append([]string{}, d.Lexicon.Cities...)
	d.Shuffle(len(cities), func(i, j int) { cities[i], cities[j] = cities[j], cities[i] })
	departments := append([]string{}, d.Lexicon.Departments...)
	d.Shuffle(len(departments), func(i, j int) { departments[i], departments[j] = departments[j], departments[i] })
	employ := func(mark synth.Distractor, p synth.Person, dept, place, manager string, days int) string {
		id := d.ID("EMP-")
		fields := []any{"employee_id", id, "name", p.Name, "email", p.Mail, "department", dept, "title", p.Title, "location", place, "start_date", d.Day(-d.Between(200, 900)),
			"status", "active", "end_date", d.Day(d.Between(20, 300)), "employment", d.T("fixed term", "固定期限")}
		if manager != "" {
			fields = append(fields, "manager_id", manager)
		}
		if mark == "" {
			d.Add("hr.people", fields...)
		} else {
			d.Distract(mark, "hr.people", fields...)
		}
		for i, k := range []string{"annual", "training", "unpaid"} {
			left := d.Between(1, 9) + 10*i
			if k == kind {
				left = days
			}
			d.Add("hr.balances", "balance_id", d.ID("BAL-"), "employee_id", id, "kind", k, "entitled", 30, "remaining", left)
		}
		return id
	}
	head := employ("", d.Person(), departments[0], cities[0], "", 20)
	var heads []string
	for range d.ByLevel(2, 3, 4) {
		heads = append(heads, employ("", d.Person(), departments[0], cities[0], head, d.Between(1, 29)))
	}
	employ("", p, departments[1], cities[1], heads[0], 11)
	other := d.Namesake(p)
	employ(synth.SameName, other, departments[2], cities[1], heads[1], 12)
	employ(synth.LikeName, d.Relative(p), departments[1], cities[1], heads[1], 13)
	if d.Level() > 0 {
		third := d.Namesake(other)
		employ(synth.SameName, third, departments[1], cities[2], heads[2], 14)
		place = cities[1]
	}
	for i := range d.ByLevel(1, 4, 9) {
		employ(synth.Unrelated, d.Person(), departments[1+i%3], cities[1+i%3], heads[i%len(heads)], d.Between(1, 29))
	}
	d.Mix("hr.people")
	d.Mix("hr.balances")
	return departments[1], place
}

func namesakeParts(d *synth.Draft, dept, place string) {
	d.Set("dept", dept)
	d.Set("which", fmt.Sprintf(d.T("The one in %s.", "%s的那位。"), dept))
	d.Set("place", place)
	if place != "" {
		d.Set("which", fmt.Sprintf(d.T("The one in %s who works in %s.", "%s的，在%s上班的那位。"), dept, place))
	}
	d.User(d.T(`
		persona: Dana, personnel office, in a hurry and friendly.
		style: short
		max_rounds: 5
		knows:
		  - {id: which, asks: [[which], [mean], [department], [location], [office], [several], [two], [more, than, one]], say: "{{.which}}"}
		confirm: "Yes, please."`, `
		persona: 人事部的老师，说话简短客气。
		style: 简短
		max_rounds: 5
		knows:
		  - {id: which, asks: [[哪位], [哪一位], [哪个], [哪一个], [指的], [还是], [部门], [同名], [重名]], say: "{{.which}}"}
		confirm: 好的，请查吧。`))
	d.Facts(`
		meant:
		  from: hr.people
		  where:
		    named: {expr: .name == "{{.name}}", says: "{{.name}}"}
		    placed: .department == "{{.dept}}"{{if .place}}
		    there: .location == "{{.place}}"{{end}}
		who: only(meant)
		namesakes: map(filter(hr.people, .name == "{{.name}}"), .employee_id)
		boss: "the(hr.people, 'employee_id', who.manager_id)"
		balance: only(filter(hr.balances, .employee_id == who.employee_id and .kind == "{{.kind}}"))`)
	d.Answer(`
		days: {type: number}
		until: {type: date}
		manager: {type: address}`)
	d.Checks(`
		- {id: asked, revealed: {ids: [which]}}
		- {id: file, read: {in: hr.people, record: =who.employee_id, fields: [end_date, manager_id]}}
		- {id: days-read, read: {in: hr.balances, record: =balance.balance_id, fields: [remaining]}}
		- {id: boss-read, read: {in: hr.people, record: =boss.employee_id, fields: [email]}}
		- {id: days, weight: 0.4, needs: [asked, file, days-read], answer: {days: =balance.remaining}}
		- {id: until, weight: 0.3, needs: [asked, file], answer: {until: =who.end_date}}
		- {id: manager, weight: 0.3, needs: [asked, file, boss-read], answer: {manager: =boss.email}}`)
	d.Forbid(`
		- {id: nothing-changed, effect: {any: "*"}}`)
	d.Solution(`
		calls:
		  - hr_search_people: {query: "{{.name}}"}
		  - say: "` + d.T("Several people are called {{.name}}. Which one do you mean, and in which department?", "叫{{.name}}的不止一位，请问是哪一位，在哪个部门？") + `"
		  - hr_get_person: {employee_id: =who.employee_id}
		  - hr_list_balances: {employee_id: =who.employee_id}
		  - hr_get_person: {employee_id: =who.manager_id}
		  - answer: {days: =balance.remaining, until: =who.end_date, manager: =boss.email}`)
}
