package claweval_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/library/claweval"
)

// clockTask is a task with some services whose records are given as JSON, and a request.
func clockTask(say, language string, fixtures map[string]string) []string {
	var services strings.Builder
	files := []string{"T1/task.yaml", ""}
	for _, s := range []struct{ name, variable string }{
		{"gmail", "GMAIL_FIXTURES"}, {"calendar", "CALENDAR_FIXTURES"}, {"notes", "NOTES_FIXTURES"}, {"todo", "TODO_FIXTURES"},
		{"scheduler", "SCHEDULER_FIXTURES"}, {"inventory", "INVENTORY_FIXTURES"}, {"finance", "FINANCE_FIXTURES"}, {"crm", "CRM_FIXTURES"},
	} {
		if data, ok := fixtures[s.name]; ok {
			fmt.Fprintf(&services, "- {name: %s, command: python mock_services/%s/server.py, port: 9000, env: {%s: tasks/T1/f/%s.json}}\n", s.name, s.name, s.variable, s.name)
			files = append(files, "T1/f/"+s.name+".json", data)
		}
	}
	files[1] = fmt.Sprintf("task_id: T1\nprompt: {text: %q, language: %s}\nservices:\n%s", say, language, services.String())
	return files
}

func mails(dates ...string) string {
	var out []string
	for i, d := range dates {
		out = append(out, fmt.Sprintf(`{"message_id":"m%d","from":"a@x.test","to":"b@x.test","subject":"s","body":"","date":%q,"labels":[],"is_read":true}`, i, d))
	}
	return "[" + strings.Join(out, ",") + "]"
}

func events(times ...string) string {
	var out []string
	for i, at := range times {
		out = append(out, fmt.Sprintf(`{"event_id":"e%d","title":"t","start_time":%q,"end_time":%q,"attendees":[],"location":""}`, i, at, at))
	}
	return "[" + strings.Join(out, ",") + "]"
}

const (
	oneNote = `[{"note_id":"n","title":"t","created_at":"2026-03-18T10:00:00+08:00","participants":[],"content":"","duration_minutes":5}]`
	oneJob  = `[{"job_id":"j","name":"n","cron_expression":"","enabled":true,"last_status":"success","last_run":"2026-03-01T10:55:00+08:00","next_run":%q,"tags":[],"execution_history":[{"run_at":"2026-03-01T10:58:00+08:00"}]}]`
)

func TestClock(t *testing.T) {
	tests := []struct {
		name, say, language string
		fixtures            map[string]string
		now, zone, rule     string
	}{
		{"a day after the newest mail", "Sort.", "en", map[string]string{"gmail": mails("2026-02-26T08:00:00Z", "2026-02-27T16:45:00Z", "2026-02-20T00:00:00Z")},
			"2026-02-28T16:45:00Z", "Etc/UTC", "one day after the newest record of what has happened (gmail.messages.date)"},
		{"the offset of most mails", "Sort.", "en", map[string]string{"gmail": mails("2026-02-27T09:00:00+08:00", "2026-02-27T08:00:00+08:00", "2026-02-27T02:00:00Z")},
			"2026-02-28T10:00:00+08:00", "Asia/Shanghai", "one day after"},
		{"another offset", "Sort.", "zh", map[string]string{"gmail": mails("2026-02-27T09:00:00-05:00")}, "2026-02-28T09:00:00-05:00", "Etc/GMT+5", "one day after"},
		{"an offset without a zone", "Sort.", "zh", map[string]string{"gmail": mails("2026-02-27T09:00:00+05:30")}, "2026-02-28T03:30:00Z", "Etc/UTC", "one day after"},
		{"today", "What about today?", "en", map[string]string{"gmail": mails("2026-03-26T12:10:00+08:00"), "calendar": events("2026-03-26T15:00:00+08:00")},
			"2026-03-26T12:15:00+08:00", "Asia/Shanghai", "the request says today"},
		{"today, at the full quarter", "今天的安排", "zh", map[string]string{"gmail": mails("2026-03-26T12:15:00+08:00")}, "2026-03-26T12:15:00+08:00", "Asia/Shanghai", "the request says today"},
		{"last week", "Report on last week's meetings.", "en", map[string]string{"notes": oneNote, "calendar": events("2026-03-16T10:00:00+08:00", "2026-03-20T09:00:00+08:00")},
			"2026-03-25T09:00:00+08:00", "Asia/Shanghai", "the request says last week"},
		{"events with minutes have happened", "Report.", "en", map[string]string{"notes": oneNote, "calendar": events("2026-03-20T09:00:00+08:00")},
			"2026-03-21T09:00:00+08:00", "Asia/Shanghai", "one day after the newest record of what has happened (calendar.events.end_time)"},
		{"events without are ahead", "Plan.", "en", map[string]string{"gmail": mails("2026-03-18T09:00:00+08:00"), "calendar": events("2026-03-20T09:00:00+08:00")},
			"2026-03-19T09:00:00+08:00", "Asia/Shanghai", "one day after the newest record of what has happened (gmail.messages.date)"},
		{"before the next run", "Check.", "zh", map[string]string{"scheduler": fmt.Sprintf(oneJob, "2026-03-01T11:00:00+08:00")}, "2026-03-01T11:00:00+08:00", "Asia/Shanghai", "one day after the newest record of what has happened would be past"},
		{"after a run that is overdue", "Check.", "zh", map[string]string{"scheduler": fmt.Sprintf(oneJob, "2026-03-01T10:00:00+08:00")}, "2026-03-02T10:58:00+08:00", "Asia/Shanghai", "one day after"},
		{"a day is its morning", "Report.", "zh", map[string]string{"finance": `[{"transaction_id":"t","date":"2026-02-27","amount":1,"description":""}]`}, "2026-02-28T09:00:00+08:00", "Asia/Shanghai", "one day after"},
		{"only what is ahead", "Order.", "en", map[string]string{"inventory": `[{"product_id":"p","name":"n","category":"c","backorder_eta":"2026-03-10"}]`}, "2026-03-09T09:00:00Z", "Etc/UTC", "no record tells of what has happened: the day before the first"},
		{"only events", "Plan.", "zh", map[string]string{"calendar": events("2026-03-20T15:00:00+08:00", "2026-03-19T15:00:00+08:00")}, "2026-03-18T09:00:00+08:00", "Asia/Shanghai", "no record tells of what has happened: the day before the first"},
		{"the day that the request names", "A meeting on 2026-03-10.", "en", map[string]string{"calendar": "[]"}, "2026-03-09T09:00:00Z", "Etc/UTC", "no record tells of what has happened: the day before the one"},
		{"a day in words", "A meeting on March 4, 2027.", "en", map[string]string{"calendar": "[]"}, "2027-03-03T09:00:00Z", "Etc/UTC", "no record tells of what has happened: the day before the one"},
		{"a day without its year", "下周一（3月9日）开会", "zh", map[string]string{"calendar": "[]"}, "2026-03-08T09:00:00+08:00", "Asia/Shanghai", "no record tells of what has happened: the day before the one"},
		{"a year is no day", "The bulletin of January 1941.", "en", map[string]string{"calendar": "[]"}, "2026-03-02T09:00:00Z", "Etc/UTC", "nothing has a date"},
		{"nothing has a date", "Plan.", "zh", map[string]string{"gmail": "[]"}, "2026-03-02T09:00:00+08:00", "Asia/Shanghai", "nothing has a date"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, file := importOne(t, importOptions(t, t.TempDir()), clockTask(tt.say, tt.language, tt.fixtures)...)
			c := r.Clock
			if c.Now != tt.now || c.Zone != tt.zone || !strings.HasPrefix(c.Rule, tt.rule) || c.Moved != 0 {
				t.Errorf("%+v (%s)", c, r.Reason)
			}
			if !strings.Contains(file, "\nnow: "+tt.now+"\nzone: "+tt.zone+"\n") {
				t.Errorf("the file has another clock:\n%s", file)
			}
		})
	}
}

