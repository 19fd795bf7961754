package formula

import (
	"fmt"
	"slices"
	"time"

	"github.com/expr-lang/expr/ast"

	"coworkenv.dev/coworkenv/core/value"
)

// times are the functions on days and date-times.
func (l *Language) times() []*function { return slices.Concat(l.days(), l.clocks()) }

// days are the functions on calendar days, which are those of the task's zone.
func (l *Language) days() []*function {
	return []*function{
		{name: "day", check: checkDay,
			doc:  FunctionDoc{Usage: "day(t)", Doc: "the calendar day of a date-time in the task's zone; a text YYYY-MM-DD as a day", Example: "day(now)"},
			call: func(args []any) (any, error) { return l.day(args[0]) }},
		{name: "month", check: checkMonth,
			doc: FunctionDoc{Usage: "month(day)", Doc: `the month of a day or date-time, as a text "2026-02"`, Example: `month(.date) == "2026-02"`},
			call: func(args []any) (any, error) {
				d, err := l.day(args[0])
				return d.Month(), err
			}},
		{name: "weekday", check: checkWeekday,
			doc: FunctionDoc{Usage: "weekday(day)", Doc: "1 for Monday to 7 for Sunday", Example: "weekday(.date) <= 5"},
			call: func(args []any) (any, error) {
				d, err := l.day(args[0])
				return (int(d.Weekday())+6)%7 + 1, err
			}},
		{name: "plus_days", check: signature(Of(Day), 0, Day, Int),
			doc:  FunctionDoc{Usage: "plus_days(day, n)", Doc: "the day n days later, or earlier where n is negative", Example: "plus_days(day(now), 1)"},
			call: func(args []any) (any, error) { return movedDay(args, value.Day.Plus) }},
		{name: "plus_months", check: signature(Of(Day), 0, Day, Int),
			doc:  FunctionDoc{Usage: "plus_months(day, n)", Doc: "the same day n months later; the last day where the month is shorter", Example: "plus_months(.start_date, 3)"},
			call: func(args []any) (any, error) { return movedDay(args, value.Day.PlusMonths) }},
		{name: "days_between", check: signature(Of(Int), 0, Day, Day),
			doc: FunctionDoc{Usage: "days_between(a, b)", Doc: "days from a to b", Example: "days_between(day(now), .due_date) <= 7"},
			call: func(args []any) (any, error) {
				a, okA := args[0].(value.Day)
				b, okB := args[1].(value.Day)
				if !okA || !okB {
					return nil, fmt.Errorf("days_between needs two days")
				}
				return int(b.Time(time.UTC).Sub(a.Time(time.UTC)) / (24 * time.Hour)), nil
			}},
	}
}

// clocks are the functions on date-times and lengths of time.
func (l *Language) clocks() []*function {
	return []*function{
		{name: "hours_since", check: checkSince,
			doc: FunctionDoc{Usage: "hours_since(t)", Doc: "hours from t until now, as a number", Example: "hours_since(.created_at) > 48"},
			call: func(args []any) (any, error) {
				t, now := args[0].(time.Time), args[1].(time.Time)
				return now.Sub(t).Hours(), nil
			}},
		{name: "at", metered: true, check: checkAt,
			doc:  FunctionDoc{Usage: `at(day, "HH:MM", zone)`, Doc: "the date-time of a clock time on a day in an IANA zone (default: the task's)", Example: `at(tomorrow, "16:00", "Europe/Berlin")`},
			call: l.at},
		{name: "local", check: checkLocal,
			doc: FunctionDoc{Usage: "local(t, zone)", Doc: `the clock time of a date-time in a zone, as a text "15:04"`, Example: "local(slot, it.zone)"},
			call: func(args []any) (any, error) {
				t, loc, err := l.inZone(args)
				if err != nil {
					return nil, err
				}
				return t.In(loc).Format("15:04"), nil
			}},
		{name: "duration", metered: true, check: checkDuration,
			doc: FunctionDoc{Usage: `duration("1h30m")`, Doc: "a length of time, in h, m and s", Example: `slot + duration("1h")`},
			call: func(args []any) (any, error) {
				s, _ := args[1].(string)
				if err := args[0].(*Meter).scalar(s); err != nil {
					return nil, err
				}
				d, err := time.ParseDuration(s)
				if err != nil {
					return nil, fmt.Errorf("%q is no duration such as 1h30m", s)
				}
				return d, nil
			}},
	}
}

func checkSince(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Of(Float), 0, Instant)(c, call, args)
	if t, ok := c.ctx.Name(Now); ok && t.Kind == Instant {
		c.names[Now] = true
	}
	call.Arguments = append(call.Arguments, variable(call, Now))
	return Of(Float)
}

