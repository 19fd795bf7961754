package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
)

func TestParse(t *testing.T) {
	got, err := Parse("a\x1b[1;38;2;1;2;255;48;5;196m漢\x1b[22;39mb\x1b[0mc\x1b[7;4;3;2;91;44;5mé\x1b[27;24;23;49m.")
	want := []Cell{
		{"a", 1, themes.Look{}},
		{"漢", 2, themes.Look{Fg: "#0102ff", Bg: "#ff0000", Bold: true}},
		{"b", 1, themes.Look{Bg: "#ff0000"}},
		{"c", 1, themes.Look{}},
		{"é", 1, themes.Look{Fg: "#ff0000", Bg: "#0000ee", Reverse: true, Underline: true, Italic: true, Faint: true}},
		{".", 1, themes.Look{Fg: "#ff0000", Faint: true}},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for n, colour := range map[int]string{0: "#000000", 15: "#ffffff", 16: "#000000", 17: "#00005f", 231: "#ffffff", 232: "#080808", 255: "#eeeeee"} {
		if got := indexed(n); got != colour {
			t.Errorf("colour %d is %s, want %s", n, got, colour)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, line := range []string{"\x1b", "\x1b[", "\x1b[31", "\x1b[31;", "\x1b]0;title\x07", "\x1b[2J", "\x1b[38m", "\x1b[38;5m", "\x1b[48;2;1;2m", "\x1b[256m", "\x1b[-1m", "\x1b[" + strings.Repeat("1;", mostParams+1) + "m"} {
		if cells, err := Parse(line); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q is read as %v, %v", line, cells, err)
		}
	}
}

func TestSVG(t *testing.T) {
	got, err := SVG([]string{"\x1b[48;2;43;58;79m▸ <a&b>\x1b[0m  漢字│", "───┤\x1b[1;3;4;2mx y\x1b[0m \x1b[7mr\x1b[0m"}, `"<title>"`, Dark())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<rect x="0" y="0" width="56" height="18" fill="#2b3a4f"/>`, `<text x="16" y="13" textLength="40" lengthAdjust="spacingAndGlyphs">&lt;a&amp;b&gt;</text>`,
		`<text x="72" y="13" textLength="16" lengthAdjust="spacingAndGlyphs">漢</text>`, `<text x="88" y="13" textLength="16" lengthAdjust="spacingAndGlyphs">字</text>`,
		`<path d="M108 0L108 9M108 9L108 18" stroke="#c3c7d0"/>`, `<path d="M0 27L4 27M4 27L24 27" stroke="#c3c7d0"/>`,
		`font-weight="bold" font-style="italic" text-decoration="underline" opacity=".6">x y</text>`, `fill="#16181d">r</text>`, `<rect x="64" y="18" width="8" height="18" fill="#c3c7d0"/>`,
		`&lt;title&gt;`, `viewBox="0 0 132 56"`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	wellFormed(t, got)
}

func TestSVGIsBounded(t *testing.T) {
	if _, err := SVG(make([]string, mostLines+1), "", Light()); fault.KindOf(err) != fault.Invalid {
		t.Errorf("too many lines: %v", err)
	}
	if _, err := SVG([]string{strings.Repeat("x", mostWidth+1)}, "", Light()); fault.KindOf(err) != fault.Invalid {
		t.Errorf("too wide a line: %v", err)
	}
}

// wellFormed fails where a picture is no XML, or holds what could do something.
func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "svg", "title", "g", "rect", "text", "path":
			default:
				t.Fatalf("there is an element %s in\n%s", e.Name.Local, svg)
			}
		}
	}
}

// Whatever a frame holds, the picture is whole and does nothing.
func FuzzSVG(f *testing.F) {
	for _, seed := range []string{"a\x1b[1;38;2;1;2;3mb\x1b[0m", "</text><script>", "\x1b]0;x\x07", "│漢👩\u200d👧\u202e\x00\xff", "\x1b[38;5;9m─┼\x1b[m"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, frame string) {
		svg, err := SVG(strings.Split(frame, "\n"), frame, Light())
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("the error %v has the kind %s", err, fault.KindOf(err))
			}
			return
		}
		wellFormed(t, svg)
	})
}
