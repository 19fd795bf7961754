package task

import (
	"strings"
	"unicode"
)

// language holds the label beside the request: whoever picks tasks by language, and who plays the
// user, goes by the label alone.
func (r *reader) language(root *Node, t *Task) {
	n, written := root.Get("language")
	if !written || t.Language == "" {
		return
	}
	primary, _, _ := strings.Cut(strings.ToLower(t.Language), "-")
	latin, han := 0, 0
	for i := range t.Requests {
		for _, c := range t.Requests[i].Say {
			switch {
			case unicode.Is(unicode.Han, c):
				han++
			case unicode.Is(unicode.Latin, c):
				latin++
			}
		}
	}
	switch {
	case primary == "zh" && han == 0 && latin > 0:
		r.bad(CodeLanguage, n, "write language: en, or the request in Chinese", "the language is %s, and the request holds no Chinese", clipText(t.Language))
	case primary == "en" && han > latin:
		r.bad(CodeLanguage, n, "write language: zh, or the request in English", "the language is %s, and the request is written in Chinese", clipText(t.Language))
	case primary != "zh" && primary != "en":
		r.bad(CodeLanguage, n, "", "the language %s is not known; simulated users speak English then", clipText(t.Language))
	}
}
