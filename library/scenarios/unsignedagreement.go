package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// unsignedAgreement: a term of a signed agreement that was never signed. What lies in the drive
// and the mailbox only looks like it; right is to look in both places and to say so.
func unsignedAgreement() *synth.Scenario {
	return &synth.Scenario{
		Name: "unsigned-agreement", Version: 3, Family: task.Lookup, Title: "A term of an agreement that is not on file",
		Capabilities: []string{"impossible_request", "absence_proof", "read_attachment", "distractor_rejection"},
		Services:     []string{"drive", "gmail"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildUnsignedAgreement,
	}
}

func buildUnsignedAgreement(d *synth.Draft) {
	topic := d.Intn(3)
	d.Set("term", []string{d.T("notice period in months", "解约通知期（月）"), d.T("payment term in days", "付款期限（天）"), d.T("yearly price increase cap in percent", "年度涨价上限（百分比）")}[topic])
	clause := []string{d.T("Notice period: %d months.", "解约通知期：%d个月。"), d.T("Invoices are payable within %d days.", "付款期限：收到发票后%d天。"), d.T("Prices rise by %d percent a year at most.", "每年涨价最多百分之%d。")}[topic]
	c, back := d.Company(), synth.Choose(d, 20, 30, 45)
	d.Set("company", c.Name)
	d.Set("back", back)
	d.Title("A term of the framework agreement with {{.company}}", "查{{.company}}框架协议的条款")
	d.Say([]string{
		"Which {{.term}} did we fix in the signed framework agreement with {{.company}}? It should be in the drive; if it isn't, it came by mail within the last {{.back}} days. Only the version that both sides signed counts. Please don't write to anybody about it.",
		"I'm on the phone with {{.company}} in ten minutes and need the {{.term}} from our signed framework agreement. Look in the drive and in the mails of the last {{.back}} days. No messages to anyone, please.",
		"Please find the {{.term}} of the signed framework agreement between us and {{.company}}. Agreements are kept in the drive, late ones may still be in the mailbox (last {{.back}} days). I can only use what was signed. Please don't change or send anything.",
		"Legal wants to know the {{.term}} in our signed framework agreement with {{.company}}. Please check the drive first and then the mail of the last {{.back}} days. A version without both signatures is of no use to me. Don't contact anyone.",
	}, []string{
		"我们和{{.company}}已签署的框架协议里，{{.term}}约定的是多少？协议应该在网盘里，没有的话就是最近{{.back}}天内通过邮件发来的。只认双方签署的版本，不要为此联系任何人。",
		"十分钟后要和{{.company}}通话，我需要已签署的框架协议里的{{.term}}。请查网盘，再查最近{{.back}}天的邮件。不要给任何人发消息。",
		"请找出我方与{{.company}}已签署的框架协议中的{{.term}}：协议一般存放在网盘，晚到的可能还在邮箱（最近{{.back}}天）。没有签署的不算数。请勿修改或发送任何内容。",
	})
	agreementFiles(d, c, clause)
	agreementMails(d, c, back)
	d.Deny("drive_revoke_access") // sharing cannot be taken back: the person is told at once
	agreementParts(d)
	done := work{needs: "papers-read, drive-searched, mail-searched, letters-read", keeps: []string{"drive.files", "drive.permissions", "gmail.sent", "gmail.drafts"}}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Prepare the talk with purchasing", "准备与采购的沟通") },
		func(d *synth.Draft) { done.block(d, "Call with legal", "与法务通话") })
}

// agreementFiles adds the drive: signed agreements of others, and of the company asked about only
// a draft and papers of another kind.
func agreementFiles(d *synth.Draft, c synth.Company, clause string) {
	owner := d.Person().Mail
	contracts, others := d.ID("FOLDER-"), d.ID("FOLDER-")
	d.Set("folder", contracts)
	d.Set("owner", owner)
	d.Add("drive.folders", "folder_id", contracts, "name", d.T("Contracts", "合同"), "owner", owner)
	d.Add("drive.folders", "folder_id", others, "name", d.T("Offers", "报价"), "owner", owner)
	framework, secrecy := d.T("Framework agreement", "框架协议"), d.T("Confidentiality agreement", "保密协议")
	d.Set("framework", framework)
	d.Set("framework_word", d.T("framework agreement", "框架协议"))
	d.Set("signed_word", d.T("signed", "已签署"))
	d.Set("signature", d.T("Signed by both parties on", "双方签署日期"))
	n := 0
	file := func(mark synth.Distractor, folder, kind, company, end string) {
		n++
		day := d.Day(-d.Between(30, 300))
		text := fmt.Sprintf(d.T("%s between Northwind and %s\n", "%s\n甲方：北风公司 乙方：%s\n"), kind, company) + fmt.Sprintf(clause, d.Between(2, 9)*(1+n%3)) + "\n"
		if end == "" {
			end = fmt.Sprintf(d.T("Signed by both parties on %s.", "双方签署日期：%s。"), day)
		}
		name := kind + " " + company + ".pdf"
		d.Asset(name, synth.PDF, text+end)
		fields := []any{"file_id", d.ID("FILE-"), "name", name, "folder_id", folder, "owner", owner, "mime_type", "application/pdf", "size", d.Between(9000, 90000),
			"modified_at", d.Instant(d.Office(d.Between(5, 29))), "version", 1, "link_access", "restricted", "trashed", false, "content", text + end}
		if mark == "" {
			d.Add("drive.files", fields...)
		} else {
			d.Distract(mark, "drive.files", fields...)
		}
	}
	draft := synth.Choose(d, d.T("Draft 2, not signed yet.", "第二稿，尚未签署。"), d.T("For discussion. Signature: ____", "讨论稿。签字：____"))
	file(synth.StaleDraft, contracts, framework, c.Name, draft)
	file(synth.WrongKind, contracts, secrecy, c.Name, "")
	for range d.ByLevel(2, 4, 8) {
		file(synth.OtherOwner, contracts, synth.Choose(d, framework, framework, secrecy), d.Company().Name, "")
	}
	file(synth.OtherOwner, contracts, framework, d.Company().Name, "")
	for range d.ByLevel(1, 2, 5) {
		file(synth.Unrelated, others, d.T("Offer", "报价单"), d.Company().Name, d.T("Valid for 14 days.", "有效期14天。"))
	}
	d.Mix("drive.files")
}

