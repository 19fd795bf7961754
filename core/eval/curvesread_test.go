package eval

import (
	"encoding/json"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
)

func TestReadCurves(t *testing.T) {
	series := func(points string) string {
		return `{"format":"coworkenv.curves/v1","series":[{"name":"a","points":[` + points + `]}]}`
	}
	for name, c := range map[string]struct {
		data string
		kind fault.Kind // "" = it can be read
	}{
		"two points":       {series(`{"x":0,"mean":0.5,"low":0.4,"high":0.6},{"x":1,"mean":1,"low":1,"high":1}`), ""},
		"none":             {series(""), ""},
		"no JSON":          {"{", fault.Invalid},
		"another format":   {`{"format":"x"}`, fault.Unsupported},
		"goes back":        {series(`{"x":1},{"x":1}`), fault.Invalid},
		"turned interval":  {series(`{"x":1,"low":1,"high":0}`), fault.Invalid},
		"beyond measure":   {series(`{"x":1e300}`), fault.Invalid},
		"too many of them": {`{"format":"coworkenv.curves/v1","series":[` + strings.Repeat(`{},`, 16) + `{}]}`, fault.Invalid},
	} {
		_, err := ReadCurves([]byte(c.data))
		if got := fault.KindOf(err); c.kind != "" && got != c.kind || c.kind == "" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCurveBetweenPoints(t *testing.T) {
	s := Curve{Points: []CurvePoint{{0, 0, 0, 0.5}, {10, 1, 0.5, 1}}}
	if p, ok := s.At(5); !ok || p != (CurvePoint{5, 0.5, 0.25, 0.75}) {
		t.Errorf("at 5: %v, %v", p, ok)
	}
	if p, ok := s.At(10); !ok || p.Mean != 1 {
		t.Errorf("at the end: %v, %v", p, ok)
	}
	for _, x := range []float64{-1, 11} {
		if p, ok := s.At(x); ok {
			t.Errorf("at %v: %v", x, p)
		}
	}
}

// What can be read can be drawn and read again.
func FuzzReadCurves(f *testing.F) {
	f.Add([]byte(`{"format":"coworkenv.curves/v1","title":"<t>","series":[{"name":"a","points":[{"x":0,"mean":0.5},{"x":1,"mean":2}]}]}`))
	f.Add([]byte(`{"format":"coworkenv.curves/v1","series":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadCurves(data)
		if err != nil {
			return
		}
		if svg := string(c.SVG()); strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("drawn as %s", svg)
		}
		again, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadCurves(again); err != nil {
			t.Errorf("not read again: %v", err)
		}
	})
}
