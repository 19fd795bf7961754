package world_test

import (
	"fmt"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
)

func options() world.Options {
	return world.Options{Now: time.Date(2026, 3, 16, 9, 0, 0, 0, shanghai)}
}

// Start, reset, get, update and digest must not grow with records untouched.
func BenchmarkWorld(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10000} {
		img := image(b, n)
		b.Run(fmt.Sprintf("start/records=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				world.New(img, options())
			}
		})
		b.Run(fmt.Sprintf("reset/records=%d", n), func(b *testing.B) {
			w := world.New(img, options())
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				call(w, "desk_update", `{"ticket_id":"TK-1","priority":"high"}`)
				b.StartTimer()
				w.Reset()
			}
		})
		b.Run(fmt.Sprintf("get/records=%d", n), func(b *testing.B) { benchCall(b, img, "desk_get", `{"ticket_id":"TK-5"}`) })
		b.Run(fmt.Sprintf("list20/records=%d", n), func(b *testing.B) { benchCall(b, img, "desk_list", `{}`) })
		b.Run(fmt.Sprintf("update/records=%d", n), benchUpdate(img))
		b.Run(fmt.Sprintf("digest/records=%d", n), func(b *testing.B) {
			w := world.New(img, options())
			call(w, "desk_update", `{"ticket_id":"TK-1","priority":"high"}`)
			for b.Loop() {
				w.Digest()
			}
		})
	}
}

func benchCall(b *testing.B, img *world.Image, tool, args string) {
	w := world.New(img, options())
	raw := []byte(args)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n++; n%64 == 0 {
			w.Reset()
		}
		w.Call(world.Agent, tool, raw)
	}
}

func benchUpdate(img *world.Image) func(b *testing.B) {
	return func(b *testing.B) {
		w := world.New(img, options())
		raws := [][]byte{[]byte(`{"ticket_id":"TK-5","priority":"high"}`), []byte(`{"ticket_id":"TK-5","priority":"low"}`)}
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			if n++; n%64 == 0 {
				w.Reset()
			}
			w.Call(world.Agent, "desk_update", raws[n%2])
		}
	}
}
