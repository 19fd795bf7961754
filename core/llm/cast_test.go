package llm_test

import (
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

func TestReadLimits(t *testing.T) {
	l, err := llm.ReadLimits(3, 500, "2.50 USD")
	if err != nil || l.Requests != 3 || l.Tokens != 500 || l.Cost.String() != "2.50 USD" && l.Cost.String() != "2.5 USD" {
		t.Errorf("%+v %v", l, err)
	}
	if l, err := llm.ReadLimits(0, 0, ""); err != nil || l != (llm.Limits{}) {
		t.Errorf("no limits: %+v %v", l, err)
	}
	for _, bad := range []string{"5", "USD", "5 dollars", "-1 USD", "0 USD", "1 2 USD", "NaN USD"} {
		if _, err := llm.ReadLimits(0, 0, bad); fault.KindOf(err) != fault.Usage || fault.HintOf(err) == "" {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := llm.ReadLimits(-1, 0, ""); fault.KindOf(err) != fault.Usage {
		t.Errorf("negative: %v", err)
	}
}

func TestCast(t *testing.T) {
	m := llm.Open(&llm.Config{Profiles: map[string]*llm.Profile{"p": {Name: "p", BaseURL: "http://127.0.0.1:1", Model: "m"}, "q": {Name: "q", BaseURL: "http://127.0.0.1:1", Model: "m"}},
		Roles: map[llm.Role]string{llm.Student: "p"}}, llm.Options{})
	for _, tt := range []struct {
		role    llm.Role
		profile string
		want    string
		kind    fault.Kind
	}{{llm.Student, "", "p", ""}, {llm.Student, "q", "q", ""}, {llm.Teacher, "q", "q", ""}, {llm.Teacher, "", "", fault.NotFound}, {llm.Student, "r", "", fault.NotFound}} {
		c, err := m.Cast(tt.role, tt.profile)
		if fault.KindOf(err) != tt.kind || err == nil && c.Profile().Name != tt.want {
			t.Errorf("%s %q: %v", tt.role, tt.profile, err)
		}
	}
	if name, err := m.Plays(llm.Student); err != nil || name != "p" {
		t.Errorf("%q %v", name, err)
	}
}