// agreementMails adds mails, each of which is nearly the one with the signed agreement.
func agreementMails(d *synth.Draft, c synth.Company, back int) {
	me := d.Person().Mail
	d.Set("me", me)
	d.Set("sender", d.PersonAt(c.Domain).Mail)
	d.Set("domain", c.Domain)
	d.Set("phantom_at", d.Instant(ago(d, back-2, 1, 0)))
	mail := func(mark synth.Distractor, from, subject, body string) {
		d.Distract(mark, "gmail.messages", "message_id", d.ID("msg_"), "from", from, "to", me, "subject", subject, "body", body,
			"date", d.Instant(d.Office(d.Between(1, back-4))), "labels", []string{"INBOX"}, "is_read", true)
	}
	from := d.PersonAt(c.Domain).Mail
	framework := d.T("Framework agreement", "框架协议")
	mail(synth.StaleDraft, from, framework, d.T("Our lawyers are still looking at the draft. I will get back to you next week.", "法务还在看草稿，下周再回复您。"))
	mail(synth.WrongKind, from, d.T("Order confirmation", "订单确认"), d.T("Please find the signed order confirmation enclosed.", "附上已签署的订单确认书。"))
	for i := range d.ByLevel(1, 2, 4) {
		x := d.Company()
		mail(synth.OtherOwner, d.PersonAt(x.Domain).Mail, framework, d.T(synth.Choose(d, "Please find the signed agreement enclosed. Best regards", "Here is our copy of the signed agreement.", "The signed agreement is attached, thank you for the quick turnaround."), synth.Choose(d, "附上已签署的协议，请查收。", "已签署的协议见附件，谢谢。", "我方已签署的协议扫描件奉上。")))
		if i > 0 {
			mail(synth.Unrelated, d.PersonAt(x.Domain).Mail, d.T(synth.Choose(d, "Lunch", "New brochure", "Change of address"), synth.Choose(d, "午餐", "新样册", "地址变更")), d.T(synth.Choose(d, "Shall we have lunch when I am in town?", "Our brochure is out, I am happy to send copies.", "Please note that we are moving next month."), synth.Choose(d, "下次过来一起吃个饭？", "新样册出来了，需要的话给您寄几份。", "我们下月搬家，新地址另行通知。")))
		}
	}
	d.Mix("gmail.messages")
}

func agreementParts(d *synth.Draft) {
	d.Facts(`
		agreements:
		  from: drive.files
		  where:
		    partner: {expr: '(.content ?? "") contains "{{.company}}"', says: "{{.company}}"}
		    kind: {expr: '.name contains "{{.framework}}"', says: {{.framework_word}}}
		    signed: {expr: '(.content ?? "") contains "{{.signature}}"', says: {{.signed_word}}}
		  give: .file_id
		mails:
		  from: gmail.messages
		  where:
		    partner: {expr: '.from endsWith "@{{.domain}}"', says: "{{.company}}"}
		    kind: {expr: '.subject contains "{{.framework}}"', says: {{.framework_word}}}
		    signed: {expr: '.body contains "{{.signed_word}}"', says: {{.signed_word}}}
		  give: .message_id
		papers: filter(drive.files, .name contains "{{.framework}}" and .name contains "{{.company}}")
		letters: filter(gmail.messages, .from endsWith "@{{.domain}}")`)
	d.Empty("agreements", "mails")
	d.Answer(`
		value: {type: number}`)
	d.Checks(`
		- {id: papers-read, read: {in: drive.files, each: papers, record: =it.file_id, fields: [content]}}
		- {id: drive-searched, searched: {in: drive.files, for: {file_id: FILE-X, name: "{{.framework}} {{.company}} final.pdf", folder_id: {{.folder}}, owner: {{.owner}}, mime_type: application/pdf, size: 20480,
		    modified_at: "{{.phantom_at}}", version: 1, link_access: restricted, trashed: false, content: "{{.framework}} {{.company}}. {{.signature}} today."}}}
		- {id: mail-searched, searched: {in: gmail.messages, for: {message_id: msg_x, from: {{.sender}}, to: {{.me}}, subject: "{{.framework}}", body: "{{.signed_word}}", date: "{{.phantom_at}}", labels: [INBOX], is_read: false}}}
		- {id: letters-read, read: {in: gmail.messages, each: letters, record: =it.message_id, fields: [body]}}
		- {id: said, weight: 1, needs: [papers-read, drive-searched, mail-searched, letters-read], answer: {outcome: not_found, value: {absent: true}}}`)
	d.Forbid(`
		- {id: nothing-changed, effect: {any: "*"}}`)
	d.Solution(`
		calls:
		  - drive_search: {query: "{{.company}}"}
		  - {each: "map(filter(drive.files, (.content ?? '') contains '{{.company}}'), .file_id)", drive_read_content: {file_id: =it}}
		  - gmail_list_messages: {days_back: {{.back}}}
		  - {each: "map(letters, .message_id)", gmail_get_message: {message_id: =it}}
		  - answer: {outcome: not_found}`)
}
