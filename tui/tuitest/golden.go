package tuitest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
)

var update = flag.Bool("update", false, "rewrite the golden frames")

func plain(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// Sizes are the windows that golden frames are kept of.
func Sizes() [][2]int { return [][2]int{{80, 24}, {120, 40}, {160, 48}} }

// Theme loads a shipped theme.
func Theme(t testing.TB, name string) *themes.Theme {
	t.Helper()
	th, err := themes.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// Golden compares what a desk shows with testdata/<name>-<width>x<height>.golden, at every one
// of Sizes and without colour, and in colour at the first size (<name>.colour.golden, where
// sequences are written as ^[). -update rewrites them.
func (d *Desk) Golden(name string) {
	d.T.Helper()
	for i, size := range Sizes() {
		d.Resize(size[0], size[1])
		compare(d.T, fmt.Sprintf("%s-%dx%d.golden", name, size[0], size[1]), d.Plain()+"\n")
		if i == 0 {
			compare(d.T, name+".colour.golden", strings.ReplaceAll(d.Frame(), "\x1b", "^")+"\n")
		}
	}
}

// GoldenMono compares the frame at 80x24 in the mono theme, with its sequences.
func (d *Desk) GoldenMono(name string) {
	d.T.Helper()
	d.Resize(80, 24)
	compare(d.T, name+".mono.golden", strings.ReplaceAll(d.Frame(), "\x1b", "^")+"\n")
}

func compare(t testing.TB, file, got string) {
	t.Helper()
	Page(t, filepath.Join("testdata", file), []byte(got))
}

// Page compares a file with what it should hold; -update writes it.
func Page(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; -update rewrites it. It is now\n%s", path, got)
	}
}

// Sweep draws the desk at sizes from 20x8 to 220x70: all of them with whole, else a sample that
// holds the edges. Each frame is checked by Fault.
func (d *Desk) Sweep(whole bool) {
	d.T.Helper()
	stepX, stepY := 23, 9
	if whole {
		stepX, stepY = 1, 1
	}
	for width := 20; width <= 220; width += stepX {
		for height := 8; height <= 70; height += stepY {
			d.Resize(width, height)
			d.Frame()
			if d.T.Failed() {
				return
			}
		}
	}
	for _, s := range [][2]int{{20, 8}, {60, 15}, {59, 15}, {60, 14}, {61, 16}, {220, 70}, {80, 24}} {
		d.Resize(s[0], s[1])
		d.Frame()
	}
}

// Mono is a sheet's theme and depth without any colour.
func Mono(t testing.TB) (*themes.Theme, style.Depth) { return Theme(t, "mono"), style.Colors16 }

// Awkward are texts that break careless screens: wide, joined, combining and right-to-left
// letters, terminal sequences, tabs, NUL, bytes that are no UTF-8, and very long lines.
func Awkward() []string {
	return []string{
		"发票处理：请在周五前核对", "한국어 텍스트", "👩\u200d👩\u200d👧\u200d👦 family 🏳\ufe0f\u200d🌈 🇩🇪 👍🏽", "e\u0301\u0301\u0301\u0301\u0301\u0301te\u0301", "\u202egnp.exe\u202c שלום مرحبا",
		"\x1b[31mred\x1b[0m\x1b]0;title\x07\x1b]52;c;QUJD\x07\x1b[2J\x1b[H", "\u009b31mC1", "a\tb\tc", "nul\x00nul", "bad\xff\xfe\xc3", "line\none\r\ntwo\rthree", "zero\u200bwidth\ufeff", "क्षि ก็ நி",
		strings.Repeat("long ", 2000), strings.Repeat("x", 1<<20), strings.Repeat("漢", 5000), "",
	}
}