// dayLike accepts a day, a date-time, or a text that is a day.
func dayLike(c *checker, call *ast.CallNode, args []Type, texts bool) {
	if !c.arity(call, args, 1, 1) {
		return
	}
	switch args[0].Kind {
	case Any, Day, Instant:
		return
	case Text:
		if texts {
			c.dayText(call.Arguments[0])
			return
		}
	}
	c.bad(call.Arguments[0], "", "%s takes a day or a date-time, not a %s", call.Callee.(*ast.IdentifierNode).Value, args[0])
}

func checkDay(c *checker, call *ast.CallNode, args []Type) Type {
	dayLike(c, call, args, true)
	return Of(Day)
}

func checkMonth(c *checker, call *ast.CallNode, args []Type) Type {
	dayLike(c, call, args, false)
	return Of(Text)
}

func checkWeekday(c *checker, call *ast.CallNode, args []Type) Type {
	dayLike(c, call, args, false)
	return Of(Int)
}

func (l *Language) day(v any) (value.Day, error) {
	switch v := v.(type) {
	case value.Day:
		return v, nil
	case time.Time:
		return readDay(v.In(l.zone).Format("2006-01-02"))
	case string:
		return readDay(v)
	}
	return "", fmt.Errorf("a %s has no day", TypeOf(v))
}

func movedDay(args []any, move func(value.Day, int) value.Day) (any, error) {
	d, ok := args[0].(value.Day)
	n, whole := args[1].(int)
	if !ok || !whole {
		return nil, fmt.Errorf("a day and a whole number are needed, not a %s and a %s", TypeOf(args[0]), TypeOf(args[1]))
	}
	moved := move(d, n)
	if moved == "" {
		return nil, fmt.Errorf("%s moved by %d is outside the calendar", d, n)
	}
	return moved, nil
}

func checkAt(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Of(Instant), 1, Day, Text, Text)(c, call, args)
	if len(args) == 3 {
		c.zoneText(call.Arguments[2])
	}
	return Of(Instant)
}

func checkLocal(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Of(Text), 0, Instant, Text)(c, call, args)
	if len(args) == 2 {
		c.zoneText(call.Arguments[1])
	}
	return Of(Text)
}

// zoneText checks a zone that is written out.
func (c *checker) zoneText(n ast.Node) {
	if s, ok := n.(*ast.StringNode); ok {
		if _, err := LoadZone(s.Value); err != nil {
			c.bad(n, "write e.g. Europe/Berlin", "%v", err)
		}
	}
}

func checkDuration(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Of(Duration), 0, Text)(c, call, args)
	if len(args) == 1 {
		if s, ok := call.Arguments[0].(*ast.StringNode); ok {
			if _, err := time.ParseDuration(s.Value); err != nil {
				c.bad(s, `write e.g. "1h30m"`, "%q is no duration", s.Value)
			}
		}
	}
	return Of(Duration)
}

// at makes an instant of a day and a clock time.
func (l *Language) at(args []any) (any, error) {
	d, okDay := args[1].(value.Day)
	clock, okClock := args[2].(string)
	if !okDay || !okClock {
		return nil, fmt.Errorf("at needs a day and a clock time, not a %s and a %s", TypeOf(args[1]), TypeOf(args[2]))
	}
	if err := args[0].(*Meter).scalar(clock); err != nil {
		return nil, err
	}
	loc := l.zone
	if len(args) == 4 {
		name, _ := args[3].(string)
		var err error
		if loc, err = l.load(name); err != nil {
			return nil, err
		}
	}
	t, ok := value.ReadInstant(string(d)+" "+clock, loc)
	if !ok {
		return nil, fmt.Errorf("%s %s is no time in %s", d, clock, loc)
	}
	return t, nil
}

func (l *Language) inZone(args []any) (time.Time, *time.Location, error) {
	t, okTime := args[0].(time.Time)
	name, okName := args[1].(string)
	if !okTime || !okName {
		return t, nil, fmt.Errorf("local needs a date-time and a zone, not a %s and a %s", TypeOf(args[0]), TypeOf(args[1]))
	}
	loc, err := l.load(name)
	return t, loc, err
}

// load is LoadZone; it keeps the zones, since the library reads them from disk each time.
func (l *Language) load(name string) (*time.Location, error) {
	if loc, ok := l.zones.Load(name); ok {
		return loc.(*time.Location), nil
	}
	loc, err := LoadZone(name)
	if err == nil {
		l.zones.Store(name, loc)
	}
	return loc, err
}

// LoadZone returns an IANA zone. "" and "Local" are refused: they mean the machine's.
func LoadZone(name string) (*time.Location, error) {
	if name == "" || name == "Local" {
		return nil, fmt.Errorf("%q is no IANA time zone", name)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("%q is no IANA time zone", name)
	}
	return loc, nil
}
