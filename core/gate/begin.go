package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/world"
)

// begin begins a script at the start. What its calls came to in other runs of the lab is taken over.
func (l *lab) begin(ready *episode.Prepared) (*performance, error) {
	return performing(ready, episode.Options{Memo: l.recall})
}

// beginIn begins a script in another environment: where it parts from the solution's run or, where
// nothing is common, from another run there. It returns the place to go on from.
func (l *lab) beginIn(ready *episode.Prepared, sc *script) (p *performance, from int, err error) {
	if from = min(l.common(sc), l.undisturbed(ready)); from > 0 && !l.marks[from].over() {
		return l.marks[from].forkUnder(ready), from, nil
	}
	if ready != l.loose {
		p, err = l.begin(ready)
		return p, 0, err
	}
	from = min(1, len(sc.moves))
	for from < len(sc.moves) && l.begun[sc.cut(from+1).key()] != nil {
		from++
	}
	p, err = l.beginning(sc.moves[:from])
	return p, from, err
}

// common is the number of moves with which a script begins as the solution does.
func (l *lab) common(sc *script) int {
	n := 0
	for n < len(sc.moves) && n < len(l.base.moves) && sc.moves[n].key == l.base.moves[n].key {
		n++
	}
	return n
}

// undisturbed is the number of moves of the solution before the first that meets a fault which
// only an altered environment plans.
func (l *lab) undisturbed(ready *episode.Prepared) int {
	n := len(l.base.moves)
	count := map[string]int{}
	more := ready.Bound.Task.Faults[len(l.bound.Task.Faults):]
	for _, e := range l.oracle.episode.World().Entries() {
		if e.Actor != world.Agent || len(more) == 0 {
			continue
		}
		count[e.Tool]++
		if !slices.ContainsFunc(more, func(f world.PlannedFault) bool { return f.On == e.Tool && f.Nth == count[e.Tool] }) {
			continue
		}
		for n > 0 && len(l.marks[n].e.World().Entries()) >= e.Seq {
			n--
		}
		break
	}
	return n
}

// beginning is a run without limits that has made some moves. It is kept and branched off from:
// those that do everything begin alike.
func (l *lab) beginning(moves []*move) (*performance, error) {
	key := (&script{moves}).key()
	if p := l.begun[key]; p != nil {
		return p.fork(), nil
	}
	var p *performance
	var err error
	if n := len(moves) - 1; n < 0 {
		p, err = l.begin(l.loose)
	} else if p, err = l.beginning(moves[:n]); err == nil {
		err = p.do(moves[n])
	}
	if err != nil {
		return nil, err
	}
	l.begun[key] = p
	return p.fork(), nil
}
