package judge

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Bounds of what a judge is shown.
const (
	mostRecord = 200 << 10
	mostPart   = 4 << 10
)

// Record is a trial as a judge is shown it: requests, what was said, calls and what they came to, a
// JSON line each. cut tells that parts are left out, which the text says as well.
func Record(t *task.Task, course *trace.Trajectory) (text string, cut bool) {
	var b strings.Builder
	line := func(members ...value.Member) {
		if b.Len() > mostRecord {
			cut = true
			return
		}
		b.Write(value.Append(nil, value.Obj(members...)))
		b.WriteByte('\n')
	}
	m := func(name, text string) value.Member {
		short := clip(text)
		cut = cut || short != text
		return value.Member{Name: name, Value: short}
	}
	line(m("request", strings.TrimSpace(course.Opening)))
	for i := range course.Steps {
		s := &course.Steps[i]
		if strings.TrimSpace(s.Text) != "" {
			line(m("assistant", s.Text))
		}
		for j := range s.Calls {
			c := &s.Calls[j]
			line(m("call", c.Tool), m("arguments", c.Args), m("outcome", c.Outcome.String()), m("reply", c.Observation))
		}
		if s.User != nil {
			line(m("user", s.User.Text))
		}
	}
	line(m("end", string(course.End.Kind)+" "+course.End.Reason))
	if cut {
		b.WriteString("(Parts of this record are left out for its length.)\n")
	}
	return b.String(), cut
}

// clip is the beginning of s with a mark of what is missing.
func clip(s string) string {
	if len(s) <= mostPart {
		return s
	}
	n := mostPart
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return fmt.Sprintf("%s... (%d bytes more)", s[:n], len(s)-n)
}
