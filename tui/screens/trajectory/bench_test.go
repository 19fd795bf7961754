package trajectory_test

import (
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// benchKeys presses keys one after the other; each is timed with its frame, what is laid out
// beside is not.
func benchKeys(b *testing.B, d *tuitest.Desk, keys ...string) {
	clock := det.System()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := clock.Now()
		d.Step(keys[i%len(keys)])
		took = append(took, clock.Now().Sub(began))
		b.StopTimer()
		d.Settle()
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-µs")
}

// BenchmarkLongTrial is a key and its frame in a trial of 10,000 turns.
func BenchmarkLongTrial(b *testing.B) {
	dir := b.TempDir()
	put(b, dir, made(b, "tri_long", long(10_000, 0), scoreOf()))
	d := tuitest.Open(b, options(b, dir, screens.Place{Of: "tri_long"}), 160, 48)
	d.Shows("10,000")
	benchKeys(b, d, "j", "ctrl+d", "l", "]", "}", "G", "h", "{", "[", "k", "pgup", "g", " ", "esc")
}

// BenchmarkLargeReply is a key and its frame in a reply of 5 MB.
func BenchmarkLargeReply(b *testing.B) {
	dir := b.TempDir()
	put(b, dir, made(b, "tri_large", long(3, 5<<20), scoreOf()))
	d := tuitest.Open(b, options(b, dir, screens.Place{Of: "tri_large", More: map[string]string{"turn": "3", "pane": "turn"}}), 160, 48)
	d.Shows("bytes, status 200")
	benchKeys(b, d, "j", "ctrl+d", "pgdown", "G", "k", "ctrl+u", "g", "tab", "shift+tab")
}

// BenchmarkLargeReplyFind goes from place to place of a text in a reply of 5 MB.
func BenchmarkLargeReplyFind(b *testing.B) {
	dir := b.TempDir()
	put(b, dir, made(b, "tri_large", long(3, 5<<20), scoreOf()))
	d := tuitest.Open(b, options(b, dir, screens.Place{Of: "tri_large", More: map[string]string{"turn": "3", "pane": "turn", "find": "needle4"}}), 160, 48)
	benchKeys(b, d, "n", "n", "n", "N", "j")
}

// BenchmarkLargeReplyOpen is the way to a reply of 5 MB and back, with what is laid out beside.
func BenchmarkLargeReplyOpen(b *testing.B) {
	dir := b.TempDir()
	put(b, dir, made(b, "tri_large", long(3, 5<<20), scoreOf()))
	d := tuitest.Open(b, options(b, dir, screens.Place{Of: "tri_large", More: map[string]string{"turn": "2"}}), 160, 48)
	benchKeys(b, d, "l", "h")
}

// BenchmarkCompareLong is a key and its frame with two trials of 10,000 turns side by side.
func BenchmarkCompareLong(b *testing.B) {
	dir := b.TempDir()
	other := long(10_000, 0)
	for i := 50; i < 9_000; i += 31 {
		other.Steps[i].Calls[0].Args = `{"ticket_id":"TK-x"}`
	}
	put(b, dir, made(b, "tri_a", long(10_000, 0), scoreOf()), made(b, "tri_b", other, scoreOf()))
	d := tuitest.Open(b, options(b, dir, screens.Place{Of: "tri_a tri_b"}), 160, 48)
	d.Shows("they part at")
	benchKeys(b, d, "j", "]", "ctrl+d", "G", "[", "k", "g", " ")
}
