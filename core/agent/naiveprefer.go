package agent

import (
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/world"
)

func asSeen(_ string, shown []*world.Record, _ uint64) []*world.Record { return shown }

func shuffled(_ string, shown []*world.Record, seed uint64) []*world.Record {
	out := append([]*world.Record{}, shown...)
	det.NewRand(seed, "agent", "prefer").Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// byWords prefers the record whose fields hold most words of the request.
func byWords(say string, shown []*world.Record, _ uint64) []*world.Record {
	n := &explorer{words: map[string]bool{}}
	n.asked(say)
	return byScore(shown, func(r *world.Record) int {
		score := 0
		for w := range setOf(r) {
			if n.words[w] {
				score++
			}
		}
		return score
	})
}

func setOf(r *world.Record) map[string]bool {
	out := map[string]bool{}
	for _, m := range r.Fields() {
		for _, w := range wordsOf(textOf(m.Value)) {
			out[w] = true
		}
	}
	return out
}
