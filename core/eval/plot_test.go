package eval_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/grade"
)

// wellFormed reads a picture to its end and returns its texts.
func wellFormed(t *testing.T, svg []byte) string {
	t.Helper()
	var text strings.Builder
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
		}
		if start, ok := token.(xml.StartElement); ok {
			for _, a := range start.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Fatalf("%s %s=%q", start.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
	}
}

func plotted(t *testing.T) *eval.Report {
	hostile := `a<b>&"c` + "\x00\u202e"
	trials := []eval.Trial{scored("a", "x", 1_000_000), scored("a", "x", 0), scored("b", "x", 500_000), scored("a", hostile, 0), scored("b", hostile, 1_000_000),
		ended("c", "broken", grade.EnvError)}
	o := options(1, 2, 5)
	o.By = eval.Dimensions()
	tasks := map[string]*eval.Task{"a": {ID: "a", Family: "lookup", Services: []string{"mail"}, Language: "中文", Capabilities: []string{"<script>"}}}
	r := measure(t, trials, tasks, o)
	p, err := eval.Compare(trials, tasks, "x", hostile, o)
	if err != nil {
		t.Fatal(err)
	}
	r.Pair = p
	return r
}

func TestPlotsAreWellFormedAndEqual(t *testing.T) {
	plots, again := plotted(t).Plots(), plotted(t).Plots()
	var names []string
	for i, p := range plots {
		names = append(names, p.Name)
		text := wellFormed(t, p.SVG)
		if !bytes.Equal(p.SVG, again[i].SVG) {
			t.Errorf("%s differs from one run to the next", p.Name)
		}
		if strings.ContainsAny(text, "\x00\u202e") {
			t.Errorf("%s carries control characters", p.Name)
		}
		if !bytes.Contains(p.SVG, []byte("prefers-color-scheme:dark")) || !strings.Contains(text, "x") {
			t.Errorf("%s: %s", p.Name, p.SVG)
		}
	}
	want := "score.svg score-by-family.svg score-by-service.svg score-by-capability.svg score-by-difficulty.svg score-by-language.svg score-by-turns.svg pass.svg pair.svg"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s", got)
	}
}

// A metric that is not defined is said to be so and never drawn as 0.
func TestPlotsSayWhatIsMissing(t *testing.T) {
	plots := plotted(t).Plots()
	if text := wellFormed(t, plots[0].SVG); strings.Count(text, "no score") != 1 || !strings.Contains(text, "all, broken: n/a over 0 tasks") {
		t.Errorf("%s", text)
	}
	for _, p := range plots {
		if p.Name != "pass.svg" {
			continue
		}
		text := wellFormed(t, p.SVG)
		if !strings.Contains(text, "x pass@2 1.000") || strings.Contains(text, "pass@5") || strings.Contains(text, "broken pass") {
			t.Errorf("%s", text)
		}
	}
}

func TestPlotsOfNothing(t *testing.T) {
	for _, p := range measure(t, nil, nil, eval.Defaults()).Plots() {
		wellFormed(t, p.SVG)
	}
}

// On the usual light and dark grounds text has a contrast of 4.5 to 1 and series have 3 to 1.
func TestColoursAreReadableOnBothGrounds(t *testing.T) {
	svg := string(plotted(t).Plots()[0].SVG)
	light, dark, ok := strings.Cut(svg, "@media (prefers-color-scheme:dark)")
	if !ok {
		t.Fatal("there is no dark scheme")
	}
	for ground, style := range map[string]string{"ffffff": light, "0d1117": dark} {
		found := regexp.MustCompile(`--(ink|soft|s\d):#([0-9a-f]{6})`).FindAllStringSubmatch(style, -1)
		if len(found) != 8 {
			t.Fatalf("%d colours", len(found))
		}
		for _, f := range found {
			least := 3.0
			if f[1] == "ink" || f[1] == "soft" {
				least = 4.5
			}
			if got := contrast(t, f[2], ground); got < least {
				t.Errorf("%s #%s on #%s: %.2f", f[1], f[2], ground, got)
			}
		}
	}
}

// contrast is that of the web's accessibility guidelines.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(hex string) float64 {
		n, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		part := func(shift int) float64 {
			c := float64(n>>shift&0xff) / 255
			if c <= 0.03928 {
				return c / 12.92
			}
			return math.Pow((c+0.055)/1.055, 2.4)
		}
		return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
