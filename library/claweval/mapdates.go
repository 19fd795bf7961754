package claweval

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// The benchmark moves mails so that the newest is one day old, and events so that the first is
// tomorrow, and nothing else: dates that belong together fall apart, and days named in a request
// lose their events. Here nothing moves; the clock is put where the records belong together.
const (
	ruleDayAfter  = "one day after the newest record of what has happened"
	ruleToday     = "the request says today: the newest record of what has happened, to the full quarter of an hour"
	ruleLastWeek  = "the request says last week: the middle of the week after the newest record of what has happened"
	ruleBefore    = "one day after the newest record of what has happened would be past what is yet to come: that record, to the full quarter of an hour"
	ruleNamed     = "no record tells of what has happened: the day before the one that the request names"
	ruleAhead     = "no record tells of what has happened: the day before the first of what is to come"
	ruleNoDate    = "nothing has a date: the day that the benchmark's calendar takes without one"
	defaultDay    = "2026-03-02"
	morning       = 9 * time.Hour
	quarter       = 15 * time.Minute
	week          = 7
	unmovedReason = "the request names a day, so the records are not moved"
)

// Fields that tell of what has happened, and of what is yet to come. Fields of other
// collections that a service declares as past count too; within json fields every time does.
// Events have happened where the task has minutes of meetings beside them.
var (
	happened = map[string]bool{
		"gmail.messages.date": true, "helpdesk.tickets.created_at": true, "helpdesk.tickets.updated_at": true, "helpdesk.tickets.first_response_at": true,
		"notes.notes.created_at": true, "kb.articles.last_updated": true, "kb.articles.created_at": true, "rss.articles.published_at": true,
		"crm.customers.last_contact_date": true, "crm.customers.churn_date": true, "crm.customers.recent_orders": true, "crm.customers.recent_interactions": true,
		"finance.transactions.date": true, "scheduler.jobs.last_run": true, "scheduler.jobs.created_at": true, "scheduler.jobs.execution_history": true,
		"scheduler.jobs.first_failure": true, "scheduler.jobs.disabled_at": true, "scheduler.jobs.disabled_date": true,
		"config.integrations.last_verified": true, "config.integrations.last_sync": true, "inventory.products.last_restock_date": true,
		"inventory.products.last_restock": true, "inventory.products.last_reorder_date": true, "inventory.products.last_in": true,
		"inventory.products.last_out": true, "inventory.products.last_sync": true, "todo.tasks.created_at": true, "todo.tasks.completed_at": true,
		"web.results.published_at": true,
	}
	ahead = map[string]bool{
		"scheduler.jobs.next_run": true, "inventory.products.backorder_eta": true, "inventory.products.restock_date": true, "helpdesk.tickets.sla_deadline": true,
	}
)

// moments are the times of a task's records that bear on its clock.
type moments struct {
	last    time.Time // of what has happened
	lastOf  string    // field that it stands in
	ahead   []time.Time
	first   time.Time // event
	minutes bool      // there are minutes of meetings
	located *time.Location
}

// setClock chooses the task's now and zone and moves the records where that was asked for.
func (j *job) setClock() {
	m := j.moments()
	named := namedDays(j.prompt, m.last)
	now, rule := m.clock(j.prompt, named)
	if rule == ruleDayAfter || rule == ruleToday || rule == ruleLastWeek || rule == ruleBefore {
		rule += " (" + m.lastOf + ")"
	}
	c := &j.report.Clock
	if to := j.run.opts.Now; to != nil && len(named) == 0 {
		c.Moved = dayNumber(to.In(j.zone.location)) - dayNumber(now)
		now = now.AddDate(0, 0, c.Moved)
		for _, r := range j.draft.records {
			moveDays(r, c.Moved, j.run.opts.Catalog)
		}
	} else if to != nil {
		rule += "; " + unmovedReason
	}
	c.Now, c.Zone, c.Rule, c.Offset = now.Format(time.RFC3339), j.zone.name, rule, j.zone.why
	j.draft.now, j.draft.zone, j.draft.nowNote = c.Now, c.Zone, strings.ToUpper(rule[:1])+rule[1:]+"."
	j.dateFaults(named)
}

