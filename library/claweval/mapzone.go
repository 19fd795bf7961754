package claweval

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// zoneChoice is the task's zone and why it was chosen.
type zoneChoice struct {
	name     string
	location *time.Location
	why      string
}

// chooseZone takes the zone of the offset that most mails and events carry, else of the one that
// most other times carry; of equally many the first in the files. Where no time carries an
// offset the language decides.
func (j *job) chooseZone() zoneChoice {
	offsets := newTally()
	for _, leading := range []bool{true, false} {
		for _, s := range j.services {
			if s.fixture == nil || leading != (s.service.Name == "gmail" || s.service.Name == "calendar") {
				continue
			}
			for _, c := range s.service.Collections {
				for _, o := range s.fixture.Records[s.service.Name+"."+c.Name] {
					node{v: o}.walk(func(n node) { offsets.count(n.v) })
				}
			}
		}
		if leading {
			j.offsetFaults()
		}
		if offset, n, of := offsets.most(); n > 0 {
			return zoneOf(offset, fmt.Sprintf("%d of %d times in the records have its offset", n, of))
		}
	}
	if j.doc.get("prompt").get("language").text() == "en" {
		return zoneOf("Z", "no time carries an offset, and the request is in English")
	}
	return zoneOf("+08:00", "no time carries an offset, and the request is in Chinese")
}

// tally counts offsets in the order in which they are met.
type tally struct {
	order []string
	n     map[string]int
}

func newTally() *tally { return &tally{n: map[string]int{}} }

// count counts the offset of a text that is a date-time.
func (t *tally) count(v any) {
	offset, ok := offsetOf(v)
	if !ok {
		return
	}
	if t.n[offset] == 0 {
		t.order = append(t.order, offset)
	}
	t.n[offset]++
}

func (t *tally) most() (offset string, n, of int) {
	for _, o := range t.order {
		of += t.n[o]
		if t.n[o] > n {
			offset, n = o, t.n[o]
		}
	}
	return offset, n, of
}

// offsetOf is the offset of a date-time as it is written; UTC is Z.
func offsetOf(v any) (string, bool) {
	s, _ := v.(string)
	if len(s) < len("2026-03-16T09:00:00Z") || len(s) > len("2026-03-16T09:00:00.123456789+08:00") || s[10] != 'T' {
		return "", false
	}
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return "", false
	}
	if _, seconds := at.Zone(); seconds == 0 {
		return "Z", true
	}
	return at.Format("-07:00"), true
}

// zoneOf is the zone of an offset: China for its own, else the zone without daylight saving.
func zoneOf(offset, why string) zoneChoice {
	name := "Etc/UTC"
	switch hours, minutes, _ := strings.Cut(offset, ":"); {
	case offset == "+08:00":
		name = "Asia/Shanghai"
	case offset == "Z":
	case minutes == "00":
		sign := "-" // these names count the other way round
		if hours[0] == '-' {
			sign = "+"
		}
		name = "Etc/GMT" + sign + strings.TrimLeft(hours[1:], "0")
	default:
		why += "; no zone is named after it, so it is UTC"
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return zoneChoice{"Etc/UTC", time.UTC, why + "; its zone is not known here, so it is UTC"}
	}
	return zoneChoice{name, location, why}
}

// offsetFaults reports mails and events whose offset the benchmark loses when it moves them.
func (j *job) offsetFaults() {
	for _, s := range j.services {
		if s.fixture == nil || s.service.Name != "gmail" && s.service.Name != "calendar" {
			continue
		}
		lost := 0
		for _, records := range s.fixture.Records {
			for _, o := range records {
				lost += lostOffsets(o)
			}
		}
		if lost > 0 {
			j.faultIn(FaultOffsetLost, s.fixture.Files[0], "", fmt.Sprintf("%d times have another offset than UTC; the benchmark prints their wall time as UTC", lost), "offsets are kept")
		}
	}
}

func lostOffsets(o *value.Object) int {
	n := 0
	for _, m := range o.Members() {
		if offset, ok := offsetOf(m.Value); ok && offset != "Z" {
			n++
		}
	}
	return n
}
