package value

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type row struct {
	Args   *Object `json:"args"`
	Count  Number  `json:"count"`
	Rate   Decimal `json:"rate"`
	Total  Money   `json:"total"`
	Due    Day     `json:"due"`
	Absent *Object `json:"absent"`
}

func TestEncodingJSON(t *testing.T) {
	const text = `{"args":{"b":1.0,"a":"\u003c"},"count":1.10,"rate":0.92,"total":{"amount":1180.00,"currency":"EUR"},"due":"2026-03-16","absent":null}`
	var got row
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := row{
		Args: Obj(Member{"b", Number("1.0")}, Member{"a", "<"}), Count: "1.10",
		Rate: mustDecimal(t, "0.92"), Total: Money{118000, "EUR"}, Due: "2026-03-16",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	back, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if string(back) != text {
		t.Errorf("got %s, want %s", back, text)
	}
}

func TestEncodingJSONRefuses(t *testing.T) {
	for _, text := range []string{
		`{"args":[]}`, `{"count":"1"}`, `{"count":true}`, `{"rate":"1"}`, `{"rate":1e30}`, `{"total":{"amount":"1","currency":"EUR"}}`,
		`{"total":{"amount":1}}`, `{"total":{"amount":1.001,"currency":"EUR"}}`, `{"total":{"amount":1,"currency":"eur"}}`, `{"total":12}`,
	} {
		if err := json.Unmarshal([]byte(text), new(row)); err == nil {
			t.Errorf("%s was accepted", text)
		}
	}
}
