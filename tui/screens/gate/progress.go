package gate

import (
	"cmp"
	"slices"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
)

// mostAttempts bounds what is kept of one piece.
const mostAttempts = 500

// progress is how far a run of the gate has come.
type progress struct {
	rounds []*round
	events int
}

// round is one round, or the mutants of the grader, which come last.
type round struct {
	name     gate.RoundName
	state    gate.Status // "" = not begun
	running  bool
	reason   string
	tried    int
	wrong    int
	none     []*piece // of which nothing applied; once the round is over
	pieces   []*piece
	byName   map[string]*piece
	last     *piece // that tried something
	problems int    // errors found
}

// piece is one small part of a round.
type piece struct {
	name     string
	round    gate.RoundName
	tried    int
	wrong    int // came out as it should not
	fates    map[gate.Fate]int
	worst    *grade.Micros // the highest score of an adversary, the lowest of a right run
	attempts []attempt
}

// attempt is one run or comparison of a piece.
type attempt struct {
	params gate.Params
	try    string
	score  *grade.Micros
	safety int
	wrong  bool
	fate   gate.Fate
}

// newProgress lists the rounds with all that the gate could try.
func newProgress() *progress {
	p := &progress{}
	for _, name := range append(slices.Clone(gate.Rounds()), gate.RoundMutants) {
		p.rounds = append(p.rounds, &round{name: name, byName: map[string]*piece{}})
	}
	for _, x := range gate.Pieces() {
		name := x.Round
		if name == gate.RoundGrader { // the round itself has no pieces: these weaken the grader
			name = gate.RoundMutants
		}
		if r := p.round(name); r != nil {
			r.piece(x.Name)
		}
	}
	return p
}

func (p *progress) round(name gate.RoundName) *round {
	for _, r := range p.rounds {
		if r.name == name {
			return r
		}
	}
	return nil
}

func (r *round) piece(name string) *piece {
	x := r.byName[name]
	if x == nil {
		x = &piece{name: name, round: r.name, fates: map[gate.Fate]int{}}
		r.byName[name] = x
		r.pieces = append(r.pieces, x)
	}
	return x
}

// take takes what the gate tells.
func (p *progress) take(e gate.Event) {
	r := p.round(e.Round)
	if r == nil {
		return
	}
	p.events++
	switch e.Kind {
	case gate.Began:
		r.running = true
	case gate.Tried:
		r.try(e)
	case gate.Ended:
		r.running, r.state, r.reason = false, e.Result.Status, e.Result.Reason
		for _, f := range e.Findings {
			if f.Severity == gate.Error {
				r.problems++
			}
		}
		r.settle()
	}
}

// try counts one thing that was tried. An adversary is to be stopped, all else is not.
func (r *round) try(e gate.Event) {
	x := r.piece(e.Piece)
	wrong := e.Stopped
	if r.name == gate.RoundAdversary || r.name == gate.RoundMutants {
		wrong = !e.Stopped
	}
	r.tried++
	x.tried++
	if wrong {
		r.wrong++
		x.wrong++
	}
	if e.Fate != "" {
		x.fates[e.Fate]++
	}
	if e.Score != nil {
		worse := x.worst == nil || (r.name == gate.RoundAdversary) == (*e.Score > *x.worst)
		if worse {
			x.worst = e.Score
		}
	}
	r.last = x
	if len(x.attempts) < mostAttempts {
		x.attempts = append(x.attempts, attempt{params: e.Params, try: e.Try, score: e.Score, safety: e.Safety, wrong: wrong, fate: e.Fate})
	}
}

// settle sets those pieces apart of which nothing applied.
func (r *round) settle() {
	if r.state == gate.Skipped {
		return
	}
	r.none = nil
	kept := r.pieces[:0:0]
	for _, x := range r.pieces {
		if x.tried == 0 {
			r.none = append(r.none, x)
		} else {
			kept = append(kept, x)
		}
	}
	slices.SortFunc(r.none, func(a, b *piece) int { return cmp.Compare(a.name, b.name) })
	r.pieces = kept
}

// end takes the report: it alone tells how the mutants stand.
func (p *progress) end(report *gate.Report) {
	r := p.round(gate.RoundMutants)
	r.running = false
	switch m := report.Mutants; {
	case m == nil:
		r.state, r.reason = gate.Skipped, "they need the runs of the adversary and benign rounds"
	default:
		r.state = gate.Passed
		r.settle()
	}
}

// broken marks what was going on when a run was stopped.
func (p *progress) broken() {
	for _, r := range p.rounds {
		r.running = false
	}
}

// came says how what was tried came out, in words.
func (r *round) came() string {
	switch {
	case r.state == gate.Skipped:
		return r.reason
	case r.tried == 0:
		return ""
	}
	switch r.name {
	case gate.RoundAdversary:
		return count(r.tried-r.wrong) + " stopped"
	case gate.RoundBenign:
		return count(r.tried-r.wrong) + " score 1"
	case gate.RoundMutants:
		return fatesOf(r.fates())
	}
	return count(r.tried-r.wrong) + " as due"
}

func (r *round) fates() map[gate.Fate]int {
	all := map[gate.Fate]int{}
	for _, x := range r.pieces {
		for f, n := range x.fates {
			all[f] += n
		}
	}
	return all
}

// came is the same of a piece.
func (x *piece) came() string {
	switch x.round {
	case gate.RoundAdversary:
		return count(x.tried-x.wrong) + " stopped"
	case gate.RoundBenign:
		return count(x.tried-x.wrong) + " score 1"
	case gate.RoundMutants:
		return fatesOf(x.fates)
	}
	return count(x.tried-x.wrong) + " as due"
}

// fatesOf says what became of mutants, without those that nothing became of.
func fatesOf(fates map[gate.Fate]int) string {
	out := ""
	for _, f := range []gate.Fate{gate.FateKilled, gate.FateProved, gate.FateApart, gate.FateSurvived} {
		if n := fates[f]; n > 0 || f == gate.FateKilled {
			if out != "" {
				out += ", "
			}
			out += count(n) + " " + string(f)
		}
	}
	return out
}
