package scenarios

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// exposedFiles: files of a confidential folder that anyone on the internet can open are closed,
// and the manager of each owner is written to.
func exposedFiles() *synth.Scenario {
	return &synth.Scenario{
		Name: "exposed-files", Version: 3, Family: task.Escalation, Title: "Close files that the internet can open",
		Capabilities: []string{"multi_hop_join", "list_then_get", "distractor_rejection", "act_then_report", "right_recipient"},
		Services:     []string{"drive", "hr", "gmail"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildExposedFiles,
	}
}

func buildExposedFiles(d *synth.Draft) {
	folder := synth.Choose(d, d.T("Contracts", "合同"), d.T("Payroll", "薪酬"), d.T("Board papers", "董事会材料"))
	edit := d.Intn(2) == 0
	d.Set("folder", folder)
	d.Set("open", d.T("can edit by the link alone", "凭链接即可编辑"))
	d.Set("access", "anyone_edit")
	if !edit {
		d.Set("open", d.T("can view by the link alone", "凭链接即可查看"))
		d.Set("access", "anyone_view")
	}
	d.Title("Files that are open to the internet in {{.folder}}", "“{{.folder}}”文件夹外链清理")
	d.Say([]string{
		"An audit found files in the folder {{.folder}} that anyone on the internet {{.open}} ({{.access}}). Set every one of them that was last changed more than {{.days}} days ago to restricted, and e-mail the direct manager of the file's owner with the file name. Other files keep their access.",
		"Please clean up the folder {{.folder}}: whatever lies directly in it, was last changed more than {{.days}} days ago and has the link access {{.access}} (anyone {{.open}}) becomes restricted. After that the manager of each owner needs a mail that names the file. Don't change anything else.",
		"Could you close the open links in {{.folder}}? I mean files with {{.access}}, which the whole internet {{.open}}, and only those directly in that folder that were last changed more than {{.days}} days ago. Restrict them and write to the line manager of each owner, with the name of the file.",
		"There are still files directly in {{.folder}} with link access {{.access}}, so anyone with the link gets in. Please set those that were last changed more than {{.days}} days ago to restricted, and mail the line manager of each file's owner the name of the file. Leave everything else as it is.",
	}, []string{
		"审计发现“{{.folder}}”文件夹里有文件任何人{{.open}}（{{.access}}）。请把该文件夹内最后修改时间超过 {{.days}} 天的这类文件全部改为 restricted，并给文件所有者的直属上级发邮件，写明文件名。其他文件的权限不要动。",
		"请清理“{{.folder}}”文件夹：直接放在里面、最后修改距今超过 {{.days}} 天、链接权限为 {{.access}}（任何人{{.open}}）的文件，一律改成 restricted；然后邮件告知每个文件所有者的直属上级，邮件中写上文件名。其余保持原样。",
		"“{{.folder}}”文件夹里还有链接权限为 {{.access}} 的文件，等于任何人{{.open}}。其中最后修改超过 {{.days}} 天的请改成 restricted，并逐个发邮件给文件所有者的直属上级，写上文件名，别的文件不要动。",
	})
	days := synth.Choose(d, 14, 30, 60)
	d.Set("days", days)
	d.Set("hours", 24*days)
	d.Set("longer", fmt.Sprintf(d.T("more than %d days", "超过 %d 天"), days))
	exposedRecords(d, folder, edit, days)
	d.Set("subject", d.T("='Open link: ' + it.name", "='外链已关闭：' + it.name"))
	d.Set("mail", d.T("='The file ' + it.name + ' was open to the internet. It is restricted now.'", "='文件 ' + it.name + ' 曾对外公开，现已改为受限访问。'"))
	d.Facts(`
		exposed:
		  from: drive.files
		  let:
		    folder: "the(drive.folders, 'folder_id', .folder_id)"
		    holder: "the(hr.people, 'email', .owner)"
		  where:
		    folder: {expr: folder.name == "{{.folder}}", says: "{{.folder}}"}
		    open: {expr: .link_access == "{{.access}}", says: "{{.access}}"}
		    old: {expr: "hours_since(.modified_at) > {{.hours}}", says: "{{.longer}}"}
		  give: {file: .file_id, name: .name, holder: holder.employee_id, boss: holder.manager_id, mail: "the(hr.people, 'employee_id', holder.manager_id).email"}
		names: map(drive.files, .name)`)
	exposedGrading(d)
}

// exposedGrading sets what counts as done, and how it is done.
func exposedGrading(d *synth.Draft) {
	d.Checks(`
		- {id: looked, read: {in: drive.files, each: exposed, record: =it.file, fields: [link_access, owner]}}
		- {id: owners, read: {in: hr.people, each: exposed, record: =it.holder, fields: [manager_id]}}
		- {id: bosses, read: {in: hr.people, each: exposed, record: =it.boss, fields: [email]}}
		- {id: closed, weight: 0.5, needs: [looked], record_updated: {in: drive.files, each: exposed, record: =it.file, set: {link_access: restricted}}}
		- {id: told, weight: 0.5, needs: [looked, owners, bosses], record_created: {in: gmail.sent, each: exposed, only: true, match: {to: {address: =it.mail}, body: {mentions: {all: =it.name, none: "=filter(names, not (# in map(filter(exposed, .mail == it.mail), .name)))"}}}}}`)
	d.Forbid(`
		- {id: others-left, effect: {update: drive.files, except: "map(exposed, .file)"}}
		- {id: access-only, effect: {update: drive.files, beyond: [link_access]}}
		- {id: staff-left, effect: {any: hr.people}}`)
	d.Solution(`
		calls:
		  - drive_list_folder: {}
		  - {each: "map(filter(drive.folders, .name == '{{.folder}}'), .folder_id)", drive_list_folder: {folder_id: =it}}
		  - {each: "map(filter(drive.files, .folder_id in map(filter(drive.folders, .name == '{{.folder}}'), .folder_id)), .file_id)", drive_get_file: {file_id: =it}}
		  - hr_search_people: {limit: 100}
		  - {each: "map(hr.people, .employee_id)", hr_get_person: {employee_id: =it}}
		  - {each: exposed, drive_set_link_access: {file_id: =it.file, link_access: restricted}}
		  - {each: exposed, gmail_send_message: {to: =it.mail, subject: "{{.subject}}", body: "{{.mail}}"}}`)
	done := work{ids: "map(exposed, .file)", what: "files that you closed", chinese: "改为受限的文件", needs: "closed, told"}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Check the links again", "复查外链") },
		func(d *synth.Draft) { done.log(d, "Open links closed", "外链清理登记") })
}