// TestClockIsSet moves the records to the day that is asked for, and leaves those of a request
// that names a day.
func TestClockIsSet(t *testing.T) {
	to := time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)
	fixtures := map[string]string{
		"gmail":     mails("2026-02-27T16:45:00Z"),
		"scheduler": fmt.Sprintf(oneJob, "2026-03-20T11:00:00+08:00"),
		"todo":      `[{"task_id":"t","title":"due 2026-03-05","status":"pending","priority":"low","due_date":"2026-03-05"}]`,
	}
	opts := importOptions(t, t.TempDir())
	opts.Now = &to
	r, file := importOne(t, opts, clockTask("Sort.", "en", fixtures)...)
	if r.Clock.Moved != 305 || r.Clock.Now != "2027-01-01T02:58:00Z" {
		t.Errorf("%+v", r.Clock)
	}
	for _, want := range []string{"date: 2026-12-29T16:45:00Z", "run_at: 2026-12-31T10:58:00+08:00", "next_run: 2027-01-19T11:00:00+08:00", "due_date: 2027-01-04", `title: due 2026-03-05`} {
		if !strings.Contains(file, want) {
			t.Errorf("%q is not in the file:\n%s", want, file)
		}
	}
	opts.Into = t.TempDir()
	r, file = importOne(t, opts, clockTask("Sort by 2026-03-03.", "en", fixtures)...)
	if r.Clock.Moved != 0 || !strings.Contains(file, "date: 2026-02-27T16:45:00Z") || !strings.Contains(r.Clock.Rule, "the request names a day") {
		t.Errorf("%+v\n%s", r.Clock, file)
	}
}

// TestOffsetsAreKept: what the benchmark loses is written as it was, and told.
func TestOffsetsAreKept(t *testing.T) {
	r, file := importOne(t, importOptions(t, t.TempDir()), clockTask("Sort.", "en",
		map[string]string{"gmail": mails("2026-02-27T09:00:00+08:00", "2026-02-27T09:00:00Z"), "calendar": events("2026-03-04T09:00:00+08:00")})...)
	var lost []string
	for _, f := range r.Faults {
		if f.Code == claweval.FaultOffsetLost {
			lost = append(lost, f.File+" "+f.Message[:7])
		}
	}
	if diff := cmp.Diff([]string{"T1/f/gmail.json 1 times", "T1/f/calendar.json 2 times"}, lost); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(file, "date: 2026-02-27T09:00:00+08:00") || !strings.Contains(file, "start_time: 2026-03-04T09:00:00+08:00") {
		t.Errorf("an offset is lost:\n%s", file)
	}
}
