package gate

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// asked shows that what the user must be asked for is not told beforehand: who is handed the
// answer is right not to ask, and loses what needs the question.
func (s *subject) asked() {
	for i, act := range s.questions() {
		if act == nil {
			continue
		}
		k := &s.task.User.Knows[i]
		s.counts["answers"]++
		told := toldBefore(s.task, act.Stage)
		path := fmt.Sprintf("user.knows[%d].say", i)
		words := addedBy(k)
		value, values := s.gradedIn(k.Say, told)
		switch {
		case len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !containsWord(told, w) }):
			s.find(Error, AnswerGiven, path, fmt.Sprintf("all that the answer `%s` adds (%s) is told before anybody can ask, and the question is demanded", k.ID, strings.Join(words, ", ")), nil)
		case values:
			s.find(Warning, AnswerGiven, path, fmt.Sprintf("what the answer `%s` tells of what is graded (%q) is told before anybody can ask, and the question is demanded", k.ID, value), nil)
		default:
			s.tallyOne("answer_told", false)
			continue
		}
		s.tallyOne("answer_told", true)
	}
}

// questions are the acts of evidence that what the user knows was asked for, by entry of knows; nil
// where nothing demands it.
func (s *subject) questions() []*grade.Needed {
	if s.task.User == nil {
		return nil
	}
	acts, err := s.evidenceOf()
	if err != nil {
		return nil // a finding of the grader round
	}
	out := make([]*grade.Needed, len(s.task.User.Knows))
	for i := range out {
		id := s.task.User.Knows[i].ID
		if k := slices.IndexFunc(acts, func(n grade.Needed) bool { return n.Reveal == id }); k >= 0 {
			out[i] = &acts[k]
		}
	}
	return out
}

// unaskedFor finds what the user knows and no check demands to be asked for.
func (s *subject) unaskedFor() {
	for i, act := range s.questions() {
		if act == nil {
			s.find(Warning, AskingNotNeeded, fmt.Sprintf("user.knows[%d]", i), "the user knows "+s.task.User.Knows[i].ID+", and no check demands that it is asked for", nil)
		}
	}
}

// toldBefore is what an agent is told until it can ask in a stage, folded and in lower case.
func toldBefore(t *task.Task, stage string) string {
	told := t.Brief
	for i := range t.Requests {
		told += "\n" + t.Requests[i].Say
		if stage == "" || t.Requests[i].Stage == stage {
			break
		}
	}
	return strings.ToLower(value.Fold(told))
}

// gradedIn reports whether all values that an answer tells and facts or checks name were told
// already, and the first of them.
func (s *subject) gradedIn(say, told string) (first string, all bool) {
	before, answer := hand("", told), hand("", say)
	for _, l := range literalsOf(s.task) {
		it := seek(l.text)
		if !l.decides || len(it.squashed) < minLeak || !answer.holds(&it) {
			continue
		}
		if !before.holds(&it) {
			return "", false
		}
		if !all {
			first, all = l.text, true
		}
	}
	return first, all
}

// fillers are words that tell nothing; those of Chinese stand within what has no blanks.
var (
	fillers = strings.Fields(`a an and as at be by can do for from go has have he her his i if in is it its just kindly me my no of ok okay on one ones or our please
		she should so sure thank thanks that the their them then there these they this those to we well will with would yes you your`)
	fillersChinese = strings.NewReplacer("谢谢", " ", "发给", " ", "就是", " ", "麻烦", " ", "的", " ", "了", " ", "吧", " ", "呢", " ", "请", " ", "是", " ", "那", " ", "这", " ",
		"一", " ", "种", " ", "位", " ", "个", " ", "家", " ", "给", " ", "在", " ", "和", " ", "我", " ", "你", " ", "您", " ", "好", " ")
)

// addedBy lists the words with which an answer tells something: without fillers and without what
// the question itself says.
func addedBy(k *task.Known) []string {
	say := fillersChinese.Replace(value.Fold(k.Say))
	var out []string
	for _, word := range strings.FieldsFunc(say, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(":.@-/", r)
	}) {
		word = strings.Trim(word, ":.@-/")
		lower := strings.ToLower(word)
		inQuestion := slices.ContainsFunc(k.Asks, func(set []string) bool { return slices.Contains(set, lower) })
		if word == "" || slices.Contains(fillers, lower) || inQuestion && word == lower || slices.Contains(out, lower) {
			continue
		}
		out = append(out, lower)
	}
	return out
}
