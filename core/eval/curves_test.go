package eval_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"testing"

	"coworkenv.dev/coworkenv/core/eval"
)

func TestCurvesDraw(t *testing.T) {
	c := eval.Curves{Format: eval.CurvesFormat, Title: "a <b>", X: "updates", Y: "score", Series: []eval.Curve{
		{Name: "one & two", Points: []eval.CurvePoint{{0, 0.2, 0.1, 0.3}, {10, 0.9, 0.8, 1}}}, {Name: "empty"}}}
	svg := c.SVG()
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
	}
	for _, part := range []string{"one &amp; two", "a &lt;b&gt;", "from 0.20 to 0.90 (0.80 to 1.00)", "empty: nothing", "fill-opacity"} {
		if !bytes.Contains(svg, []byte(part)) {
			t.Errorf("no %s", part)
		}
	}
	if !bytes.Equal(svg, c.SVG()) {
		t.Error("equal figures, other bytes")
	}
	empty := eval.Curves{}
	if len(empty.SVG()) == 0 {
		t.Error("nothing is drawn")
	}
}
