package episode

import (
	"testing"

	"coworkenv.dev/coworkenv/core/task"
)

func talker() *user {
	return newUser(&task.Task{Language: "zh-CN", User: &task.UserSpec{Persona: "林悦，行政。", Confirm: "可以。", Knows: []task.Known{
		{ID: "room", Asks: [][]string{{"会议室"}}, Say: "用三楼的大会议室。"}, {ID: "who", Asks: [][]string{{"谁"}}, Say: "请通知王芳，分机 2041。"}}}})
}

// Texts without blanks are judged by their pairs of characters.
func TestSpeechInChinese(t *testing.T) {
	u := talker()
	q := &Question{Text: "用哪个会议室？", Heard: []Line{{true, "请订会议室。"}}}
	for _, tt := range []struct {
		text     string
		revealed []string
		ok       bool
	}{
		{"三楼的大会议室就好。", []string{"room"}, true},
		{"订三楼那间大的会议室，分机 2041。", []string{"room"}, false},
		{"请通知王芳，分机 2041。", []string{"who"}, true},
		{"请通知王芳，分机 2042。", []string{"who"}, false},
		{"我也不知道。", []string{"room"}, false},
		{"不清楚。", nil, true},
	} {
		if why := u.forbids(q, &Speech{Text: tt.text, Revealed: tt.revealed, By: "p"}); (why == "") != tt.ok {
			t.Errorf("%s: %q", tt.text, why)
		}
	}
}

func FuzzSpeech(f *testing.F) {
	f.Add("三楼的大会议室。", "room", "用哪个会议室？")
	f.Add("I'm at 14:00, A@b.c! ...", "who", "")
	f.Fuzz(func(t *testing.T, text, id, question string) {
		u := talker()
		q := &Question{Text: question, Heard: []Line{{false, text}}}
		one := u.forbids(q, &Speech{Text: text, Revealed: []string{id}})
		if two := u.forbids(q, &Speech{Text: text, Revealed: []string{id}}); one != two {
			t.Errorf("%q and then %q", one, two)
		}
	})
}
