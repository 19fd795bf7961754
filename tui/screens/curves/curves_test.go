package curves_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/curves"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// training is a file of two curves of which one ends early.
func training(t testing.TB, name string, points int) string {
	t.Helper()
	c := eval.Curves{Format: eval.CurvesFormat, Title: "held-out score " + name, X: "updates", Y: "score"}
	for i, end := range []int{points, points / 2} {
		s := eval.Curve{Name: []string{"GRPO", "shuffled rewards"}[i] + name}
		for x := range end {
			mean := 0.4 + 0.55*float64(x)/float64(points)*float64(1-i)
			s.Points = append(s.Points, eval.CurvePoint{X: float64(x), Mean: mean, Low: mean - 0.05, High: mean + 0.05})
		}
		c.Series = append(c.Series, s)
	}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return write(t, string(data))
}

func write(t testing.TB, data string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "curves.json")
	if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func options(t testing.TB, at screens.Place) tui.Options {
	t.Helper()
	e := &engine.Engine{Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC))}
	at.Screen = curves.Name
	ws := &screens.Workspace{Open: func(context.Context, bool) (*engine.Workspace, error) {
		return nil, fault.New(fault.NotFound, "there is no workspace")
	}}
	return tui.Options{Entries: []screens.Entry{curves.Entry()}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: at, Env: screens.Env{Engine: e, Workspace: ws, Clock: e.Clock, User: "kim"}}
}

func TestGoldenCurves(t *testing.T) {
	const file = "testdata/training.json" // a name that looks the same everywhere
	tuitest.Open(t, options(t, screens.Place{Of: file}), 80, 24).Press("g", "l", "l", "l").Golden("curves")
	o := options(t, screens.Place{Of: file})
	o.Theme, o.Depth = tuitest.Mono(t)
	tuitest.Open(t, o, 80, 24).GoldenMono("curves")
}

// The numbers are those of the file at the cursor, wherever it goes.
func TestCursorTellsTheNumbers(t *testing.T) {
	d := tuitest.Open(t, options(t, screens.Place{Of: training(t, "", 41)}), 80, 24)
	d.Shows("at 40 updates", "0.937  0.887 to 0.987", "nothing here")
	d.Press("g").Shows("at 0 updates", "0.400  0.350 to 0.450")
	d.Press("space").Press("j").Shows("shuffled rewards")
}

// A place restores cursor, curve and whether it is alone.
func TestPlaceIsRestored(t *testing.T) {
	at := screens.Place{Of: training(t, "", 41), Cursor: "20", More: map[string]string{"curve": "1", "alone": "yes"}}
	d := tuitest.Open(t, options(t, at), 80, 24)
	d.Shows("at 20 updates", "0.668")
}

// What is no file of curves is said, and read anew once it is one.
func TestBadFileIsSaid(t *testing.T) {
	file := write(t, "{}")
	d := tuitest.Open(t, options(t, screens.Place{Of: file}), 100, 24)
	d.Shows("It could not be read; r tries again.")
	if err := os.WriteFile(file, []byte(`{"format":"coworkenv.curves/v1","title":"later","series":[]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	d.Press("r").Shows("later", "holds no point yet")
}

func TestSweepCurves(t *testing.T) {
	tuitest.Open(t, options(t, screens.Place{Of: training(t, " "+strings.Join(tuitest.Awkward(), " "), 30)}), 80, 24).Sweep(false)
}

// BenchmarkCurves moves the cursor over sixteen curves of 10,000 points in a large window.
func BenchmarkCurves(b *testing.B) {
	var c eval.Curves
	c.Format = eval.CurvesFormat
	for i := range 16 {
		s := eval.Curve{Name: fmt.Sprint(i)}
		for x := range 10_000 {
			s.Points = append(s.Points, eval.CurvePoint{X: float64(x), Mean: float64((x*i)%97) / 97})
		}
		c.Series = append(c.Series, s)
	}
	data, err := json.Marshal(c)
	if err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "c.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		b.Fatal(err)
	}
	d := tuitest.Open(b, options(b, screens.Place{Of: file}), 200, 60)
	b.ReportAllocs()
	for b.Loop() {
		d.Press("h")
	}
}
