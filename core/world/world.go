package world

import (
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/det"
)

// World is one running environment: the state of one episode and its audit log. It is used by
// one goroutine at a time; whoever serves it holds the lock.
type World struct {
	state   State
	opts    *Options // shared with the branches, never changed
	now     time.Time
	stage   string
	entries []*Entry
	recall  *recall        // what the worlds of the memo share; nil without one
	pasts   []*past        // what each service has been through; nil without a memo
	nth     map[string]int // dispatches of each tool, for the fault plan
	rand    *det.Rand      // for fault rates; nil without them
}

// Options are the settings of one episode.
type Options struct {
	Now     time.Time      // the frozen clock at the start, with the task's zone
	Zone    *time.Location // meaning of times without an offset; default Now's
	Profile Profile
	Clock   det.Clock // wire serving only: a moving clock instead of Now
	As      string    // identity the agent works as, e.g. an address
	Grants  Grants    // nil = everything is granted
	Faults  []PlannedFault
	Rate    FaultRate // random faults of a rollout's settings
	Seed    uint64    // of the fault rate
	// RepeatIDs numbers created records as the benchmark does, so that after a delete two records
	// can have one id; acts then go to the first. For serving its own runner only.
	RepeatIDs bool
	Memo      *Memo // shared with other worlds; nil = every call is worked out
}

// Profile chooses how arguments are read; both profiles share one path.
type Profile uint8

// The profiles.
const (
	Strict Profile = iota // schema errors with field paths; our tasks
	Wire                  // the benchmark's lax coercion and error bodies
)

// New starts an episode. It copies nothing from the image.
func New(image *Image, opts Options) *World {
	w := &World{state: State{image: image}, opts: &opts, now: opts.Now}
	if w.opts.Zone == nil {
		w.opts.Zone = opts.Now.Location()
	}
	w.recalls()
	w.seedFaults()
	return w
}

func (w *World) seedFaults() {
	w.rand = nil
	if w.opts.Rate.PerCall > 0 {
		w.rand = det.NewRand(w.opts.Seed, "faults")
	}
}

// Reset puts the episode back to its start.
func (w *World) Reset() {
	w.state = State{image: w.state.image}
	w.now, w.stage = w.opts.Now, ""
	w.entries = nil // handed-out entries stay valid
	w.nth, w.recall, w.pasts = nil, nil, nil
	w.seedFaults()
}

// Fork copies the episode as it stands: a branch that shares records and past entries.
func (w *World) Fork() *World {
	f := *w
	f.state = w.state.clone()
	f.entries = w.entries[:len(w.entries):len(w.entries)]
	f.nth, f.pasts = cloneCounts(w.nth), slices.Clone(w.pasts)
	f.seedFaults()
	return &f
}

func cloneCounts(m map[string]int) map[string]int {
	if m == nil {
		return nil
	}
	c := make(map[string]int, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}

// State is the live state; it changes with the next call.
func (w *World) State() *State { return &w.state }

// Snapshot is the state as it is now, for good.
func (w *World) Snapshot() *State {
	s := w.state.clone()
	return &s
}

// Seed is the state at the start of the episode.
func (w *World) Seed() *State {
	return &State{image: w.state.image}
}

// Image returns the shared start.
func (w *World) Image() *Image { return w.state.image }

// Options returns the episode's settings.
func (w *World) Options() Options { return *w.opts }

// Memo is what the world shares with other worlds, nil where it shares nothing.
func (w *World) Memo() *Memo { return w.opts.Memo }

// Entries returns the audit log; shared, read only.
func (w *World) Entries() []*Entry { return w.entries }

// Digest identifies the present records.
func (w *World) Digest() det.Digest { return w.state.Digest() }

// DigestAfter identifies the records as they were after the first n entries.
func (w *World) DigestAfter(n int) det.Digest {
	if n == 0 {
		return w.state.image.digest()
	}
	return w.entries[n-1].After()
}

// Now is the episode's time: frozen within a stage.
func (w *World) Now() time.Time {
	if w.opts.Clock != nil {
		return w.opts.Clock.Now()
	}
	return w.now
}

// Stage is the name of the running stage.
func (w *World) Stage() string { return w.stage }

// Enter starts a stage: its name and its frozen time.
func (w *World) Enter(stage string, now time.Time) {
	w.stage = stage
	if !now.IsZero() {
		w.now = now
	}
}
