package value

import "testing"

func TestFold(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""}, {"   ", ""}, {"plain text", "plain text"}, {" a  b\tc\nd ", "a b c d"}, {"Case. Stays!", "Case. Stays!"},
		{"Zoe\u0308 Mu\u0308ller", "Zoë Müller"}, {"Zoë\u00a0Müller", "Zoë Müller"}, {"a\u2009\u3000b\u202f", "a b"}, {"Hie\u0302\u0301u", "Hi\u1ebfu"}, {"cafe\u0301", "caf\u00e9"},
		{"ﬁle", "file"}, {"１２，ＡＢ", "12,AB"}, {"“quoted” – dash", "“quoted” – dash"}, {"ｶﾞ", "ガ"}, {"00412", "00412"}, {"你好　世界", "你好 世界"},
	}
	for _, tt := range tests {
		got := Fold(tt.in)
		if got != tt.want {
			t.Errorf("Fold(%q) = %q, want %q", tt.in, got, tt.want)
		}
		if again := Fold(got); again != got {
			t.Errorf("Fold is not stable: %q becomes %q", got, again)
		}
	}
	if Fold("Zoe Muller") == Fold("Zoë Müller") {
		t.Error("an accent is no spelling")
	}
}

func TestFoldText(t *testing.T) {
	same := [][]string{
		{"Launch review", "launch  REVIEW", "Launch review.", "Launch review!", "Launch review。", " launch review . "},
		{"It's “late” – sorry", "it’s \"late\" - SORRY.", "it‘s „late‟ — sorry"},
		{"Straße", "STRASSE", "strasse"}, {"ΣΊΣΥΦΟΣ", "σίσυφος"}, {"Müller", "MÜLLER", "mu\u0308ller"}, {"K", "k", "\u212a"},
		{"好。", "好", "好！"}, {"ｆｕｌｌ", "full"}, {"well‑known", "well-known"}, {"don´t", "don`t", "don't"}, {"", "."},
	}
	for _, group := range same {
		for _, s := range group {
			if FoldText(s) != FoldText(group[0]) {
				t.Errorf("FoldText(%q) = %q, FoldText(%q) = %q", s, FoldText(s), group[0], FoldText(group[0]))
			}
		}
	}
	different := [][2]string{{"a", "b"}, {"review?", "review"}, {"a..", "a"}, {"Zoe", "Zoë"}, {"12.5", "125"}, {"ı", "i"}, {"a b", "ab"}, {"re-view", "review"}, {"TK-1", "TK-01"}}
	for _, pair := range different {
		if FoldText(pair[0]) == FoldText(pair[1]) {
			t.Errorf("%q and %q fold to the same %q", pair[0], pair[1], FoldText(pair[0]))
		}
	}
	if got := FoldText("Hello THERE."); got != "hello there" {
		t.Errorf("got %q", got)
	}
}
