package themes_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/themes"
)

func TestShippedThemesLoad(t *testing.T) {
	for _, name := range themes.Shipped() {
		th, err := themes.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if th.Name != name || th.Doc == "" {
			t.Errorf("%s calls itself %q (%q)", name, th.Name, th.Doc)
		}
	}
	if _, err := themes.Load("pink"); err == nil || !strings.Contains(err.Error(), "contrast") {
		t.Errorf("an unknown theme: %v", err)
	}
}

// What stands for a state must be read on the ground of its theme and of the cursor's row.
func TestColoursCanBeRead(t *testing.T) {
	grounds := map[string]string{"dark": "#16181d", "light": "#ffffff", "contrast": "#000000"}
	least := map[string]float64{"dark": 3, "light": 3, "contrast": 7}
	for name, ground := range grounds {
		th, err := themes.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []themes.Name{themes.Muted, themes.Accent, themes.Key, themes.Good, themes.Warn, themes.Bad, themes.Info, themes.CodeString, themes.CodeComment} {
			for _, on := range []string{ground, th.Looks[themes.Row].Bg} {
				if on == th.Looks[themes.Row].Bg && th.Looks[themes.Row].Fg != "" {
					continue // the row has its own colour for all text on it
				}
				if c := contrast(t, th.Looks[n].Fg, on); c < least[name] {
					t.Errorf("%s: %s %s on %s has a contrast of %.1f, least %.1f", name, n, th.Looks[n].Fg, on, c, least[name])
				}
			}
		}
		for _, n := range []themes.Name{themes.Bar, themes.Match, themes.Shade1, themes.Shade2, themes.Shade3, themes.Shade4, themes.Shade5} {
			if c := contrast(t, th.Looks[n].Fg, th.Looks[n].Bg); c < 4.5 {
				t.Errorf("%s: %s has a contrast of %.1f", name, n, c)
			}
		}
	}
}

func TestMonoHasNoColour(t *testing.T) {
	th, err := themes.Load("mono")
	if err != nil {
		t.Fatal(err)
	}
	for n, l := range th.Looks {
		if l.Fg+l.Bg != "" {
			t.Errorf("%s is coloured", n)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	good, err := themes.Load("dark")
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := themes.Parse("x", body); err != nil {
		t.Fatalf("the unchanged theme: %v", err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"missing meaning", `"shade-5":`, `"shade-9":`, "shade-5"},
		{"unknown meaning", `"shade-5":`, `"shade-9":{},"shade-5":`, "shade-9"},
		{"no colour", `"#7aa8d8"`, `"blue"`, "blue"},
		{"unknown member", `"doc":`, `"dok":`, "dok"},
		{"no name", `"name":"dark"`, `"name":""`, "no name"},
		{"no JSON", `{`, `(`, "read theme"},
	} {
		bad := bytes.Replace(body, []byte(c.old), []byte(c.new), 1)
		if _, err := themes.Parse("x", bad); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one about %s", c.name, err, c.want)
		}
	}
}

// contrast is the ratio of WCAG 2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	la, lb := luminance(t, a), luminance(t, b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	var part [3]float64
	for i := range part {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			part[i] = v / 12.92
		} else {
			part[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*part[0] + 0.7152*part[1] + 0.0722*part[2]
}
