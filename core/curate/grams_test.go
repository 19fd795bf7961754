package curate_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

func TestGrams(t *testing.T) {
	const request = "Find all tickets of enterprise customers that are overdue by more than three days and list them"
	const chinese = "请帮我查找所有逾期超过三天的企业客户工单"
	set := &curate.GramSet{}
	set.Add(request)
	set.Add(chinese)
	set.Add("Clean up.")
	set.Add("...")
	tests := []struct {
		name, text string
		hit        bool
	}{
		{"the same", request, true},
		{"other case and punctuation", "FIND all: tickets of “enterprise” customers, that are overdue — by more than three days?", true},
		{"thirteen words from the middle", "today tickets of enterprise customers that are overdue by more than three days and please", true},
		{"twelve words from the middle", "today of enterprise customers that are overdue by more than three days and something else follows here", false},
		{"other words", "Send a mail to everybody who has not answered the survey of last week, and mention the prize", false},
		{"chinese, fourteen characters", "今天所有逾期超过三天的企业客户工单啊", true},
		{"chinese, twelve characters", "今天逾期超过三天的企业客户", false},
		{"a short request, whole", "clean up!", true},
		{"a short request within another", "clean up the inbox", false},
		{"nothing", "", false},
		{"marks alone", "!!!", false},
	}
	for _, tt := range tests {
		if words := set.Hit(tt.text); (words != "") != tt.hit {
			t.Errorf("%s: %q", tt.name, words)
		}
	}
	if got := set.Hit("x " + request); got != "find all tickets of enterprise customers that are overdue by more than three" {
		t.Errorf("the words of the hit: %q", got)
	}
	if set.Texts() != 4 {
		t.Errorf("%d texts", set.Texts())
	}
}

// All that the user asked for counts, in every turn; what the user answered does not.
func TestRequestsOfEveryTurnAreLookedAt(t *testing.T) {
	set := &curate.GramSet{}
	set.Add("clean up now")
	sets := map[string]*curate.GramSet{"bench": set, "another": {}}
	for kind, want := range map[trace.UserKind]int{trace.Requested: 1, trace.Staged: 1, trace.Answered: 0} {
		tr := walk(done("a", `{}`))
		tr.Steps[0].User = &trace.UserTurn{Text: "Clean up, now", Kind: kind}
		hits := curate.FeaturesOf(tr, 0, sets).Hits
		if len(hits) != want || want == 1 && (hits[0].Set != "bench" || hits[0].Words != "clean up now") {
			t.Errorf("%s: %+v", kind, hits)
		}
	}
}

func TestReadTexts(t *testing.T) {
	read := func(text string, asJSON bool) (string, error) {
		var out []string
		err := curate.ReadTexts(strings.NewReader(text), asJSON, func(s string) { out = append(out, s) })
		return strings.Join(out, "|"), err
	}
	tests := []struct {
		text   string
		asJSON bool
		want   string
		bad    bool
	}{
		{"one\ntwo\n\n  \nthree", false, "one|two|three", false},
		{`"a \u2028 b"` + "\n\n" + `{"id":1,"prompt":"p","text":"t"}` + "\n" + `{"text":"t"}`, true, "a \u2028 b|p|t", false},
		{`{"prompt":[1],"text":"t"}`, true, "t", false},
		{`{"id":1}`, true, "", true},
		{`[1]`, true, "", true},
		{`{"text":`, true, "", true},
		{"", true, "", false},
		{strings.Repeat("x", 70_000), false, strings.Repeat("x", 70_000), false},
	}
	for _, tt := range tests {
		got, err := read(tt.text, tt.asJSON)
		if got != tt.want || (err != nil) != tt.bad || tt.bad && (fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "line 1")) {
			t.Errorf("%.60q: %.60q, %v", tt.text, got, err)
		}
	}
}

func FuzzReadTexts(f *testing.F) {
	f.Add(`{"request":"a"}`+"\n"+`"b"`, true)
	f.Add("a\nb", false)
	f.Fuzz(func(t *testing.T, text string, asJSON bool) {
		n := 0
		err := curate.ReadTexts(strings.NewReader(text), asJSON, func(s string) {
			n++
			if strings.TrimSpace(s) == "" {
				t.Fatal("a blank request")
			}
			set := &curate.GramSet{}
			set.Add(s)
			if set.Hit("") != "" {
				t.Fatal("nothing is a hit")
			}
		})
		if err == nil && n > strings.Count(text, "\n")+1 {
			t.Fatalf("%d requests in %q", n, text)
		}
	})
}
