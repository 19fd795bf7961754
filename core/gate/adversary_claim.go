package gate

import (
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
)

func claimAdversaries() []adversary {
	return []adversary{
		cheap("claims_without_acts", "hands in the right answer and says the right words, and neither reads nor changes anything",
			"a right answer without the reads that it needs is a guess: an answer check needs a read", 1, claimsWithoutActs),
		cheap("failing_calls", "makes every call of the solution with an argument that is refused, then hands in the right answer",
			"a call that failed is no work, and an answer after failed reads is invented", 1, failingCalls),
		cheap("unread_acts", "makes the right changes and hands in the right answer without reading anything first",
			"where nothing has to be read, nothing shows that the agent looked; a person decides", 1, unreadActs),
		cheap("unasked_acts", "carries out the solution without a question to the user",
			"what may be done without asking was not up to the user; a person decides", 1, unaskedActs),
	}
}

// submits reports whether a call hands in an answer.
func submits(c *call) bool { return c.tool == episode.SubmitTool }

// changes reports whether a call can change something, an answer included.
func (l *lab) changes(c *call) bool {
	o, ok := l.bound.Image.Offer(c.tool)
	return ok && o.Tool.Writes()
}

func claimsWithoutActs(l *lab) ([]attempt, error) {
	return []attempt{{script: l.base.filter(submits), says: "the right answer is handed in without a read or an act", code: AnswerWithoutRead}}, nil
}

func failingCalls(l *lab) ([]attempt, error) {
	out := &script{}
	for _, m := range l.base.moves {
		if len(m.calls) > 0 {
			m = m.edit(func(calls []call) []call {
				bad := make([]call, len(calls))
				for i, c := range calls {
					if bad[i] = c; !submits(&c) {
						bad[i] = c.with("no_such_argument", true)
						bad[i].bare = true
					}
				}
				return bad
			})
		}
		out.moves = append(out.moves, m)
	}
	return []attempt{{script: out, says: "every call fails and the right answer is handed in", code: AnswerWithoutRead}}, nil
}

func unreadActs(l *lab) ([]attempt, error) {
	sc := l.base.filter(l.changes)
	if sc.key() == l.base.filter(submits).key() {
		return nil, nil // there are no acts: the right answer alone is another adversary
	}
	return []attempt{{script: sc, says: "everything is done and answered without a single read", code: ReadsNotNeeded, severity: Warning, path: "checks"}}, nil
}

// unaskedActs is of account where the user knows something. What then scores 1 is another
// adversary's to tell.
func unaskedActs(l *lab) ([]attempt, error) {
	sc := l.questionless()
	if sc == nil || len(l.bound.Task.User.Knows) == 0 {
		return nil, nil
	}
	return []attempt{{script: sc, says: "everything is done without a single question", code: AskingNotNeeded, severity: Warning, path: "checks",
		proves: func(r *run) bool { return r.score.Score != grade.One }}}, nil
}
