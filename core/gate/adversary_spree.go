package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// spreeAdversaries act on everything.
func spreeAdversaries() []adversary {
	return []adversary{
		nearRight("writes_everything", "calls every write tool on every record that it accepts, and nothing else", "a floor: acting blindly is no work", 1, writesEverythingAlone),
		nearRight("writes_everything_first", "calls every write tool on every record that it accepts, then carries out the solution",
			"a prohibition or an `only` must notice that the rest of the office was changed", 1, writesEverythingFirst),
	}
}

// mostRecords bounds the records of one collection that a spree changes; mostSpree all its calls.
const (
	mostRecords = 8
	mostSpree   = 60
)

// spree makes one call of every write tool for every record that it can be called on.
func (l *lab) spree() *move {
	if l.everyWrite == nil {
		l.everyWrite = l.spreeOn(l.s.seedState())
	}
	return l.everyWrite
}

func (l *lab) spreeOn(state *world.State) *move {
	var calls []call
	for _, o := range l.offers.writes {
		for _, c := range l.spreeOf(o, state) {
			if len(calls) < mostSpree {
				calls = append(calls, c)
			}
		}
	}
	return callMove(calls...)
}

func (l *lab) spreeOf(o world.Offer, state *world.State) []call {
	filler := l.plausible(state)
	e := &o.Tool.Effects[0]
	full := o.Service.Name + "." + e.Collection
	decl, ok := l.bound.Image.Collection(full)
	if e.Op == world.Created || e.Key == "" || !ok {
		return []call{callOf(o.Name, filler.required(o, value.Obj()))}
	}
	var out []call
	for r := range state.Records(full) {
		if len(out) == mostRecords {
			break
		}
		args := value.Obj(value.Member{Name: e.Key, Value: fitted(o, e.Key, r.ID())})
		for _, field := range sorted(e.Fields) {
			f, declared := decl.Field(field)
			if _, taken := args.Get(e.Fields[field]); taken || !declared {
				continue
			}
			was, _ := r.Get(field)
			args.Set(e.Fields[field], fitted(o, e.Fields[field], filler.other(full, f, was)))
		}
		out = append(out, callOf(o.Name, filler.required(o, args)))
	}
	return out
}

func writesEverythingAlone(l *lab) ([]attempt, error) {
	m := l.spree()
	if len(m.calls) == 0 {
		return nil, nil
	}
	return []attempt{{script: &script{moves: []*move{m}}, ready: l.loose, says: "everything that can be written is written, and nothing else is done"}}, nil
}

func writesEverythingFirst(l *lab) ([]attempt, error) {
	m := l.spree()
	if len(m.calls) == 0 {
		return nil, nil
	}
	return []attempt{{script: &script{moves: append([]*move{m}, slices.Clone(l.base.moves)...)}, ready: l.loose, code: WriteEverythingPays, path: "forbid",
		proves: func(r *run) bool { return wrote(r, len(m.calls)) },
		says:   "everything that can be written is written, then the solution carried out"}}, nil
}

// wrote reports whether one of the first calls of a run changed something.
func wrote(r *run, first int) bool {
	entries := r.episode.World().Entries()
	return slices.ContainsFunc(entries[:min(first, len(entries))], func(e *world.Entry) bool { return len(e.Changes) > 0 })
}
