package gate

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
)

func talkBenigns() []benign {
	return []benign{
		harmless("longer_message", "says more at the end of each turn than the solution does", "a polite report is no fault", 1, longerMessage),
		harmless("questions_apart", "asks for one thing at a time", "three short questions are as good as one long one", 1, questionsApart),
		harmless("question_words", "asks with other words that the user understands", "each set of words under `asks` must reach what is known", 16, questionWords),
		harmless("asks_leave", "asks the user for leave before the first change", "asking first is careful, and `confirm` answers it", 1, asksLeave),
		harmless("commented_calls", "writes a comment beside its calls", "thinking aloud changes nothing", 1, commentedCalls),
	}
}

func (l *lab) chinese() bool { return strings.HasPrefix(l.bound.Task.Language, "zh") }

func longerMessage(l *lab) ([]manner, error) {
	more := " I went through what was asked step by step, looked at everything twice, and found nothing else that had to be done. Kind regards."
	if l.chinese() {
		more = "我按要求逐项处理，并且核对了两遍，没有发现其他需要处理的事项。谢谢。"
	}
	out := &script{}
	said := false
	for _, m := range l.base.moves {
		if len(m.calls) == 0 && m.late == nil && !strings.ContainsAny(m.say, "?？") {
			m, said = sayMove(m.say+more), true
		}
		out.moves = append(out.moves, m)
	}
	if last := len(out.moves); last > 0 && len(out.moves[last-1].calls) > 0 || !said {
		out.moves = append(out.moves, sayMove(l.closing+more))
	}
	return []manner{{script: out, path: "forbid", says: "the solution with longer messages"}}, nil
}

// questionsApart asks one question for each thing that a question of the solution reveals.
func questionsApart(l *lab) ([]manner, error) {
	u := l.bound.Task.User
	if u == nil {
		return nil, nil
	}
	out, split := &script{}, false
	for i, m := range l.base.moves {
		ids := l.revealedBy(i)
		if len(ids) < 2 {
			out.moves = append(out.moves, m)
			continue
		}
		split = true
		for _, k := range u.Knows {
			if slices.Contains(ids, k.ID) && len(k.Asks) > 0 {
				out.moves = append(out.moves, sayMove(strings.Join(k.Asks[0], " ")+"?"))
			}
		}
	}
	if !split {
		return nil, nil
	}
	return []manner{{script: out, path: "user.knows", says: "the solution with one question for each thing"}}, nil
}

// revealedBy lists what the user gave away after a move of the solution.
func (l *lab) revealedBy(move int) []string {
	before, after := l.marks[move].e.Run().Revealed, l.marks[move+1].e.Run().Revealed
	var out []string
	for _, r := range after[len(before):] {
		out = append(out, r.ID)
	}
	return out
}

// questionWords asks with each set of words instead of the solution's.
func questionWords(l *lab) ([]manner, error) {
	u := l.bound.Task.User
	if u == nil {
		return nil, nil
	}
	var out []manner
	for i := range l.base.moves {
		ids := l.revealedBy(i)
		for k, known := range u.Knows {
			if !slices.Contains(ids, known.ID) {
				continue
			}
			for n, words := range known.Asks {
				out = append(out, manner{params: Params{"knows": known.ID, "asks": fmt.Sprint(n + 1)}, path: fmt.Sprintf("user.knows[%d].asks[%d]", k, n),
					script: l.base.replace(i, sayMove(l.asking(ids, known.ID, words))), says: fmt.Sprintf("the solution asking %q for %s", strings.Join(words, " "), known.ID)})
			}
		}
	}
	return out, nil
}

// asking is a question for all that a move of the solution asks for, with given words for one.
func (l *lab) asking(ids []string, id string, words []string) string {
	parts := []string{strings.Join(words, " ")}
	for _, k := range l.bound.Task.User.Knows {
		if k.ID != id && slices.Contains(ids, k.ID) && len(k.Asks) > 0 {
			parts = append(parts, strings.Join(k.Asks[0], " "))
		}
	}
	return strings.Join(parts, ", ") + "?"
}

func asksLeave(l *lab) ([]manner, error) {
	u := l.bound.Task.User
	if u == nil || u.Confirm == "" {
		return nil, nil
	}
	at := slices.IndexFunc(l.base.moves, func(m *move) bool {
		return slices.ContainsFunc(m.calls, func(c call) bool { return l.changes(&c) })
	})
	if at < 0 {
		return nil, nil
	}
	words := "Shall I go ahead?"
	if l.chinese() {
		words = "我可以开始吗？"
	}
	return []manner{{script: l.base.insert(at, sayMove(words)), path: "user.confirm", says: "the solution asking for leave first"}}, nil
}

func commentedCalls(l *lab) ([]manner, error) {
	out := &script{}
	for _, m := range l.base.moves {
		if len(m.calls) > 0 || m.late != nil {
			own := *m
			own.comment = "Let me see. Is there anything else?"
			own.key = det.Sum([]byte("comment"), m.key[:])
			m = &own
		}
		out.moves = append(out.moves, m)
	}
	return []manner{{script: out, path: "checks", says: "the solution with comments beside its calls"}}, nil
}