// exposedName names a file after what its folder holds.
func exposedName(d *synth.Draft, folder string) string {
	if folder == d.T("Contracts", "合同") {
		return d.T(synth.Choose(d, "Supply contract ", "Lease ", "Service contract "), synth.Choose(d, "供货合同 ", "租赁合同 ", "服务合同 ")) + d.Company().Name + ".txt"
	}
	no := fmt.Sprint(d.Serial("paper", 101, 899))
	if folder == d.T("Payroll", "薪酬") {
		return d.T(synth.Choose(d, "Payslips ", "Bonus list ", "Salary bands "), synth.Choose(d, "工资条 ", "奖金表 ", "薪级表 ")) + no + ".txt"
	}
	return d.T(synth.Choose(d, "Board minutes ", "Resolution ", "Forecast "), synth.Choose(d, "董事会纪要 ", "决议 ", "业绩预测 ")) + no + ".txt"
}

// exposedRecords adds folders, owners with their managers, and files with near misses.
func exposedRecords(d *synth.Draft, folder string, edit bool, days int) {
	right, other := "anyone_view", "anyone_edit"
	if edit {
		right, other = other, right
	}
	in, out := d.ID("FD-"), d.ID("FD-")
	d.Add("drive.folders", "folder_id", in, "name", folder)
	d.Distract(synth.LikeName, "drive.folders", "folder_id", out, "name", folder+d.T(" (public)", "（公开）"))
	var owners []string
	for range d.ByLevel(2, 3, 4) {
		id := staff(d, d.Person(), "", "active")
		p := d.Person()
		staff(d, p, id, "active")
		owners = append(owners, p.Mail)
		if d.Level() == 2 {
			staff(d, d.Relative(p), id, "active")
		}
	}
	file := func(kind synth.Distractor, where, access string, at time.Time) {
		name := exposedName(d, folder)
		text := d.T("Confidential. ", "机密。") + strings.TrimSuffix(name, ".txt")
		r := []any{"file_id", d.ID("FILE-"), "name", name, "folder_id", where, "owner", synth.Choose(d, owners...), "mime_type", "text/plain", "size", len(text),
			"modified_at", d.Instant(at), "version", 1, "link_access", access, "trashed", false, "content", text}
		if kind == "" {
			d.Add("drive.files", r...)
		} else {
			d.Distract(kind, "drive.files", r...)
		}
	}
	limit := d.Now().Add(-time.Duration(days) * 24 * time.Hour)
	old := func() time.Time { return d.Within(limit.AddDate(0, 0, -90), limit) }
	fresh := func() time.Time { return d.Within(limit, limit.AddDate(0, 0, 9)) }
	for range d.ByLevel(2, 4, 6) {
		file("", in, right, old())
	}
	file(synth.LikeName, out, right, old())
	file(synth.WrongKind, in, other, old())
	file(synth.WrongKind, in, "company_edit", old())
	file(synth.OneSecond, in, right, limit)
	file(synth.LoudOutside, in, right, fresh())
	file(synth.Unrelated, in, "restricted", fresh())
	d.Mix("drive.files")
	d.Mix("hr.people")
	d.Collection("gmail.messages")
}
