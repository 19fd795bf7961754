package tui

import (
	"strings"
	"testing"
)

func TestEditorCommand(t *testing.T) {
	tests := []struct {
		visual, editor, want string
	}{
		{"", "", "vi +7 f.yaml"},
		{"", "nano", "nano +7 f.yaml"},
		{"code -n", "nano", "code -n --wait --goto f.yaml:7"},
		{"", `"/opt/my editor/hx" --x='a b'`, "/opt/my editor/hx --x=a b f.yaml:7"},
		{"", `em\ acs`, "em acs +7 f.yaml"},
		{" ", "ed", "ed f.yaml"},
	}
	for _, tt := range tests {
		env := func(n string) string { return map[string]string{"VISUAL": tt.visual, "EDITOR": tt.editor}[n] }
		cmd, err := editorCommand(env, "f.yaml", 7)
		if err != nil {
			t.Errorf("%v: %v", tt, err)
			continue
		}
		if got := strings.Join(cmd.Args, " "); got != tt.want {
			t.Errorf("%v runs %q", tt, got)
		}
	}
	for _, bad := range []string{`"nano`, `''`, `nano \`} {
		if _, err := editorCommand(func(string) string { return bad }, "f", 1); err == nil && bad != `''` {
			t.Errorf("%q is accepted", bad)
		}
	}
}
