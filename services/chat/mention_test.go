package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMentions(t *testing.T) {
	handles := []string{"ana", "ana.ruiz", "kim", "li-wei", "李明"}
	tests := []struct {
		text      string
		named     []any
		everybody bool
	}{
		{"hello", []any{}, false},
		{"@kim please look", []any{"kim"}, false},
		{"@Kim, @ana: and @kim again", []any{"kim", "ana"}, false},
		{"thanks @ana.", []any{"ana"}, false},
		{"thanks @ana.ruiz.", []any{"ana.ruiz"}, false},
		{"@ana.ruize is nobody", []any{}, false},
		{"@anabel is nobody", []any{}, false},
		{"mail to x@kim or kim@ana", []any{}, false},
		{"(@li-wei)", []any{"li-wei"}, false},
		{"@li-wei-2", []any{}, false},
		{"请@李明看一下", []any{"李明"}, false},
		{"@channel lunch", []any{}, true},
		{"@Everyone and @HERE", []any{}, true},
		{"@channels", []any{}, false},
		{"@", []any{}, false},
		{"@@kim", []any{"kim"}, false},
	}
	for _, tt := range tests {
		named, everybody := mentions(tt.text, handles)
		if diff := cmp.Diff(tt.named, named); diff != "" || everybody != tt.everybody {
			t.Errorf("%q: everybody %v, want %v; named (-want +got)\n%s", tt.text, everybody, tt.everybody, diff)
		}
	}
}

// FuzzMentions reads any text: no panic, and only handles that are there, each once.
func FuzzMentions(f *testing.F) {
	for _, s := range []string{"@kim", "@ana.ruiz.", "\xff@kim\x80", "@", "@@@", "请@李明看", "a@kim"} {
		f.Add(s, "kim")
	}
	f.Fuzz(func(t *testing.T, text, handle string) {
		handles := []string{handle, "ana", "ana.ruiz"}
		named, _ := mentions(text, handles)
		seen := map[any]bool{}
		for _, n := range named {
			if seen[n] || n != any(handle) && n != any("ana") && n != any("ana.ruiz") {
				t.Errorf("%q names %v", text, named)
			}
			seen[n] = true
		}
	})
}
