package app

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How far the heap may grow beyond what is in use before it is collected, in percent. Gating and
// synthesis make much that is soon gone beside little that stays, and at Go's 100 they spend a
// third of their time on collecting; where much stays, 400 would take five times as much memory.
const (
	mostGrowth  = 400
	leastGrowth = 100
	roomToGrow  = 256 << 20 // bytes that the heap may always grow by, as far as mostGrowth allows
)

// CollectRarely has the garbage collector wait longer while little is in use. Who sets GOGC knows
// better.
func CollectRarely() {
	if os.Getenv("GOGC") != "" {
		return
	}
	w := &collecting{growth: mostGrowth}
	debug.SetGCPercent(w.growth)
	runtime.SetFinalizer(w, (*collecting).done)
}

// collecting is garbage that wants to be told of each collection. It is too large for the
// allocator to put it together with others, of which nothing is told.
type collecting struct {
	growth int
	_      [32]byte
}

func (w *collecting) done() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		if g := growth(live[0].Value.Uint64()); g != w.growth {
			w.growth = g
			debug.SetGCPercent(g)
		}
	}
	runtime.SetFinalizer(w, (*collecting).done) // it is garbage again
}

// growth is the percentage for a heap of which so many bytes are in use.
func growth(live uint64) int {
	return int(min(max(roomToGrow*100/max(live, 1), leastGrowth), mostGrowth))
}
