package web

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \t\u3000\x1c", nil},
		{"CloudPay, OUTAGE!", []string{"cloudpay", "outage"}},
		{"(v3.2.1): \"api\" 'x' [y] {z}", []string{"api", "v3.2.1", "x", "y", "z"}},
		{"，。！？；：（）【】《》", nil},
		{"《支付》", []string{"支", "支付", "付"}},
		{"“cloudpay”", []string{"“cloudpay”"}}, // curly quotes stay
		{"支付 宕机", []string{"宕", "宕机", "支", "支付", "付", "机"}},
		{"A支B付", []string{"a支b付", "付", "支"}}, // neighbours only
		{"a\x1db", []string{"a", "b"}},
	}
	for _, tt := range tests {
		got := slices.Sorted(maps.Keys(tokens(tt.text)))
		slices.Sort(tt.want)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("tokens of %q (-want +got)\n%s", tt.text, diff)
		}
	}
}

func TestTokensOfSeveralTextsDoNotMeet(t *testing.T) {
	if _, ok := tokens("支", "付")["支付"]; ok {
		t.Error("a pair was made across two keywords")
	}
}
