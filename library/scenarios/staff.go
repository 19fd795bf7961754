package scenarios

import "coworkenv.dev/coworkenv/core/synth"

// staff adds somebody to the register of employees and returns the number; boss is "" at the top.
func staff(d *synth.Draft, p synth.Person, boss, status string) string {
	id := d.ID("EMP-")
	fields := []any{"employee_id", id, "name", p.Name, "email", p.Mail, "department", p.Department, "title", p.Title}
	if boss != "" {
		fields = append(fields, "manager_id", boss)
	}
	d.Add("hr.people", append(fields, "location", d.City(), "start_date", d.Day(-d.Between(300, 3000)), "status", status)...)
	return id
}

// onChat adds somebody to the chat and returns the handle.
func onChat(d *synth.Draft, p synth.Person) string {
	d.Add("chat.people", "handle", p.Handle, "name", p.Name, "email", p.Mail, "title", p.Title)
	return p.Handle
}