// dateFaults: a request that names a day means the calendar as it is written.
func (j *job) dateFaults(named []time.Time) {
	hasCalendar := false
	for _, s := range j.services {
		hasCalendar = hasCalendar || s.implementation == "calendar"
	}
	if !hasCalendar || len(named) == 0 && !saysToday.MatchString(j.prompt) && !saysLastWeek.MatchString(j.prompt) {
		return
	}
	j.fault(FaultNamedDateMoved, "prompt.text", "the request names a day, and the benchmark moves the first event to tomorrow", "events are not moved")
}

// moments gathers the times of the typed records.
func (j *job) moments() *moments {
	m := &moments{located: j.zone.location}
	m.minutes = slices.ContainsFunc(j.draft.records, func(c draftRecords) bool { return c.name == "notes.notes" && len(c.items) > 0 })
	for _, c := range j.draft.records {
		_, coll, ok := j.run.opts.Catalog.Collection(c.name)
		if !ok {
			continue
		}
		for _, o := range c.items {
			for _, member := range o.Members() {
				if f, ok := coll.Field(member.Name); ok {
					m.take(c.name+"."+f.Name, f, member.Value)
				}
			}
		}
	}
	return m
}

func (m *moments) take(full string, f *world.Field, v any) {
	node{v: v}.walk(func(n node) {
		at, ok := m.read(n.v)
		switch {
		case !ok:
		case happened[full] || f.Past || m.minutes && full == "calendar.events.end_time":
			if at.After(m.last) {
				m.last, m.lastOf = at, full
			}
		case ahead[full]:
			m.ahead = append(m.ahead, at)
		case full == "calendar.events.start_time" && (m.first.IsZero() || at.Before(m.first)):
			m.first = at
		}
	})
}

// read takes a day as the morning of it.
func (m *moments) read(v any) (time.Time, bool) {
	s, _ := v.(string)
	if len(s) < len(dayForm) || s[4] != '-' {
		return time.Time{}, false
	}
	if d, err := value.ParseDay(s); err == nil {
		return d.Time(m.located).Add(morning), true
	}
	at, ok := world.OffsetTime(s, m.located)
	return at.In(m.located), ok
}

var (
	saysToday    = regexp.MustCompile(`(?i)\btoday\b|今天|今日`)
	saysLastWeek = regexp.MustCompile(`(?i)\blast week\b|上周`)
)

// clock chooses now by the first rule that fits.
func (m *moments) clock(request string, named []time.Time) (time.Time, string) {
	if m.last.IsZero() {
		return m.clockWithoutPast(named)
	}
	full := m.last.Truncate(time.Minute)
	if rest := full.Sub(full.Truncate(quarter)); rest > 0 || !full.Equal(m.last) {
		full = full.Truncate(quarter).Add(quarter)
	}
	next := m.last.Add(24 * time.Hour)
	switch {
	case saysToday.MatchString(request):
		return full, ruleToday
	case saysLastWeek.MatchString(request):
		return m.weekAfter(), ruleLastWeek
	}
	for _, a := range m.ahead {
		if !a.Before(full) && a.Before(next) {
			return full, ruleBefore
		}
	}
	return next, ruleDayAfter
}

func (m *moments) clockWithoutPast(named []time.Time) (time.Time, string) {
	before := func(at time.Time) time.Time { return midnight(at.AddDate(0, 0, -1)).Add(morning) }
	switch {
	case len(named) > 0:
		return before(named[0].In(m.located)), ruleNamed
	case len(m.ahead) > 0 || !m.first.IsZero():
		first := m.first
		for _, a := range m.ahead {
			if first.IsZero() || a.Before(first) {
				first = a
			}
		}
		return before(first), ruleAhead
	}
	day, err := time.ParseInLocation(dayForm, defaultDay, m.located)
	if err != nil {
		return time.Time{}, fmt.Sprint(err) // the constant above is a day
	}
	return day.Add(morning), ruleNoDate
}

func midnight(at time.Time) time.Time {
	y, mo, d := at.Date()
	return time.Date(y, mo, d, 0, 0, 0, 0, at.Location())
}

// weekAfter is the morning of the Wednesday in the week after that of the newest record: what was
// due at the week's beginning is late by then, and the week's end is still to come.
func (m *moments) weekAfter() time.Time {
	day := midnight(m.last)
	sinceMonday := (int(day.Weekday()) - int(time.Monday) + week) % week
	return midnight(day.AddDate(0, 0, week-sinceMonday+int(time.Wednesday-time.Monday))).Add(morning)
}

// dayNumber counts days.
func dayNumber(at time.Time) int {
	y, mo, d := at.Date()
	return int(time.Date(y, mo, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}
