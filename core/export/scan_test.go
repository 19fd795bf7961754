package export

import (
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

func TestScanText(t *testing.T) {
	// Keys are put together here, so that no scanner of source takes them for real ones.
	long := "0" + strings.Repeat("aB3", 20)
	tests := []struct {
		text string
		want []string
	}{
		{"write to ann@corp.com.", []string{"email ann@corp.com"}},
		{"<o'neil@mail.corp.co.uk>; bob@example.com, c@x.test", []string{"email o'neil@mail.corp.co.uk"}},
		{"a@EXAMPLE.ORG b@shop.example c@host.invalid d@localhost e@sub.example.net", nil},
		{"eve@notexample.com", []string{"email eve@notexample.com"}},
		{"客户经理是王磊（wanglei@corp.cn）", []string{"email wanglei@corp.cn"}},
		{"王磊wanglei@chenghai.test", nil},
		{"müller@bürö.de", []string{"email müller@bürö.de"}},
		{"@home at 5 @ 3.14 a@b @corp.com v1@2.0", nil},
		{"cat /home/ann/notes.txt", []string{"path /home/ann"}},
		{"/Users/ann.lee/x and /Users/Shared/x", []string{"path /Users/ann.lee"}},
		{"https://corp.test/home/ann and /var/home/ann", nil},
		{"log in /root/.cache", []string{"path /root/"}},
		{`C:\Users\Ann\x and d:\Users\Public\x`, []string{`path C:\Users\Ann`}},
		{"key AKIA" + "ABCDEFGH12345678 end", []string{"secret AKIAABCD…"}},
		{"AKIA" + "ABCDEFGH123456789", nil}, // one more: another thing
		{"token ghp_" + long, []string{"secret ghp_0aB3…"}},
		{"sk-" + long, []string{"secret sk-0aB3a…"}},
		{"task-" + long, nil},
		{"sk-" + strings.Repeat("word-", 10), nil}, // no digit
		{"xoxb-" + long + " github_pat_" + long, []string{"secret xoxb-0aB…", "secret github_p…"}},
		{"-----BEGIN " + "RSA PRIVATE KEY-----", []string{"secret -----BEG…"}},
		{"-----BEGIN CERTIFICATE-----", nil},
		{"Bearer eyJ" + long + ".eyJ" + long + ".sig", []string{"secret eyJ0aB3a…"}},
		{"eyJ" + long, nil},
		{`{\"to\":\"ann\u0040corp.com\"}`, []string{"email ann@corp.com"}},
		{`ann\u0040shop.test \u00zz \u12`, nil},
		{"ａｎｎ＠ｃｏｒｐ．ｃｏｍ", []string{"email ann@corp.com"}},
		{"bob@corp.com Ａ", []string{"email bob@corp.com"}}, // found once
	}
	for _, tt := range tests {
		var got []string
		for _, l := range scanText(tt.text) {
			got = append(got, string(l.Kind)+" "+l.Text)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}

// Every text of a record is looked at, also what JSON would escape.
func TestScanLooksEverywhere(t *testing.T) {
	trial := trialOf(
		trace.Step{Text: "a@corp.com", Reasoning: "b@corp.com", Calls: []trace.Call{call("c1", "pay", `{"to":["\nc\u0040corp.com"],"d@corp.com":1}`, `{"x":"e@corp.com"}`, 1)},
			User: nil},
		trace.Step{Text: "ok", User: &trace.UserTurn{Text: "f@corp.com"}}, trace.Step{Text: "Done."})
	trial.Trajectory.System, trial.Trajectory.Opening = "g@corp.com", "h@corp.com"
	trial.Task.Attribution = "i@corp.com"
	var got []string
	for _, l := range Scan(built(t, trial, optionsFor(t, "trl"))) {
		got = append(got, l.Text[:1]+" in "+l.Where)
		if l.Trial != "tri_0001" {
			t.Errorf("trial %q", l.Trial)
		}
	}
	slices.Sort(got)
	want := []string{"a in message 2 (assistant)", "b in message 2 (assistant) reasoning", "c in message 2 (assistant) call pay", "d in message 2 (assistant) call pay",
		"e in message 3 (tool)", "f in message 5 (user)", "g in message 0 (system)", "h in message 1 (user)", "i in attribution"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}

func TestLeaksRefuse(t *testing.T) {
	l := newLeaks()
	if err := l.Refuse(nil); err != nil {
		t.Errorf("nothing found: %v", err)
	}
	for range 30 {
		l.add([]Leak{{Kind: LeakEmail, Trial: "t", Where: "message 1 (user)", Text: "a@corp.com"}})
	}
	l.add([]Leak{{Kind: LeakPath, Trial: "t", Where: "message 2 (tool)", Text: "/home/ann"}})
	err := l.Refuse([]LeakKind{LeakSecret, LeakPath})
	if fault.KindOf(err) != fault.Denied || !strings.Contains(err.Error(), "30 real e-mail addresses") || strings.Contains(err.Error(), "/home/ann") ||
		strings.Count(err.Error(), "a@corp.com") != mostPlaces || !strings.Contains(fault.HintOf(err), "--allow email") || strings.Contains(fault.HintOf(err), "--allow path") {
		t.Errorf("%v; hint %s", err, fault.HintOf(err))
	}
	if err := l.Refuse([]LeakKind{LeakEmail, LeakPath}); err != nil {
		t.Errorf("all allowed: %v", err)
	}
	if all, err := ParseLeakKinds([]string{"all"}); err != nil || len(all) != len(LeakKinds()) {
		t.Errorf("all: %v, %v", all, err)
	}
	if _, err := ParseLeakKinds([]string{"emails"}); fault.KindOf(err) != fault.Usage {
		t.Errorf("%v", err)
	}
}

func FuzzScanText(f *testing.F) {
	f.Add("ann@corp.com /home/ann C:\\Users\\Ann -----BEGIN RSA PRIVATE KEY----- eyJ.eyJ. sk-1")
	f.Add("@")
	f.Add("0@.0.AA")
	f.Add("/home/\xbe\\u \\u0061@corp.com")
	f.Fuzz(func(t *testing.T, s string) {
		for _, l := range scanText(s) {
			if l.Text == "" || l.Kind != LeakSecret && !strings.Contains(s, l.Text) && !strings.Contains(plainer(s), l.Text) {
				t.Fatalf("%q finds %q in %q", l.Kind, l.Text, s)
			}
		}
	})
}
